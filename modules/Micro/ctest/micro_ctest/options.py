"""MICRO= and TEST_OPTS=: splitting, checking, and which layer wins."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

from .errors import with_hint
from .escapes import decoded
from .near import did_you_mean, near_names
from .option_table import Option, OptionTable, OptionValue

_SHOWN = 60  # characters of a wrong value


@dataclass(frozen=True)
class Layer:
    """The values that were given in one place. `name` is a layer of the option table."""

    name: str
    values: Mapping[str, OptionValue]


@dataclass
class ParsedLayer:
    """A layer, what is wrong with it (empty: nothing), and remarks that don't stop the run."""

    layer: Layer
    problems: List[str] = field(default_factory=list)
    remarks: List[str] = field(default_factory=list)


def resolve(key: str, layers: Sequence[Layer]) -> Optional[Tuple[OptionValue, str]]:
    """The value on the strongest layer that has one, and that layer's name; None if no layer has one.

    `layers` come strongest first.
    """
    for layer in layers:
        if key in layer.values:
            return layer.values[key], layer.name
    return None


def resolve_words(key: str, layers: Sequence[Layer]) -> List[str]:
    """The words of an option of a list type; none where nobody set it."""
    resolved = resolve(key, layers)
    return list(resolved[0]) if resolved else []


def parse_layer(text: str, name: str, where: str, table: OptionTable) -> ParsedLayer:
    """Parses "KEY=VALUE;KEY=VALUE" and finds all problems, not only the first. `where` begins the messages: MICRO or TEST_OPTS."""
    values: Dict[str, OptionValue] = {}
    parsed = ParsedLayer(Layer(name, values))
    for item in (item.strip() for item in text.split(";")):
        if not item:
            continue
        key, equals, value = item.partition("=")
        key = key.strip()
        option = table.find(key)
        if option is None or name not in option.layers:
            parsed.problems.append(_unknown(key, value, equals, name, where, table))
        elif not equals:
            parsed.problems.append(with_hint(f"{where}: {key} has no value", f"{key}={option.type.example}"))
        else:
            if key != option.key:
                parsed.remarks.append(f"{where}: {key} means {option.key} here")
            _take(values, option, value.strip(), where, parsed.problems)
    return parsed


def _take(values: Dict[str, OptionValue], option: Option, text: str, where: str, problems: List[str]) -> None:
    if option.type.is_list:
        words = [decoded(word) for word in re.split(r"[ \t\r\n\f\v]+", text) if word]
        value: OptionValue = words
    else:
        words = [decoded(text)]
        value = words[0]
    wrong = [problem for problem in (_problem(option, word, where) for word in words) if problem]
    problems.extend(wrong)
    if option.key not in values:
        values[option.key] = value
    elif option.repeatable:
        values[option.key] = [*values[option.key], *words]
    else:
        hint = "one value takes several words, separated by blanks" if option.type.is_list else "keep one of them"
        problems.append(with_hint(f"{where}: {option.key} is given twice", hint))


def _problem(option: Option, word: str, where: str) -> str:
    rule = option.type
    too_great = rule.limit and (len(word), word) > (len(rule.limit), rule.limit)
    if not _is_utf8(word) or not re.fullmatch(rule.pattern, word, re.DOTALL) or too_great:
        shown = word if len(word) <= _SHOWN else word[:_SHOWN] + "…"
        return with_hint(f"{where}: {option.key} takes {rule.expects}, not '{shown}'", _hint(option, word))
    flag = word.partition("=")[0]
    if flag in option.refuses:
        return with_hint(f"{where}: {option.key} does not take {flag}", option.refused_because)
    return ""


def _hint(option: Option, word: str) -> str:
    several = re.match(r"(.*?)[,\s]+([A-Z_]+=.*)", word)
    if several:
        return f"options are separated by semicolons: {option.key}={several[1]};{several[2]}"
    if word != word.lower() and re.fullmatch(option.type.pattern, word.lower()):
        return f"{option.key}={word.lower()}"
    is_number = re.fullmatch("[0-9.]+", word)
    if is_number and re.fullmatch(option.type.pattern, word + "ms"):
        return f"{option.key}={word}ms or {option.key}={word}s"
    return f"{option.key}={option.type.example}"


def _is_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _unknown(key: str, value: str, equals: str, layer: str, where: str, table: OptionTable) -> str:
    known = table.keys_on(layer)
    listed = f"known are {', '.join(known)}"
    right = table.find(key.upper().replace("-", "_"))
    if table.find(key) is not None:
        return with_hint(f"{where}: {key} cannot be set here", listed)
    if right is not None and layer in right.layers:
        right_item = f"{right.key}={value.strip() or right.type.example}"
        return with_hint(f"{where}: {key} is no option", f"keys are in capitals: {right_item}")
    if not equals and not re.fullmatch("[A-Z_]+", key):
        return with_hint(f"{where}: '{key}' is not of the form KEY=VALUE", f"%3B is a semicolon inside a value; {listed}")
    if not key:
        return with_hint(f"{where}: '={value}' has no key", listed)
    meant = did_you_mean(near_names(key, known))
    return with_hint(f"{where}: {key} is no option", f"{meant} {listed}".strip())
