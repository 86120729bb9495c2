"""Suites that fail in every way, measured together with good ones: each failure has its name, and all others are measured."""

import os

import driver
from driver import IntegrationTest


def setUpModule():
    global tree
    tree = driver.Tree("all", *driver.from_source_tree())


class AllSelected(IntegrationTest):
    """One run of everything."""

    @classmethod
    def setUpClass(cls):
        cls.tree = tree
        cls.ran = tree.measure("micro:all", BENCHMARK_FILTER="nothing", BENCHMARK_FORMAT="csv", BENCHMARK_OUT="out.txt")
        cls.report = tree.report(cls.ran)

    def ended_as(self, end):
        """The names of the tests that ended so."""
        lines = [line for line in self.ran.out.splitlines() if f"{end}  " in line and " Test " in line]
        return [line.partition(": ")[2].partition(" .")[0] for line in lines]

    def fork(self, suite, benchmark):
        (fork,) = [entry for entry in tree.forks("micro_all") if (entry["suite"], entry["benchmark"]) == (suite, benchmark)]
        return fork

    def details(self, name):
        """What is said of a failure in the report."""
        start = self.report.index(f"\nFAILED {name}: ") + 1
        return self.report[start : self.report.index("\n\n", start)]

    def test_exit_status(self):
        self.assert_ended(8, self.ran)
        self.assert_ordinary()

    def test_each_failure_is_a_test_of_its_name(self):
        self.assertEqual(
            self.ended_as("***Failed"),
            [
                "micro:broken",
                "micro:crash.crashes",
                "micro:error.reports",
                "micro:exits.leaves",
                "micro:listing",
                "micro:empty",
                "micro:hang.hangs",
            ],
        )

    def test_all_others_are_measured(self):
        failed = {"crashes", "reports", "leaves", "hangs"}
        forks = tree.forks("micro_all")
        self.assertEqual({fork["benchmark"] for fork in forks if fork["outcome"] != "ok"}, failed)
        for line in ("good.add N/A 10", "crash.lives N/A N/A", "noisy.talks N/A N/A", "sub.other.multiply N/A N/A"):
            self.assertIn(f"\n{line} avgt N T/op\n", self.report)

    def test_summary(self):
        summary = self.report[self.report.index("Test summary") :]
        lines = [line for line in summary.splitlines() if "hostile" not in line]
        self.assertEqual(
            lines,
            [
                "Test summary",
                "==============================",
                " TEST TOTAL PASS FAIL ERROR",
                " micro:good 2 2 0 0",
                ">> micro:broken 1 0 0 1 <<",
                ">> micro:crash 2 1 0 1 <<",
                ">> micro:error 1 0 1 0 <<",
                ">> micro:exits 1 0 0 1 <<",
                ">> micro:listing 1 0 0 1 <<",
                ">> micro:empty 1 0 0 1 <<",
                " micro:noisy 1 1 0 0",
                ">> micro:hang 1 0 0 1 <<",
                " micro:settings 1 1 0 0",
                " micro:foreign.program 2 2 0 0",
                " micro:sub.other 1 1 0 0",
                "==============================",
                "TEST FAILURE",
            ],
        )

    def test_crash(self):
        self.assertIn("\ncrash.crashes N/A N/A avgt CRASHED\n", self.report)
        self.assertRegex(
            self.details("crash.crashes"),
            r"^FAILED crash.crashes: 1 of 1 forks failed: ended by signal 11 \(Segmentation fault\)\n \| about to crash\n repeat: cd .*$",
        )
        self.assertEqual(self.fork("crash", "crashes")["signal"], 11)
        self.assertTrue(self.fork("crash", "crashes")["stderr"].endswith("about to crash\n"))

    def test_the_command_that_repeats_a_crash(self):
        command = next(line for line in self.ran.out.splitlines() if line.startswith("  repeat: ") and "^crashes$" in line)
        again = tree.run("sh", "-c", command[len("  repeat: ") :], directory=tree.source)
        self.assertIn(again.code, (139, -11))  # where sh replaces itself by the program it is the signal
        self.assertIn("about to crash\n", again.err)

    def test_error(self):
        self.assertIn("\nerror.reports N/A N/A avgt ERROR\n", self.report)
        self.assertIn("error.reports: 1 of 1 forks failed: reports an error: the device is on fire\n", self.details("error.reports"))

    def test_exit_inside_a_benchmark(self):
        self.assertIn("\nexits.leaves N/A N/A avgt EXITED\n", self.report)
        self.assertIn(
            "1 of 1 forks failed: ended with exit code 0 before all results were written\n", self.details("exits.leaves")
        )

    def test_time_limit(self):
        self.assertIn("\nhang.hangs N/A N/A avgt TIMED_OUT\n", self.report)
        self.assertIn("1 of 1 forks failed: did not end within 1 s (TIMEOUT)\n", self.details("hang.hangs"))
        with open(os.path.join(os.path.dirname(tree.program("bench-hang")), "hang.pids"), encoding="utf-8") as file:
            processes = [int(number) for number in file.read().split()]
        self.assertEqual(len(processes), 3)
        for process in processes:
            driver.wait_for(lambda process=process: not driver.is_alive(process), "the end of a hanging process")

    def test_crash_when_listed(self):
        self.assertIn("\n* micro:listing (could not be listed)\n", self.ran.err)
        details = self.details("listing")
        self.assertIn("bench-listing: was ended by signal 6 (Aborted) when asked for its benchmarks\n | | no licence found\n", details)

    def test_no_benchmarks(self):
        self.assertIn("\n* micro:empty (could not be listed)\n", self.ran.err)
        details = self.details("empty")
        self.assertIn("bench-empty: has no benchmarks\n | hint: registrations in a static library are dropped", details)

    def test_compile_error(self):
        self.assertIn("\n* micro:broken (could not be built)\n", self.ran.err)
        self.assertRegex(self.details("broken"), r"broken\.cpp:3:\d+: error: .*this_is_not_declared")

    def test_what_programs_print_disturbs_nothing(self):
        self.assertIn("* micro:noisy.talks\n", self.ran.err)
        self.assertEqual(self.fork("noisy", "talks")["outcome"], "ok")
        self.assertNotIn("not a result", self.ran.out + self.ran.err)

    def test_results_are_files(self):
        with open(tree.results("micro_all", "micro.txt"), encoding="utf-8") as file:
            self.assertIn("\nFAILED crash.crashes: ", file.read())


class NothingFound(IntegrationTest):
    """Selections that find nothing in a tree in which all is built."""

    @classmethod
    def setUpClass(cls):
        cls.tree = tree

    def assert_refused(self, test, message, micro=""):
        ran = tree.measure(test, micro)
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertEqual(tree.plain(driver.error_message(ran.err)), message)
        self.assertNotIn("will run", ran.err)

    def test_unknown_suite(self):
        self.assert_refused(
            "micro:god",
            "TEST: micro:god is neither a suite nor found in the name of a benchmark; not searched, because they could not be built or"
            " listed: broken, listing, empty\n"
            "  hint: did you mean micro:good?",
        )

    def test_unknown_benchmark(self):
        self.assert_refused(
            "micro:good.ad/word:10",
            "TEST: micro:good.ad/word:10 is found in no benchmark of good\n"
            "  hint: did you mean micro:good.add/words:10, micro:good.add/words:100?",
        )

    def test_no_regular_expression(self):
        ran = tree.measure("micro:(nowhere")
        self.assert_ended(8, ran)
        self.assertIn("and is no regular expression: missing ), unterminated subpattern", driver.error_message(ran.err))

    def test_one_good_word_is_not_enough(self):
        ran = tree.measure("micro:good micro:zzz")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertIn("TEST: micro:zzz is neither", driver.error_message(ran.err))

    def test_anywhere(self):
        ran = tree.measure("micro:multiply")
        self.assert_ended(8, ran)  # for the suites that could not be searched
        self.assertIn(
            "micro:multiply names no suite: all suites are built, to look for it in the names of their benchmarks\n", ran.err
        )
        self.assertIn("\n* micro:sub.other.multiply\n", ran.err)
        self.assertEqual([fork["benchmark"] for fork in tree.forks("micro_multiply")], ["multiply"])


if __name__ == "__main__":
    driver.main()
