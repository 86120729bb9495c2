import os
import pathlib
import sys

from case import Case, expect_equal


def check(case: Case) -> None:
    """The interpreter itself is taken and kept, whatever finds it; what does not do is named."""
    expect_equal("found", True, os.path.isabs(cached(case)) and not os.path.islink(os.path.dirname(cached(case))))

    shim = program(case, "shim", f'exec "{sys.executable}" "$@"')
    case.configure("-D", f"MICRO_PYTHON={shim}")
    expect_equal("behind the shim", sys.executable, cached(case))
    expect_equal("baked in", True, sys.executable in (case.build / "micro/load.cmake").read_text())

    old = program(case, "old", "echo 3.7 /usr/bin/python3.7")
    broken = program(case, "broken", "exit 1")
    for python, complaint in ((old, f"and {old} is 3.7"), (broken, f"and {broken} does not run"), (case.work / "nowhere", "/nowhere does not run")):
        result = case.configure("-D", f"MICRO_PYTHON={python}")
        expect_equal("status", 1, result.status)
        expect_equal(f"complaint about {python}", True, case.normalised(f"MICRO_PYTHON: must be Python 3.8 or newer".encode()) in result.stderr
                     and case.normalised(complaint.encode()) in result.stderr)

    # One that has moved is looked for again.
    gone = case.work / "gone"
    result = case.configure("-D", f"MICRO_PYTHON={gone}", "-D", f"MICRO_PYTHON_CHECKED={gone}")
    expect_equal("found again", (0, True), (result.status, os.path.exists(cached(case))))


def program(case: Case, name: str, line: str) -> pathlib.Path:
    file = case.work / name
    file.write_text(f"#!/bin/sh\n{line}\n")
    file.chmod(0o755)
    return file


def cached(case: Case) -> str:
    lines = (case.build / "CMakeCache.txt").read_text().splitlines()
    return next(line.split("=", 1)[1] for line in lines if line.startswith("MICRO_PYTHON:"))
