"""Only what is selected is built, it is always up to date, and what can't be built fails under its name."""

import os
import stat
import unittest

import driver
from driver import IntegrationTest

ADDED = "micro_add_suite(added SOURCES added.cpp)\n"


def edit(path, old, new):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert old in text, text
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))


class Fresh(IntegrationTest):
    def test_only_what_is_selected_is_built_and_only_once(self):
        self.assert_ended(0, self.tree.build_target("all"))
        self.assertEqual(self.tree.objects(), {})

        self.assert_ended(0, self.tree.measure("micro:good"))
        objects = self.tree.objects()
        self.assertEqual(set(objects), {"good.cpp.o", "micro_main.cpp.o"})

        ran = self.tree.measure("micro:good")
        self.assert_good(ran)
        self.assertEqual(self.tree.plain(ran.err), driver.GOOD_SELECTED)
        self.assertEqual(self.tree.objects(), objects)

        self.assert_ended(0, self.tree.measure("micro:sub.other"))
        self.assertEqual(set(self.tree.objects()), {"good.cpp.o", "micro_main.cpp.o", "other.cpp.o"})


class Edited(IntegrationTest):
    def source(self, name):
        return os.path.join(self.tree.source, name)

    def test_a_changed_source_is_built_again(self):
        path = self.source("noisy.cpp")
        self.assert_ended(0, self.tree.measure("micro:noisy"))
        edit(path, "BENCHMARK(talks);", 'BENCHMARK(talks)->Name("speaks");')
        ran = self.tree.measure("micro:noisy")
        self.assert_ended(0, ran)
        self.assertIn("\n* micro:noisy.speaks\n", ran.err)
        self.assertNotIn("noisy.talks", ran.err)

    def test_a_suite_added_a_moment_ago_is_found(self):
        with open(self.source("added.cpp"), "w", encoding="utf-8") as file:
            file.write('#include "good.cpp"\n')
        with open(self.source("CMakeLists.txt"), "a", encoding="utf-8") as file:
            file.write(ADDED)
        self.addCleanup(edit, self.source("CMakeLists.txt"), ADDED, "")
        ran = self.tree.measure("micro:added")
        self.assert_ended(0, ran)
        self.assertIn("will run:\n* micro:added.add/words:10\n* micro:added.add/words:100\n", ran.err)
        self.assertIn("\n micro:added 2 2 0 0\n", self.tree.report(ran))

    def test_list_files_with_an_error(self):
        path = os.path.join(self.tree.source, "sub", "CMakeLists.txt")
        edit(path, "micro_add_suite(sub.other", "micro_add_suit(sub.other")
        self.addCleanup(edit, path, "micro_add_suit(sub.other", "micro_add_suite(sub.other")
        ran = self.tree.measure("micro:good")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        message = self.tree.plain(driver.error_message(ran.err))
        self.assertTrue(message.startswith("micro: DIR/build can't be brought up to date:\n"), message)
        self.assertIn('Unknown CMake command "micro_add_suit".', message)


class Broken(IntegrationTest):
    """Suites that do not compile."""

    def test_beside_a_good_one(self):
        ran = self.tree.measure("micro:good micro:broken micro:sub")
        self.assert_ended(8, ran)
        self.assertIn("this_is_not_declared", ran.err)
        self.assertIn("\n* micro:broken (could not be built)\n", ran.err)
        self.assertIn("micro:broken (Failed)", ran.out)
        report = self.tree.report(ran)
        self.assertIn("\ngood.add 10 avgt N T/op\n", report)
        self.assertIn("\nFAILED broken: could not be built\n", report)
        self.assertIn("\n micro:good 2 2 0 0\n>> micro:broken 1 0 0 1 <<\n micro:sub.other 1 1 0 0\n", report)
        self.assertTrue(report.endswith("TEST FAILURE\n"), report)
        (failure,) = [entry for entry in self.tree.journal("micro_good_micro_broken_micro_sub") if entry["kind"] == "failure"]
        self.assertEqual((failure["suite"], failure["stage"]), ("broken", "build"))
        self.assertIn("broken.cpp:3:", failure["message"])
        self.assertIn("this_is_not_declared", failure["message"])

    def test_the_failing_test_shows_its_compilers_output(self):
        ran = self.tree.measure("micro:good micro:broken", "", "--output-on-failure")
        self.assert_ended(8, ran)
        self.assertIn("this_is_not_declared", ran.out)

    def test_alone(self):
        ran = self.tree.measure("micro:broken")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertEqual(driver.error_message(ran.err), "micro: nothing of what is selected could be built: broken\n  hint: the words of the compiler stand above")
        self.assertIn("this_is_not_declared", ran.err.partition("CMake Error")[0])
        self.assertEqual(self.tree.runs("micro_broken"), [])

    def test_everything(self):
        ran = self.tree.measure("micro", "", "-N")
        self.assert_ended(0, ran)
        self.assertIn("* micro:broken (could not be built)\n", ran.err)
        self.assertIn("* micro:good.add/words:10\n", ran.err)
        self.assertIn("noisy.cpp.o", self.tree.objects())


class NotExecutable(IntegrationTest):
    """A program that has lost its permission, which no build notices."""

    def setUp(self):
        built = self.tree.build_target("foreign")
        self.assert_ended(0, built)
        path = self.tree.program("foreign")
        mode = stat.S_IMODE(os.stat(path).st_mode)
        self.addCleanup(os.chmod, path, mode)
        os.chmod(path, mode & 0o666)

    def test_never_listed(self):
        self.forget_listings()
        ran = self.tree.measure("micro:good micro:foreign", "", "--output-on-failure")
        self.assert_ended(8, ran)
        self.assertIn("* micro:foreign.program (could not be listed)\n", ran.err)
        self.assertIn("foreign: cannot be executed: Permission denied\n", self.tree.plain(ran.out))
        self.assertIn("\n micro:good 2 2 0 0\n>> micro:foreign.program 1 0 0 1 <<\n", self.tree.report(ran))

    def test_listed_before(self):
        path = self.tree.program("foreign")
        os.chmod(path, 0o755)
        self.assert_ended(0, self.tree.measure("micro:foreign", "", "-N"))
        os.chmod(path, 0o644)
        ran = self.tree.measure("micro:foreign")
        self.assert_ended(8, ran)
        self.assertIn("FAILED foreign.program.quick/1: 1 of 1 forks failed: cannot be started: ", ran.out)
        self.assertIn("Permission denied\n", ran.out)
        self.assertIn("\n>> micro:foreign.program 2 0 0 2 <<\n", self.tree.report(ran))

    def forget_listings(self):
        folder = os.path.join(self.tree.build, "micro")
        for name in os.listdir(folder):
            if name.startswith("listing-"):
                os.unlink(os.path.join(folder, name))


if __name__ == "__main__":
    driver.main()
