"""The target `micro`: all suites, built and measured, with the files and the summary of TEST=micro."""

import os
import pty
import re
import threading
import unittest

import driver
from driver import QUICK, IntegrationTest

REPORT = driver.GOOD_REPORT.replace("micro_good", "micro")


class TargetMicro(IntegrationTest):
    settings = ("-D", "FIXTURE_ONLY_GOOD=ON")

    def assert_measured(self, ran, runs):
        self.assert_ended(0, ran)
        self.assertIn(driver.GOOD_SELECTED.replace("'micro:good'", "'micro'"), self.tree.plain(ran.out + ran.err))
        # make's own last line.
        self.assertEqual(re.sub("^.*Built target micro\n", "", self.tree.report(ran), flags=re.MULTILINE), REPORT)
        self.assertEqual(len(self.tree.runs("micro")), runs)
        self.assert_ordinary()

    def test_it_builds_and_measures_and_all_does_neither(self):
        self.assert_ended(0, self.tree.build_target("all"))
        self.assertFalse(os.path.exists(self.tree.results("micro")))
        self.assertNotIn("good.cpp.o", self.tree.objects())

        # TEST= is for the target `test`.
        self.assert_measured(self.tree.build_tool("micro", MICRO=QUICK + ";RESULTS_FORMAT=text", TEST="micro:no.such"), 1)
        self.assertEqual({entry["round"] for entry in self.tree.forks("micro")}, {0})

        # By cmake, which does not hand on variables of make: the environment does.
        command = [driver.given.cmake, "--build", self.tree.build, *self.tree.configuration(), "--target", "micro"]
        self.assert_measured(self.tree.run(*command, MICRO=QUICK), 2)

        failed = self.tree.build_tool("micro", MICRO="FORKS=5")
        self.assertNotEqual(failed.code, 0)
        self.assertIn("MICRO: FORKS is no option", failed.out + failed.err)

        self.assertIn(b" %  ETA ", self.on_a_terminal(command))

    def on_a_terminal(self, command):
        """What a command prints whose controlling terminal is one of ours."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.tree.build)
            os.execvpe(command[0], command, self.tree.environment({"MICRO": QUICK, "TERM": "xterm"}))
        printed = []
        guard = threading.Timer(120, os.kill, (process, 9))
        guard.start()
        try:
            while True:
                printed.append(os.read(terminal, 65536))
        except OSError:
            pass  # the other side is closed
        self.assertEqual(os.waitpid(process, 0)[1], 0, b"".join(printed))
        guard.cancel()
        os.close(terminal)
        return b"".join(printed)


class OwnTarget(IntegrationTest):
    settings = ("-D", "FIXTURE_ONLY_GOOD=ON", "-D", "FIXTURE_OWN_MICRO=ON")

    def test_a_target_of_that_name_stays(self):
        self.assertIn("the project has a target micro of its own; TEST=micro ctest", self.tree.configured.out)
        ran = self.tree.build_target("micro")
        self.assert_ended(0, ran)
        self.assertIn("of the project", ran.out)
        self.assertFalse(os.path.exists(self.tree.results("micro")))


if __name__ == "__main__":
    driver.main()
