#!/usr/bin/env python3
"""Injects faults into benchmark programs, and checks that each ends as what it is and that nothing measured is lost.

  faults.py --cmicro PROGRAM --program PROGRAM --work FOLDER

Beside each faulty benchmark a good one runs, whose results must all be there. The last lines say how many faults were injected, how many were
named as they should be, and how many results were lost. Exit code 1 if that is not all and none.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import List

FORKS = 2
PREPARED = ["--effort=quick", f"--fork={FORKS}", "--iter=2", "--time=1ms", "--warmup-iter=0", "--timeout=2s"]


@dataclass(frozen=True)
class Fault:
    benchmark: str
    outcome: str  # of its forks, in the journal
    said: str  # in the report, or of a good one the journal; may be empty
    good_forks: int = 0  # of its own


FAULTS = [
    Fault("says_error", "error", 'reports an error: no "data" '),
    Fault("segv", "crashed", "ended by signal 11 (Segmentation fault)"),
    Fault("abort", "crashed", "ended by signal 6 (Aborted)"),
    Fault("throws", "crashed", "thrown away"),
    Fault("overflows", "crashed", "ended by signal 11 (Segmentation fault)"),
    Fault("killed", "crashed", "ended by signal 9 (Killed), which we did not send: the kernel does so where memory is short"),
    Fault("exits", "exited", "ended with exit code 0"),
    Fault("exits_3", "exited", "ended with exit code 3"),
    Fault("leaves", "exited", "ended with exit code 0"),
    Fault("hangs", "timed_out", "did not end within 2 s (TIMEOUT)"),
    Fault("hangs_on", "timed_out", "did not end within 2 s (TIMEOUT)"),
    Fault("stops", "timed_out", "did not end within 2 s (TIMEOUT)"),
    Fault("floods", "timed_out", "did not end within 2 s (TIMEOUT)"),
    Fault("eats_memory", "crashed", "std::bad_alloc"),
    Fault("fails_sometimes", "crashed", "1 of 2 forks failed: ended by signal 6 (Aborted)", good_forks=1),
    Fault("file_too_large", "crashed", "ended by signal 25 (File size limit exceeded)"),
    Fault("file_too_large_unseen", "exited", "ended with exit code 0"),
    Fault("closes_all", "exited", "ended with exit code 0"),
    Fault("time_zero/iterations:10/manual_time", "invalid", "reports a time of 0 ns an op, which can't be"),
    Fault("time_negative/iterations:10/manual_time", "invalid", "reports a time of -"),
    Fault("time_nan/iterations:10/manual_time", "invalid", "reports a time of nan ns an op, which can't be"),
    Fault("prints", "ok", "", FORKS),
    Fault("closes_output", "ok", "", FORKS),
    Fault("moves", "ok", "", FORKS),
    Fault("has_locale", "ok", "", FORKS),
    Fault("sets_variables", "ok", "", FORKS),
    Fault("few_files", "ok", "", FORKS),
    Fault("leaves_child", "ok", "", FORKS),
    Fault("counts_oddly", "ok", "", FORKS),
]


def alive(program: str) -> List[str]:
    """Processes of the program."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdecimal():
            continue
        try:
            if os.readlink(f"/proc/{entry}/exe") == os.path.realpath(program):
                found.append(entry)
        except OSError:
            pass
    return found


def inject(fault: Fault, cmicro: str, program: str, work: str) -> List[str]:
    """Problems: what did not come out as it should. A result that is lost begins with "lost"."""
    folder = os.path.join(work, fault.benchmark.replace("/", "_"))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    # Forks run beside the program, where some leave a trace.
    copy = os.path.join(folder, "faults")
    shutil.copy2(program, copy)
    command = [cmicro, "run", copy, *PREPARED, "--filter", f"^({fault.benchmark}|good)$", "--results", os.path.join(folder, "results"), "--results-format=json,csv,junit"]
    # What a program leaves open must not be waited for, so this ends soon or not at all.
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60, stdin=subprocess.DEVNULL)
    problems = []
    is_good = fault.outcome == "ok"
    if done.returncode != (0 if is_good else 1):
        problems.append(f"exit code {done.returncode}: {done.stderr}")
    runs = os.path.join(folder, "results", "runs")
    journal = os.path.join(runs, os.listdir(runs)[0], "journal.jsonl")
    with open(journal, encoding="utf-8") as file:
        forks = [entry for entry in map(json.loads, file) if entry["kind"] == "fork"]
    own = [entry for entry in forks if entry["benchmark"] == fault.benchmark]
    good = [entry for entry in forks if entry["benchmark"] == "good" and entry["outcome"] == "ok"]
    if len(good) != FORKS:
        problems.append(f"lost: {FORKS - len(good)} forks of the good benchmark")
    bad = [entry["outcome"] for entry in own if entry["outcome"] != "ok"]
    if any(outcome != fault.outcome for outcome in bad) or len(own) - len(bad) != fault.good_forks:
        problems.append(f"outcomes {[entry['outcome'] for entry in own]}, not {fault.outcome} with {fault.good_forks} good ones")
    if fault.said not in done.stdout + done.stderr:
        problems.append(f"'{fault.said}' is not said:\n{done.stdout}{done.stderr}")
    with open(os.path.join(folder, "results", "micro-result.json"), encoding="utf-8") as file:
        results = {result["benchmark"].rpartition(".")[2]: result for result in json.load(file)}
    if "good" not in results:
        problems.append("lost: the good benchmark is not in the results")
    if is_good and not any(name.startswith(fault.benchmark) for name in results):
        problems.append("lost: it is not in the results")
    if not is_good and any("outcome" not in result for name, result in results.items() if name == fault.benchmark):
        problems.append("its numbers look whole")
    left = alive(copy)
    if left:
        problems.append(f"processes are left: {left}")
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cmicro", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", required=True)
    given = parser.parse_args()
    right = 0
    lost = 0
    for fault in FAULTS:
        problems = inject(fault, given.cmicro, given.program, given.work)
        right += not problems
        lost += sum(problem.startswith("lost") for problem in problems)
        for problem in problems:
            print(f"{fault.benchmark}: {problem}")
    print(f"{len(FAULTS)} faults injected, {right} named correctly, {lost} results lost")
    sys.exit(0 if right == len(FAULTS) and not lost else 1)


if __name__ == "__main__":
    main()
