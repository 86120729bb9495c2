"""AGAINST=: what is compared with the sources of then, with another build folder, or with other flags."""

import json
import os
import re
import shutil
import unittest

import driver
from driver import IntegrationTest

SLOWER = "constexpr int rounds = 1150;"  # by 15 %
NOW = "constexpr int rounds = 1000;"


class History(IntegrationTest):
    """The repository is the folder around the project and its build folder, which git does not ignore.

    Commits, oldest first: no suite, "faster" (the project as it is), not to be configured, not to be built, "slower".
    """

    project = "history"
    settings = ("-D", "MICRO_SHADOW_KEEP=9")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.git("init", "-q", "-b", "main")
        lists = cls.read("CMakeLists.txt")
        cls.write("CMakeLists.txt", re.sub("micro_add_suite.*", "", lists))
        os.rename(cls.path("work_suite.cpp"), cls.path("../hidden"))
        cls.commit("without")
        os.rename(cls.path("../hidden"), cls.path("work_suite.cpp"))
        cls.write("CMakeLists.txt", lists)
        cls.commit("faster")
        cls.write("CMakeLists.txt", lists + 'message(FATAL_ERROR "no such day")\n')
        cls.commit("unconfigurable")
        cls.write("CMakeLists.txt", lists)
        work = cls.read("work.cpp")
        cls.write("work.cpp", work + "#error no such night\n")
        cls.commit("unbuildable")
        cls.write("work.cpp", work.replace(NOW, SLOWER))
        cls.commit("slower")

    @classmethod
    def path(cls, name):
        return os.path.join(cls.tree.source, name)

    @classmethod
    def read(cls, name):
        with open(cls.path(name), encoding="utf-8") as file:
            return file.read()

    @classmethod
    def write(cls, name, text):
        os.makedirs(os.path.dirname(cls.path(name)), exist_ok=True)
        with open(cls.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    @classmethod
    def git(cls, *words):
        identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=/dev/null", "-c", "commit.gpgSign=false")
        ran = cls.tree.run("git", *identity, *words, directory=cls.tree.top)
        assert ran.code == 0, ran
        return ran.out

    @classmethod
    def commit(cls, tag):
        cls.git("add", "source")
        cls.git("commit", "-q", "-m", tag)
        cls.git("tag", tag)

    def state(self):
        """All that may not change: files, index, references, worktrees."""
        with open(os.path.join(self.tree.top, ".git", "index"), "rb") as file:
            index = file.read()
        asked = (("status", "--porcelain", "source"), ("for-each-ref",), ("worktree", "list"), ("rev-parse", "HEAD"), ("config", "--list", "--local"))
        return [index, *(self.git("--no-optional-locks", *words) for words in asked)]

    def compare(self, against, *arguments, test="micro:io", more=""):
        before = self.state()
        ran = self.tree.ctest(*arguments, TEST=test, MICRO=f"AGAINST={against}{more}")
        self.assertEqual(self.state(), before)
        return ran

    def refused(self, against, **more):
        ran = self.compare(against, **more)
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        return driver.error_message(ran.err)

    def session(self, test_id="micro_io"):
        with open(os.path.join(self.tree.runs(test_id)[-1], "session.json"), encoding="utf-8") as file:
            return json.load(file)

    def edit(self, name, text):
        """Changes a file until the test has ended."""
        path = self.path(name)
        old = self.read(name) if os.path.exists(path) else None
        self.write(name, text)
        self.addCleanup(lambda: os.unlink(path) if old is None else self.write(name, old))

    def test_a_library_that_became_slower(self):
        ran = self.compare("faster")
        self.assert_ended(0, ran)
        short = self.git("rev-parse", "--short=7", "faster").strip()
        head = self.git("rev-parse", "--short=7", "HEAD").strip()
        heading = rf"Baseline faster \({short}, built in .*/micro/against/[0-9a-f]+/build\), contender working tree \({head}\)\. 2 benchmarks"
        self.assertRegex(ran.err, heading + r", about \d\d:\d\d:\d\d\n")
        self.assertRegex(ran.out, f"\n{heading}\nControl io.work.control: ")
        self.assertRegex(ran.out, r"\nio\.work\.read .*\+\d+\.\d % \[.*\] +slower ")
        self.assertRegex(ran.out, r"\nverdicts: 1 slower, 0 faster, [01] equal, [01] inconclusive\n")
        self.assertRegex(ran.out, r"micro:io\.work +2 +2 +0 +0\n=+\nTEST SUCCESS")
        self.assertLess(ran.out.index("micro:io.work.control"), ran.out.index("micro:io.work.read"))
        with open(self.tree.results("micro_io", "micro.txt"), encoding="utf-8") as file:
            self.assertIn(file.read(), ran.out)
        controls = [entry for entry in self.tree.journal("micro_io") if entry["kind"] == "comparison"]
        self.assertEqual([(entry.get("control", False)) for entry in controls], [True, False])

        again = self.compare("faster", "-N")
        self.assert_ended(0, again)
        self.assertNotRegex(again.err, "checking out|Building|Linking")
        self.assertIn("micro:io.work.read", again.out)

    def test_the_same_revision(self):
        ran = self.compare("HEAD")
        self.assert_ended(0, ran)
        self.assertIn("\nverdicts: 0 slower, 0 faster, ", ran.out)

    def test_a_dirty_tree_is_compared_as_it_is(self):
        self.edit("work.cpp", self.read("work.cpp").replace(SLOWER, NOW))
        ran = self.compare("HEAD", test="micro:io.work.read")
        self.assert_ended(0, ran)
        self.assertIn("contender working tree (dirty)", ran.out)
        self.assertIn("\nverdicts: 0 slower, 1 faster, ", ran.out)

    def test_a_suite_and_benchmarks_that_were_not_there(self):
        declared = self.read("CMakeLists.txt") + "micro_add_suite(io.new SOURCES more/new\\ suite.cpp LINK_LIBRARIES work)\n"
        self.edit("CMakeLists.txt", declared.replace("more/new\\ suite.cpp", '"more/new suite.cpp"'))
        self.edit("more/new suite.cpp", self.read("work_suite.cpp").replace("read", "fresh").replace("work.h", "../work.h"))
        self.edit("work_suite.cpp", self.read("work_suite.cpp") + "BENCHMARK(read)->Name(\"added\");\n")
        ran = self.compare("faster", more=";FORK=1")
        self.assert_ended(0, ran)
        self.assertIn("micro: faster ", ran.err)
        self.assertIn(" has no suite io.new, which is not compared\n", ran.err)
        self.assertNotIn("micro:io.work.added", ran.out)
        self.assertIn("\nOnly in the contender: io.work.added\n", ran.out)
        baseline = self.session()["baseline"]
        self.assertEqual(baseline["only_in_contender"], ["io.work.added", "io.new.fresh", "io.new.control"])
        self.assertEqual(baseline["contender"], "working tree (dirty)")
        message = self.refused("faster", test="micro:io.work.added")
        self.assertIn(" has none of the selected benchmarks: io.work.added\n", message)

        message = self.refused("faster", test="micro:io.new.fresh")
        self.assertRegex(message, r"^AGAINST: faster \([0-9a-f]{7}\) has no suite io\.new\n  hint: with today's benchmarks in the sources of then: ")
        command = message.rpartition("sources of then: ")[2]
        self.assertIn("AGAINST_KEEP=more/new%20suite.cpp CMakeLists.txt'", command)
        path = os.path.dirname(driver.ctest()) + os.pathsep + os.environ["PATH"]
        ran = self.tree.run("sh", "-c", command, PATH=path)
        self.assert_ended(0, ran)
        self.assertRegex(ran.out, r"\nio\.new\.fresh .* slower ")

        self.edit("more/new suite.cpp", self.read("more/new suite.cpp").replace("fresh", "fresher"))
        ran = self.compare("faster", "-N", test="micro:io.new.fresher", more=";AGAINST_KEEP=more CMakeLists.txt")
        self.assert_ended(0, ran)
        ran = self.compare("without", "-N", test="micro:io.work.read", more=";AGAINST_KEEP=work_suite.cpp CMakeLists.txt more")
        self.assert_ended(0, ran)

    def test_a_revision_without_any_suite(self):
        self.assertIn(" has no suite io.work\n  hint: with today's benchmarks", self.refused("without"))

    def test_revisions_that_can_not_be_used(self):
        message = self.refused("unconfigurable")
        self.assertRegex(message, r"^AGAINST: unconfigurable \([0-9a-f]{7}\) can't be configured:\n")
        self.assertIn("no such day", message)
        ran = self.compare("unbuildable")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertIn("no such night", ran.err)
        self.assertRegex(driver.error_message(ran.err), r"^AGAINST: unbuildable \([0-9a-f]{7}\): nothing of what is selected could be built or listed there: io.work\n")
        self.assertIn("there is no revision fastr, and no build folder of that name\n  hint: did you mean faster?", self.refused("fastr"))
        self.assertIn("HEAD~99\n  hint: HEAD is there, with 5 commits up to it", self.refused("HEAD~99"))
        self.assertIn("there is no mor in ", self.refused("faster", more=";AGAINST_KEEP=mor"))

    def test_flags(self):
        ran = self.tree.ctest(TEST="micro:io", MICRO="AGAINST_FLAGS=-O0;CXX_FLAGS=-O2;FORK=1")
        self.assert_ended(0, ran)
        (suite,) = self.session()["suites"]
        self.assertTrue(suite["flags"].endswith(" -O2"), suite)
        self.assertTrue(suite["against"][0]["flags"].endswith(" -O0"), suite)
        self.assertNotEqual(suite["against"][0]["executable"], suite["executable"])
        self.assertEqual(suite["against"][0]["working_directory"], os.path.dirname(suite["executable"]))
        self.assertIn("Baseline working tree (CXX_FLAGS=-O0, built in ", ran.err)
        self.assertRegex(ran.err, r"contender working tree \([0-9a-f]{7}, CXX_FLAGS=-O2\)")

    def test_a_build_folder_is_taken_as_it_is(self):
        other = os.path.join(self.tree.top, "other build")
        settings = ("-D", f"FIXTURE_MODULES={os.path.join(driver.given.micro, 'modules')}", "-D", f"MICRO_CMICRO={driver.given.cmicro}", "-D", "CMAKE_BUILD_TYPE=Release")
        self.assert_ended(0, self.tree.run(driver.given.cmake, "-S", self.tree.source, "-B", other, "-G", driver.given.generator, *settings))
        self.addCleanup(shutil.rmtree, other)
        message = self.refused("../other build")
        self.assertIn(f"cmake --build {other} --target bench-io.work", message)
        self.assert_ended(0, self.tree.run(driver.given.cmake, "--build", other, *self.tree.configuration(), "--target", "bench-io.work"))
        ran = self.compare(other, more=";FORK=1")
        self.assert_ended(0, ran)
        self.assertIn(f"Baseline {other} (build folder), contender working tree (", ran.err)
        self.assertTrue(self.session()["suites"][0]["against"][0]["executable"].startswith(other))
        self.assertIn("which is taken as it is: no flags reach it", self.refused(other, more=";AGAINST_FLAGS=-O1"))
        moved = other + " moved"
        os.rename(other, moved)
        self.addCleanup(os.rename, moved, other)
        self.assertIn(f"{moved} was moved or copied: its programs are those of {other}\n", self.refused(moved))

    def test_shallow_clones_and_folders_without_git(self):
        settings = ("-G", driver.given.generator, "-D", f"FIXTURE_MODULES={os.path.join(driver.given.micro, 'modules')}", "-D", f"MICRO_CMICRO={driver.given.cmicro}")
        clone = os.path.join(self.tree.top, "tmp", "clone")
        self.addCleanup(shutil.rmtree, clone)
        self.git("clone", "-q", "--depth", "1", f"file://{self.tree.top}", clone)
        self.check_refusal(clone, settings, "there is no revision HEAD~1 in this clone, which is a shallow one: older commits are missing\n  hint: git fetch --unshallow")
        shutil.rmtree(os.path.join(clone, ".git"))
        with open(os.path.join(clone, ".git"), "w", encoding="utf-8") as file:
            file.write("gitdir: /nowhere\n")  # git does not look for one further above
        self.check_refusal(clone, settings, f"HEAD~1 is no build folder, and so a git revision, but {clone}/source is in no git repository: ")

    def check_refusal(self, clone, settings, message):
        build = os.path.join(clone, "build")
        self.assert_ended(0, self.tree.run(driver.given.cmake, "-S", os.path.join(clone, "source"), "-B", build, *settings))
        configuration = ["-C", "Release"] if self.tree.is_multi_config else []
        ran = self.tree.run(driver.ctest(), *configuration, directory=build, TEST="micro:io", MICRO="AGAINST=HEAD~1")
        self.assert_ended(8, ran)
        self.assertIn(message, driver.error_message(ran.err))


if __name__ == "__main__":
    driver.main()
