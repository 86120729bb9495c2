#!/usr/bin/env python3
"""What flags at test time cost: the shadow build of one suite in a generated project of 200 targets.

    shadow.py CMICRO [--count 200] [--rounds 5] [--cmake cmake] [--ctest ctest] [--generator Ninja]

Half of the targets are suites, half libraries; the suite that is selected links two of the libraries, one of them through the other. Prints how
many source files were compiled in the shadow (needed: those of the suite, of two libraries, and the entry point) and how many the project has;
the first call's time; and the time of a second call against a plain call that is up to date, too, in turns, best of the rounds (goal: less than
0.5 s more). Nothing is asserted.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

FAST = "FORK=1;ITER=1;TIME=1ms;WARMUP_ITER=0"

HEAD = f"""cmake_minimum_required(VERSION 3.25)
project(bench LANGUAGES CXX)
enable_testing()
include([==[{pathlib.Path(__file__).resolve().parents[2]}/modules/Micro.cmake]==])
"""
LIBRARY = """add_library(part{number} STATIC part{number}.cpp)
target_link_libraries(part{number} PUBLIC {uses})
"""
SUITE = "micro_add_suite(suite{number} SOURCES suite{number}.cpp LINK_LIBRARIES part{number})\n"

PART_SOURCE = "int part{number}() {{ return {number}; }}\n"
SUITE_SOURCE = """#include <benchmark/benchmark.h>
int part{number}();
static void f(benchmark::State& state) {{
  for (auto _ : state) benchmark::DoNotOptimize(part{number}());
}}
BENCHMARK(f);
"""


def write_project(folder: pathlib.Path, count: int) -> None:
    text = HEAD
    for number in range(count // 2):
        uses = f"part{number - 1}" if number % 2 else ""
        text += LIBRARY.format(number=number, uses=uses)
        (folder / f"part{number}.cpp").write_text(PART_SOURCE.format(number=number))
    for number in range(count - count // 2):
        text += SUITE.format(number=number)
        (folder / f"suite{number}.cpp").write_text(SUITE_SOURCE.format(number=number))
    (folder / "CMakeLists.txt").write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cmicro")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--ctest", default="ctest")
    parser.add_argument("--generator", default="Ninja")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        build = folder / "build"
        write_project(folder, arguments.count)
        subprocess.run([arguments.cmake, "-G", arguments.generator, "-S", folder, "-B", build, "-D", "CMAKE_BUILD_TYPE=Release",
                        "-D", f"MICRO_CMICRO={os.path.abspath(arguments.cmicro)}", "-D", f"MICRO_PYTHON={sys.executable}"],
                       check=True, stdout=subprocess.DEVNULL)  # fmt: skip

        def seconds(options: str) -> float:
            # A lock of its own: nobody else who measures is waited for.
            variables = {**os.environ, "TEST": "micro:suite1", "MICRO": f"{FAST};{options}" if options else FAST, "XDG_RUNTIME_DIR": temporary}
            start = time.monotonic()
            subprocess.run([arguments.ctest], cwd=build, env=variables, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return time.monotonic() - start

        flags = "DEFINITIONS=TUNED=1"
        first_plain, first = seconds(""), seconds(flags)
        (made,) = (build / "micro" / "shadow").glob("*/shadow.json")
        shadow = made.parent
        compiled = sorted(path.name for path in shadow.rglob("*.o"))
        times = {"": [], flags: []}
        for options in ["", flags] * arguments.rounds:
            times[options].append(seconds(options))
        again = len(list(shadow.rglob("*.o")))
    plain, second = min(times[""]), min(times[flags])
    print(f"shadow build of one suite, {arguments.count} targets, {arguments.generator}")
    print(f"compiled in the shadow        {len(compiled)} files ({', '.join(compiled)}); the project has {arguments.count + 1}")
    print(f"compiled by later calls       {again - len(compiled)} files")
    print(f"first call                    {first:.3f} s (a plain first call: {first_plain:.3f} s)")
    print(f"later calls, plain            {plain:.3f} s")
    print(f"later calls, with the flags   {second:.3f} s: {second - plain:+.3f} s, ratio {second / plain:.2f}")


if __name__ == "__main__":
    main()
