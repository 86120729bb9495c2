"""SAVE= and AGAINST=@name: programs that are kept and run again beside today's; @previous: the numbers of the run before."""

import json
import os
import re
import shutil
import unittest

import driver
from driver import IntegrationTest, QUICK

NOW = "constexpr int rounds = 1000;"
SLOWER = "constexpr int rounds = 1150;"  # by 15 %


class Saved(IntegrationTest):
    project = "history"
    settings = ("-D", "LINKAGE=SHARED", "-D", "MICRO_BASELINE_DIR=kept here")

    def setUp(self):
        self.work = os.path.join(self.tree.source, "work.cpp")
        with open(self.work, encoding="utf-8") as file:
            text = file.read()
        self.addCleanup(self.write, text)
        self.slower = text.replace(NOW, SLOWER)
        self.kept = os.path.join(self.tree.build, "kept here")
        self.addCleanup(shutil.rmtree, self.kept, True)

    def write(self, text, path=""):
        with open(path or self.work, "w", encoding="utf-8") as file:
            file.write(text)

    def save(self, name="before", test="micro:io", more="", **variables):
        ran = self.tree.measure(test, f"SAVE={name}{more}", **variables)
        self.assert_ended(0, ran)
        return ran

    def refused(self, micro, **variables):
        ran = self.tree.ctest(TEST="micro:io", MICRO=micro, **variables)
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        return driver.error_message(ran.err)

    def test_what_was_saved_runs_beside_what_is_built_now(self):
        ran = self.save()
        self.assertIn(f"\nSaved: {self.kept}/before (AGAINST=@before compares with it)\n", ran.out)
        self.assertEqual(sorted(os.listdir(os.path.join(self.kept, "before"))), ["journal.jsonl", "programs", "saved.json"])
        libraries = os.listdir(os.path.join(self.kept, "before/programs/io.work/default/lib"))
        self.assertEqual(libraries, ["libwork.so"])
        self.write(self.slower)
        suite = os.path.join(self.tree.source, "work_suite.cpp")
        with open(suite, encoding="utf-8") as file:
            text = file.read()
        self.addCleanup(self.write, text, suite)
        self.write(text + 'BENCHMARK(control)->Name("added");\n', suite)
        ran = self.tree.ctest(TEST="micro:io.work", MICRO="AGAINST=@before;SAVE=after")
        self.assert_ended(0, ran)
        # What is saved is the contender, with what it could not be compared in.
        self.assertIn("\nOnly in the contender: io.work.added\n", ran.out)
        with open(os.path.join(self.kept, "after", "saved.json"), encoding="utf-8") as file:
            self.assertEqual(sorted(json.load(file)["suites"][0]["benchmarks"]), ["added", "control", "read"])
        self.assertRegex(ran.err, r"Baseline @before \(([0-9a-f]{7}, )?(dirty, )?saved 20[-0-9]+T[0-9:]+Z, built in .*kept here/before\), contender working tree( \(.*\))?\. 2 benchmarks")
        # The library of then, and the control believes it.
        self.assertRegex(ran.out, r"\nio\.work\.read .*\+\d+\.\d % \[.*\] +slower ")
        self.assertRegex(ran.out, r"\nverdicts: 1 slower, 0 faster, [01] equal, [01] inconclusive\n")

        self.assertRegex(
            self.refused("SAVE=before"),
            r"SAVE: there is a baseline before already, in .*/kept here/before, and nothing is overwritten\n"
            r"  hint: another name; or remove it: rm -r .*/kept here/before",
        )
        self.assertRegex(
            self.refused("AGAINST=@befor"), r"AGAINST: no baseline befor is saved in .*/kept here\n  hint: did you mean @before\? there are @after, @before"
        )
        self.assertIn("@before is a saved baseline, which is taken as it is: no flags reach it", self.refused("AGAINST=@before;AGAINST_FLAGS=-O1"))

    def test_what_failed_runs_once_more_by_the_command_that_is_printed(self):
        ran = self.tree.measure("micro:io.work.read", "BEFORE_FORK=false;SAVE=failed")
        self.assert_ended(8, ran)
        self.assertIn(f"\nSaved: {self.kept}/failed ", ran.out)
        command = re.search("^What failed, once more: (.*)$", ran.out, re.MULTILINE)[1]
        self.assertIn("BEFORE_FORK=false", command)
        path = os.path.dirname(driver.ctest()) + os.pathsep + os.environ["PATH"]
        again = self.tree.run("sh", "-c", command.replace("ctest ", "ctest -C Release "), PATH=path)
        self.assert_ended(8, again)
        self.assertIn("micro:io.work.read", again.out)
        self.assertNotIn("CMake Error", again.err)

    def test_nothing_is_saved_of_what_is_not_measured(self):
        self.assert_ended(0, self.tree.ctest("-N", TEST="micro:io", MICRO="SAVE=listed"))
        self.assertFalse(os.path.exists(os.path.join(self.kept, "listed")))

    def test_a_program_that_was_changed_is_refused(self):
        self.save("changed", MICRO_BASELINE_DIR=self.kept)
        program = os.path.join(self.kept, "changed/programs/io.work/default/lib/libwork.so")
        with open(program, "ab") as file:
            file.write(b"x")
        self.assertIn(f"{program} is not what was saved as changed: it was changed since", self.refused("AGAINST=@changed"))

    def test_where_nothing_can_be_saved(self):
        with open(os.path.join(self.tree.top, "file"), "w"):
            pass
        message = self.refused("SAVE=x", MICRO_BASELINE_DIR=os.path.join(self.tree.top, "file/below"))
        self.assertIn("SAVE: baselines can't be written to ", message)
        self.assertIn("SAVE takes a name of letters", self.refused("SAVE=../x"))
        self.assertIn("SAVE: previous is the run before, whatever it was", self.refused("SAVE=previous"))

    def test_the_run_before(self):
        shutil.rmtree(self.tree.results("micro_io_work_read"), ignore_errors=True)
        ran = self.tree.ctest(TEST="micro:io.work.read", MICRO=f"{QUICK};AGAINST=@previous")
        self.assert_ended(8, ran)
        self.assertIn("AGAINST: @previous is the run of TEST=micro:io.work.read before this one, and there is none", driver.error_message(ran.err))
        self.assert_ended(0, self.tree.measure("micro:io.work.read"))
        first = self.tree.runs("micro_io_work_read")[-1]
        ran = self.tree.ctest(TEST="micro:io.work.read", MICRO=f"{QUICK};AGAINST=@previous")
        self.assert_ended(0, ran)
        self.assertRegex(ran.out, r"\nThe run before, of 20[-0-9]+T[0-9:]+Z, measured apart:\nBenchmark +Units +Baseline +Contender +Change +Verdict")
        self.assertRegex(ran.out, r"\nverdicts: 0 slower, 0 faster, 0 equal, 1 inconclusive\n")
        with open(os.path.join(self.tree.runs("micro_io_work_read")[-1], "session.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["previous"], os.path.join(first, "journal.jsonl"))
        message = self.refused("AGAINST=@previous;FAIL_ON=slower")
        self.assertIn("FAIL_ON: the run before was measured apart, which proves nothing", message)


if __name__ == "__main__":
    driver.main()
