#!/usr/bin/env python3
"""Runs one configure case: a folder with a project.

    case.py --cmake cmake --generator Ninja --work FOLDER [--micro-build FOLDER] [--accept] CASE_FOLDER

The project is copied to a path with a blank and configured in one with a `$`. It must succeed, print nothing on stderr, and nothing on stdout but
what every CMake prints. Files in the folder that change this:

    arguments.txt       more arguments of cmake, one per line; {micro} is Micro's repository
    expected-stderr.txt what must be on stderr
    expected-stdout.txt what must be on stdout besides
    expected-exit.txt   the exit status
    calls/NAME.cmake    the project is configured once for each, with -D CALL=NAME, and includes it. It must fail with calls/NAME.txt on
                        stderr, or succeed with nothing there if there is no such file
    plain-path.txt      why there must be no `$`
    generators.txt      for which generators the case is registered, one per line; without it for Ninja
    check.py            check(case) is called afterwards, to look at what came out; and prepare(case) before, if there is one

--accept writes what the calls print into calls/NAME.txt instead of comparing it: read it then.

stdout and stderr are compared whole, with paths as <source>, <build>, <micro>, and without the numbers of lines of Micro's own files.
"""

import argparse
import difflib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Dict, Mapping, Optional, Sequence

MICRO = pathlib.Path(__file__).resolve().parents[2]

# What every project prints.
ORDINARY = re.compile(
    r"-- (The \w+ compiler identification|Detecting |Check for working |Configuring (done|incomplete)|Generating |Build files have been)"
    r"|Not searching for unused variables|See also \"|$"
)


@dataclass(frozen=True)
class Result:
    status: int
    stdout: str
    stderr: str


class Case:
    """A case, copied to its working folder."""

    def __init__(self, folder: pathlib.Path, cmake: str, generator: str, work: pathlib.Path, micro_build: Optional[pathlib.Path]):
        self.folder = folder
        self.cmake = cmake
        self.ctest = str(pathlib.Path(cmake).with_name("ctest")) if os.sep in cmake else "ctest"
        self.generator = generator
        self.micro = MICRO
        self.micro_build = micro_build  # where Micro itself is built
        self.work = work / "a b"
        self.source = self.work / "source"
        self.build = self.work / ("build $x" if not self.lines("plain-path.txt") else "build x")
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(folder, self.source)

    def lines(self, name: str) -> Sequence[str]:
        file = self.folder / name
        return file.read_text().splitlines() if file.exists() else []

    def text(self, name: str) -> str:
        file = self.folder / name
        return file.read_text() if file.exists() else ""

    def configure(self, *arguments: str, source: Optional[pathlib.Path] = None, build: Optional[pathlib.Path] = None) -> Result:
        given = [argument.format(micro=MICRO) for argument in self.lines("arguments.txt")]
        fixed = ["-G", self.generator, "-S", source or self.source, "-B", build or self.build, "--no-warn-unused-cli"]
        fixed += ["-D", f"MICRO={MICRO}", "-D", f"MICRO_CMICRO={sys.executable}"]
        return self.run(self.cmake, *fixed, *given, *arguments)

    def run(self, *command: object, cwd: Optional[pathlib.Path] = None, environment: Mapping[str, str] = {}) -> Result:
        scrubbed = ("TEST", "MICRO", "TEST_OPTS", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CMAKE_GENERATOR", "CMAKE_BUILD_TYPE", "CXXFLAGS")
        variables = {name: value for name, value in os.environ.items() if name not in scrubbed}
        variables.update(environment)
        done = subprocess.run([str(word) for word in command], cwd=cwd or self.work, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return Result(done.returncode, self.normalised(done.stdout), self.normalised(done.stderr))

    def normalised(self, output: bytes) -> str:
        text = output.decode(errors="backslashreplace")
        for path, name in ((self.source, "<source>"), (self.build, "<build>"), (self.work, "<work>"), (MICRO, "<micro>")):
            text = text.replace(str(path), name)
        text = re.sub(r"(<micro>[^:\n]*):\d+", r"\1", text)
        # The functions between the user's call and the message are Micro's business.
        return re.sub(r"^  <micro>/modules/Micro/.*\n", "", text, flags=re.MULTILINE)

    def manifest(self, configuration: str = "", build: Optional[pathlib.Path] = None) -> Dict[str, Any]:
        text = ((build or self.build) / "micro" / f"manifest-{configuration}.json").read_text()
        return json.loads(text)

    def suite(self, name: str, configuration: str = "") -> Dict[str, Any]:
        return next(suite for suite in self.manifest(configuration)["suites"] if suite["name"] == name)


def fail(message: str) -> None:
    sys.exit(message)


def expect_equal(what: str, expected: Any, actual: Any) -> None:
    """Ends the case with the difference."""
    if expected == actual:
        return
    if not isinstance(expected, str) or not isinstance(actual, str):
        expected, actual = (json.dumps(value, indent=2, sort_keys=True, default=str) for value in (expected, actual))
    difference = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "expected", "actual", lineterm="")
    fail(f"{what} is not as expected\n" + "\n".join(difference))


def without_ordinary(stdout: str) -> str:
    return "".join(f"{line}\n" for line in stdout.splitlines() if not ORDINARY.match(line))


def run_case(case: Case, accept: bool) -> None:
    check = module_of(case.folder / "check.py")
    if hasattr(check, "prepare"):
        check.prepare(case)
    calls = sorted((case.folder / "calls").glob("*.cmake"))
    for call in calls:
        result = case.configure("-D", f"CALL={call.stem}")
        if accept and result.stderr:
            call.with_suffix(".txt").write_text(result.stderr)
        expected = case.text(f"calls/{call.stem}.txt")
        expect_equal(f"stderr of the call {call.stem}", expected, result.stderr)
        expect_equal(f"exit status of the call {call.stem}", 1 if expected else 0, result.status)
    if not calls:
        result = case.configure()
        expect_equal("stderr", case.text("expected-stderr.txt"), result.stderr)
        expect_equal("stdout", case.text("expected-stdout.txt"), without_ordinary(result.stdout))
        expect_equal("exit status", int(case.text("expected-exit.txt") or 0), result.status)
    if check:
        check.check(case)


def module_of(file: pathlib.Path) -> Optional[ModuleType]:
    if not file.exists():
        return None
    specification = importlib.util.spec_from_file_location("check", file)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--generator", default="Ninja")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--micro-build", type=pathlib.Path)
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("case", type=pathlib.Path)
    arguments = parser.parse_args()
    case = Case(arguments.case.resolve(), arguments.cmake, arguments.generator, arguments.work.resolve(), arguments.micro_build)
    run_case(case, arguments.accept)


if __name__ == "__main__":
    # check.py imports this file by its name.
    sys.modules["case"] = sys.modules["__main__"]
    main()
