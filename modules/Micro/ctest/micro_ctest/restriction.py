"""PARAM= and EXCLUDE=: which of the selected benchmarks are left. The number of threads counts as a parameter, `threads`."""

from __future__ import annotations

from typing import Callable, Dict, Iterable, List, Mapping, Sequence, Tuple

from .benchmarks import Benchmark, Contents, Failure, Listing, Skip
from .errors import UserError, with_hint
from .manifest import Suite
from .near import did_you_mean, near_names
from .options import Layer, resolve_words
from .selected import SelectedSuite
from .selection import Choice

_SHOWN = 10  # values of a parameter


def restricted(
    choice: Choice,
    suites: Mapping[str, Suite],
    contents: Mapping[str, Contents],
    stronger: Sequence[Layer],
    project: Layer,
    say: Callable[[str], None],
) -> List[SelectedSuite]:
    """What is left of the choice, in the order of declaration and of the programs. `stronger` are the layers above the suites'.

    UserError if nothing is left.
    """
    selected: List[SelectedSuite] = []
    before: List[Benchmark] = []
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
        asked = [benchmark for benchmark in content.benchmarks if benchmark.name in choice.names(name)]
        kept = _distinct(name, [benchmark.name for benchmark in asked if keeps(params, excludes, benchmark)], say)
        if kept:
            selected.append(SelectedSuite(suite, tuple(kept)))
        before += asked
        restrictions += [word for word in params if word not in restrictions]
        exclusions += [word for word in excludes if word not in exclusions]
    if not selected:
        raise _nothing_left(restrictions, exclusions, before)
    for parameter, hint in _unknown(_excluded_names(exclusions), before):
        say(with_hint(f"micro: EXCLUDE names {parameter}, which is no parameter of what is selected", hint))
    return selected


def parameters_of(benchmark: Benchmark) -> Dict[str, str]:
    """The parameters by name; of two with one name the first counts, as in the engine."""
    values: Dict[str, str] = {}
    for name, value in benchmark.parameters:
        values.setdefault(name, value)
    values.setdefault("threads", str(benchmark.threads))
    return values


def keeps(restrictions: Sequence[str], exclusions: Sequence[str], benchmark: Benchmark) -> bool:
    """Whether PARAM and EXCLUDE leave the benchmark.

    It must have, for each restriction "name=value,value", one of the values, and for no exclusion "name=value,name=value" all.
    """
    values = parameters_of(benchmark)

    def has(assignment: str) -> bool:
        name, _, value = assignment.partition("=")
        return values.get(name) == value

    def is_allowed(restriction: str) -> bool:
        name, _, wanted = restriction.partition("=")
        return values.get(name) in wanted.split(",")

    excluded = any(all(has(assignment) for assignment in exclusion.split(",")) for exclusion in exclusions)
    return all(is_allowed(restriction) for restriction in restrictions) and not excluded


def _distinct(suite: str, names: Sequence[str], say: Callable[[str], None]) -> List[str]:
    distinct = list(dict.fromkeys(names))
    for name in distinct if len(distinct) < len(names) else []:
        if names.count(name) > 1:
            message = f"micro: {suite} has several benchmarks named {name}, which are measured as one"
            say(with_hint(message, "give each a name of its own"))
    return distinct


def _nothing_left(restrictions: Sequence[str], exclusions: Sequence[str], before: Sequence[Benchmark]) -> UserError:
    options = " ".join([*(f"PARAM={word}" for word in restrictions), *(f"EXCLUDE={word}" for word in exclusions)])
    message = f"micro: {options} leaves nothing of {len(before)} selected benchmarks"
    restricted_names = [restriction.partition("=")[0] for restriction in restrictions]
    for parameter, hint in _unknown(restricted_names, before):
        return UserError(with_hint(f"{message}: none has a parameter {parameter}", hint))
    return UserError(with_hint(message, f"there are {_existing([*restricted_names, *_excluded_names(exclusions)], before)}"))


def _excluded_names(exclusions: Iterable[str]) -> List[str]:
    return [assignment.partition("=")[0] for exclusion in exclusions for assignment in exclusion.split(",")]


def _unknown(names: Iterable[str], benchmarks: Sequence[Benchmark]) -> List[Tuple[str, str]]:
    """Those of the names that no benchmark has as a parameter, each with a hint."""
    known = _values(benchmarks)
    return [
        (name, f"{did_you_mean(near_names(name, known))} parameters are {', '.join(known)}".strip())
        for name in dict.fromkeys(names)
        if name not in known and known
    ]


def _existing(names: Iterable[str], benchmarks: Sequence[Benchmark]) -> str:
    known = _values(benchmarks)
    described: List[str] = []
    for name in dict.fromkeys(names):
        values = known.get(name, [])
        described.append(f"{name}={','.join(values[:_SHOWN])}{',…' if len(values) > _SHOWN else ''}")
    return " ".join(described)


def _values(benchmarks: Sequence[Benchmark]) -> Dict[str, List[str]]:
    known: Dict[str, Dict[str, None]] = {}
    for benchmark in benchmarks:
        for name, value in parameters_of(benchmark).items():
            known.setdefault(name, {})[value] = None
    return {name: list(values) for name, values in known.items()}
