"""Which of the project's own shared libraries a program loads."""

from __future__ import annotations

import os
import re
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from .errors import UserError, with_hint
from .processes import Processes

_LIBRARY_PATH = "LD_LIBRARY_PATH"
_PRELOAD = "LD_PRELOAD"
_RESOLVED = re.compile(r"\t(?:(?P<name>\S.*?) => )?(?P<path>/.*) \(0x[0-9a-f]+\)")


def loaded_libraries(program: str, environment: Sequence[str], processes: Processes) -> Dict[str, str]:
    """The libraries that the dynamic linker would load, by the name under which they are needed: paths. None of a program that is linked
    statically. `environment` (NAME=VALUE) is added to ours. UserError if it can't be found out, or if the linker would not find one."""
    # ldd is a script that speaks the user's language.
    done = processes.capture(["env", *environment, "LC_ALL=C", "ldd", program], merge=True)
    if done.exit_code != 0:
        if "not a dynamic executable" in done.output or "statically linked" in done.output:
            return {}
        raise UserError(with_hint(f"micro: ldd can't tell which libraries {program} loads: {done.output.strip()}", "is ldd installed?"))
    missing = [line.strip().partition(" => ")[0] for line in done.output.splitlines() if line.endswith(" => not found")]
    if missing:
        message = f"micro: {program} needs {', '.join(missing)}, which can't be found"
        raise UserError(with_hint(message, "ENVIRONMENT=LD_LIBRARY_PATH=<folder> says where; what a launcher sets is not known here"))
    found = (_RESOLVED.fullmatch(line) for line in done.output.splitlines())
    return {os.path.basename(match["name"] or match["path"]): match["path"] for match in found if match}


def project_libraries(program: str, environment: Sequence[str], folders: Tuple[str, ...], processes: Processes) -> Dict[str, str]:
    """Those that lie in one of the folders, wherever links lead from there."""
    own = tuple(os.path.realpath(folder) + os.sep for folder in folders)
    loaded = loaded_libraries(program, environment, processes)
    return {name: path for name, path in loaded.items() if os.path.realpath(path).startswith(own)}


def loader_words(options: Sequence[str], form: Sequence[str], libraries: Iterable[str]) -> List[str]:
    """What of ENVIRONMENT, as the options have it, a program with copies of these libraries must keep: where it looks for the others, and
    libraries to preload that are among the copied ones. What its form sets wins."""
    words = {text.partition("=")[0]: text for text in options}
    for text in form:
        words.pop(text.partition("=")[0], None)
    preload = words.get(_PRELOAD, "")
    kept = [words[_LIBRARY_PATH]] if _LIBRARY_PATH in words else []
    return [*kept, preload] if any(path in preload for path in libraries) else kept


def strange_library(program: str, environment: Sequence[str], folder: str, processes: Processes) -> Optional[Tuple[str, str]]:
    """A library of that folder which the program loads from elsewhere, and from where."""
    loaded = loaded_libraries(program, environment, processes)
    for name in sorted(os.listdir(folder)):
        if name in loaded and os.path.realpath(loaded[name]) != os.path.realpath(os.path.join(folder, name)):
            return name, loaded[name]
    return None


def with_library_path(environment: Sequence[str], folder: str, caller: str) -> Tuple[str, ...]:
    """An environment in which libraries are looked for in that folder first. `caller` is our own LD_LIBRARY_PATH.

    A program finds them there before it follows its RUNPATH, not before an RPATH of old.
    """
    others = [text for text in environment if not text.startswith(f"{_LIBRARY_PATH}=")]
    given = [text.partition("=")[2] for text in environment if text.startswith(f"{_LIBRARY_PATH}=")] or [caller]
    return (*others, f"{_LIBRARY_PATH}=" + ":".join(path for path in (folder, *given) if path))
