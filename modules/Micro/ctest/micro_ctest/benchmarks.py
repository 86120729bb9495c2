"""What is known of a suite once it has been built and listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple, Union


@dataclass(frozen=True)
class Benchmark:
    name: str  # exact and full, as Google Benchmark lists it
    parameters: Tuple[Tuple[str, str], ...]  # name, value
    threads: int


@dataclass(frozen=True)
class Listing:
    benchmarks: Tuple[Benchmark, ...]  # in the order of the program


@dataclass(frozen=True)
class Failure:
    """Why nothing is known of a suite's benchmarks."""

    stage: str  # "configure", "build" or "list"
    message: str  # what the compiler or the program said


@dataclass(frozen=True)
class Skip:
    """Why a suite is neither built nor run, which is no failure."""

    reason: str


Obstacle = Union[Failure, Skip]
Contents = Union[Listing, Failure, Skip]
