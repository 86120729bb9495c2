#!/usr/bin/env python3
"""What it costs to show a large journal: 10,000 benchmarks of 10 forks with 3 iterations each.

  show.py CMICRO [--benchmarks N] [--format NAME]…

Prints seconds and peak memory of `cmicro show` for each format (goal: at most 1 s and 250 MB), beside the time that Python's json needs to
parse the same lines. Nothing is asserted.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time


def write_journal(path, benchmarks, forks=10, iterations=3):
    """Writes a journal with the entries that a run makes."""
    sample = pathlib.Path(__file__).parent.parent / "contract/journal.jsonl"
    entries = [json.loads(line) for line in sample.read_text().splitlines()]
    header, benchmark, fork = (next(entry for entry in entries if entry["kind"] == kind) for kind in ("header", "benchmark", "fork"))
    fork["warmup"] = fork["warmup"][:1]
    with open(path, "w") as file:
        file.write(json.dumps(header) + "\n")
        for number in range(benchmarks):
            name = f"function_{number // 100}/length:{number % 100}"
            file.write(json.dumps({**benchmark, "benchmark": name, "forks": forks}) + "\n")
            for round_number in range(forks):
                rows = [{"ops": 1000, "real_ns": 100.0 + number + index / 7, "cpu_ns": 99.0 + index / 7} for index in range(iterations)]
                # A fork is known by its start and its place: one that is there twice would count once.
                own = {"benchmark": name, "round": round_number, "order": number * forks + round_number, "iterations": rows}
                file.write(json.dumps({**fork, **own}) + "\n")


def usage_of(command, output):
    """Runs a command with its output in a file; what it alone has used (getrusage would give the largest of all children)."""
    with open(output, "w") as file, open(os.devnull, "w") as nowhere:
        child = subprocess.Popen(command, stdout=file, stderr=nowhere)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{command}: exit code {child.returncode}")
    return usage


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cmicro")
    parser.add_argument("--benchmarks", type=int, default=10_000)
    parser.add_argument("--format", action="append")
    arguments = parser.parse_args()
    options = json.loads((pathlib.Path(__file__).parents[2] / "modules/Micro/options.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        journal = pathlib.Path(folder, "journal.jsonl")
        write_journal(journal, arguments.benchmarks)
        start = time.perf_counter()
        for line in open(journal):
            json.loads(line)
        parsed = time.perf_counter() - start
        print(f"{arguments.benchmarks} benchmarks, {journal.stat().st_size / 1e6:.0f} MB: Python's json alone {parsed:.2f} s")
        for name in arguments.format or options["types"]["formats"]["choices"]:
            output = pathlib.Path(folder, "output")
            start = time.perf_counter()
            usage = usage_of([arguments.cmicro, "show", str(journal), "--format", name], output)
            shown = time.perf_counter() - start
            cpu, memory, size = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output.stat().st_size / 1e6
            print(f"  {name:<9} {shown:5.2f} s, of it cpu {cpu:.2f} s  {memory:4.0f} MB  writes {size:.0f} MB")


if __name__ == "__main__":
    main()
