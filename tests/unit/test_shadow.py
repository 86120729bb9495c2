"""Shadows: made once, found again, never half, and removed when they have not been used lately."""

import json
import os
import shutil
import tempfile
import unittest

from ctest_fakes import FakeProcesses, manifest
from micro_ctest.build_tree import BuildTree
from micro_ctest.errors import UserError
from micro_ctest.flags import Flags
from micro_ctest.locks import Users, take_lock
from micro_ctest.manifest import manifest_path
from micro_ctest.processes import Finished
from micro_ctest.shadow import Shadows

OWN = "bench/bench-a"  # where the suite's program is put, below the shadow


class ShadowsCase(unittest.TestCase):
    def setUp(self):
        self.build = tempfile.mkdtemp(prefix="micro shadow $x ")
        self.addCleanup(shutil.rmtree, self.build)
        self.cache()
        self.processes = FakeProcesses(self.answer)
        self.executable = OWN
        self.key_that_is_told = None
        self.build_type_that_is_told = None
        self.exit_code = 0

    def cache(self, keep="", more=""):
        text = f"CMAKE_GENERATOR:INTERNAL=Ninja\nCMAKE_GENERATOR_TOOLSET:INTERNAL=t\nMICRO_SHADOW_KEEP:STRING={keep}\n{more}"
        with open(os.path.join(self.build, "CMakeCache.txt"), "w", encoding="utf-8") as file:
            file.write(text)

    def answer(self, command):
        """As cmake: writes a manifest where it is to configure."""
        if "-B" not in command or self.exit_code:
            return Finished(self.exit_code, "CMake Error: no", "")
        directory = command[command.index("-B") + 1]
        with open(command[command.index("-C") + 1], encoding="utf-8") as file:
            script = file.read()
        os.makedirs(os.path.join(directory, "micro"))
        configuration = self.build_type_that_is_told or ("Debug" if "[==[Debug]==]" in script else "Release")
        a = {
            "name": "a",
            "target": "bench-a",
            "executable": os.path.join(directory, self.executable),
            "directory": directory,
            "working_directory": "",
            "launcher": [],
            "labels": [],
            "options": {},
            "compiler": "",
            "flags": "",
            "unaligned_libraries": [],
        }
        document = {
            "micro_manifest": 1,
            "source_directory": "/s",
            "build_directory": directory,
            "configuration": configuration,
            "generator": "Ninja",
            "cmicro": "/bin/cmicro",
            "cmicro_target": "",
            "defaults": {},
            "suites": [a],
            "shadow": {"key": self.key_that_is_told or os.path.basename(directory)},
        }
        with open(manifest_path(directory, configuration), "w", encoding="utf-8") as file:
            json.dump(document, file)
        return Finished(0, "", "")

    def shadows(self, user=0):
        self.said = []
        tree = BuildTree(self.build, "Release", False, "/bin/cmake", "Ninja")
        return Shadows(tree, manifest([], build_directory=self.build), self.processes, user or os.getpid(), self.said.append)

    def open(self, *options, **more):
        """Opens a shadow, and returns its key. This process is no user of it any more."""
        with self.shadows() as shadows:
            key = os.path.basename(shadows.open(Flags(compile_options=options, **more)).tree.directory)
        shutil.rmtree(os.path.join(self.folder, key + ".users"))
        return key

    @property
    def folder(self):
        return os.path.join(self.build, "micro", "shadow")

    def present(self):
        return {name for name in os.listdir(self.folder) if "." not in name}

    def age(self, key, seconds):
        os.utime(os.path.join(self.folder, key, "shadow.json"), (seconds, seconds))

    def configured(self):
        return [command for command in self.processes.commands if "-B" in command]


class Opening(ShadowsCase):
    def test_configured_once(self):
        with self.shadows() as shadows:
            shadow = shadows.open(Flags(compile_options=("-O3",)))
        directory = shadow.tree.directory
        self.assertEqual(os.path.dirname(directory), self.folder)
        self.assertEqual((shadow.manifest.suites[0].executable, shadow.tree.configuration), (os.path.join(directory, OWN), "Release"))
        initial = os.path.join(directory, "initial-cache.cmake")
        self.assertEqual(self.processes.commands, [["/bin/cmake", "-S", "/s", "-B", directory, "-G", "Ninja", "-T", "t", "-C", initial]])
        with open(initial, encoding="utf-8") as file:
            self.assertIn(f"set([==[MICRO_SHADOW_KEY]==] [==[{shadow.manifest.shadow_key}]==]", file.read())
        self.assertEqual(self.said, [f"micro: configuring a build folder for CXX_FLAGS=-O3"])

        self.processes.commands.clear()
        self.assertEqual(self.open("-O3"), os.path.basename(directory))
        self.assertEqual(self.processes.commands, [["/bin/cmake", "--build", directory, "--target", "micro-sync"]])
        self.assertEqual(self.said, [])

    def test_the_key_stands_for_what_is_built(self):
        keys = [self.open("-O3"), self.open("-O2"), self.open("-O3", cxx_standard="20"), self.open("-O3", build_type="Debug")]
        self.cache(more="WITH_X:BOOL=ON\n")
        keys.append(self.open("-O3"))
        self.cache(more="CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n")
        keys.append(self.open("-O3"))
        compiler = os.path.join(self.build, "g++")
        for time in (1, 2):
            with open(compiler, "w", encoding="utf-8"):
                os.utime(compiler, (time, time))
            self.cache(more=f"CMAKE_CXX_COMPILER:FILEPATH={compiler}\n")
            keys.append(self.open("-O3"))
        self.assertEqual(len(set(keys)), len(keys))
        self.cache(keep="9", more="CACHED:INTERNAL=x\nMICRO_DEFAULTS:STRING=FORK=1\n")
        self.assertEqual(self.open("-O3"), keys[0])

    def test_another_build_type(self):
        with self.shadows() as shadows:
            shadow = shadows.open(Flags(build_type="Debug"))
        self.assertEqual((shadow.tree.configuration, shadow.manifest.configuration), ("Debug", "Debug"))
        self.build_type_that_is_told = "Release"
        with self.assertRaisesRegex(UserError, "^CONF: the project does not let CMAKE_BUILD_TYPE be MinSizeRel\n  hint: "):
            self.open(build_type="MinSizeRel")

    def test_what_can_not_be_configured_leaves_nothing(self):
        self.exit_code = 1
        with self.assertRaisesRegex(UserError, "^micro: with CXX_FLAGS=-O3 the project can't be configured:\nCMake Error: no$"):
            self.open("-O3")
        self.assertEqual(self.present(), set())

    def test_what_was_interrupted_is_made_again(self):
        key = self.open("-O3")
        os.unlink(os.path.join(self.folder, key, "shadow.json"))
        left = os.path.join(self.folder, key, "left")
        with open(left, "w", encoding="utf-8"):
            pass
        self.assertEqual(self.open("-O3"), key)
        self.assertFalse(os.path.exists(left))
        self.assertEqual(len(self.configured()), 2)

    def test_an_interruption_leaves_nothing_that_looks_complete(self):
        self.processes = FakeProcesses(self.interrupted)
        with self.assertRaises(KeyboardInterrupt):
            self.open("-O3")
        (key,) = self.present()
        self.assertFalse(os.path.exists(os.path.join(self.folder, key, "shadow.json")))

    def interrupted(self, command):
        self.answer(command)
        raise KeyboardInterrupt

    def test_a_project_that_does_not_take_the_flags(self):
        self.key_that_is_told = "other"
        with self.assertRaisesRegex(UserError, "^micro: the project's Micro does not give flags to what is built"):
            self.open("-O3")

    def test_programs_of_the_project_are_not_replaced(self):
        self.executable = "/s/bin/bench-a"
        with self.assertRaisesRegex(UserError, "^micro: a is built as /s/bin/bench-a, where one with CXX_FLAGS=-O3 would replace it\n  hint: "):
            self.open("-O3")

    def test_folders_correspond(self):
        with self.shadows() as shadows:
            shadow = shadows.open(Flags(compile_options=("-O3",)))
        top = shadow.tree.directory
        for directory, expected in ((self.build, top), (self.build + "/bench/io", top + "/bench/io"), ("/usr", top), (self.build + "-2", top)):
            self.assertEqual(shadow.folder_like(directory, self.build), expected)

    def test_a_folder_that_can_not_be_made(self):
        os.makedirs(os.path.dirname(self.folder))
        with open(self.folder, "w", encoding="utf-8"):
            pass
        with self.assertRaisesRegex(UserError, "^micro: no build folder can be made in .*/micro/shadow: "):
            self.open("-O3")


class Removing(ShadowsCase):
    def test_those_not_used_lately(self):
        keys = [self.open(f"-O{i}") for i in range(5)]
        for i, key in enumerate(keys):
            self.age(key, 1000 - i)
        self.assertEqual(self.present(), set(keys))
        newest = self.open("-Os")
        self.assertEqual(self.present(), {*keys[:4], newest})
        self.assertEqual({name for name in os.listdir(self.folder) if name.endswith(".lock")}, {key + ".lock" for key in (*keys[:4], newest)})

    def test_as_many_as_the_project_keeps(self):
        self.cache(keep="1")
        first, second = self.open("-O1"), self.open("-O2")
        self.assertEqual((first == second, self.present()), (False, {second}))
        self.cache(keep="0")
        third = self.open("-O3")
        self.assertEqual(self.present(), {third})

    def test_never_those_of_this_call(self):
        self.cache(keep="1")
        with self.shadows() as shadows:
            opened = {os.path.basename(shadows.open(Flags(compile_options=(option,))).tree.directory) for option in ("-O1", "-O2", "-O3")}
            self.assertEqual(self.present(), opened)

    def test_never_one_that_another_process_builds_or_measures_with(self):
        self.cache(keep="0")
        built = self.open("-O1")
        lock = take_lock(os.path.join(self.folder, built + ".lock"), self.fail)
        measured = self.open("-O2")
        Users(os.path.join(self.folder, measured + ".users")).add(os.getpid())
        self.assertEqual(self.present(), {built, measured})
        third = self.open("-O3")
        self.assertEqual(self.present(), {built, measured, third})
        lock.release()
        shutil.rmtree(os.path.join(self.folder, measured + ".users"))
        last = self.open("-O4")
        self.assertEqual(self.present(), {last})

    def test_the_user_is_told(self):
        with self.shadows(user=os.getppid()) as shadows:
            shadow = shadows.open(Flags(compile_options=("-O3",)))
        self.assertEqual(os.listdir(shadow.tree.directory + ".users"), [str(os.getppid())])

    def test_what_interrupted_calls_have_left(self):
        key = self.open("-O1")
        os.unlink(os.path.join(self.folder, key, "shadow.json"))
        other = self.open("-O2")
        self.assertEqual(self.present(), {other})


if __name__ == "__main__":
    unittest.main()
