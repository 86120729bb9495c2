#!/usr/bin/env python3
"""What it costs to compare two large files that were measured apart: 10,000 benchmarks with 20 samples each.

  compare.py CMICRO [--benchmarks N] [--samples N]

Prints seconds and peak memory of `cmicro compare OLD NEW` for Google Benchmark's JSON (repetitions of one process) and for journals (forks
with one iteration each); goal: at most 1.5 s and 500 MB. Nothing is asserted.
"""
import argparse
import json
import pathlib
import random
import tempfile
import time

from show import usage_of


def write_google_benchmark(path, benchmarks, samples, factor):
    """Writes a file as --benchmark_out does, a line for each member."""
    context = {"date": "2026-11-30T12:00:00+00:00", "host_name": "host", "executable": "./program", "num_cpus": 2, "mhz_per_cpu": 2000,
               "cpu_scaling_enabled": False, "caches": [], "load_avg": [0.5, 0.5, 0.5], "library_version": "v1.9.5",
               "library_build_type": "release", "json_schema_version": 1}  # fmt: skip
    with open(path, "w") as file:
        file.write('{\n  "context": ' + json.dumps(context, indent=2) + ',\n  "benchmarks": [\n')
        for number in range(benchmarks):
            name = f"function_{number // 100}/length:{number % 100}"
            for repetition in range(samples):
                time_ns = (100 + number) * factor * (1 + 0.02 * random.random())
                row = {"name": name, "family_index": number // 100, "per_family_instance_index": number % 100, "run_name": name,
                       "run_type": "iteration", "repetitions": samples, "repetition_index": repetition, "threads": 1, "iterations": 1000,
                       "real_time": time_ns, "cpu_time": time_ns * 0.99, "time_unit": "ns"}  # fmt: skip
                last = number + 1 == benchmarks and repetition + 1 == samples
                file.write("    " + json.dumps(row, indent=2).replace("\n", "\n    ") + ("\n" if last else ",\n"))
        file.write("  ]\n}\n")


def write_journal(path, benchmarks, samples, factor):
    """Writes a journal with the entries that a run makes."""
    sample = pathlib.Path(__file__).parent.parent / "contract/journal.jsonl"
    entries = [json.loads(line) for line in sample.read_text().splitlines()]
    header, benchmark, fork = (next(entry for entry in entries if entry["kind"] == kind) for kind in ("header", "benchmark", "fork"))
    fork["warmup"] = []
    with open(path, "w") as file:
        file.write(json.dumps(header) + "\n")
        for number in range(benchmarks):
            name = f"function_{number // 100}/length:{number % 100}"
            file.write(json.dumps({**benchmark, "benchmark": name, "forks": samples, "iterations": 1}) + "\n")
            for round_number in range(samples):
                time_ns = (100 + number) * factor * (1 + 0.02 * random.random())
                rows = [{"ops": 1000, "real_ns": time_ns, "cpu_ns": time_ns * 0.99}]
                own = {"benchmark": name, "round": round_number, "order": number * samples + round_number, "iterations": rows}
                file.write(json.dumps({**fork, **own}) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cmicro")
    parser.add_argument("--benchmarks", type=int, default=10_000)
    parser.add_argument("--samples", type=int, default=20)
    arguments = parser.parse_args()
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        for kind, write, suffix in (("gbench", write_google_benchmark, "json"), ("journal", write_journal, "jsonl")):
            files = [pathlib.Path(folder, f"{side}.{suffix}") for side in ("old", "new")]
            for file, factor in zip(files, (1.0, 1.05)):
                write(file, arguments.benchmarks, arguments.samples, factor)
            size = sum(file.stat().st_size for file in files) / 1e6
            output = pathlib.Path(folder, "output")
            start = time.perf_counter()
            usage = usage_of([arguments.cmicro, "compare", *map(str, files)], output)
            shown = time.perf_counter() - start
            cpu, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
            last = output.read_text().splitlines()[-1]
            print(f"{kind:<8} {size:4.0f} MB: {shown:5.2f} s, of it cpu {cpu:.2f} s  {memory:4.0f} MB; {last}")


if __name__ == "__main__":
    main()
