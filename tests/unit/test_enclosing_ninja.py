"""Seeing an enclosing ninja in a /proc that is made up."""

import os
import shutil
import tempfile
import unittest

import ctest_fakes  # noqa: F401  (sets the path)
from micro_ctest.enclosing_ninja import goals_besides


class EnclosingNinja(unittest.TestCase):
    def setUp(self):
        self.proc = tempfile.mkdtemp(prefix="micro-proc-")
        self.addCleanup(shutil.rmtree, self.proc)
        self.build = os.path.join(self.proc, "the build")
        os.mkdir(self.build)
        self.process(30, 20, "ctest", ["ctest"])

    def process(self, number, parent, name, command, cwd=None):
        folder = os.path.join(self.proc, str(number))
        os.mkdir(folder)
        os.symlink(cwd or self.build, os.path.join(folder, "cwd"))
        for file, text in (("cmdline", "\0".join(command) + "\0"), ("stat", f"{number} ({name}) S {parent} 1 1")):
            with open(os.path.join(folder, file), "w", encoding="utf-8") as stream:
                stream.write(text)

    def goals(self, goal="test"):
        return goals_besides(goal, self.build, self.proc, 30)

    def test_goals(self):
        for command, goals in (
            (["ninja", "test"], []),
            (["ninja", "test:Release"], []),
            (["ninja", "bench/test"], []),
            (["ninja", "-C", "a", "-j3", "-f", "build-Release.ninja", "-k", "0", "--verbose", "test"], []),
            (["ninja", "test", "d"], ["d"]),
            (["ninja", "-j", "4", "test", "bench-a", "bench-b"], ["bench-a", "bench-b"]),
            (["ninja"], ["all"]),
            (["ninja", "mytest"], ["mytest"]),
        ):
            self.process(20, 1, "ninja", command)
            self.assertEqual(self.goals(), goals, command)
            shutil.rmtree(os.path.join(self.proc, "20"))

    def test_the_goal_that_has_started_ctest_is_no_other(self):
        self.process(20, 1, "ninja", ["ninja", "micro:Release", "test"])
        self.assertEqual(self.goals("micro"), ["test"])
        self.assertEqual(self.goals(), ["micro:Release"])

    def test_ninja_further_up(self):
        self.process(20, 10, "sh", ["sh", "-c", "ctest"])
        self.process(10, 1, "ninja-build", ["ninja-build", "x"])
        self.assertEqual(self.goals(), ["x"])

    def test_ninja_in_another_folder(self):
        self.process(20, 10, "ninja", ["ninja", "x"], cwd=self.proc)
        self.process(10, 1, "sh", ["sh"])
        self.assertEqual(self.goals(), [])

    def test_the_build_folder_by_another_name(self):
        self.process(20, 1, "ninja", ["ninja", "x"])
        link = os.path.join(self.proc, "link")
        os.symlink(self.build, link)
        self.assertEqual(goals_besides("test", link, self.proc, 30), ["x"])

    def test_other_programs(self):
        self.process(20, 1, "make", ["make", "x"])
        self.assertEqual(self.goals(), [])

    def test_a_system_without_proc(self):
        self.assertEqual(goals_besides("test", self.build, "/nowhere"), [])


if __name__ == "__main__":
    unittest.main()
