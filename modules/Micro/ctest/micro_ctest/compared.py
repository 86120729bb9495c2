"""Both sides of a comparison: what is selected of the contender, with what it is compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

from .benchmarks import Contents, Failure, Listing, Skip
from .contents import SuiteBuilder, SuiteContents, SuiteLister
from .forms import Build, Form, as_listed, built_forms, own_form
from .manifest import DEFAULT, Suite
from .obstacles import ObstacleOf
from .selected import SelectedSuite


@dataclass(frozen=True)
class Baseline:
    """What the sides are, for people, and what only one of them has."""

    name: str  # as it was asked for: "HEAD~1"
    detail: str  # what that is: "4f2c9ab"; may be empty
    directory: str  # where it is built; empty: where the contender is
    contender: str  # "working tree (dirty)"
    only_in_baseline: Tuple[str, ...] = ()  # full names
    only_in_contender: Tuple[str, ...] = ()

    def described(self) -> str:
        return f"{self.name} ({self.detail})" if self.detail else self.name


@dataclass(frozen=True)
class BaselinePlace:
    """Where the programs of the baseline come from."""

    suites: Mapping[str, Suite]
    builder: SuiteBuilder
    lister: SuiteLister
    build: Build  # of variants


@dataclass(frozen=True)
class Compared:
    selected: Tuple[SelectedSuite, ...]  # with what they are compared with; those that failed, too
    only_in_baseline: Tuple[str, ...]
    only_in_contender: Tuple[str, ...]
    missing: Tuple[str, ...]  # suites that the baseline does not have

    def is_any(self) -> bool:
        """Whether there is anything to compare, or that failed."""
        return bool(self.selected)


def compared(
    selected: Sequence[SelectedSuite], listed: Mapping[str, Contents], place: BaselinePlace, obstacle: ObstacleOf, described: str
) -> Compared:
    """Builds and lists of the baseline what is selected, and matches the sides by their names.

    `listed` is all that the contender's suites have; `described` is the baseline, in words. UserError as of builder and lister.
    """
    contents = SuiteContents(place.suites, obstacle, place.builder, place.lister)
    wanted: Dict[str, List[str]] = {}
    for entry in selected:
        suite = place.suites.get(entry.suite.name)
        if suite is not None and entry.benchmarks:
            wanted[suite.name] = [name for name in _variants(entry) if name in suite.variant_names()]
            contents.list_as(as_listed(suite, wanted[suite.name]))
    contents.require(name for name, variants in wanted.items() if variants)
    built = {name: names for name, names in wanted.items() if isinstance(contents.known().get(name), Listing)}
    forms = built_forms(built, place.suites, contents.targets(), place.build)
    matched = _Matched(listed, described)
    for entry in selected:
        suite = place.suites.get(entry.suite.name)
        if not entry.benchmarks:
            matched.selected.append(entry)
        elif suite is None or not wanted[suite.name]:
            matched.missing += [] if suite else [entry.suite.name]
            matched.only_in_contender += [_full_name(entry, benchmark) for benchmark in entry.benchmarks]
        else:
            of_suite = forms.get(suite.name) or [own_form(suite)]
            matched.add(entry, contents.known()[suite.name], {form.name: form for form in of_suite})
    return matched.compared()


class _Matched:
    def __init__(self, listed: Mapping[str, Contents], described: str) -> None:
        self._listed = listed
        self._described = described
        self.selected: List[SelectedSuite] = []
        self.only_in_baseline: List[str] = []
        self.only_in_contender: List[str] = []
        self.missing: List[str] = []

    def add(self, entry: SelectedSuite, content: Contents, forms: Mapping[str, Form]) -> None:
        if isinstance(content, Failure):
            self.selected.append(SelectedSuite(entry.suite, (), self._failed(content)))
            return
        if isinstance(content, Skip):
            self.selected.append(SelectedSuite(entry.suite, (), skipped=f"baseline {self._described}: {content.reason}"))
            return
        then = dict.fromkeys(benchmark.name for benchmark in content.benchmarks)
        both = tuple(name for name in entry.benchmarks if name in then)
        self.only_in_contender += [_full_name(entry, name) for name in entry.benchmarks if name not in then]
        own = self._listed.get(entry.suite.name)
        names = {benchmark.name for benchmark in own.benchmarks} if isinstance(own, Listing) else set()
        if names == set(entry.benchmarks):  # of a part it is not known what it would have been there
            self.only_in_baseline += [_full_name(entry, name) for name in then if name not in names]
        for variant in _variants(entry):
            if variant not in forms:
                self.only_in_contender += [f"{_full_name(entry, name)}@{variant}" for name in both]
        variants = tuple(self._variant(form, forms.get(form.name)) for form in entry.variants if form.name in forms or not form.runs)
        against = tuple(form for form in forms.values() if form.runs)
        if not both:
            return
        if against:
            self.selected.append(replace(entry, benchmarks=both, variants=variants, against=against))
            return
        # The suite as a whole can't be compared.
        failure = next((form.failure for form in forms.values() if form.failure), None)
        skipped = next((form.skipped for form in forms.values() if form.skipped), "")
        self.selected.append(SelectedSuite(entry.suite, (), self._failed(failure) if failure else None, skipped=skipped))

    def _variant(self, form: Form, other: Optional[Form]) -> Form:
        """The contender's form, which is not run where that of the baseline can't be."""
        if other is None or other.runs or not form.runs:
            return form
        if other.failure:
            return replace(form, failure=self._failed(other.failure))
        return replace(form, skipped=f"baseline {self._described}: {other.skipped}")

    def _failed(self, failure: Failure) -> Failure:
        return Failure(failure.stage, f"baseline {self._described}:\n{failure.message}")

    def compared(self) -> Compared:
        return Compared(tuple(self.selected), tuple(self.only_in_baseline), tuple(self.only_in_contender), tuple(self.missing))


def _variants(entry: SelectedSuite) -> List[str]:
    return [form.name for form in entry.variants if form.runs] if entry.variants else [DEFAULT]


def _full_name(entry: SelectedSuite, benchmark: str) -> str:
    return f"{entry.suite.name}.{benchmark}"
