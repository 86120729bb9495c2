"""Options reach the programs and the results, whichever layer they come from."""

import json
import math
import os
import shutil
import unittest

import driver
from driver import QUICK, IntegrationTest


def strict_json(path):
    """The document, in which no NaN and no infinity may stand."""

    def refuse(constant):
        raise ValueError(f"{constant} is no JSON")

    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse)


class Results(IntegrationTest):
    def test_json(self):
        ran = self.tree.measure("micro:good micro:error", "RESULTS_FORMAT=json")
        self.assert_ended(8, ran)
        folder = self.tree.results("micro_good_micro_error")
        self.assertEqual(sorted(os.listdir(folder)), ["micro-result.json", "micro.txt", "runs"])
        results = strict_json(os.path.join(folder, "micro-result.json"))
        self.assertEqual(
            [(result["benchmark"], result["params"], result["mode"], result["forks"]) for result in results],
            [("good.add", {"words": "10"}, "avgt", 1), ("good.add", {"words": "100"}, "avgt", 1)],
        )
        for result in results:
            self.assertGreater(result["primaryMetric"]["score"], 0)
            self.assertTrue(math.isfinite(result["primaryMetric"]["rawData"][0][0]))

    def test_several_formats(self):
        self.assert_ended(0, self.tree.measure("micro:sub", "RESULTS_FORMAT=text,json"))
        names = sorted(os.listdir(self.tree.results("micro_sub")))
        self.assertEqual(names, ["micro-result.json", "micro-result.text", "micro.txt", "runs"])
        with open(self.tree.results("micro_sub", "micro-result.text"), encoding="utf-8") as file:
            self.assertIn("sub.other.multiply  avgt", file.read())

    def test_numbers_of_forks_and_iterations(self):
        ran = self.tree.ctest(TEST="micro:sub", MICRO="FORK=2;ITER=3;WARMUP_ITER=2;TIME=1ms;SEED=7")
        self.assert_ended(0, ran)
        forks = self.tree.forks("micro_sub")
        self.assertEqual([(len(fork["warmup"]), len(fork["iterations"])) for fork in forks], [(2, 3), (2, 3)])
        (measured,) = [entry for entry in self.tree.journal("micro_sub") if entry["kind"] == "benchmark"]
        self.assertEqual(measured["seed"], 7)
        self.assertIn("sub.other.multiply avgt 6 N ± N T/op\n", self.tree.report(ran))

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_instructions_are_counted(self):
        counts = []
        for _ in range(2):
            self.assert_ended(0, self.tree.measure("micro:good", "PARAM=words=100;COUNT=instructions;RESULTS_FORMAT=json"))
            (result,) = strict_json(os.path.join(self.tree.results("micro_good"), "micro-result.json"))
            metric = result["secondaryMetrics"]["instructions"]
            self.assertEqual(metric["scoreUnit"], "instructions/op")
            counts.append(metric["score"])
            (entry,) = [entry for entry in self.tree.journal("micro_good") if entry["kind"] == "count"]
            self.assertEqual((entry["method"], entry["outcome"], entry["value"]), ("loop", "ok", metric["score"]))
        self.assertGreater(counts[0], 1)
        self.assertLess(counts[0], 1000)
        # A library that finds the number of ops itself finds others each time.
        self.assertAlmostEqual(counts[0], counts[1], delta=0.01 * counts[0])

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_a_program_compared_with_itself_by_instructions_is_equal(self):
        self.assert_ended(0, self.tree.measure("micro:good"))
        (measured, _) = [entry for entry in self.tree.journal("micro_good") if entry["kind"] == "benchmark"]
        ran = self.tree.run(driver.given.cmicro, "compare", "--run", measured["executable"], "--count=only")
        self.assert_ended(0, ran)
        self.assertTrue(ran.out.endswith("verdicts: 0 slower, 0 faster, 2 equal, 0 inconclusive\n"), ran)

    def test_param(self):
        self.assert_ended(0, self.tree.measure("micro:good", "PARAM=words=100"))
        self.assertEqual([fork["benchmark"] for fork in self.tree.forks("micro_good")], ["add/words:100"])

    def test_exclude(self):
        self.assert_ended(0, self.tree.measure("micro:good", "EXCLUDE=words=100,threads=1"))
        self.assertEqual([fork["benchmark"] for fork in self.tree.forks("micro_good")], ["add/words:10"])


class Layers(IntegrationTest):
    """The program of the suite `settings` tells what it has been given. The suite itself sets RUN_ARGS, ENVIRONMENT and FORK."""

    settings = ("-D", "MICRO_DEFAULTS=ENVIRONMENT=MODE=of%20the%20project;ITER=4")

    def seen(self, **variables):
        """What each fork has seen, and what ctest has printed before the tests."""
        ran = self.tree.ctest(TEST="micro:settings", **variables)
        self.assert_ended(0, ran)
        self.forks = self.tree.forks("micro_settings")
        self.err = ran.err
        return {fork["label"] for fork in self.forks}

    def test_the_suites_own(self):
        seen = self.seen(TEST_OPTS="EFFORT=quick;TIME=1ms", MODE="the caller's")
        self.assertEqual(seen, {"[--rows=3][two words;and more] MODE=the suite's own in /source"})
        self.assertEqual(len(self.forks), 2)
        self.assertEqual(len(self.forks[0]["iterations"]), 4)

    def test_micro_wins(self):
        seen = self.seen(
            MICRO=f"{QUICK};RUN_ARGS=--rows=5 a%20b%3B%25;ENVIRONMENT=MODE=a%20b OTHER=1",
            TEST_OPTS="RUN_ARGS=no;FORK=3;ENVIRONMENT=MODE=no",
        )
        self.assertEqual(seen, {"[--rows=5][a b;%] MODE=a b in /source"})
        self.assertEqual(len(self.forks), 1)

    def test_test_opts(self):
        self.assertEqual(self.seen(TEST_OPTS=f"{QUICK};RUN_ARGS=x"), {"[x] MODE=the suite's own in /source"})

    def test_alias(self):
        self.assertEqual(self.seen(MICRO=f"{QUICK};VM_OPTIONS=-x"), {"[-x] MODE=the suite's own in /source"})
        self.assertIn("MICRO: VM_OPTIONS means RUN_ARGS here\n", self.err)

    def test_alias_in_test_opts(self):
        self.assertEqual(self.seen(TEST_OPTS=f"{QUICK};JAVA_OPTIONS=-y"), {"[-y] MODE=the suite's own in /source"})
        self.assertIn("TEST_OPTS: JAVA_OPTIONS means RUN_ARGS here\n", self.err)

    def test_explanation_of_a_build_folder(self):
        configuration = ["--configuration", "Release"] if self.tree.is_multi_config else []
        command = [driver.given.cmicro, "list", "--build", self.tree.build, *configuration]
        ran = self.tree.run(*command)
        self.assert_ended(0, ran)
        self.assertIn("micro:settings  (CMakeLists.txt:", ran.out)
        self.assertIn("micro:sub.other  (sub/CMakeLists.txt:2, target bench-sub.other)\n", ran.out)

        ran = self.tree.run(*command, "--suite=settings", "--explain", "--iter=9")
        self.assert_ended(0, ran)
        self.assert_explained(ran, "FORK", "micro_add_suite()", "2")
        self.assert_explained(ran, "ENVIRONMENT", "micro_add_suite()", "MODE=the suite's own")
        self.assert_explained(ran, "ITER", "flag of cmicro", "9")
        self.assert_explained(ran, "TIME", "EFFORT=normal", "10ms")
        self.assertNotIn("micro:good", ran.out)

    def test_explanation_of_a_session(self):
        self.seen(MICRO="EFFORT=quick;TIME=1ms;FORK=1", TEST_OPTS="WARMUP_ITER=0;TIME=2ms")
        session = self.tree.runs("micro_settings")[-1]
        ran = self.tree.run(driver.given.cmicro, "list", "--session", session, "--explain")
        self.assert_ended(0, ran)
        self.assertTrue(ran.out.startswith("micro:settings\n"), ran)
        self.assert_explained(ran, "FORK", "MICRO=", "1")
        self.assert_explained(ran, "TIME", "MICRO=", "1ms")
        self.assert_explained(ran, "WARMUP_ITER", "TEST_OPTS=", "0")
        self.assert_explained(ran, "RUN_ARGS", "micro_add_suite()", "--rows=3 two words;and more")
        self.assert_explained(ran, "ITER", "MICRO_DEFAULTS", "4")
        self.assert_explained(ran, "TIMEOUT_FACTOR", "default", "1")

        ran = self.tree.run(driver.given.cmicro, "list", "--session", session)
        self.assert_ended(0, ran)
        self.assertEqual(ran.out, "micro:settings\n  sees\n")

    def assert_explained(self, ran, key, origin, value):
        lines = [line for line in ran.out.splitlines() if line.startswith(f"  {key} ")]
        self.assertEqual(lines, [f"  {key:15} {origin:18} {value}"])


if __name__ == "__main__":
    driver.main()
