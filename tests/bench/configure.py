#!/usr/bin/env python3
"""What suites cost at configure time: configure + generate of 500 suites against 500 plain executables that link Google Benchmark.

    configure.py [--count 500] [--rounds 3] [--cmake cmake] [--generator Ninja]

Both projects are configured once (compiler checks, searches), then again in turns; the best of the rounds counts. Prints the two times and
their ratio.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

MODULES = pathlib.Path(__file__).resolve().parents[2] / "modules"

HEAD = """cmake_minimum_required(VERSION 3.25)
project(bench LANGUAGES CXX)
enable_testing()
"""

PLAIN_HEAD = """find_package(benchmark REQUIRED)
"""

PLAIN = """add_executable(bench-suite{0} EXCLUDE_FROM_ALL suite.cpp)
target_link_libraries(bench-suite{0} PRIVATE benchmark::benchmark)
"""

SUITES_HEAD = f"""include([==[{MODULES}/Micro.cmake]==])
"""

SUITE = """micro_add_suite(suite{0} SOURCES suite.cpp)
"""


def write_project(folder: pathlib.Path, head: str, each: str, count: int) -> None:
    folder.mkdir()
    (folder / "suite.cpp").touch()
    (folder / "CMakeLists.txt").write_text(HEAD + head + "".join(each.format(i) for i in range(count)))


def configure(cmake: str, generator: str, folder: pathlib.Path) -> float:
    command = [cmake, "-G", generator, "-S", folder, "-B", folder / "build", "-D", f"MICRO_CMICRO={sys.executable}"]
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--generator", default="Ninja")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        plain, suites = pathlib.Path(temporary) / "plain", pathlib.Path(temporary) / "suites"
        write_project(plain, PLAIN_HEAD, PLAIN, arguments.count)
        write_project(suites, SUITES_HEAD, SUITE, arguments.count)
        times = {plain: [], suites: []}
        for round_ in range(arguments.rounds + 1):
            for project in (plain, suites):
                seconds = configure(arguments.cmake, arguments.generator, project)
                if round_ > 0:
                    times[project].append(seconds)
    best_plain, best_suites = min(times[plain]), min(times[suites])
    print(f"configure and generate, {arguments.count} targets, {arguments.generator}, best of {arguments.rounds}")
    print(f"plain executables  {best_plain:.3f} s")
    print(f"suites             {best_suites:.3f} s")
    print(f"ratio              {best_suites / best_plain:.2f}")


if __name__ == "__main__":
    main()
