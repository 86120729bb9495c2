"""What is going to run, and how that is announced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from .benchmarks import Failure
from .manifest import Suite
from .selection import micro_words

_SHOWN = 60  # benchmarks; above that only suites are announced


@dataclass(frozen=True)
class SelectedSuite:
    suite: Suite
    benchmarks: Tuple[str, ...]  # exact full names, in the order of the run
    failure: Optional[Failure] = None  # then there are no benchmarks


def announcement(test: str, selected: Sequence[SelectedSuite]) -> List[str]:
    """The lines that say what will run."""
    lines = [f"Test selection '{' '.join(micro_words(test))}', will run:"]
    shows_each = sum(len(entry.benchmarks) for entry in selected) <= _SHOWN
    for entry in selected:
        name = f"* micro:{entry.suite.name}"
        if entry.failure:
            lines.append(f"{name} (could not be {'built' if entry.failure.stage == 'build' else 'listed'})")
        elif shows_each:
            lines += [f"{name}.{benchmark}" for benchmark in entry.benchmarks]
        else:
            count = len(entry.benchmarks)
            lines.append(f"{name} ({count} benchmark{'' if count == 1 else 's'})")
    return lines
