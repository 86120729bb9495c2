#!/usr/bin/env python3
"""What it costs to show a large journal: 10,000 benchmarks of 10 forks with 3 iterations each.

  show.py CMICRO [--benchmarks N] [--format NAME]

Prints seconds and peak memory of `cmicro show` (goal: at most 1 s and 200 MB), beside the time that Python's json needs to parse the
same lines. Nothing is asserted.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import tempfile
import time


def write_journal(path, benchmarks, forks=10, iterations=3):
    """Writes a journal with the entries that a run makes."""
    sample = pathlib.Path(__file__).parent.parent / "contract/journal.jsonl"
    header, benchmark, fork = (json.loads(line) for line in sample.read_text().splitlines()[:3])
    fork["warmup"] = fork["warmup"][:1]
    with open(path, "w") as file:
        file.write(json.dumps(header) + "\n")
        for number in range(benchmarks):
            name = f"function_{number // 100}/length:{number % 100}"
            file.write(json.dumps({**benchmark, "benchmark": name, "forks": forks}) + "\n")
            for round_number in range(forks):
                rows = [{"ops": 1000, "real_ns": 100.0 + number + index / 7, "cpu_ns": 99.0 + index / 7} for index in range(iterations)]
                file.write(json.dumps({**fork, "benchmark": name, "round": round_number, "iterations": rows}) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cmicro")
    parser.add_argument("--benchmarks", type=int, default=10_000)
    parser.add_argument("--format", default="text")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        journal = pathlib.Path(folder, "journal.jsonl")
        write_journal(journal, arguments.benchmarks)
        start = time.perf_counter()
        subprocess.run([arguments.cmicro, "show", str(journal), "--format", arguments.format], check=True, stdout=subprocess.DEVNULL)
        shown = time.perf_counter() - start
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        start = time.perf_counter()
        for line in open(journal):
            json.loads(line)
        parsed = time.perf_counter() - start
        size = journal.stat().st_size / 1e6
    print(f"{arguments.benchmarks} benchmarks, {size:.0f} MB: cmicro show {shown:.2f} s, {memory:.0f} MB; Python's json alone {parsed:.2f} s")


if __name__ == "__main__":
    main()
