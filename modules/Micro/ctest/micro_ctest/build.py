"""Builds the suites that were selected, and finds out which of them could not be built."""

from __future__ import annotations

import os
import re
import signal
import time
from typing import Callable, Dict, List, Sequence

from .benchmarks import Failure
from .build_tree import BuildTree
from .errors import UserError, with_hint
from .manifest import Manifest, Suite
from .processes import Processes

_EVERYTHING = "micro-build-all"
_SYNC = "micro-sync"
_KEPT_LINES = 200  # of a compiler's output
_EXPLAINED = 8  # failed suites that are compiled again to keep their compiler's output apart
_NOISE = re.compile(
    r"ninja: no work to do\."
    r"|ninja: Entering directory .*"
    r"|\[ *\d+%\] Built target .*"
    r"|Consolidate compiler generated dependencies of target .*"
    r"|Scanning dependencies of target .*"
    r"|g?make(\[\d+\])?: (Entering|Leaving) directory .*"
    r"|g?make(\[\d+\])?: Nothing to be done for .*"
    r"|g?make(\[\d+\])?: \*\*\* .*"  # which of make's own files has failed; the compiler's words are above
)
_COLOUR = re.compile("\x1b\\[[0-9;]*[A-Za-z]")


def synchronize(tree: BuildTree, processes: Processes) -> None:
    """Runs CMake again if the manifest is older than what it is made of. UserError with its output if that fails."""
    done = processes.capture(tree.build_command([_SYNC]), merge=True)
    if done.exit_code != 0:
        raise UserError(f"micro: {tree.directory} can't be brought up to date:\n{end_of_output(done.output)}")


class Builder:
    """Builds suites of one manifest.

    `say` takes lines for the user; `goals` are those of an enclosing ninja, inside of which nothing may be built.
    """

    def __init__(
        self,
        tree: BuildTree,
        manifest: Manifest,
        jobs: int,
        goals: Sequence[str],
        processes: Processes,
        say: Callable[[str], None],
    ) -> None:
        self._tree = tree
        self._manifest = manifest
        self._jobs = jobs
        self._goals = goals
        self._processes = processes
        self._say = say

    def build(self, suites: Sequence[Suite]) -> Dict[str, Failure]:
        """Builds suites and cmicro, going on after errors. Returns the failures by suite.

        UserError if cmicro can't be built, or if something would have to be built inside an enclosing ninja.
        """
        own = self._engine()
        targets = list(dict.fromkeys(suite.target for suite in suites))
        if self._goals:
            self._require_up_to_date([*targets, *own])
            return {}
        everything = {suite.target for suite in self._manifest.suites if not suite.unsupported}
        together = [_EVERYTHING] if set(targets) == everything else targets
        started = time.time()
        output: List[str] = []

        def take(line: str) -> None:
            if not _NOISE.fullmatch(line):
                output.append(line)
                self._say(line)

        ended = self._processes.stream(self._tree.build_command([*together, *own], self._jobs, self._keep_going()), take)
        if ended == 0:
            return {}
        if ended < 0:
            raise UserError(f"micro: the build was ended by signal {-ended} ({signal.strsignal(-ended)})")
        self._require_engine()
        if len(targets) == 1:
            return {suite.name: Failure("build", end_of_output("\n".join(output))) for suite in suites}
        return self._failures(suites, started)

    def build_engine(self) -> None:
        """Builds cmicro alone, where it is built with the project. UserError as of build()."""
        if self._goals and self._engine():
            self._require_up_to_date(self._engine())
        else:
            self._require_engine()

    def _keep_going(self) -> List[str]:
        if self._tree.uses_ninja:
            return ["-k", "0"]
        return ["-k"] if self._tree.uses_make else []

    def _require_up_to_date(self, targets: Sequence[str]) -> None:
        if not self._is_up_to_date(targets):
            shown = " ".join(targets) if len(targets) <= 3 else _EVERYTHING
            raise UserError(
                with_hint(
                    f"micro: ninja is at work on {' '.join(self._goals)} in {self._tree.directory}, and a second one must not"
                    " build there at the same time, but what is selected is not up to date",
                    f"run `ninja {shown}` first, or `ninja test` alone",
                )
            )

    def _is_up_to_date(self, targets: Sequence[str]) -> bool:
        """Asks ninja, which then builds nothing."""
        done = self._processes.capture(self._tree.build_command(targets, native=["-n"]), merge=True)
        return done.exit_code == 0 and "no work to do" in done.output

    def _engine(self) -> List[str]:
        """The target of cmicro, where it is built with the project."""
        return [self._manifest.cmicro_target] if self._manifest.cmicro_target else []

    def _require_engine(self) -> None:
        if not self._engine():
            return
        done = self._processes.capture(self._tree.build_command(self._engine(), self._jobs), merge=True)
        if done.exit_code != 0:
            raise UserError(f"micro: cmicro, which measures, could not be built:\n{end_of_output(done.output)}")

    def _failures(self, suites: Sequence[Suite], started: float) -> Dict[str, Failure]:
        """Which suites are not up to date after a build that went as far as it could."""
        failures: Dict[str, Failure] = {}
        for suite in suites:
            explains = len(failures) < _EXPLAINED
            if self._is_newer(suite.executable, started):
                continue
            if self._tree.uses_ninja and self._is_up_to_date([suite.target]):
                continue
            if not explains and (self._tree.uses_ninja or not os.path.exists(suite.executable)):
                failures[suite.name] = Failure("build", "its compiler's output is among that of the others, before the tests")
                continue
            done = self._processes.capture(self._tree.build_command([suite.target], self._jobs), merge=True)
            if done.exit_code != 0:
                lines = [line for line in done.output.splitlines() if not _NOISE.fullmatch(line)]
                failures[suite.name] = Failure("build", end_of_output("\n".join(lines)))
        return failures

    @staticmethod
    def _is_newer(path: str, moment: float) -> bool:
        try:
            return os.path.getmtime(path) > moment
        except OSError:
            return False


def end_of_output(output: str) -> str:
    """What is kept of a program's output, fit for a document."""
    text = _COLOUR.sub("", output).encode("utf-8", "replace").decode("utf-8")
    return "\n".join(text.splitlines()[-_KEPT_LINES:]).strip("\n")
