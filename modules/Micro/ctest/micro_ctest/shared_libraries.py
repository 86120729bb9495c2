"""Which of the project's own shared libraries a program loads."""

from __future__ import annotations

import os
import re
from typing import Dict, Sequence, Tuple

from .errors import UserError, with_hint
from .processes import Processes

_RESOLVED = re.compile(r"\t(?:(?P<name>\S.*?) => )?(?P<path>/.*) \(0x[0-9a-f]+\)")


def loaded_libraries(program: str, environment: Sequence[str], processes: Processes) -> Dict[str, str]:
    """The libraries that the dynamic linker would load, by the name under which they are needed: paths. None of a program that is linked
    statically. `environment` (NAME=VALUE) is added to ours. UserError if it can't be found out."""
    done = processes.capture(["env", *environment, "ldd", program], merge=True)
    if done.exit_code != 0:
        if "not a dynamic executable" in done.output or "statically linked" in done.output:
            return {}
        raise UserError(with_hint(f"micro: ldd can't tell which libraries {program} loads: {done.output.strip()}", "is ldd installed?"))
    found = (_RESOLVED.fullmatch(line) for line in done.output.splitlines())
    return {os.path.basename(match["name"] or match["path"]): match["path"] for match in found if match}


def project_libraries(program: str, environment: Sequence[str], folders: Tuple[str, ...], processes: Processes) -> Dict[str, str]:
    """Those that lie in one of the folders, wherever links lead from there."""
    own = tuple(os.path.realpath(folder) + os.sep for folder in folders)
    loaded = loaded_libraries(program, environment, processes)
    return {name: path for name, path in loaded.items() if os.path.realpath(path).startswith(own)}


def with_library_path(environment: Sequence[str], folder: str, caller: str) -> Tuple[str, ...]:
    """An environment in which libraries are looked for in that folder first. `caller` is our own LD_LIBRARY_PATH.

    A program finds them there before it follows its RUNPATH, not before an RPATH of old.
    """
    others = [text for text in environment if not text.startswith("LD_LIBRARY_PATH=")]
    given = [text.partition("=")[2] for text in environment if text.startswith("LD_LIBRARY_PATH=")] or [caller]
    return (*others, "LD_LIBRARY_PATH=" + ":".join(path for path in (folder, *given) if path))
