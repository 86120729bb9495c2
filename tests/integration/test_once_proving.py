"""PROVE=: which benchmarks notice that a function of the library becomes slower."""

import unittest

import driver
from driver import IntegrationTest


class Proving(IntegrationTest):
    project = "history"
    settings = ("-D", "LINKAGE=SHARED")

    def test_a_benchmark_that_calls_the_function_and_one_that_does_not(self):
        ran = self.tree.ctest(TEST="micro:io", MICRO="PROVE=work:1us")
        self.assert_ended(0, ran)
        self.assertIn("configuring a build folder for CXX_FLAGS=-finstrument-functions", ran.err)
        self.assertRegex(ran.err, r"Baseline without delay \(built in .*/micro/shadow/[0-9a-f]+\), contender with 1us in each call of work\. 2 benchmarks")
        self.assertRegex(ran.out, r"\nBenchmark +Units +Baseline +Contender +Calls/op +Change +Verdict +Pairs\n")
        self.assertRegex(ran.out, r"\nio\.work\.control +0 +never calls it\n")
        # Debian's library can't be told how many ops to time; it only shows that there are calls.
        self.assertRegex(ran.out, r"\nio\.work\.read +us/op +\d\S+ +\d\S+ +(1\.000|some) +\+\d\S+ % \[\S+, \S+\] +noticed +\d+\n")
        self.assertIn("\n1us more in each call of work: 1 noticed, 0 not noticed, 1 never calls it, 0 inconclusive\n", ran.out)

        ran = self.tree.ctest(TEST="micro:io.work.read", MICRO="PROVE=wrok:1us")
        self.assert_ended(8, ran)
        self.assertIn("PROVE: there is no function wrok in what the project builds; did you mean work?", ran.out)

    def test_what_it_does_not_go_with(self):
        def refused(micro):
            ran = self.tree.ctest(TEST="micro:io", MICRO=micro)
            self.assert_ended(8, ran)
            self.assert_nothing_ran(ran)
            return driver.error_message(ran.err)

        self.assertIn("MICRO: PROVE takes FUNCTION:DELAY, ", refused("PROVE=work"))
        self.assertIn("PROVE: compares benchmarks with themselves, and so has no other baseline", refused("PROVE=work:1us;AGAINST=HEAD"))
        self.assertIn("PROVE: a benchmark that notices the delay is as it should be, and FAIL_ON would fail it", refused("PROVE=work:1us;FAIL_ON=slower"))
        self.assertIn("PROVE: the code under test is in libraries, which SCOPE=suite leaves as they are", refused("PROVE=work:1us;CXX_FLAGS=-O1;SCOPE=suite"))


if __name__ == "__main__":
    driver.main()
