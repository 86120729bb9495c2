"""The two commands of main.py."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import datetime, timezone
from typing import List, NoReturn, Sequence

from .errors import UserError
from .guardian import guarded
from .load import LoadArguments, load
from .post import summary_command
from .processes import Processes
from .visible import visible_lines

_FAILED = 1
_INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code. What is wrong goes to stdout, where load.cmake takes it from."""
    for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        stream.reconfigure(encoding="utf-8", errors=errors)  # type: ignore[union-attr]
    parsed = _parser().parse_args(list(arguments))
    parsed.ctest = os.getppid()
    return guarded(lambda: _ended(parsed)) if parsed.run is _load else _ended(parsed)


def _ended(parsed: argparse.Namespace) -> int:
    try:
        return parsed.run(parsed)
    except UserError as error:
        print(visible_lines(str(error)))
    except OSError as error:
        print(visible_lines(f"micro: {error}"))
    except KeyboardInterrupt:
        print("micro: interrupted; nothing was measured")
        return _INTERRUPTED
    return _FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="micro-ctest", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    loading = commands.add_parser("load", allow_abbrev=False, help="choose, build, list and register what TEST= asks for")
    loading.add_argument("--build-directory", required=True)
    loading.add_argument("--configuration", required=True, help="the build type, or what ctest was told where there are several")
    loading.add_argument("--multi-config", required=True, choices=["0", "1"])
    loading.add_argument("--configurations", required=True, help="where there are several: all, with semicolons between them")
    loading.add_argument("--directory", required=True, help="where ctest runs")
    loading.add_argument("--tests-file", required=True, help="the CMake script to write")
    loading.set_defaults(run=_load)
    posting = commands.add_parser("post", allow_abbrev=False, help="show the results of the session in MICRO_SESSION")
    posting.set_defaults(run=_post)
    return parser


def _load(parsed: argparse.Namespace) -> int:
    arguments = LoadArguments(
        build_directory=parsed.build_directory,
        configuration=parsed.configuration,
        multi_config=parsed.multi_config == "1",
        directory=parsed.directory,
        tests_file=parsed.tests_file,
        configurations=tuple(name for name in parsed.configurations.split(";") if name),
        ctest=parsed.ctest,
    )
    environment = dict(os.environ)
    folder = load(arguments, environment, Processes(environment), datetime.now(timezone.utc), _say)
    print(folder)
    return 0


def _post(_: argparse.Namespace) -> int:
    command = summary_command(os.environ)
    if command:
        _replace_process(command)
    return 0


def _replace_process(command: List[str]) -> NoReturn:
    sys.stdout.flush()
    os.execv(command[0], command)


def _say(line: str) -> None:
    # Names are those that programs and files have given.
    print(visible_lines(line), file=sys.stderr, flush=True)
