"""All ways to run a selection by ctest, and what they print."""

import glob
import json
import os
import re
import shutil
import unittest
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timedelta

import driver
from driver import QUICK, IntegrationTest

FAILING = "micro:good micro:error"  # the third test fails


class Selected(IntegrationTest):
    """With TEST=: the suites that it names are run, and nothing else is."""

    settings = ("-D", "FIXTURE_INCLUDES_CTEST=ON")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        built = cls.tree.build_target("bench-good", "bench-error", "bench-sub.other")
        assert built.code == 0, built

    def test_ctest(self):
        ran = self.tree.measure("micro:good")
        self.assert_good(ran)
        self.assertEqual(self.tree.plain(ran.err), driver.GOOD_SELECTED)

    def test_ctest_in_another_folder(self):
        ran = self.tree.measure("micro:good", "", "--test-dir", self.tree.build, directory=self.tree.source)
        self.assert_good(ran)

    def test_a_failure_is_an_exit_status(self):
        ran = self.tree.measure(FAILING)
        self.assert_ended(8, ran)
        report = self.tree.report(ran)
        self.assertIn("error.reports N/A avgt ERROR\n", report)
        self.assertIn("FAILED error.reports: 1 of 1 forks failed: reports an error: the device is on fire\n", report)
        self.assertIn("\n micro:good 2 2 0 0\n>> micro:error 1 0 1 0 <<\n", report)
        self.assertTrue(report.endswith("\n==============================\nTEST FAILURE\n"), report)
        self.assert_ordinary()

    def test_in_a_sub_directory_only_the_suites_below(self):
        below = os.path.join(self.tree.build, "sub")
        ran = self.tree.measure("micro", directory=below)
        self.assert_ended(0, ran)
        self.assertEqual(
            self.tree.plain(ran.err),
            "Test selection 'micro', will run:\n* micro:sub.other.multiply\n1 benchmark, 1 fork, about TIME\n",
        )
        self.assertIn("sub.other.multiply avgt N T/op\n", self.tree.report(ran))
        self.assert_ordinary()

    def test_in_a_sub_directory_another_suite_is_out_of_reach(self):
        below = os.path.join(self.tree.build, "sub")
        ran = self.tree.measure("micro:good", directory=below)
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertEqual(
            self.tree.plain(driver.error_message(ran.err)),
            "TEST: micro:good is neither a suite nor found in the name of a benchmark\n"
            "  hint: good is declared in DIR/build, and only suites in DIR/build/sub and below count here",
        )

    def test_n_only_lists(self):
        ran = self.tree.measure("micro:sub", "", "-N")
        self.assert_ended(0, ran)
        self.assertIn("  Test #1: micro:sub.other.multiply\n\nTotal Tests: 1\n", ran.out)
        self.assertNotIn("Benchmark", ran.out)
        self.assertEqual(self.tree.runs("micro_sub"), [])

    def test_r_filters_what_is_selected(self):
        before = self.tree.runs("micro_good")
        ran = self.tree.measure("micro:good", "", "-R", "words:100")
        self.assert_ended(0, ran)
        self.assertEqual([fork["benchmark"] for fork in self.tree.forks("micro_good")], ["add/words:100"])
        self.assertIn("good.add 100 avgt N T/op\n", self.tree.report(ran))
        self.assertNotIn("good.add 10 ", self.tree.report(ran))
        self.assertEqual(len(self.tree.runs("micro_good")), len(before) + 1)

    def test_r_that_leaves_nothing_leaves_no_run(self):
        before = self.tree.runs("micro_good")
        ran = self.tree.measure("micro:good", "", "-R", "no_such_name")
        self.assertIn("No tests were found!!!", ran.out + ran.err)
        self.assertEqual(self.tree.runs("micro_good"), before)
        self.assert_ordinary()

    def test_labels(self):
        ran = self.tree.measure("micro:good micro:sub", "", "-N", "-L", "fast")
        self.assert_ended(0, ran)
        self.assertEqual(ran.out.count("Test #"), 2, ran)
        self.assertNotIn("micro:sub", ran.out)

    def test_rerun_failed(self):
        self.assert_ended(8, self.tree.measure(FAILING))
        ran = self.tree.measure(FAILING, "", "--rerun-failed")
        self.assert_ended(8, ran)
        self.assertEqual([fork["benchmark"] for fork in self.tree.forks("micro_good_micro_error")], ["reports"])
        self.assert_ordinary()

    def test_json_listings_are_pure(self):
        ran = self.tree.measure("micro:good", "", "--show-only=json-v1")
        self.assert_ended(0, ran)
        tests = json.loads(ran.out)["tests"]
        self.assertEqual([test["name"] for test in tests], ["micro:good.add/words:10", "micro:good.add/words:100"])
        for test in tests:
            properties = {item["name"]: item["value"] for item in test["properties"]}
            self.assertTrue(properties["RUN_SERIAL"])
            self.assertEqual(properties["SKIP_RETURN_CODE"], 77)

    def test_junit(self):
        path = os.path.join(self.tree.top, "junit.xml")
        self.assert_ended(8, self.tree.measure(FAILING, "", "--output-junit", path))
        cases = {case.get("name"): case for case in ElementTree.parse(path).getroot().iter("testcase")}
        self.assertEqual(list(cases), ["micro:good.add/words:10", "micro:good.add/words:100", "micro:error.reports"])
        self.assertEqual([name for name, case in cases.items() if case.find("failure") is not None], ["micro:error.reports"])
        self.assertIn("the device is on fire", cases["micro:error.reports"].findtext("system-out"))

    def test_preset(self):
        hidden = {"name": "there", "generator": driver.given.generator, "binaryDir": "${sourceDir}/../build"}
        preset = {"name": "strings", "configurePreset": "there", "environment": {"TEST": "micro:good", "MICRO": QUICK}}
        if self.tree.is_multi_config:
            preset["configuration"] = "Release"
        path = os.path.join(self.tree.source, "CMakePresets.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"version": 5, "configurePresets": [hidden], "testPresets": [preset]}, file)
        self.addCleanup(os.unlink, path)
        self.assert_good(self.tree.run(driver.ctest(), "--preset", "strings", directory=self.tree.source))

    def test_never_two_at_once(self):
        ran = self.tree.measure("micro:good micro:sub", "", "-j8")
        self.assert_ended(0, ran)
        # Each ends before the next one starts.
        events = re.findall(r"^ *(Start|\d/\d Test)\b", ran.out, re.MULTILINE)
        self.assertEqual(events, ["Start", "1/3 Test", "Start", "2/3 Test", "Start", "3/3 Test"])
        forks = self.tree.forks("micro_good_micro_sub")
        begun = [datetime.fromisoformat(fork["start"].replace("Z", "+00:00")) for fork in forks]
        ended = [start + timedelta(microseconds=fork["elapsed_ns"] / 1000) for start, fork in zip(begun, forks)]
        truncated = timedelta(milliseconds=1)
        self.assertEqual(len(forks), 3)
        for end, start in zip(ended, begun[1:]):
            self.assertLess(end, start + truncated)

    def test_dashboard_mode(self):
        ran = self.tree.ctest("-T", "Test", TEST=FAILING, MICRO=QUICK.replace(";ITER=1;", ";ITER=3;"))
        self.assert_ended(8, ran)
        self.assertIn("\n>> micro:error 1 0 1 0 <<\n", self.tree.report(ran))
        (path,) = glob.glob(os.path.join(glob.escape(self.tree.build), "Testing", "*", "Test.xml"))
        self.addCleanup(shutil.rmtree, os.path.dirname(path))
        tests = [test for test in ElementTree.parse(path).getroot().iter("Test") if test.get("Status")]
        status = {test.findtext("Name"): test.get("Status") for test in tests}
        self.assertEqual(
            status, {"micro:good.add/words:10": "passed", "micro:good.add/words:100": "passed", "micro:error.reports": "failed"}
        )
        # What CDash draws trends of; ctest adds its own, such as "Execution Time".
        measured = {test.findtext("Name"): self.measurements(test) for test in tests}
        self.assertEqual(sorted(measured["micro:good.add/words:10"]), ["cpu time ns/op", "error ns/op", "score ns/op"])
        self.assertGreater(measured["micro:good.add/words:10"]["score ns/op"], 0)
        self.assertEqual(measured["micro:error.reports"], {})
        self.assert_ordinary()

    @staticmethod
    def measurements(test):
        """Name → value of what the test itself has reported."""
        named = {one.get("name"): one for one in test.iter("NamedMeasurement") if one.get("type") == "numeric/double"}
        return {name: float(one.findtext("Value")) for name, one in named.items() if name.endswith("ns/op")}


class NotSelected(IntegrationTest):
    """Without a word for Micro in TEST= ctest is what it was."""

    def assert_as_ever(self, ran, *remarks):
        self.assert_ended(8, ran)
        self.assertRegex(ran.out, r"3/3 Test #3: ordinary\.below \.+ +Passed")
        self.assert_ordinary("passes", "fails", "below")
        lines = [line for line in self.tree.plain(ran.out + ran.err).splitlines() if "micro" in line.lower()]
        self.assertEqual(lines, list(remarks))
        self.assertEqual(self.tree.objects(), {})
        self.assertFalse(os.path.exists(self.tree.results("")))

    def test_no_test(self):
        self.assert_as_ever(self.tree.ctest())

    def test_empty_test(self):
        self.assert_as_ever(self.tree.ctest(TEST=""))

    def test_for_somebody_else(self):
        self.assert_as_ever(self.tree.ctest(TEST="something else microscope:x nano:micro", MICRO="FORK"))

    def test_slip(self):
        self.assert_as_ever(
            self.tree.ctest(TEST="mirco:good"),
            "micro: TEST has 'mirco:good', which selects no benchmarks",
            "  hint: did you mean micro:…?",
        )


class SeveralConfigurations(IntegrationTest):
    """A build folder with several configurations has suites for each."""

    @classmethod
    def setUpClass(cls):
        if driver.given.generator != "Ninja Multi-Config":
            raise unittest.SkipTest("the generator has one configuration")
        super().setUpClass()

    def test_none_chosen(self):
        ran = self.tree.run(driver.ctest(), TEST="micro:good", MICRO=QUICK)
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertEqual(
            driver.error_message(ran.err),
            "micro: this build folder has the configurations Debug, Release, RelWithDebInfo, and none is chosen\n"
            "  hint: ctest -C Release, or CONF=release",
        )
        self.assertNotIn("good.cpp.o", self.tree.objects())

    def test_unknown(self):
        ran = self.tree.run(driver.ctest(), "-C", "Fast", TEST="micro:good", MICRO=QUICK)
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertIn("configurations Debug, Release, RelWithDebInfo, but no 'Fast'", driver.error_message(ran.err))

    def test_chosen_in_any_case(self):
        ran = self.tree.run(driver.ctest(), "-C", "debug", TEST="micro:sub", MICRO=QUICK)
        self.assert_ended(0, ran)
        (measured,) = [entry for entry in self.tree.journal("micro_sub") if entry["kind"] == "benchmark"]
        self.assertEqual(self.tree.plain(measured["executable"]), "DIR/build/sub/Debug/bench-sub.other")
        self.assertIn("-g", measured["flags"])
        self.assertEqual(measured["build_type"], "Debug")


if __name__ == "__main__":
    driver.main()
