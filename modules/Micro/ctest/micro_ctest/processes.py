"""The only place that starts programs: tests put a fake in its stead."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import Callable, Dict, Mapping, Optional, Sequence

from .errors import UserError

_MAKE_VARIABLES = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "GNUMAKEFLAGS")
_OWN_VARIABLES = ("TEST", "MICRO", "TEST_OPTS", "CONF")


class TimeLimitExceeded(Exception):
    """A program took longer than it was given, and was ended."""


@dataclass(frozen=True)
class Finished:
    exit_code: int  # negative: the signal that ended it
    output: str  # lone surrogates stand for bytes that are not UTF-8
    errors: str


class Processes:
    """Starts programs, with an environment that neither an enclosing make nor the caller's BENCHMARK_* variables reach."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = child_environment(environment)

    def capture(
        self, command: Sequence[str], merge: bool = False, without: Callable[[str], bool] = lambda _: False, limit: Optional[float] = None
    ) -> Finished:
        """Runs a program to its end and keeps what it prints; `merge` puts stderr into the output, in order.

        Variables whose name `without` accepts are left out of its environment; `limit` is the longest time for it, in seconds.
        UserError if it can't be started; TimeLimitExceeded.
        """
        try:
            done = subprocess.run(
                list(command),
                env={name: value for name, value in self._environment.items() if not without(name)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT if merge else subprocess.PIPE,
                check=False,
                timeout=limit,
            )
        except subprocess.TimeoutExpired as error:
            raise TimeLimitExceeded from error
        except (OSError, ValueError) as error:
            raise _not_started(command, error) from error
        return Finished(done.returncode, _text(done.stdout), _text(done.stderr or b""))

    def stream(self, command: Sequence[str], take_line: Callable[[str], None]) -> int:
        """Runs a program, hands on each line of its output and errors as it comes, and returns its exit code.

        UserError if it can't be started.
        """
        try:
            process = subprocess.Popen(
                list(command),
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
        except (OSError, ValueError) as error:
            raise _not_started(command, error) from error
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                take_line(_text(line).rstrip("\r\n"))
        return process.returncode


def child_environment(environment: Mapping[str, str]) -> Dict[str, str]:
    """The environment of children: a nested make must not join the enclosing one, and no rule may see what was selected."""
    removed = (*_MAKE_VARIABLES, *_OWN_VARIABLES)
    return {
        name: value
        for name, value in environment.items()
        if name not in removed and not name.startswith("BENCHMARK_")
    }


def _text(output: bytes) -> str:
    return output.decode("utf-8", "surrogateescape")


def _not_started(command: Sequence[str], error: Exception) -> UserError:
    reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return UserError(f"micro: {command[0]} can't be started: {reason}")
