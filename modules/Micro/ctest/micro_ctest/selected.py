"""What is going to run, and how that is announced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from .benchmarks import Failure
from .manifest import Suite
from .selection import micro_words

_FAILED = {"configure": "can't be built here", "build": "could not be built", "list": "could not be listed"}
_SHOWN = 60  # benchmarks; above that only suites are announced


@dataclass(frozen=True)
class SelectedSuite:
    suite: Suite
    benchmarks: Tuple[str, ...]  # exact full names, in the order of the run
    failure: Optional[Failure] = None  # then there are no benchmarks
    skipped: str = ""  # why it is not run; then there are none, either


def announcement(test: str, selected: Sequence[SelectedSuite]) -> List[str]:
    """The lines that say what will run."""
    lines = [f"Test selection '{' '.join(micro_words(test))}', will run:"]
    shows_each = sum(len(entry.benchmarks) for entry in selected) <= _SHOWN
    for entry in selected:
        name = f"* micro:{entry.suite.name}"
        if entry.failure:
            lines.append(f"{name} ({_FAILED[entry.failure.stage]})")
        elif entry.skipped:
            lines.append(f"{name} (skipped: {entry.skipped.splitlines()[0]})")
        elif shows_each:
            lines += [f"{name}.{benchmark}" for benchmark in entry.benchmarks]
        else:
            count = len(entry.benchmarks)
            lines.append(f"{name} ({count} benchmark{'' if count == 1 else 's'})")
    return lines
