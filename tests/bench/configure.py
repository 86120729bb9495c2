#!/usr/bin/env python3
"""What suites cost at configure time: configure + generate of 500 suites against 500 plain executables that link the same.

    configure.py [--count 500] [--rounds 3] [--cmake cmake] [--generator Ninja] [--library]

Both projects are configured once (compiler checks, searches), then again in turns; the best of the rounds counts. With --library each links a
library of the project, too. Prints the two times and their ratio.
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
add_library(measured suite.cpp)
"""

PLAIN_HEAD = """find_package(benchmark REQUIRED)
"""

PLAIN = """add_executable(bench-suite{number} suite.cpp)
target_link_libraries(bench-suite{number} PRIVATE benchmark::benchmark {library})
"""

SUITES_HEAD = f"""set(MICRO_CMICRO [==[{sys.executable}]==])
include([==[{MODULES}/Micro.cmake]==])
micro_stable_layout(measured)
"""

SUITE = """micro_add_suite(suite{number} SOURCES suite.cpp {link_libraries})
"""


def write_project(folder: pathlib.Path, head: str, each: str, count: int, library: str) -> None:
    folder.mkdir()
    (folder / "suite.cpp").touch()
    link_libraries = f"LINK_LIBRARIES {library}" if library else ""
    targets = [each.format(number=number, library=library, link_libraries=link_libraries) for number in range(count)]
    (folder / "CMakeLists.txt").write_text(HEAD + head + "".join(targets))


def configure(cmake: str, generator: str, folder: pathlib.Path) -> float:
    start = time.monotonic()
    subprocess.run([cmake, "-G", generator, "-S", folder, "-B", folder / "build"], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--generator", default="Ninja")
    parser.add_argument("--library", action="store_true")
    arguments = parser.parse_args()
    library = "measured" if arguments.library else ""
    with tempfile.TemporaryDirectory() as temporary:
        plain, suites = pathlib.Path(temporary) / "plain", pathlib.Path(temporary) / "suites"
        write_project(plain, PLAIN_HEAD, PLAIN, arguments.count, library)
        write_project(suites, SUITES_HEAD, SUITE, arguments.count, library)
        times = {plain: [], suites: []}
        for project in (plain, suites) * (arguments.rounds + 1):
            times[project].append(configure(arguments.cmake, arguments.generator, project))
    best_plain, best_suites = min(times[plain][1:]), min(times[suites][1:])
    print(f"configure and generate, {arguments.count} targets, {arguments.generator}, best of {arguments.rounds}")
    print(f"plain executables  {best_plain:.3f} s")
    print(f"suites             {best_suites:.3f} s")
    print(f"ratio              {best_suites / best_plain:.2f}")


if __name__ == "__main__":
    main()
