"""Drives cmake, ctest, make and ninja on a copy of the fixture project, in a folder with an awkward name.

A test file runs as

    test_x.py --cmicro PROGRAM --cmake PROGRAM --generator NAME --micro-build FOLDER --work FOLDER [--micro FOLDER] [unittest's arguments]

`--micro` names a copy of this repository (modules/, templates/, src/): to see a test go red, break the copy.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence

QUICK = "EFFORT=quick;FORK=1;ITER=1;TIME=1ms;WARMUP_ITER=0"
AWKWARD = "b (d)ir $x ü"

# What is printed for the suite `good`, in the form of Tree.plain() and Tree.report().
GOOD_SELECTED = """Test selection 'micro:good', will run:
* micro:good.add/words:10
* micro:good.add/words:100
2 benchmarks, 2 forks, about TIME
"""
GOOD_REPORT = """Benchmark (words) Mode Cnt Score Error Units
good.add 10 avgt N T/op
good.add 100 avgt N T/op

Machine: ...
Build: ...
Run: ...

Results: DIR/build/test-results/micro_good/micro.txt
Results: DIR/build/test-results/micro_good/micro-result.text
Journal: DIR/build/test-results/micro_good/runs/UTC/journal.jsonl

==============================
Test summary
==============================
 TEST TOTAL PASS FAIL ERROR
 micro:good 2 2 0 0
==============================
TEST SUCCESS
"""

_HERE = os.path.dirname(os.path.abspath(__file__))
_LONGEST = 600  # seconds that one command may take before it counts as hung
_AT_ONCE = 60  # seconds for what takes a moment

given: argparse.Namespace  # the arguments of the test file


@dataclass(frozen=True)
class Ran:
    """How a command has ended, and what it has printed."""

    code: int
    out: str
    err: str
    command: Sequence[str]

    def __str__(self) -> str:
        return f"\n$ {' '.join(self.command)}\n{self.out}\n--- stderr\n{self.err}\n--- exit code {self.code}"


class Tree:
    """A copy of a fixture project and its build folder, configured with the given generator."""

    def __init__(self, name: str, *settings: str, folder: str = AWKWARD, project: str = "project") -> None:
        self.top = os.path.join(given.work, name, folder)
        self.source = os.path.join(self.top, "source")
        self.build = os.path.join(self.top, "build")
        self.is_multi_config = given.generator == "Ninja Multi-Config"
        shutil.rmtree(self.top, ignore_errors=True)
        shutil.copytree(os.path.join(_HERE, project), self.source)
        os.mkdir(os.path.join(self.top, "tmp"))
        self.configured = self.run(
            given.cmake, "-S", self.source, "-B", self.build, "-G", given.generator, "-D", "CMAKE_BUILD_TYPE=Release",
            "-D", "CMAKE_CXX_FLAGS_RELEASE=-O1", "-D", f"MICRO_PYTHON={sys.executable}", *settings
        )  # fmt: skip
        if self.configured.code != 0:
            raise AssertionError(str(self.configured))

    def environment(self, variables: Dict[str, str]) -> Dict[str, str]:
        """The caller's without what steers the programs under test; with a lock and temporary files of its own."""
        steering = "TEST|TEST_OPTS|MICRO.*|BENCHMARK_.*|CTEST_.*|CI|.*MAKE(FLAGS|LEVEL|OVERRIDES)|MFLAGS|NINJA_STATUS"
        steering += "|CLICOLOR_FORCE|CMAKE_(CONFIG_TYPE|GENERATOR.*|BUILD_TYPE|CONFIGURATION_TYPES|INSTALL_PREFIX)"
        kept = {name: value for name, value in os.environ.items() if not re.fullmatch(steering, name)}
        temporary = os.path.join(self.top, "tmp")
        own = {"LC_ALL": "C.UTF-8", "TERM": "dumb", "CMAKE_BUILD_PARALLEL_LEVEL": "1"}
        return {**kept, **own, "XDG_RUNTIME_DIR": self.top, "TMPDIR": temporary, **variables}

    def run(self, *command: str, directory: str = "", **variables: str) -> Ran:
        """Runs a command in a folder (the build folder unless another is named) with these environment variables."""
        directory = directory or (self.build if os.path.isdir(self.build) else self.top)
        return run(*command, directory=directory, environment={**self.environment(variables), "PWD": directory})

    def start(self, *command: str, **variables: str) -> "subprocess.Popen[str]":
        """Starts a command in the build folder, in a session of its own."""
        return subprocess.Popen(
            command,
            cwd=self.build,
            env=self.environment(variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def ctest(self, *arguments: str, directory: str = "", **variables: str) -> Ran:
        """ctest, told a configuration where there are several."""
        command = [ctest(), *(["-C", "Release"] if self.is_multi_config else []), *arguments]
        return self.run(*command, directory=directory, **variables)

    def measure(self, test: str, micro: str = "", *arguments: str, **variables: str) -> Ran:
        """ctest with TEST= and a MICRO= that is soon done."""
        return self.ctest(*arguments, TEST=test, MICRO=f"{QUICK};{micro}" if micro else QUICK, **variables)

    def build_tool(self, *goals: str, **variables: str) -> Ran:
        """make or ninja itself; `variables` come as its user gives them."""
        program = self.cached("CMAKE_MAKE_PROGRAM")
        if given.generator == "Unix Makefiles":
            return self.run(program, *goals, *(f"{name}={value}" for name, value in variables.items()))
        return self.run(program, *(["-f", "build-Release.ninja"] if self.is_multi_config else []), *goals, **variables)

    def build_target(self, *targets: str) -> Ran:
        return self.run(given.cmake, "--build", self.build, *self.configuration(), "--target", *targets)

    def configuration(self) -> List[str]:
        """The arguments of `cmake --build` that choose the configuration."""
        return ["--config", "Release"] if self.is_multi_config else []

    def cached(self, name: str) -> str:
        """A variable of CMake's cache."""
        with open(os.path.join(self.build, "CMakeCache.txt"), encoding="utf-8") as file:
            found = re.search(f"^{name}:[A-Z]+=(.*)$", file.read(), re.MULTILINE)
        assert found, name
        return found.group(1)

    def program(self, name: str) -> str:
        """Where the program of a target in the root lies."""
        return os.path.join(self.build, *(["Release"] if self.is_multi_config else []), name)

    def objects(self) -> Dict[str, int]:
        """The object files of the build folder: name → time of change."""
        found = glob.glob(os.path.join(glob.escape(self.build), "**", "*.o"), recursive=True)
        return {os.path.basename(path): os.stat(path).st_mtime_ns for path in found}

    def take_ordinary(self) -> List[str]:
        """The ordinary tests that have run since this was asked last."""
        ran: List[str] = []
        for directory in (self.build, os.path.join(self.build, "sub")):
            path = os.path.join(directory, "ordinary.txt")
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    ran += file.read().split()
                os.unlink(path)
        return ran

    def results(self, test_id: str, name: str = "") -> str:
        """A result file of a selection, or their folder."""
        return os.path.join(self.build, "test-results", test_id, name)

    def runs(self, test_id: str) -> List[str]:
        """The folders of the runs of a selection, oldest first."""
        # A second run within a second is runs/<UTC>-2.
        folders = glob.glob(os.path.join(glob.escape(self.results(test_id, "runs")), "*"))
        return sorted(folders, key=lambda path: [int(number) for number in re.findall("[0-9]+", os.path.basename(path))])

    def journal(self, test_id: str) -> List[Dict[str, Any]]:
        """The entries of the latest run's journal."""
        return read_journal(os.path.join(self.runs(test_id)[-1], "journal.jsonl"))

    def forks(self, test_id: str) -> List[Dict[str, Any]]:
        return [entry for entry in self.journal(test_id) if entry["kind"] == "fork"]

    def plain(self, text: str) -> str:
        """Text without what differs from machine to machine and from run to run."""
        for path, name in ((self.top, "DIR"), (given.cmicro, "CMICRO"), (given.micro, "MICRO")):
            text = text.replace(path, name)
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?", "UTC", text)
        return re.sub(r"about \d\d:\d\d:\d\d", "about TIME", text)

    def report(self, ran: Ran) -> str:
        """What is printed after the tests: the table and all that follows, figures as N and columns one blank apart."""
        text = self.plain(ran.out)
        text = text[re.search("^Benchmark ", text, re.MULTILINE).start() :]  # type: ignore[union-attr]
        # How noisy the machine is decides which warnings there are, and how the library was built.
        text = re.sub("^(Warning: |  hint: ).*\n", "", text, flags=re.MULTILINE)
        text = re.sub("\n\n\n+", "\n\n", text)
        text = re.sub("^(Machine|Build|Run): .+", r"\1: ...", text, flags=re.MULTILINE)
        text = re.sub(r"(\d+\.\d{3}|≈ 10⁻\S+)", "N", text)
        text = re.sub(r"\b[num]?s/op", "T/op", text)
        return re.sub(" +", " ", text)


class IntegrationTest(unittest.TestCase):
    """Tests that share a tree."""

    tree: Tree
    settings: Sequence[str] = ()  # of cmake
    folder = AWKWARD
    project = "project"

    @classmethod
    def setUpClass(cls) -> None:
        cls.tree = Tree(cls.__name__, *from_source_tree(), *cls.settings, folder=cls.folder, project=cls.project)

    def assert_ended(self, code: int, ran: Ran) -> None:
        self.assertEqual(ran.code, code, ran)

    def assert_ordinary(self, *names: str) -> None:
        """These ordinary tests have run since the last question."""
        self.assertEqual(self.tree.take_ordinary(), list(names))

    def assert_good(self, ran: Ran) -> None:
        """The suite `good` was run and reported, whoever started ctest."""
        self.assert_ended(0, ran)
        self.assertIn(GOOD_SELECTED, self.tree.plain(ran.out + ran.err))
        self.assertEqual(self.tree.report(ran), GOOD_REPORT)
        measured = {entry["executable"] for entry in self.tree.journal("micro_good") if entry["kind"] == "benchmark"}
        self.assertEqual(measured, {self.tree.program("bench-good")})
        self.assert_ordinary()

    def hanging_processes(self, starter: "subprocess.Popen[str]", folder: str = "", name: str = "hang.pids") -> List[int]:
        """The processes of what hangs by intention, once it is at work."""
        path = os.path.join(folder or os.path.dirname(self.tree.program("bench-hang")), name)
        wait_for(lambda: os.path.exists(path) or starter.poll() is not None, "something that hangs")
        with open(path, encoding="utf-8") as file:
            processes = [int(number) for number in file.read().split()]
        os.unlink(path)
        for process in processes:  # some lead a group
            self.addCleanup(end_group, process)
        return processes

    def assert_ended_soon(self, processes: Sequence[int]) -> None:
        for process in processes:
            wait_for(lambda process=process: not is_alive(process), "the end of what hung")  # type: ignore[misc]

    def assert_nothing_outlives(self, starter: "subprocess.Popen[str]", processes: Sequence[int], number: int = signal.SIGKILL) -> None:
        """Of what was started, once that has got a signal; SIGINT as from a terminal, to all."""
        (os.killpg if number == signal.SIGINT else os.kill)(starter.pid, number)
        starter.communicate(timeout=300)  # whoever is left would hold our ends of its pipes
        self.assert_ended_soon(processes)

    def assert_nothing_ran(self, ran: Ran) -> None:
        """Neither ours nor ordinary tests."""
        self.assertNotIn("Start ", ran.out, ran)
        self.assert_ordinary()


def run(*command: str, directory: str = "", environment: Optional[Dict[str, str]] = None) -> Ran:
    """Runs a command to its end."""
    done = subprocess.run(
        command,
        cwd=directory or None,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_LONGEST,
        check=False,
    )
    return Ran(done.returncode, _text(done.stdout), _text(done.stderr), command)


def from_source_tree() -> List[str]:
    """The settings by which the project uses Micro as it lies here, and the cmicro that is built already."""
    return ["-D", f"FIXTURE_MODULES={os.path.join(given.micro, 'modules')}", "-D", f"MICRO_CMICRO={given.cmicro}"]


def ctest() -> str:
    """The ctest beside the given cmake."""
    return os.path.join(os.path.dirname(given.cmake), "ctest")


def error_message(err: str) -> str:
    """The message of the CMake error in what ctest has printed, without the place where our script reports it."""
    found = re.search(r"^CMake Error at .*load\.cmake:\d+ \(message\):\n(.*?)\nCall Stack", err, re.MULTILINE | re.DOTALL)
    if not found:
        raise AssertionError(f"no error in: {err}")
    return re.sub("^ {3}", "", found.group(1), flags=re.MULTILINE).strip("\n")


def read_journal(path: str) -> List[Dict[str, Any]]:
    """The entries of a journal, each line of which must be whole."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert text.endswith("\n"), text
    return [json.loads(line) for line in text.splitlines()]


def wait_for(happened: Callable[[], Any], what: str) -> Any:
    """Waits until a function returns something, and returns that."""
    until = time.monotonic() + _AT_ONCE
    while time.monotonic() < until:
        found = happened()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError(f"not within {_AT_ONCE} s: {what}")


def is_alive(process: int) -> bool:
    """Whether a process exists and is no zombie, which nobody may ever collect where process 1 does not."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def end_group(process: int) -> None:
    """Ends what is left of a process group."""
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _text(output: bytes) -> str:
    return output.decode("utf-8", "surrogateescape")


def main() -> None:
    """What a test file ends with."""
    global given
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--cmicro", required=True, help="the engine, built")
    parser.add_argument("--cmake", required=True, help="the cmake to use; its ctest lies beside it")
    parser.add_argument("--generator", required=True)
    parser.add_argument("--micro-build", required=True, help="build folder of Micro, to install from")
    parser.add_argument("--work", required=True, help="where the trees are made")
    parser.add_argument("--micro", default=os.path.dirname(os.path.dirname(_HERE)), help="Micro's sources")
    given, rest = parser.parse_known_args()
    given.work = os.path.abspath(given.work)
    given.micro = os.path.abspath(given.micro)
    unittest.main(module="__main__", argv=[sys.argv[0], *rest])
