"""Entry point of the ctest side of Micro.

`python -I -X utf8 main.py load …` when ctest loads its tests, `python -I -X utf8 main.py post` after them.
"""

import os
import sys

sys.dont_write_bytecode = sys.pycache_prefix is None  # the folder may belong to a user's working tree
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from micro_ctest.commands import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
