"""Writes the CMake script that registers one ctest test a benchmark."""

from __future__ import annotations

from typing import List, Sequence

from .cmake_script import bracket_argument
from .documents import write_text
from .errors import UserError
from .selected import SelectedSuite
from .visible import visible, visible_lines

_MOST_TESTS = 5000  # above that one test a suite: ctest's set_tests_properties is quadratic
_SKIPPED = "77"
_TIMEOUT = "10000000"  # seconds: the engine has its own limit; 0 for none needs CMake 3.27


def write_tests(path: str, cmicro: str, session: str, selected: Sequence[SelectedSuite]) -> None:
    """Writes the script. UserError if it can't be written."""
    try:
        write_text(path, tests_script(cmicro, session, selected))
    except OSError as error:
        raise UserError(f"micro: {path} can't be written: {error.strerror}") from error


def tests_script(cmicro: str, session: str, selected: Sequence[SelectedSuite]) -> str:
    """The script: `_add_test` is ctest's own command, which load.cmake has hidden from ordinary tests."""
    each = sum(len(entry.benchmarks) for entry in selected) <= _MOST_TESTS
    lines = []
    for entry in selected:
        suite = entry.suite
        command = [cmicro, "run", "--session", session, f"--suite={suite.name}"]
        if entry.failure or entry.skipped or not each:
            lines += _test(f"micro:{suite.name}", command, suite.labels)
        else:
            for name in entry.benchmarks:
                lines += _test(f"micro:{suite.name}.{name}", [*command, f"--benchmark={name}"], suite.labels)
        for form in entry.variants:
            if not form.runs:
                says = _saying(form.skipped, _SKIPPED) if form.skipped else _saying(form.failure.message if form.failure else "", "1")
                lines += _test(f"micro:{suite.name}@{form.name}", says, suite.labels)
    return "".join(line + "\n" for line in lines)


def _saying(text: str, exit_code: str) -> List[str]:
    """A command that only says something."""
    return ["/bin/sh", "-c", f'printf "%s\\n" "$1"; exit {exit_code}', "micro", visible_lines(text)]


def _test(name: str, command: Sequence[str], labels: Sequence[str]) -> List[str]:
    quoted = bracket_argument(visible(name))  # ctest prints it as it is
    properties = ["RUN_SERIAL TRUE", f"TIMEOUT {_TIMEOUT}", f"SKIP_RETURN_CODE {_SKIPPED}"]
    if labels:
        properties.append(f"LABELS {bracket_argument(';'.join(labels))}")
    return [
        f"_add_test({quoted} {' '.join(bracket_argument(word) for word in command)})",
        f"set_tests_properties({quoted} PROPERTIES {' '.join(properties)})",
    ]
