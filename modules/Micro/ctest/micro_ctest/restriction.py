"""PARAM= and EXCLUDE=: which of the selected benchmarks are left, and in which variants.

The number of threads counts as a parameter, `threads`. An axis of variants is named as a parameter is. A suite's plain form has the value `default` on each of its axes, as in tables; a variant that stands on none has no value there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Container, Dict, Iterable, List, Mapping, Sequence, Tuple

from .benchmarks import Benchmark, Contents, Failure, Listing, Skip
from .errors import UserError, with_hint
from .escapes import encoded_part, part_decoded
from .manifest import DEFAULT, Suite
from .near import did_you_mean, near_names
from .options import Layer, resolve_words
from .selected import SelectedSuite
from .selection import Choice

_SHOWN = 10  # values of a parameter

Values = Mapping[str, str]  # of the parameters of a benchmark, or of the axes of a variant


@dataclass
class Known:
    """The values that there are of each parameter, or axis."""

    values: Dict[str, Dict[str, None]] = field(default_factory=dict)

    def add(self, values: Values) -> None:
        for name, value in values.items():
            self.values.setdefault(name, {})[value] = None

    def described(self, names: Iterable[str]) -> str:
        """Those values of these names, apart and as they must be typed."""
        described: List[str] = []
        for name in dict.fromkeys(names):
            values = list(self.values.get(name, {}))
            if values:
                shown = ", ".join(f"'{encoded_part(value)}'" for value in values[:_SHOWN])
                described.append(f"{name} {shown}{', …' if len(values) > _SHOWN else ''}")
        return "; ".join(described)


def restricted(
    choice: Choice,
    suites: Mapping[str, Suite],
    contents: Mapping[str, Contents],
    stronger: Sequence[Layer],
    project: Layer,
    say: Callable[[str], None],
) -> Tuple[List[SelectedSuite], Dict[str, List[str]]]:
    """What is left of the choice, in the order of declaration and of the programs; and the variants that are left, of suites with benchmarks.
    `stronger` are the layers above the suites'.

    UserError if nothing is left.
    """
    selected: List[SelectedSuite] = []
    wanted: Dict[str, List[str]] = {}
    count = 0
    parameters, axes = Known(), Known()
    restrictions: List[str] = []
    exclusions: List[str] = []
    for name, content in contents.items():
        if name not in choice.suites():
            continue
        suite = suites[name]
        if not isinstance(content, Listing):
            failure = content if isinstance(content, Failure) else None
            selected.append(SelectedSuite(suite, (), failure, skipped=content.reason if isinstance(content, Skip) else ""))
            continue
        layers = [*stronger, Layer("suite", suite.options), project]
        params, excludes = resolve_words("PARAM", layers), resolve_words("EXCLUDE", layers)
        places = places_of(suite, {name for benchmark in content.benchmarks for name in parameters_of(benchmark)})
        own_axes = {axis for place in places.values() for axis in place}
        asked = [benchmark for benchmark in content.benchmarks if benchmark.name in choice.names(name)]
        asked_variants = choice.variants(name, suite.variant_names())
        for_variants = [word for word in params if _name(word) in own_axes]
        not_variants = [word for word in excludes if set(_names(word)) <= own_axes]
        for word in excludes:
            _require_one_kind(word, name, own_axes)
        for_benchmarks = [word for word in params if word not in for_variants]
        not_benchmarks = [word for word in excludes if word not in not_variants]
        left = [benchmark.name for benchmark in asked if keeps(for_benchmarks, not_benchmarks, parameters_of(benchmark))]
        variants = [variant for variant in asked_variants if keeps(for_variants, not_variants, places[variant])]
        kept = _distinct(name, left, say) if variants else []
        if kept:
            selected.append(SelectedSuite(suite, tuple(kept)))
            wanted[name] = variants
        count += len(asked)
        for benchmark in asked:
            parameters.add(parameters_of(benchmark))
        for variant in asked_variants:
            axes.add(places[variant])
        restrictions += [word for word in params if word not in restrictions]
        exclusions += [word for word in excludes if word not in exclusions]
    if not selected:
        raise _nothing_left(restrictions, exclusions, count, parameters, axes)
    for parameter, hint in _unknown([name for word in exclusions for name in _names(word)], parameters, axes):
        say(with_hint(f"micro: EXCLUDE names {parameter}, which is no parameter of what is selected", hint))
    return selected, wanted


def places_of(suite: Suite, parameters: Container[str]) -> Dict[str, Values]:
    """Where the forms of a suite stand on the axes of its variants. An axis that is named as a parameter is axis:NAME, as in tables."""

    def named(place: Values) -> Values:
        return {f"axis:{axis}" if axis in parameters else axis: value for axis, value in place.items()}

    places = {variant.name: named(variant.axes) for variant in suite.variants}
    return {DEFAULT: {axis: DEFAULT for place in places.values() for axis in place}, **places}


def parameters_of(benchmark: Benchmark) -> Dict[str, str]:
    """The parameters by name; of two with one name the first counts, as in the engine."""
    values: Dict[str, str] = {}
    for name, value in benchmark.parameters:
        values.setdefault(name, value)
    values.setdefault("threads", str(benchmark.threads))
    return values


def keeps(restrictions: Sequence[str], exclusions: Sequence[str], values: Values) -> bool:
    """Whether PARAM and EXCLUDE leave what has these values.

    It must have, for each restriction "name=value,value", one of the values, and for no exclusion "name=value,name=value" all.
    """

    def has(assignment: str) -> bool:
        name, _, value = assignment.partition("=")
        return values.get(name) == part_decoded(value)

    def is_allowed(restriction: str) -> bool:
        name, _, wanted = restriction.partition("=")
        return values.get(name) in [part_decoded(value) for value in wanted.split(",")]

    excluded = any(all(has(assignment) for assignment in exclusion.split(",")) for exclusion in exclusions)
    return all(is_allowed(restriction) for restriction in restrictions) and not excluded


def _name(assignment: str) -> str:
    return assignment.partition("=")[0]


def _names(exclusion: str) -> List[str]:
    return [_name(assignment) for assignment in exclusion.split(",")]


def _require_one_kind(exclusion: str, suite: str, axes: Iterable[str]) -> None:
    """UserError for a combination of a benchmark's parameter and an axis of variants: all variants of a benchmark are measured in one test."""
    of_axes = [name for name in _names(exclusion) if name in axes]
    others = [name for name in _names(exclusion) if name not in axes]
    if of_axes and others:
        message = f"micro: EXCLUDE={exclusion} joins {of_axes[0]}, an axis of the variants of {suite}, with {others[0]}, which is a parameter or nothing there"
        raise UserError(with_hint(message, f"all variants of a benchmark are measured together; two calls: PARAM={of_axes[0]}=… with EXCLUDE={others[0]}=…"))


def _distinct(suite: str, names: Sequence[str], say: Callable[[str], None]) -> List[str]:
    distinct = list(dict.fromkeys(names))
    for name in distinct if len(distinct) < len(names) else []:
        if names.count(name) > 1:
            message = f"micro: {suite} has several benchmarks named {name}, of which only the first is measured"
            say(with_hint(message, "give each a name of its own"))
    return distinct


def _nothing_left(restrictions: Sequence[str], exclusions: Sequence[str], count: int, parameters: Known, axes: Known) -> UserError:
    options = " ".join([*(f"PARAM={word}" for word in restrictions), *(f"EXCLUDE={word}" for word in exclusions)])
    message = f"micro: {options} leaves nothing of {count} selected benchmarks"
    restricted_names = [_name(word) for word in restrictions]
    for parameter, hint in _unknown(restricted_names, parameters, axes):
        return UserError(with_hint(f"{message}: none has a parameter {parameter}", hint))
    names = [*restricted_names, *(name for word in exclusions for name in _names(word))]
    described = [known.described(names) for known in (parameters, axes)]
    return UserError(with_hint(message, f"there are {'; '.join(text for text in described if text)}"))


def _unknown(names: Iterable[str], parameters: Known, axes: Known) -> List[Tuple[str, str]]:
    """Those of the names that are neither, each with a hint."""
    known = [*parameters.values, *(axis for axis in axes.values if axis not in parameters.values)]
    there = [f"parameters are {', '.join(parameters.values)}"] if parameters.values else []
    there += [f"axes of variants are {', '.join(axes.values)}"] if axes.values else []
    return [
        (name, f"{did_you_mean(near_names(name, known))} {'; '.join(there)}".strip())
        for name in dict.fromkeys(names)
        if name not in known and known
    ]
