"""Whether ctest was started by a ninja that is at work in the same build folder.

Two ninjas in one folder corrupt each other's logs and may write the same object, unless the outer one has nothing else to do than
the goal that has started ctest: `test`, or our own `micro`. Known from /proc; where that is missing nothing is found, as the usual call is
the sole `ninja test`.
"""

from __future__ import annotations

import os
import re
from typing import List, Sequence

from .ancestors import ancestors

_NAMES = ("ninja", "ninja-build", "samu")
_OPTIONS_WITH_VALUE = "CfjkldtTw"


def goals_besides(goal: str, build_directory: str, proc: str = "/proc", process: int = 0) -> List[str]:
    """The other goals of an enclosing ninja in that folder; ["all"] stands for a call without goals."""
    directory = os.path.realpath(build_directory)
    for one, name in ancestors(process or os.getppid(), proc):
        folder = os.path.join(proc, str(one))
        if name in _NAMES and os.path.realpath(os.path.join(folder, "cwd")) == directory:
            try:
                with open(os.path.join(folder, "cmdline"), encoding="utf-8", errors="replace") as file:
                    return _goals_besides(goal, file.read().split("\0")[1:])
            except OSError:
                return []
    return []


def _goals_besides(goal: str, arguments: Sequence[str]) -> List[str]:
    goals = []
    ours = re.compile(f"(.*/)?{re.escape(goal)}(:.*)?")
    words = iter(argument for argument in arguments if argument)
    for word in words:
        if not word.startswith("-"):
            goals.append(word)
        elif len(word) == 2 and word[1] in _OPTIONS_WITH_VALUE:
            next(words, None)
    if not goals:
        return ["all"]
    return [one for one in goals if not ours.fullmatch(one)]
