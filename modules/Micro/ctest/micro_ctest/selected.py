"""What is going to run, and how that is announced."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Optional, Sequence, Tuple

from .benchmarks import Failure
from .forms import Form
from .manifest import Suite
from .selection import micro_words
from .visible import visible

FAILED = {"configure": "can't be built here", "build": "could not be built", "list": "could not be listed"}
_SHOWN = 60  # benchmarks; above that only suites are announced


@dataclass(frozen=True)
class SelectedSuite:
    suite: Suite
    benchmarks: Tuple[str, ...]  # exact full names, in the order of the run
    failure: Optional[Failure] = None  # then there are no benchmarks
    variants: Tuple[Form, ...] = ()  # in which it is run; none where it has no other than default
    skipped: str = ""  # why it is not run; then there are none, either
    against: Tuple[Form, ...] = ()  # what they are compared with, by the names of the variants


def in_forms(entry: SelectedSuite, forms: Sequence[Form]) -> SelectedSuite:
    """The same, run in these forms. If none of them can be run, that is so of the suite."""
    if not forms or any(form.runs for form in forms):
        return replace(entry, variants=tuple(forms))
    for form in forms:
        if form.failure:
            return SelectedSuite(entry.suite, (), Failure(form.failure.stage, f"variant {form.name}:\n{form.failure.message}"))
    return SelectedSuite(entry.suite, (), skipped=f"variant {forms[0].name}: {forms[0].skipped}")


def announcement(test: str, selected: Sequence[SelectedSuite]) -> List[str]:
    """The lines that say what will run."""
    lines = [f"Test selection '{' '.join(micro_words(test))}', will run:"]
    shows_each = sum(len(entry.benchmarks) for entry in selected) <= _SHOWN
    for entry in selected:
        name = f"* micro:{entry.suite.name}"
        if entry.failure:
            lines.append(f"{name} ({FAILED[entry.failure.stage]})")
        elif entry.skipped:
            lines.append(f"{name} (skipped: {entry.skipped.splitlines()[0]})")
        elif shows_each:
            lines += [visible(f"{name}.{benchmark}") for benchmark in entry.benchmarks]
        else:
            count = len(entry.benchmarks)
            lines.append(f"{name} ({count} benchmark{'' if count == 1 else 's'})")
        if entry.variants:
            lines.append(f"  variants of {entry.suite.name}: {', '.join(_variant(form) for form in entry.variants)}")
    return lines


def _variant(form: Form) -> str:
    if form.failure:
        return f"{form.name} ({FAILED[form.failure.stage]})"
    return f"{form.name} (skipped: {form.skipped.splitlines()[0]})" if form.skipped else form.name
