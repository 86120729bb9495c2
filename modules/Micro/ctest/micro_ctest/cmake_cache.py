"""CMakeCache.txt: what a build folder was configured with. Only read here."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Dict, List

# A name with a colon, or one like a comment, stands in quotes.
_ENTRY = re.compile(r'(?:"(?P<quoted>[^"]+)"|(?P<name>[^=:]+)):(?P<type>[^=]*)=(?P<value>.*)')
_GIVEN = "No help, variable specified on the command line."


@dataclass(frozen=True)
class CacheEntry:
    type: str  # BOOL, PATH, FILEPATH, STRING, UNINITIALIZED; INTERNAL and STATIC are CMake's own
    value: str
    is_given: bool = False  # on the command line, and nothing in the project has a word to say on it


class CMakeCache:
    """The entries by name, in the order of the file."""

    def __init__(self, entries: Dict[str, CacheEntry]) -> None:
        self.entries = entries

    def value(self, name: str) -> str:
        """The value of an entry; empty if there is none."""
        entry = self.entries.get(name)
        return entry.value if entry else ""

    def words(self, name: str) -> List[str]:
        """The elements of a value that is a list."""
        return [word for word in self.value(name).split(";") if word]


def read_cache(build_directory: str) -> CMakeCache:
    """Reads the cache of a build folder; one without a cache has no entries."""
    try:
        path = os.path.join(build_directory, "CMakeCache.txt")
        with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            return parse_cache(file.read())
    except OSError:
        return CMakeCache({})


def parse_cache(text: str) -> CMakeCache:
    """The cache in the text of its file."""
    entries: Dict[str, CacheEntry] = {}
    help_text = ""
    for line in text.split("\n"):
        if line.startswith("//"):
            help_text += line[2:]
            continue
        found = _ENTRY.fullmatch(line) if line and not line.startswith("#") else None
        if found:
            value = found["value"]
            if len(value) > 1 and value.startswith("'") and value.endswith("'"):  # its ends are blanks
                value = value[1:-1]
            entries[found["quoted"] or found["name"]] = CacheEntry(found["type"], value, help_text == _GIVEN)
        help_text = ""
    return CMakeCache(entries)
