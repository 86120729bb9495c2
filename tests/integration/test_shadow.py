"""Flags that are given at test time reach the compiler, of the suite and of the library that it links, in a build folder of their own."""

import os
import re
import unittest

import driver
from driver import IntegrationTest

PLAIN = "tuned.work/tuning:00/fast:00/optimized:11"


class Shadow(IntegrationTest):
    settings = ("-D", "FIXTURE_HAS_LIBRARY=ON", "-D", "MICRO_SHADOW_KEEP=1", "-D", "MICRO_STABLE_LAYOUT=ON")

    @property
    def folder_of_shadows(self):
        return os.path.join(self.tree.build, "micro", "shadow")

    def shadows(self):
        names = os.listdir(self.folder_of_shadows) if os.path.isdir(self.folder_of_shadows) else []
        return {name for name in names if "." not in name}

    def selected(self, ran):
        self.assert_ended(0, ran)
        return [line[len("* micro:") :] for line in ran.err.splitlines() if line.startswith("* micro:")]

    def test_they_reach_suite_and_library_and_a_second_call_builds_nothing(self):
        flags = "CXX_FLAGS=-ffast-math -O1;DEFINITIONS=TUNING=7"
        before = self.shadows()
        ran = self.tree.measure("micro:tuned", flags)
        self.assertEqual(self.selected(ran), ["tuned.work/tuning:77/fast:11/optimized:11"])
        (key,) = self.shadows() - before
        described = "CXX_FLAGS=-ffast-math -O1; DEFINITIONS=TUNING=7"
        self.assertIn(f"Built with {described}, in {self.folder_of_shadows}/{key}\n", ran.err)
        (measured,) = [entry for entry in self.tree.journal("micro_tuned") if entry["kind"] == "benchmark"]
        self.assertTrue(measured["executable"].startswith(os.path.join(self.folder_of_shadows, key)), measured)
        self.assertIn("-ffast-math -O1", measured["flags"])
        self.assertIn("-DTUNING=7", measured["flags"])
        objects = self.objects(key)
        self.assertEqual(set(objects), {"suite.cpp.o", "tuned.cpp.o", "micro_main.cpp.o"})

        again = self.tree.measure("micro:tuned", flags)
        self.assertEqual(self.selected(again), ["tuned.work/tuning:77/fast:11/optimized:11"])
        self.assertNotIn("configuring", again.err)
        self.assertNotIn("Building", again.err)
        self.assertEqual(self.objects(key), objects)

    def test_without_flags_the_projects_own_build_is_measured(self):
        self.assertEqual(self.selected(self.tree.measure("micro:tuned")), [PLAIN])

    def test_scope_suite_leaves_the_library_as_it_is(self):
        before = self.shadows()
        ran = self.tree.measure("micro:tuned", "DEFINITIONS=TUNING=7;SCOPE=suite")
        self.assertEqual(self.selected(ran), ["tuned.work/tuning:70/fast:00/optimized:11"])
        self.assertEqual(len(self.shadows() - before), 1)
        self.assertIn("Built with DEFINITIONS=TUNING=7; SCOPE=suite, in ", ran.err)
        self.assertIn("Note: tuned has flags of its own that tuned, which is linked, is not built with", ran.out)
        ran = self.tree.measure("micro:varied@default,all", "DEFINITIONS=TUNING=7;SCOPE=suite")
        self.assert_ended(8, ran)
        self.assertIn("DEFINITIONS=TUNING=7; SCOPE=suite is for suites alone, and DEFINITIONS=TUNING=2 for all that the project compiles", ran.out)

    def test_a_library_lacks_the_flags_of_what_is_measured(self):
        ran = self.tree.measure("micro:varied@default,one")
        self.assert_ended(0, ran)
        self.assertIn("Note: varied@one has flags of its own that unrelated, which is linked, is not built with", ran.out)
        for test, more in (("micro:varied@default", ""), ("micro:varied", "PARAM=tuning=all,default")):
            ran = self.tree.measure(test, more)
            self.assert_ended(0, ran)
            self.assertNotIn("not built with", ran.out)
        self.assertIn("variants of varied: default, all\n", ran.err)

    def test_where_all_is_skipped_the_reasons_are_told(self):
        ran = self.tree.measure("micro:optional")
        self.assert_ended(0, ran)
        self.assertIn("* micro:optional (skipped: -fno-such-thing is refused by ", ran.err)
        self.assertRegex(ran.out, "\nSkipped optional: -fno-such-thing is refused by .*:\n.*no-such-thing")
        self.assertRegex(ran.out, r"micro:optional +1 +0 +0 +0 +1\n=+\nTEST SUCCESS")
        self.assertTrue(os.path.exists(self.tree.results("micro_optional", "micro.txt")))

    def test_a_flag_that_the_compiler_refuses(self):
        ran = self.tree.measure("micro:tuned", "CXX_FLAGS=-fno-such-flag")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        message = "micro: nothing of what is selected could be built with CXX_FLAGS=-fno-such-flag: tuned\n  hint: the words of the compiler stand above"
        self.assertEqual(driver.error_message(ran.err), message)
        words = [line for line in ran.err.splitlines() if "error:" in line]
        self.assertTrue(words and all("no-such-flag" in line for line in words), ran)
        self.assertLessEqual(len(words), 2)  # once for suite and library each

    def test_an_unknown_feature(self):
        ran = self.tree.measure("micro:tuned", "FEATURES=previw")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertIn("FEATURES: previw is no feature of this project\n  hint: did you mean preview?", driver.error_message(ran.err))

    def test_conf(self):
        debug = "tuned.work/tuning:00/fast:00/optimized:00"
        before = self.shadows()
        ran = self.tree.measure("micro:tuned", CONF="debug")
        self.assertEqual(self.selected(ran), [debug])
        self.assertEqual(len(self.shadows() - before), 0 if self.tree.is_multi_config else 1)
        self.assertEqual(self.selected(self.tree.measure("micro:tuned", CONF="RELEASE")), [PLAIN])
        ran = self.tree.measure("micro:tuned", CONF="debog")
        self.assert_ended(8, ran)
        self.assertRegex(driver.error_message(ran.err), "^CONF: 'debog' is no configuration of this .*\n  hint: did you mean Debug\\? there are ")
        self.assert_ended(0, self.tree.ctest("-R", "ordinary.passes", CONF="debog"))
        self.assert_ordinary("passes")

    def test_two_at_once_build_once(self):
        command = [driver.ctest(), *(["-C", "Release"] if self.tree.is_multi_config else []), "-N"]
        started = [self.tree.start(*command, TEST="micro:tuned", MICRO="DEFINITIONS=TUNING=9") for _ in range(2)]
        said = []
        for one in started:
            _, errors = one.communicate(timeout=100)
            self.assertEqual(one.returncode, 0, errors)
            self.assertIn("* micro:tuned.work/tuning:99/", errors)
            said.append(errors)
        self.assertEqual("".join(said).count("configuring a build folder"), 1)
        self.assertEqual("".join(said).count("waiting for another ctest, which is at work in the build folder for DEFINITIONS=TUNING=9"), 1)
        # With several configurations there is a folder for each.
        self.assertEqual(len(re.findall(r"tuned[.]dir/(?:Release/)?tuned[.]cpp[.]o", "".join(said))), 1)

    def test_shadows_not_used_lately_are_removed(self):
        for tuning in (1, 2):
            self.assert_ended(0, self.tree.measure("micro:tuned", f"DEFINITIONS=TUNING={tuning}", "-N"))
        self.assertEqual(len(self.shadows()), 1)

    def objects(self, key):
        found = {}
        for folder, _, files in os.walk(os.path.join(self.folder_of_shadows, key)):
            if not folder.endswith("_compiler_checks"):
                found.update({name: os.stat(os.path.join(folder, name)).st_mtime_ns for name in files if name.endswith(".o")})
        return found


if __name__ == "__main__":
    driver.main()
