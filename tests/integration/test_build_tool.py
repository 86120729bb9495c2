"""The target `test` of make and ninja, in build folders and by the template for source folders."""

import os
import shutil
import signal
import unittest

import driver
from driver import QUICK, IntegrationTest

# In build folders with a `$` CMake 3.25 gives Ninja no target `test`, with or without Micro.
FOLDER = "b (d)ir ü"

# A compiler that hangs when it is told to, with a child.
LAUNCHER = """#!/bin/sh
if [ -n "$HANG_BUILD" ]; then
  sleep 900 &
  echo $$ $! > "$HANG_BUILD.new"
  mv "$HANG_BUILD.new" "$HANG_BUILD"
  wait
fi
exec "$@"
"""


def setUpModule():
    global is_make
    is_make = driver.given.generator == "Unix Makefiles"


class BuildTool(IntegrationTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = driver.AWKWARD if is_make else FOLDER
        launcher = os.path.join(driver.given.work, "launcher")
        os.makedirs(driver.given.work, exist_ok=True)
        with open(launcher, "w", encoding="utf-8") as file:
            file.write(LAUNCHER)
        os.chmod(launcher, 0o700)
        cls.settings = [f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"]
        super().setUpClass()
        built = cls.tree.build_target("bench-good", "bench-error", "bench-hang", "bench-sub.other")
        assert built.code == 0, built

    def assert_ordinary_tests_failed(self, ran):
        """The ordinary tests have run, one of them has failed, and there is not a word of Micro's."""
        self.assertNotEqual(ran.code, 0, ran)
        self.assertIn("ordinary.fails (Failed)", ran.out)
        self.assertNotIn("micro", self.tree.plain(ran.out + ran.err).lower())
        self.assert_ordinary("passes", "fails", "below")


class TargetTest(BuildTool):
    def test_a_suite(self):
        self.assert_good(self.tree.build_tool("test", TEST="micro:good", MICRO=QUICK))

    def start_tool(self, **variables):
        program = self.tree.cached("CMAKE_MAKE_PROGRAM")
        configuration = ["-f", "build-Release.ninja"] if self.tree.is_multi_config else []
        return self.tree.start(program, *configuration, "test", **variables)

    def test_killed_at_measuring(self):
        tool = self.start_tool(TEST="micro:hang", MICRO=f"{QUICK};TIMEOUT=3600s")
        self.assert_nothing_outlives(tool, self.hanging_processes(tool))
        self.assertEqual([entry["kind"] for entry in self.tree.journal("micro_hang")], ["header", "benchmark"])

    def test_stopped_at_building(self):
        """The build that ctest has started ends with whoever asked for it, and the next one goes on."""
        before = self.tree.runs("micro_good")
        hang = {"TEST": "micro:good", "MICRO": QUICK, "HANG_BUILD": os.path.join(self.tree.top, "build.pids")}
        command = [driver.ctest(), *(["-C", "Release"] if self.tree.is_multi_config else [])]
        for start, number in (
            (lambda: self.start_tool(**hang), signal.SIGKILL),
            (lambda: self.tree.start(*command, **hang), signal.SIGKILL),
            (lambda: self.start_tool(**hang), signal.SIGINT),
        ):
            os.utime(os.path.join(self.tree.source, "good.cpp"))
            starter = start()
            self.assert_nothing_outlives(starter, self.hanging_processes(starter, self.tree.top, "build.pids"), number)
        self.assertEqual(self.tree.runs("micro_good"), before)
        self.assert_good(self.tree.build_tool("test", TEST="micro:good", MICRO=QUICK))

    def test_by_cmake(self):
        tree = self.tree
        command = [driver.given.cmake, "--build", tree.build, *tree.configuration(), "--target", "test"]
        self.assert_good(tree.run(*command, TEST="micro:good", MICRO=QUICK))

    def test_a_dollar_in_a_regular_expression(self):
        dollar = "$$" if is_make else "$"
        ran = self.tree.build_tool("test", TEST=f"micro:good.words:(10{dollar}|x)", MICRO=QUICK)
        self.assert_ended(0, ran)
        self.assertIn("Test selection 'micro:good.words:(10$|x)', will run:\n* micro:good.add/words:10\n1 bench", ran.out + ran.err)

    def test_test_opts(self):
        self.assert_good(self.tree.build_tool("test", TEST="micro:good", TEST_OPTS=QUICK))

    def test_a_failure_is_an_exit_status(self):
        ran = self.tree.build_tool("test", TEST="micro:error", MICRO=QUICK)
        self.assert_ended(2 if is_make else 1, ran)
        self.assertIn("\n>> micro:error 1 0 1 0 <<\n", self.tree.report(ran))
        self.assert_ordinary()

    def test_bad_input_is_an_exit_status(self):
        ran = self.tree.build_tool("test", TEST="micro:good", MICRO="FORKS=5")
        self.assert_ended(2 if is_make else 1, ran)
        self.assertIn("MICRO: FORKS is no option", ran.out + ran.err)
        self.assert_nothing_ran(ran)

    def test_in_a_sub_directory(self):
        if is_make:
            ran = self.tree.run("make", "test", "TEST=micro", f"MICRO={QUICK}", directory=os.path.join(self.tree.build, "sub"))
        else:
            ran = self.tree.build_tool("sub/test", TEST="micro", MICRO=QUICK)
        self.assert_ended(0, ran)
        self.assertIn(" micro:sub.other 1 1 0 0\n", self.tree.report(ran))
        self.assertNotIn("micro:good", ran.out + ran.err)
        self.assert_ordinary()

    def test_without_test(self):
        self.assert_ordinary_tests_failed(self.tree.build_tool("test"))


class InSources(BuildTool):
    """templates/GNUmakefile in the root of the sources forwards to a build folder of any generator."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        shutil.copy(os.path.join(driver.given.micro, "templates", "GNUmakefile"), cls.tree.source)

    def make(self, *goals, **variables):
        configuration = {"CONFIG": "Release"} if self.tree.is_multi_config else {}
        words = [f"{name}={value}" for name, value in {"BUILD": "../build", **configuration, **variables}.items()]
        return self.tree.run("make", *goals, *words, directory=self.tree.source)

    def test_a_suite(self):
        self.assert_good(self.make("test", TEST="micro:good", MICRO=QUICK))

    def test_a_dollar_in_a_regular_expression(self):
        # As typed; written twice, as a makefile in the build folder wants it, it means the same.
        for dollar in ("$", "$$"):
            ran = self.make("test", TEST=f"micro:good.words:(10{dollar}|x)", MICRO=QUICK)
            self.assert_ended(0, ran)
            self.assertIn("will run:\n* micro:good.add/words:10\n1 bench", ran.out + ran.err)

    def test_from_the_environment(self):
        words = ["CONFIG=Release"] if self.tree.is_multi_config else []
        ran = self.tree.run(
            "make", "-j2", "test", *words, directory=self.tree.source, BUILD="../build", TEST="micro:good", MICRO=QUICK
        )
        self.assert_good(ran)

    def test_a_failure_is_an_exit_status(self):
        self.assert_ended(2, self.make("test", TEST="micro:error", MICRO=QUICK))

    def test_without_test(self):
        self.assert_ordinary_tests_failed(self.make("test"))

    def test_another_goal(self):
        self.assert_ended(0, self.make("bench-good"))

    def test_no_build_folder(self):
        ran = self.make("test", BUILD="elsewhere")
        self.assert_ended(2, ran)
        self.assertIn("make: elsewhere is no build folder\n  hint: cmake -B \"elsewhere\", or make BUILD=…", ran.err)


class BesideOtherGoals(BuildTool):
    """Inside a ninja that has more to do than `test` nothing may be built."""

    @classmethod
    def setUpClass(cls):
        if is_make:
            raise unittest.SkipTest("only two ninjas get into each other's way")
        super().setUpClass()

    def test_what_is_out_of_date_is_refused(self):
        ran = self.tree.build_tool("test", "foreign", TEST="micro:noisy", MICRO=QUICK)
        self.assert_ended(1, ran)
        self.assert_nothing_ran(ran)
        message = self.tree.plain(driver.error_message(ran.out + ran.err))
        self.assertEqual(
            message,
            "micro: ninja is at work on foreign in DIR/build, and a second one must not build there at the same time, but what is"
            " selected is not up to date\n"
            "  hint: run `ninja bench-noisy` first, or `ninja test` alone",
        )
        self.assertNotIn("noisy.cpp.o", self.tree.objects())

    def test_what_is_up_to_date_is_measured(self):
        self.assert_good(self.tree.build_tool("test", "bench-good", TEST="micro:good", MICRO=QUICK))


if __name__ == "__main__":
    driver.main()
