"""What the tests of modules/Micro/ctest share: the path to it, suites made of a name, and programs that are not really started."""

from __future__ import annotations

import os
import sys
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CTEST = os.path.join(os.path.dirname(TESTS), "modules", "Micro", "ctest")
CONTRACT = os.path.join(TESTS, "contract")
sys.dont_write_bytecode = True
sys.path.insert(0, CTEST)

from micro_ctest.benchmarks import Benchmark, Listing  # noqa: E402
from micro_ctest.manifest import Manifest, Suite  # noqa: E402
from micro_ctest.processes import Finished, Processes  # noqa: E402

HOSTILE = [
    "a;b",
    "[",
    "]",
    'quo"te',
    "sort<int, 4>/8",
    "back\\slash\\",
    "#hash",
    "$x",
    "${y}",
    "@z@",
    "Grüße/länge:10",
    "]==]",
    "]=]]==]]===]",
    "ends in ]",
    "ends in ]=",
    "ends in ]==",
    "ends in ]]",
    "\nnew\nlines\n",
    "tab\t",
    "\rreturn\r",
    " blanks ",
    "(a|b)*+?.^",
    "",
]


def suite(name: str, **changes: Any) -> Suite:
    fields: Dict[str, Any] = {
        "name": name,
        "target": f"bench-{name}",
        "executable": f"/b/bench-{name}",
        "directory": "/b",
        "working_directory": "",
        "launcher": (),
        "labels": (),
        "options": {},
        "compiler": "GNU 12.2.0",
        "flags": "-O3",
        "unaligned_libraries": (),
    }
    return Suite(**{**fields, **changes})


def manifest(suites: Sequence[Suite], **changes: Any) -> Manifest:
    fields: Dict[str, Any] = {
        "source_directory": "/s",
        "build_directory": "/b",
        "configuration": "Release",
        "generator": "Ninja",
        "cmicro": "/bin/cmicro",
        "cmicro_target": "",
        "defaults": {},
        "suites": tuple(suites),
    }
    return Manifest(**{**fields, **changes})


def listing(*names: str, **parameters: str) -> Listing:
    return Listing(tuple(Benchmark(name, tuple(parameters.items()), 1) for name in names))


class FakeProcesses(Processes):
    """Answers instead of starting anything. `answer` gets the command; `commands` remembers all of them."""

    def __init__(self, answer: Callable[[List[str]], Finished], environment: Mapping[str, str] = {}) -> None:
        super().__init__(environment)
        self.commands: List[List[str]] = []
        self._answer = answer

    def capture(
        self, command: Sequence[str], merge: bool = False, without: Callable[[str], bool] = lambda _: False, limit: Optional[float] = None
    ) -> Finished:
        self.commands.append(list(command))
        return self._answer(list(command))

    def stream(self, command: Sequence[str], take_line: Callable[[str], None]) -> int:
        self.commands.append(list(command))
        finished = self._answer(list(command))
        for line in finished.output.splitlines():
            take_line(line)
        return finished.exit_code
