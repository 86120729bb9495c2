#!/usr/bin/env python3
"""What a fork costs: 200 forks by `cmicro run` against 200 bare runs of the same command line, measured in turns in one go.

  fork.py CMICRO PROGRAM BENCHMARK [--forks N] [--rounds N]

PROGRAM is a Google Benchmark program, BENCHMARK the full name of a trivial benchmark in it. Prints the seconds of both and their ratio
(goal: at most 1.3). Nothing is asserted.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time


def seconds(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cmicro")
    parser.add_argument("program")
    parser.add_argument("benchmark")
    parser.add_argument("--forks", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:

        def forks(results):
            subprocess.run(
                [arguments.cmicro, "run", arguments.program, "--filter", f"^{arguments.benchmark}$", f"--fork={arguments.forks}",
                 "--iter=1", "--warmup-iter=0", "--time=1ms", "--results", results],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip

        forks(f"{folder}/first")
        journal = next(pathlib.Path(folder, "first").glob("runs/*/journal.jsonl"))
        entries = [json.loads(line) for line in journal.read_text().splitlines()]
        commands = [entry["command"] for entry in entries if entry["kind"] == "fork"]

        def bare_runs():
            for command in commands:
                process = os.posix_spawn(command[0], [*command, f"--benchmark_out={folder}/out.json"], os.environ, file_actions=[
                    (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])  # fmt: skip
                os.waitpid(process, 0)

        best_forks = best_bare = float("inf")
        for number in range(arguments.rounds):
            best_forks = min(best_forks, seconds(lambda: forks(f"{folder}/{number}")))
            best_bare = min(best_bare, seconds(bare_runs))
    print(f"{arguments.forks} forks: cmicro {best_forks:.3f} s, bare {best_bare:.3f} s, ratio {best_forks / best_bare:.2f}")


if __name__ == "__main__":
    main()
