"""Text that CMake reads."""

from __future__ import annotations


def bracket_argument(text: str) -> str:
    """The text as a CMake bracket argument, which CMake reads as it stands."""
    level = 2
    while (text + _closer(level)).find(_closer(level)) < len(text):
        level += 1
    first = "\n" if text.startswith("\n") else ""  # CMake leaves out a line end just after the opening
    return f"[{'=' * level}[{first}{text}{_closer(level)}"


def _closer(level: int) -> str:
    return f"]{'=' * level}]"
