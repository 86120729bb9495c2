"""Processes as /proc shows them: those above one, and what tells one from a later one of the same number."""

from __future__ import annotations

import os
from typing import Iterator, List, Tuple

_TOOLS = ("ctest", "cmake", "make", "gmake", "ninja", "ninja-build", "samu")
_SHELLS = ("sh", "dash", "bash", "busybox")


def ancestors(process: int, proc: str = "/proc") -> Iterator[Tuple[int, str]]:
    """A process and those above it, with their names; none where that can't be known."""
    seen = set()  # what changes while it is read may go round in a circle
    while process > 1 and process not in seen:
        seen.add(process)
        stat = _stat(process, proc)
        try:
            parent = int(stat.rpartition(")")[2].split()[1])
        except (ValueError, IndexError):
            return
        yield process, stat.partition("(")[2].rpartition(")")[0]
        process = parent


def tools_above(process: int, proc: str = "/proc") -> List[int]:
    """Those above a process that it runs for: ctest and build tools, and the shells between them. They wait for it, so one that has ended was killed."""
    found: List[int] = []
    between: List[int] = []  # shells count only below a tool: the topmost is the user's own
    for number, (one, name) in enumerate(ancestors(process, proc)):
        if number == 0:
            continue
        between.append(one)
        if name in _TOOLS:
            found += between
            between = []
        elif name not in _SHELLS:
            break
    return found


def started(process: int, proc: str = "/proc") -> str:
    """When a process was started, in ticks; empty where that can't be known, or where it has ended and only waits for its parent to notice."""
    fields = _stat(process, proc).rpartition(")")[2].split()
    return fields[19] if len(fields) > 19 and fields[0] not in ("Z", "X") else ""


def _stat(process: int, proc: str) -> str:
    """The number, the name in brackets, state, parent and more; empty if there is none."""
    try:
        with open(os.path.join(proc, str(process), "stat"), encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
