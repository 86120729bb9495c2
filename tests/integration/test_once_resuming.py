"""RESUME=: what an interrupted run lacks is measured, and nothing else."""

import json
import os
import unittest

import driver
from driver import IntegrationTest

OPTIONS = "EFFORT=quick;FORK=4;ITER=1;TIME=1ms;WARMUP_ITER=0"


class Resuming(IntegrationTest):
    project = "history"

    def measure(self, more="", options=OPTIONS):
        return self.tree.ctest(TEST="micro:io", MICRO=options + more)

    def journal_path(self):
        return os.path.join(self.tree.runs("micro_io")[-1], "journal.jsonl")

    def refused(self, more, options=OPTIONS):
        ran = self.measure(more, options)
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        return driver.error_message(ran.err)

    def test_what_is_missing_is_measured(self):
        self.assertIn("RESUME: no run of this TEST= has measured anything in ", self.refused(";RESUME=last"))
        self.assert_ended(0, self.measure())
        runs = self.tree.runs("micro_io")
        # As it was left by kill -9 in the middle of a line: one benchmark with two of its forks, the other one not begun.
        with open(self.journal_path(), encoding="utf-8") as file:
            lines = file.readlines()
        kept = [line for line in lines if '"kind":"fork"' not in line or '"round":0' in line or '"round":1' in line]
        first = json.loads(next(line for line in lines if '"kind":"fork"' in line))["benchmark"]
        kept = [line for line in kept if json.loads(line).get("benchmark", first) == first]
        with open(self.journal_path(), "w", encoding="utf-8") as file:
            file.write("".join(kept) + '{"kind":"for')
        before = [line for line in kept if '"kind":"fork"' in line]
        self.assertEqual(len(before), 2)

        self.assertRegex(self.refused(";RESUME=last", OPTIONS.replace("FORK=4", "FORK=5")), r"RESUME: it would be another run than that in .*: the options changed since")
        self.assertIn("RESUME: there is no run 2000-01-01T00-00-00Z in ", self.refused(";RESUME=2000-01-01T00-00-00Z"))

        ran = self.measure(";RESUME=last;LOCK_TIMEOUT=60s")
        self.assert_ended(0, ran)
        self.assertEqual(self.tree.runs("micro_io"), runs)
        forks = self.tree.forks("micro_io")
        self.assertEqual(sorted((fork["benchmark"], fork["round"]) for fork in forks), [(name, number) for name in ("control", "read") for number in range(4)])
        with open(self.journal_path(), encoding="utf-8") as file:
            again = file.readlines()
        self.assertEqual([line for line in again if line in before], before)
        self.assertEqual(sum('"resumed":true' in line for line in again), 1)
        self.assertIn("the run was interrupted, and resumed 20", ran.out)
        self.assertRegex(ran.out, r"\nio\.read +avgt +4 |\nio\.work\.read +avgt +4 ")

        program = self.tree.program("bench-io.work")
        os.utime(program, (1, 1))
        self.assertIn("the programs changed since", self.refused(";RESUME=last"))


if __name__ == "__main__":
    driver.main()
