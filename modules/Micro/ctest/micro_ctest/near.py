"""Names that are like a mistyped one."""

from __future__ import annotations

import difflib
from typing import Dict, Iterable, List

_SEARCHED = 5000  # names that are looked at: comparing is slow


def near_names(word: str, known: Iterable[str], separator: str = "") -> List[str]:
    """Up to three of the known names that are near to `word`, nearest first, whatever their case.

    With a separator, a name is also near where its last part is: "recrods" is near to "io.records".
    """
    spellings: Dict[str, str] = {}
    for name in list(known)[:_SEARCHED]:
        spellings.setdefault(name.lower(), name)
        if separator:
            spellings.setdefault(name.lower().rpartition(separator)[2], name)
    found = [spellings[near] for near in difflib.get_close_matches(word.lower(), spellings, n=6)]
    return list(dict.fromkeys(found))[:3]


def did_you_mean(names: Iterable[str]) -> str:
    """"did you mean a, b?", or nothing where there are no names."""
    joined = ", ".join(names)
    return f"did you mean {joined}?" if joined else ""
