"""The option table, modules/Micro/options.json: which options there are, and what their values look like."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Dict, List, Mapping, Optional, Tuple, Union

OptionValue = Union[str, List[str]]  # a list for the list types


@dataclass(frozen=True)
class OptionType:
    """The rule for a value: for each of its words where the type is a list."""

    is_list: bool
    pattern: str
    expects: str  # completes "takes …"
    example: str
    limit: str  # greatest number, or empty


@dataclass(frozen=True)
class Option:
    key: str
    type: OptionType
    layers: Tuple[str, ...]
    aliases: Tuple[str, ...]
    repeatable: bool
    refuses: Tuple[str, ...]  # flags that a word must not be
    refused_because: str


class OptionTable:
    """All options, in the order of the table."""

    def __init__(self, options: List[Option], layers: Mapping[str, str]) -> None:
        self.options = options
        self.layers = layers  # name of a layer → what people call it
        self._by_key: Dict[str, Option] = {}
        for option in options:
            for key in (option.key, *option.aliases):
                self._by_key[key] = option

    def find(self, key: str) -> Optional[Option]:
        """The option of that key or alias; None if there is none."""
        return self._by_key.get(key)

    def keys_on(self, layer: str) -> List[str]:
        """The keys that may be set on a layer."""
        return [option.key for option in self.options if layer in option.layers]


def read_option_table() -> OptionTable:
    """Reads the table that is installed with this package."""
    modules = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(modules, "options.json"), encoding="utf-8") as file:
        table = json.load(file)
    types = {
        name: OptionType(entry["list"], entry["pattern"], entry["expects"], entry["example"], entry.get("limit", ""))
        for name, entry in table["types"].items()
    }
    options = [
        Option(
            key=entry["key"],
            type=types[entry["type"]],
            layers=tuple(entry["layers"]),
            aliases=tuple(entry.get("aliases", ())),
            repeatable=entry.get("repeatable", False),
            refuses=tuple(entry.get("refuses", ())),
            refused_because=entry.get("refused_because", ""),
        )
        for entry in table["options"]
    ]
    return OptionTable(options, table["layers"])
