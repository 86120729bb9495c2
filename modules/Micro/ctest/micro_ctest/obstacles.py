"""What is known to stand in the way of a suite before anything is built."""

from __future__ import annotations

from typing import Callable, Optional, Sequence

from .benchmarks import Failure, Obstacle, Skip
from .errors import with_hint
from .manifest import Suite, Unsupported
from .options import Layer, resolve_words

ObstacleOf = Callable[[Suite], Optional[Obstacle]]


def obstacles(stronger: Sequence[Layer], project: Layer, machine: str) -> ObstacleOf:
    """The function that finds the obstacle of a suite. `stronger` are the layers above the suites'; `machine` is what is compiled for if
    that is not this one, else empty."""

    def obstacle(suite: Suite) -> Optional[Obstacle]:
        if suite.unsupported:
            return of_unsupported(suite.unsupported)
        launcher = [*suite.launcher, *resolve_words("LAUNCHER", [*stronger, Layer("suite", suite.options), project])]
        if machine and not launcher:
            message = f"{suite.name} is compiled for {machine}, which this machine is not, and there is no emulator"
            return Skip(with_hint(message, "CMAKE_CROSSCOMPILING_EMULATOR names one, or a program that runs it elsewhere"))
        return None

    return obstacle


def of_unsupported(unsupported: Unsupported) -> Obstacle:
    """What it is that the compiler does not support."""
    reason = unsupported.reason.strip() or f"the compiler does not support the feature {unsupported.feature}"
    return Skip(reason) if unsupported.outcome == "skipped" else Failure("configure", reason)
