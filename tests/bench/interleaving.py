#!/usr/bin/env python3
"""What interleaving costs: three variants of a benchmark in one session against the same three, each in a session of its own.

    interleaving.py CMICRO PROGRAM BENCHMARK [--fork 20] [--rounds 5]

PROGRAM is a Google Benchmark program, BENCHMARK the full name of a benchmark in it. The variants are the same program with another environment.
Both ways measure the same forks, in turns. Prints the wall times (best of the rounds) and the ratio of each round (goal: their median at most
1.02). Nothing is asserted.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cmicro")
    parser.add_argument("program")
    parser.add_argument("benchmark")
    parser.add_argument("--fork", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    variants = [{"name": name, "environment": [f"VARIANT={name}"]} for name in ("one", "two", "three")]

    with tempfile.TemporaryDirectory() as temporary:

        def seconds(chosen: list) -> float:
            folder = pathlib.Path(tempfile.mkdtemp(dir=temporary))
            suite = {"name": "suite", "executable": program, "launcher": [], "working_directory": "", "compiler": "", "flags": "",
                     "options": {"FORK": str(arguments.fork)}, "unaligned_libraries": [], "benchmarks": [arguments.benchmark],
                     "variants": chosen}  # fmt: skip
            session = {"micro_session": 1, "test": "micro:suite", "created": "2026-12-01T00:00:00Z", "results_directory": str(folder),
                       "source_directory": temporary, "build_directory": temporary, "configuration": "", "cmicro": arguments.cmicro,
                       "layers": [], "suites": [suite]}  # fmt: skip
            (folder / "session.json").write_text(json.dumps(session))
            # A lock of its own: nobody else who measures is waited for.
            variables = {**os.environ, "XDG_RUNTIME_DIR": temporary, "CI": "1"}
            start = time.monotonic()
            subprocess.run([arguments.cmicro, "run", "--session", folder], env=variables, check=True, stdout=subprocess.DEVNULL)
            elapsed = time.monotonic() - start
            forks = (folder / "journal.jsonl").read_text().count('"kind":"fork"')
            assert forks == arguments.fork * len(chosen), forks
            return elapsed

        seconds(variants)
        rounds = [(seconds(variants), sum(seconds([variant]) for variant in variants)) for _ in range(arguments.rounds)]
    ratios = [together / apart for together, apart in rounds]
    print(f"three variants, {arguments.fork} forks each, best of {arguments.rounds}")
    print(f"interleaved          {min(together for together, _ in rounds):.3f} s")
    print(f"one after the other  {min(apart for _, apart in rounds):.3f} s")
    print(f"ratios               {', '.join(f'{ratio:.3f}' for ratio in ratios)}; median {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
