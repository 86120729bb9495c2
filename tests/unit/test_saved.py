"""SAVE= and AGAINST=@name: which libraries are copied, what the copies are told to load, and what is refused."""

import json
import os
import platform
import shutil
import tempfile
import unittest
from datetime import datetime, timezone

from ctest_fakes import FakeProcesses, manifest, suite
from micro_ctest.errors import UserError
from micro_ctest.manifest import DEFAULT
from micro_ctest.options import Layer
from micro_ctest.processes import Finished
from micro_ctest.revision import Revision
from micro_ctest.saved import find_saved
from micro_ctest.saving import Save, asked_save, baseline_folder, prepare_save, saved_names
from micro_ctest.cmake_cache import CacheEntry, CMakeCache
from micro_ctest.selected import SelectedSuite
from micro_ctest.shared_libraries import loaded_libraries, with_library_path

NOW = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


class Loader:
    """ldd, for programs that need libwork.so: it lies in LD_LIBRARY_PATH, else where RUNPATH says; an RPATH is stronger."""

    def __init__(self, runpath="", rpath=""):
        self.runpath = runpath
        self.rpath = rpath

    def __call__(self, command):
        assert command[0] == "env" and command[-2] == "ldd" and "LC_ALL=C" in command, command
        variables = dict(word.partition("=")[::2] for word in command[1:-2])
        folders = [self.rpath, *variables.get("LD_LIBRARY_PATH", "").split(":"), self.runpath]
        found = [os.path.join(folder, "libwork.so") for folder in folders if folder and os.path.exists(os.path.join(folder, "libwork.so"))]
        lines = ["\tlinux-vdso.so.1 (0x00007ffc)", f"\tlibwork.so => {found[0] if found else 'not found'}" + (" (0x00007f01)" if found else "")]
        if variables.get("LD_PRELOAD"):
            lines.append(f"\t{variables['LD_PRELOAD']} (0x00007f02)")
        lines.append("\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f03)")
        return Finished(0, "".join(line + "\n" for line in lines), "")


class Saving(unittest.TestCase):
    def setUp(self):
        self.top = os.path.realpath(tempfile.mkdtemp(prefix="micro saved $x "))
        self.addCleanup(shutil.rmtree, self.top)
        self.baselines = self.path("baselines")
        os.makedirs(self.path("run"))
        self.write("b/bench-io", "program")
        self.write("b/libwork.so", "then")

    def path(self, *parts):
        return os.path.join(self.top, *parts)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def save(self, loader, name="before", layers=(), **changes):
        """Prepares a baseline and puts it where the engine would."""
        changed = {"executable": self.path("b", "bench-io"), **changes}
        entry = SelectedSuite(suite("io", **changed), ("read", "write"))
        project = manifest([entry.suite], build_directory=self.path("b"), source_directory=self.path("s"))
        save = Save(name, os.path.join(self.baselines, name))
        prepare_save(save, self.path("run"), [entry], project, layers, Revision("4f2c9ab" + "0" * 33, True), NOW, "", FakeProcesses(loader))
        os.makedirs(self.baselines, exist_ok=True)
        os.rename(self.path("run", "saved"), save.folder)
        return save.folder

    def find(self, loader, name="before", caller=""):
        return find_saved(name, self.baselines, caller, FakeProcesses(loader))

    def environment(self, saved):
        return dict(word.partition("=")[::2] for word in saved.suites[0].environment)

    def change(self, **entries):
        path = os.path.join(self.baselines, "before", "saved.json")
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        document.update(entries)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)

    def test_programs_and_their_libraries_are_kept(self):
        loader = Loader(runpath=self.path("b"))
        folder = self.save(loader)
        own = os.path.join(folder, "programs", "io", DEFAULT)
        self.assertEqual(sorted(os.listdir(own)), ["bench-io", "lib"])
        saved = self.find(loader)
        self.assertEqual(saved.detail(), "4f2c9ab, dirty, saved 2026-12-01T12:00:00Z")
        self.assertEqual(saved.benchmarks, {"io": ("read", "write")})
        self.assertEqual(saved.suites[0].executable, os.path.join(own, "bench-io"))
        self.assertEqual(self.environment(saved), {"LD_LIBRARY_PATH": os.path.join(own, "lib")})
        self.assertEqual(self.environment(self.find(loader, caller="/mine")), {"LD_LIBRARY_PATH": f"{own}/lib:/mine"})

    def test_libraries_that_environment_leads_to_are_kept_too(self):
        there = [f"LD_LIBRARY_PATH={self.path('b')}:/opt/theirs"]
        for how in ({"options": {"ENVIRONMENT": there}}, {"layers": [Layer("micro", {"ENVIRONMENT": there})]}, {"layers": [Layer("project", {"ENVIRONMENT": there})]}):
            folder = self.save(Loader(), **how)
            with open(os.path.join(folder, "programs/io/default/lib/libwork.so"), encoding="utf-8") as file:
                self.assertEqual(file.read(), "then")
            # Theirs are found as they were then; ours are the copies.
            found = self.environment(self.find(Loader(), caller="/mine"))["LD_LIBRARY_PATH"]
            self.assertEqual(found, f"{folder}/programs/io/default/lib:{self.path('b')}:/opt/theirs")
            shutil.rmtree(folder)

    def test_a_suites_environment_wins_over_the_projects(self):
        self.write("other/libwork.so", "not ours")
        layers = [Layer("project", {"ENVIRONMENT": [f"LD_LIBRARY_PATH={self.path('other')}"]})]
        folder = self.save(Loader(), options={"ENVIRONMENT": [f"LD_LIBRARY_PATH={self.path('b')}"]}, layers=layers)
        self.assertTrue(os.path.exists(os.path.join(folder, "programs/io/default/lib/libwork.so")))

    def test_preloaded_libraries_of_the_project_are_kept(self):
        self.write("b/libhook.so", "hook")
        loader = Loader(runpath=self.path("b"))
        folder = self.save(loader, options={"ENVIRONMENT": [f"LD_PRELOAD={self.path('b', 'libhook.so')}", "OTHER=1"]})
        environment = self.environment(self.find(loader))
        self.assertEqual(environment["LD_PRELOAD"], os.path.join(folder, "programs/io/default/lib/libhook.so"))
        self.assertNotIn("OTHER", environment)  # it is as today's options have it, on both sides
        shutil.rmtree(folder)
        self.save(loader, options={"ENVIRONMENT": ["LD_PRELOAD=/usr/lib/libfast.so"]})
        self.assertNotIn("LD_PRELOAD", self.environment(self.find(loader)))

    def test_a_library_that_is_not_found_is_an_error(self):
        with self.assertRaisesRegex(UserError, "^micro: .*/b/bench-io needs libwork.so, which can't be found\n  hint: ENVIRONMENT=LD_LIBRARY_PATH="):
            self.save(Loader())
        self.assertFalse(os.path.exists(self.path("run", "saved")))

    def test_copies_that_would_load_todays_libraries_are_refused_when_they_are_saved(self):
        with self.assertRaisesRegex(UserError, "^SAVE: a copy of bench-io would not load its own copy of libwork.so, but .*/b/libwork.so\n  hint: .*RPATH"):
            self.save(Loader(rpath=self.path("b")))
        self.assertFalse(os.path.exists(self.path("run", "saved")))

    def test_programs_without_libraries_of_the_project(self):
        self.write("usr/libwork.so", "theirs")
        loader = Loader(runpath=self.path("usr"))
        folder = self.save(loader, options={"ENVIRONMENT": ["LD_LIBRARY_PATH=/opt/theirs"]})
        self.assertEqual(os.listdir(os.path.join(folder, "programs/io/default")), ["bench-io"])
        self.assertEqual(self.environment(self.find(loader)), {})

    def test_what_can_not_be_compared_with(self):
        loader = Loader(runpath=self.path("b"))
        with self.assertRaisesRegex(UserError, "^AGAINST: no baseline before is saved in .*\n  hint: SAVE=before saves one"):
            self.find(loader)
        self.save(loader)
        with self.assertRaisesRegex(UserError, "\n  hint: did you mean @before\\? there are @before"):
            self.find(loader, "befroe")
        for name in ("..", ".", "a/b"):
            with self.assertRaisesRegex(UserError, "no baseline"):
                self.find(loader, name)
        for entries, problem in (
            ({"micro_saved": 2}, "was made by a newer Micro"),
            ({"micro_saved": 0}, "was made by an older Micro"),
            ({"micro_saved": "x"}, "is damaged: the document: micro_saved is not a whole number"),
            ({"micro_saved": 1, "machine": "pdp11"}, f"of kind pdp11, and this one is {platform.machine()}"),
            ({"machine": platform.machine(), "files": {"../../b/bench-io": ""}}, "leads out of the folder"),
            ({"files": {"programs/gone": ""}}, "is damaged: .*No such file"),
            ({"files": {"programs/io/default/bench-io": "0"}}, "bench-io is not what was saved as before: it was changed since"),
        ):
            self.change(**entries)
            with self.assertRaisesRegex(UserError, problem):
                self.find(loader)

    def test_nothing_is_overwritten(self):
        self.save(Loader(runpath=self.path("b")))
        layers = [Layer("micro", {"SAVE": "before"})]
        with self.assertRaisesRegex(UserError, "^SAVE: there is a baseline before already, in .*, and nothing is overwritten\n  hint: .* rm -r "):
            asked_save(layers, self.baselines)
        self.assertEqual(asked_save([Layer("micro", {"SAVE": "after"})], self.baselines), Save("after", self.path("baselines", "after")))
        self.assertIsNone(asked_save([], self.baselines))

    def test_what_is_only_half_there_is_no_baseline(self):
        self.save(Loader(runpath=self.path("b")))
        self.write("baselines/.before.2026-12-01T12-00-00Z/saved.json", "{}")
        self.write("baselines/empty/other", "")
        self.assertEqual([name for name, _ in saved_names(self.baselines)], ["before"])

    def test_where_baselines_lie(self):
        cache = CMakeCache({"MICRO_BASELINE_DIR": CacheEntry("PATH", "kept")})
        self.assertEqual(baseline_folder({}, CMakeCache({}), "/b"), "/b/micro/baselines")
        self.assertEqual(baseline_folder({}, cache, "/b"), "/b/kept")
        self.assertEqual(baseline_folder({"MICRO_BASELINE_DIR": "/else where"}, cache, "/b"), "/else where")


class LoadedLibraries(unittest.TestCase):
    def loaded(self, output, code=0):
        return loaded_libraries("/b/x", ["A=1"], FakeProcesses(lambda _: Finished(code, output, "")))

    def test_programs_that_load_none(self):
        self.assertEqual(self.loaded("\tnot a dynamic executable\n", 1), {})
        self.assertEqual(self.loaded("\tstatically linked\n"), {})

    def test_ldd_that_fails(self):
        with self.assertRaisesRegex(UserError, "^micro: ldd can't tell which libraries /b/x loads: exploded\n  hint: is ldd installed"):
            self.loaded("exploded\n", 1)

    def test_names_and_paths(self):
        found = self.loaded("\tliba b.so.1 => /p/liba b.so.1 (0x1f)\n\t/p/libpre.so (0x2f)\n\tlinux-vdso.so.1 (0x3)\n")
        self.assertEqual(found, {"liba b.so.1": "/p/liba b.so.1", "libpre.so": "/p/libpre.so"})

    def test_the_path_of_libraries(self):
        self.assertEqual(with_library_path(["A=1"], "/l", ""), ("A=1", "LD_LIBRARY_PATH=/l"))
        self.assertEqual(with_library_path(["LD_LIBRARY_PATH=/x:/y"], "/l", "/mine"), ("LD_LIBRARY_PATH=/l:/x:/y",))


if __name__ == "__main__":
    unittest.main()
