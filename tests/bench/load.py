#!/usr/bin/env python3
"""What loading costs: ctest with one of 500 suites selected, up to date, against plain ctest in the same build folder.

    load.py CMICRO [--count 500] [--rounds 5] [--cmake cmake] [--ctest ctest] [--generator Ninja]

Both only list their tests (-N), in turns; the best of the rounds counts. Prints both times, what loading adds (goal: at most 0.5 s), their
ratio, and how many of the suites' object files were built (goal: one). Nothing is asserted.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile
import time

MODULES = pathlib.Path(__file__).resolve().parents[2] / "modules"

HEAD = f"""cmake_minimum_required(VERSION 3.25)
project(bench LANGUAGES CXX)
enable_testing()
add_test(NAME ordinary COMMAND true)
include([==[{MODULES}/Micro.cmake]==])
"""

SUITE = """micro_add_suite(suite{0} SOURCES suite.cpp)
"""

SOURCE = """#include <benchmark/benchmark.h>
static void nothing(benchmark::State& state) { for (auto _ : state) { } }
BENCHMARK(nothing)->ArgName("length")->Range(1, 1 << 20);
"""


def list_tests(ctest: str, build: pathlib.Path, **selection: str) -> float:
    start = time.monotonic()
    subprocess.run(
        [ctest, "--test-dir", build, "-N"],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **selection},
    )
    return time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cmicro")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--ctest", default="ctest")
    parser.add_argument("--generator", default="Ninja")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        source, build = pathlib.Path(temporary), pathlib.Path(temporary) / "build"
        (source / "suite.cpp").write_text(SOURCE)
        (source / "CMakeLists.txt").write_text(HEAD + "".join(SUITE.format(i) for i in range(arguments.count)))
        cmicro = os.path.abspath(arguments.cmicro)
        configure = [arguments.cmake, "-G", arguments.generator, "-S", source, "-B", build, "-D", f"MICRO_CMICRO={cmicro}"]
        subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        selection = {"TEST": f"micro:suite{arguments.count // 2}"}
        list_tests(arguments.ctest, build, **selection)
        objects = sum(1 for path in build.rglob("*.o") if "bench-suite" in str(path))
        plain = selected = float("inf")
        for _ in range(arguments.rounds):
            plain = min(plain, list_tests(arguments.ctest, build))
            selected = min(selected, list_tests(arguments.ctest, build, **selection))
    print(
        f"{arguments.count} suites: plain ctest {plain:.3f} s, one suite selected {selected:.3f} s,"
        f" {selected - plain:.3f} s more, ratio {selected / plain:.1f}; object files built: {objects}"
    )


if __name__ == "__main__":
    main()
