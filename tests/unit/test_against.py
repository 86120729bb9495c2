"""AGAINST= and what it means: options, names of the sides, what both sides have, and the command that keeps benchmarks."""

import os
import shutil
import subprocess
import tempfile
import unittest

from ctest_fakes import HOSTILE, FakeProcesses, listing, manifest, suite
from micro_ctest.against import Against, build_folder, given_against
from micro_ctest.baseline_revision import BaselineRevision, find_revision
from micro_ctest.baselines import Baselines
from micro_ctest.benchmarks import Failure, Skip
from micro_ctest.build_tree import BuildTree
from micro_ctest.checkout import check_out, kept_files, micro_files, overlay, tracked_and_new
from micro_ctest.compared import BaselinePlace, compared
from micro_ctest.errors import UserError
from micro_ctest.flags import Flags
from micro_ctest.forms import Form
from micro_ctest.keeping import command_with, paths_to_keep
from micro_ctest.manifest import Variant
from micro_ctest.option_table import read_option_table
from micro_ctest.options import parse_layer
from micro_ctest.processes import Finished, Processes
from micro_ctest.revision import revision_of
from micro_ctest.selected import SelectedSuite


def asked(text, flags=Flags()):
    parsed = parse_layer(text, "micro", "MICRO", read_option_table())
    assert not parsed.problems, parsed.problems
    return given_against([parsed.layer], flags)


class Options(unittest.TestCase):
    def test_nothing_is_asked(self):
        self.assertIsNone(asked("FORK=3;CXX_FLAGS=-O3"))

    def test_what_is_compared_with(self):
        self.assertEqual(asked("AGAINST=HEAD~1"), Against("HEAD~1", Flags()))
        self.assertEqual(asked("AGAINST=a%20b/%3B").what, "a b/;")
        self.assertEqual(asked("AGAINST=v1;AGAINST_KEEP=a%20b c").keep, ("a b", "c"))

    def test_the_baseline_has_the_flags_of_the_contender_but_for_those_that_are_its_own(self):
        flags = Flags(features=("lto",), compile_options=("-O3",), definitions=("X=1",), build_type="Debug")
        self.assertEqual(asked("AGAINST=HEAD", flags).flags, flags)
        own = asked("AGAINST_FLAGS=-O1 -O1;AGAINST_FEATURES=", flags).flags
        self.assertEqual(own, Flags(compile_options=("-O1", "-O1"), definitions=("X=1",), build_type="Debug"))
        self.assertEqual(asked("AGAINST_DEFINITIONS=Y Z", flags).flags.definitions, ("Y", "Z"))

    def test_the_scope_of_no_flags_is_none(self):
        flags = Flags(compile_options=("-O3",), suites_only=True)
        self.assertEqual(asked("SCOPE=suite;AGAINST_FLAGS=", flags).flags, Flags())
        self.assertEqual(asked("SCOPE=suite;AGAINST_FLAGS=-O1", flags).flags, Flags(compile_options=("-O1",), suites_only=True))

    def test_the_scope_is_that_of_the_baseline_too_where_the_contender_has_no_flags(self):
        own = asked("SCOPE=suite;AGAINST_DEFINITIONS=X=1").flags
        self.assertEqual(own, Flags(definitions=("X=1",), suites_only=True))
        self.assertFalse(asked("AGAINST_DEFINITIONS=X=1").flags.suites_only)

    def test_paths_are_kept_for_a_revision_only(self):
        for text in ("AGAINST_KEEP=a", "AGAINST_KEEP=a;AGAINST_FLAGS=-O1"):
            with self.assertRaisesRegex(UserError, "^MICRO: AGAINST_KEEP is for .*\n  hint: AGAINST=HEAD"):
                asked(text)


class Folder(unittest.TestCase):
    def setUp(self):
        self.top = os.path.realpath(tempfile.mkdtemp(prefix="micro against $x "))
        self.addCleanup(shutil.rmtree, self.top)

    def path(self, *parts):
        return os.path.join(self.top, *parts)

    def write(self, name, text=""):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()


class BuildFolders(Folder):
    def test_the_first_place_that_has_it(self):
        self.write("here/micro/manifest-.json")
        self.write("src/build [x]/micro/manifest-Release.json")
        self.write("src/both/micro/manifest-.json")
        self.write("both/micro/manifest-.json")
        os.makedirs(self.path("src/here"))
        places = (self.path(), self.path("src"))
        self.assertEqual(build_folder("here", *places), self.path("here"))
        self.assertEqual(build_folder("both", *places), self.path("both"))
        self.assertEqual(build_folder("./build [x]/", *places), self.path("src", "build [x]"))
        self.assertEqual(build_folder(self.path("here"), "/"), self.path("here"))
        self.assertEqual(build_folder("src", *places), "")


@unittest.skipUnless(shutil.which("git"), "there is no git")
class Repository(Folder):
    def setUp(self):
        super().setUp()
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.variables.update(HOME=self.top, GIT_CONFIG_NOSYSTEM="1")
        self.processes = Processes(self.variables)
        self.git("init", "-q", "-b", "main", ".")
        self.write("app/CMakeLists.txt", "one")
        self.write("app/bench/a.cpp", "old")
        self.first = self.commit()
        self.write("app/bench/a.cpp", "new")
        self.second = self.commit()

    def git(self, *words, cwd=""):
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]
        done = subprocess.run(["git", *identity, *words], cwd=self.path(cwd), env=self.variables, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode().strip()

    def commit(self, cwd=""):
        self.git("add", ".", cwd=cwd)
        self.git("commit", "-qm", "x", cwd=cwd)
        return self.git("rev-parse", "HEAD", cwd=cwd)

    def find(self, name):
        return find_revision(name, self.path("app"), self.processes)

    def check_out(self, revision):
        target = self.path("out", "source")
        os.makedirs(self.path("out"), exist_ok=True)
        check_out(revision, target, self.processes)
        return target


class Revisions(Repository):
    def test_names(self):
        self.assertEqual(self.find("HEAD~1"), BaselineRevision("HEAD~1", self.first, self.top, "app"))
        self.assertEqual(self.find("HEAD~1").described(), f"HEAD~1 ({self.first[:7]})")
        self.assertEqual(self.find(self.first[:9]).described(), self.first[:9])
        self.git("tag", "-a", "-m", "x", "v1")
        self.assertEqual(self.find("v1").commit, self.second)
        self.assertEqual(find_revision("main", self.top, self.processes).project, "")

    def refusal(self, name):
        with self.assertRaises(UserError) as caught:
            self.find(name)
        return str(caught.exception)

    def test_there_is_no_such(self):
        self.git("branch", "feature/faster")
        nothing = "and no build folder of that name\n  hint: "
        self.assertEqual(self.refusal("fastr"), f"AGAINST: there is no revision fastr, {nothing}did you mean feature/faster? there are feature/faster, main")
        self.assertEqual(self.refusal("HEAD~2"), "AGAINST: there is no revision HEAD~2\n  hint: HEAD is there, with 2 commits up to it")
        for name in ["-n", "--all", "HEAD:app", *(name for name in HOSTILE if name)]:
            self.assertIn("AGAINST: there is no revision ", self.refusal(name))

    def test_no_git(self):
        def answer(command):
            raise UserError("micro: git can't be started: No such file or directory")

        with self.assertRaisesRegex(UserError, "^AGAINST: v1 is no build folder, and so a git revision, but git can't be started: No such .*\n  hint: install git"):
            find_revision("v1", "/s", FakeProcesses(answer))

    def test_no_repository(self):
        with self.assertRaisesRegex(UserError, "but /s is in no git repository: fatal: no\n  hint: "):
            find_revision("v1", "/s", FakeProcesses(lambda _: Finished(128, "", "fatal: no\n")))


class Checkouts(Repository):
    def test_the_sources_of_then(self):
        target = self.check_out(self.find("HEAD~1"))
        self.assertEqual(self.read("out/source/app/bench/a.cpp"), "old")
        self.assertEqual(self.git("rev-parse", "HEAD", cwd="out/source"), self.first)
        self.assertEqual(self.git("worktree", "list"), f"{self.top}  {self.second[:7]} [main]")
        with open(os.path.join(target, ".git", "objects", "info", "alternates"), encoding="utf-8") as file:
            self.assertEqual(file.read(), self.path(".git", "objects") + "\n", "objects are shared")

    def test_no_hook_is_run(self):
        hook = self.path("hooks", "post-checkout")
        self.write("hooks/post-checkout", f"#!/bin/sh\ntouch '{self.path('ran')}'\n")
        os.chmod(hook, 0o755)
        self.git("config", "--global", "core.hooksPath", self.path("hooks"))
        self.check_out(self.find("HEAD~1"))
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_submodules_come_from_their_local_clones(self):
        os.makedirs(self.path("lib"))
        self.git("init", "-q", "-b", "main", ".", cwd="lib")
        self.write("lib/l.h", "one")
        self.commit("lib")
        self.git("submodule", "--quiet", "add", self.path("lib"), "app/sub mod")
        self.write(".gitignore", "lib\nout\n")
        self.commit()
        self.write("app/sub mod/l.h", "two")
        self.commit("app/sub mod")
        self.commit()
        shutil.rmtree(self.path("lib"))
        self.check_out(self.find("HEAD~1"))
        self.assertEqual(self.read("out/source/app/sub mod/l.h"), "one")
        self.assertEqual(kept_files(self.find("HEAD"), self.manifest(), ["sub mod"], self.processes)[0], ["app/sub mod/l.h"])

    def test_a_submodule_comes_from_no_other_folder(self):
        """What a stranger's .gitmodules names as the place of a clone may lead anywhere."""
        os.makedirs(self.path("lib"))
        self.git("init", "-q", "-b", "main", ".", cwd="lib")
        self.write("lib/l.h", "secret")
        self.commit("lib")
        self.git("submodule", "--quiet", "add", self.path("lib"), "app/sub")
        self.write(".gitignore", "lib\nout\n")
        self.write(".gitmodules", '[submodule "../../lib/.git"]\n\tpath = app/sub\n\turl = ext::sh -c "touch ran"\n')
        self.commit()
        shutil.rmtree(self.path(".git", "modules"))
        os.makedirs(self.path(".git", "modules"))
        shutil.rmtree(self.path("app", "sub"))
        self.check_out(self.find("HEAD"))
        self.assertFalse(os.path.exists(self.path("out", "source", "app", "sub", "l.h")))
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_programs_of_the_repository_s_settings_are_not_run(self):
        script = self.path("run.sh")
        self.write("run.sh", f"#!/bin/sh\ntouch '{self.path('ran')}'\n")
        os.chmod(script, 0o755)
        for key in ("core.fsmonitor", "core.hooksPath", "core.pager", "core.sshCommand", "diff.external", "uploadpack.packObjectsHook"):
            self.git("config", key, script)
        self.check_out(self.find("HEAD~1"))
        revision_of(self.path("app"), self.processes)
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_paths_are_no_patterns(self):
        self.write("app/bench/[ab].cpp", "x")
        self.write("app/:b", "x")
        for name in ("bench/[ab].cpp", ":b"):
            self.assertEqual(kept_files(self.find("HEAD"), self.manifest(), [name], self.processes)[0], [f"app/{name}"])
        self.assertEqual(tracked_and_new(self.top, "app/bench/[ab].cpp", self.path("build"), self.processes), ["app/bench/[ab].cpp"])

    def manifest(self):
        return manifest([], source_directory=self.path("app"), build_directory=self.path("app", "build"))

    def test_what_is_kept(self):
        self.write("app/bench/b.cpp", "untracked")
        self.write("app/build/x.o", "of the build folder")
        files, folders = kept_files(self.find("HEAD"), self.manifest(), [".", "bench/a.cpp"], self.processes)
        self.assertEqual(sorted(set(files)), ["app/CMakeLists.txt", "app/bench/a.cpp", "app/bench/b.cpp"])
        self.assertEqual(folders, ["app"])
        with self.assertRaisesRegex(UserError, "^AGAINST_KEEP: there is no bench/c.cpp in .*\n  hint: did you mean bench/"):
            kept_files(self.find("HEAD"), self.manifest(), ["bench/c.cpp"], self.processes)
        with self.assertRaisesRegex(UserError, "^AGAINST_KEEP: /tmp is not in the repository"):
            kept_files(self.find("HEAD"), self.manifest(), ["/tmp"], self.processes)

    def test_micro_in_the_repository(self):
        self.write("modules/Micro.cmake")
        self.write("app/vendored/modules/Micro.cmake")
        revision = self.find("HEAD")
        self.assertEqual(micro_files(revision, self.manifest(), self.top, self.processes)[:1], ["modules/Micro.cmake"])
        self.assertNotIn("app/CMakeLists.txt", micro_files(revision, self.manifest(), self.top, self.processes))
        self.assertEqual(micro_files(revision, self.manifest(), self.path("app", "vendored"), self.processes), ["app/vendored/modules/Micro.cmake"])
        self.assertEqual(micro_files(revision, self.manifest(), "/usr", self.processes), [])

    def test_an_overlay(self):
        for name, text in (("a/same", "x"), ("a/differs", "1"), ("gone", "1"), ("a/gone", "1"), ("a/.git", "")):
            self.write("there/" + name, text)
        for name, text in (("a/same", "x"), ("a/differs", "2"), ("a/b c/new", "3")):
            self.write("here/" + name, text)
        os.symlink("same", self.path("here", "a", "link"))
        os.utime(self.path("there/a/same"), (1, 1))
        os.utime(self.path("there/a/differs"), (1, 1))
        os.utime(self.path("here/a/differs"), (1, 1))
        overlay(self.path("here"), self.path("there"), ["a/same", "a/differs", "a/b c/new", "a/link"], ["a"])
        self.assertEqual((self.read("there/a/differs"), self.read("there/a/b c/new")), ("2", "3"))
        self.assertEqual(os.stat(self.path("there/a/same")).st_mtime, 1, "not touched")
        self.assertGreater(os.stat(self.path("there/a/differs")).st_mtime, 1, "else it would not be built anew")
        self.assertEqual(os.readlink(self.path("there/a/link")), "same")
        self.assertEqual(sorted(os.listdir(self.path("there/a"))), [".git", "b c", "differs", "link", "same"])
        self.assertTrue(os.path.exists(self.path("there/gone")), "not in the folder")


class Builds(Repository):
    def setUp(self):
        super().setUp()
        self.code = 0
        os.makedirs(self.path("app/build"))
        self.cache("")

    def cache(self, more):
        self.write("app/build/CMakeCache.txt", f"CMAKE_GENERATOR:INTERNAL=Ninja\n{more}")

    def open(self, name, keep=()):
        """The key, or None without a suite; and the folder."""
        real = self.processes

        def answer(command):
            if command[0] == "git":
                return Processes.capture(real, command, without=lambda name: name.startswith("GIT_"))
            self.configured += [command] if "-B" in command else []
            return Finished(self.code, "no\n", "")

        self.configured = []
        tree = BuildTree(self.path("app", "build"), "Release", False, "/bin/cmake", "Ninja")
        of_project = manifest([], source_directory=self.path("app"), build_directory=tree.directory)
        with Baselines(tree, of_project, FakeProcesses(answer), os.getpid(), lambda _: None, "/usr") as baselines:
            opened = baselines.open(self.find(name), keep)
        self.assertIsNone(opened.manifest)
        folder = os.path.dirname(opened.tree.directory)
        shutil.rmtree(folder + ".users")
        return folder

    def test_configured_once_from_the_folder_of_the_project(self):
        folder = self.open("HEAD~1")
        initial = os.path.join(folder, "build", "initial-cache.cmake")
        command = ["/bin/cmake", "-S", folder + "/source/app", "-B", folder + "/build", "-G", "Ninja", "-C", initial]
        self.assertEqual(self.configured, [command])
        self.assertEqual(self.open("HEAD~1"), folder)
        self.assertEqual(self.configured, [])
        self.assertEqual(self.open(self.first), folder)
        self.assertNotEqual(self.open("HEAD"), folder)

    def test_the_key_stands_for_what_is_built(self):
        folders = [self.open("HEAD"), self.open("HEAD~1"), self.open("HEAD", ["bench"])]
        self.cache("WITH_X:BOOL=ON\n")
        folders.append(self.open("HEAD"))
        self.assertEqual(len(set(folders)), 4)
        self.cache("CACHED:INTERNAL=x\n")
        self.assertEqual(self.open("HEAD"), folders[0])

    def test_what_was_found_in_the_sources_is_found_in_those_of_then(self):
        given = "//No help, variable specified on the command line.\n"
        self.cache(f"A:PATH={self.path('app/bench')}\nB:PATH={self.path('app/new')}\n{given}C:PATH={self.path('app/bench')}\nD:PATH=/usr\n")
        self.write("app/new/x")
        folder = self.open("HEAD")
        with open(os.path.join(folder, "build", "initial-cache.cmake"), encoding="utf-8") as file:
            script = file.read()
        for name, path in (("A", folder + "/source/app/bench"), ("B", self.path("app/new")), ("C", self.path("app/bench")), ("D", "/usr")):
            self.assertIn(f"set([==[{name}]==] [==[{path}]==] ", script)

    def test_what_is_kept_is_brought_up_to_date(self):
        folder = self.open("HEAD~1", ["bench"])
        for text in ("new", "newer"):
            self.write("app/bench/a.cpp", text)
            self.assertEqual(self.open("HEAD~1", ["bench"]), folder)
            with open(os.path.join(folder, "source/app/bench/a.cpp"), encoding="utf-8") as file:
                self.assertEqual(file.read(), text)

    def test_the_oldest_are_removed(self):
        self.cache("MICRO_SHADOW_KEEP:STRING=1\n")
        first = self.open("HEAD~1")
        second = self.open("HEAD")
        self.assertEqual((os.path.exists(first), os.path.exists(second)), (False, True))

    def test_what_can_not_be_configured_leaves_nothing(self):
        self.code = 1
        with self.assertRaisesRegex(UserError, r"^AGAINST: HEAD \([0-9a-f]{7}\) can't be configured:\nno\n  hint: "):
            self.open("HEAD")
        self.write("elsewhere/x")
        os.rename(self.path("app/CMakeLists.txt"), self.path("hidden"))
        self.commit()
        with self.assertRaisesRegex(UserError, r"has no app/CMakeLists.txt: the project is not there\n  hint: "):
            self.open("HEAD")
        self.assertEqual([name for name in os.listdir(self.path("app/build/micro/against")) if "." not in name], [])


class Keeping(Repository):
    def setUp(self):
        super().setUp()
        self.write("app/bench/CMakeLists.txt", 'micro_add_suite(io.other SOURCES o.cpp)\nmicro_add_suite(\n  io.new SOURCES "n w.cpp" ${CMAKE_CURRENT_SOURCE_DIR}/m.cpp a.cpp LINK_LIBRARIES x)\n')
        for name in ("n w.cpp", "m.cpp", "o.cpp"):
            self.write("app/bench/" + name)
        self.manifest = manifest([], source_directory=self.path("app"))

    def paths(self, declared="bench/CMakeLists.txt:2", name="io.new", revision="HEAD"):
        return paths_to_keep([suite(name, declared_at=declared)], self.manifest, self.find(revision), self.processes)

    def test_what_differs_of_sources_and_cmake_files(self):
        self.assertEqual(self.paths(), ["bench/n w.cpp", "bench/m.cpp", "bench/CMakeLists.txt"])
        self.assertEqual(self.paths(revision="HEAD~1"), ["bench/n w.cpp", "bench/m.cpp", "bench/a.cpp", "bench/CMakeLists.txt"])
        self.write("app/CMakeLists.txt", "two")
        self.assertEqual(self.paths()[-1], "CMakeLists.txt")
        self.assertEqual(self.paths(name="made"), ["bench", "bench/CMakeLists.txt", "CMakeLists.txt"])
        self.assertEqual(self.paths(declared=""), [])

    def test_the_command(self):
        ninja = BuildTree("/b", "Release", False, "cmake", "Ninja")
        several = BuildTree("/b", "Release", True, "cmake", "Ninja Multi-Config")
        make = BuildTree("/b", "", False, "cmake", "Unix Makefiles")
        given = {"TEST": "micro:a$", "MICRO": "AGAINST=v1", "CONF": "", "HOME": "/"}
        keep = "AGAINST_KEEP=a%20%25%3B b"
        self.assertEqual(command_with(["a %;", "b"], ninja, given), f"TEST='micro:a$' MICRO='AGAINST=v1;{keep}' ctest")
        self.assertEqual(command_with(["a %;", "b"], several, given), f"TEST='micro:a$' MICRO='AGAINST=v1;{keep}' ctest -C Release")
        self.assertEqual(command_with(["a %;", "b"], make, given), f"make test TEST='micro:a$$' MICRO='AGAINST=v1;{keep}'")
        given["MICRO"] = "AGAINST_KEEP=x;AGAINST=v1"
        self.assertEqual(command_with(["b"], ninja, given), "TEST='micro:a$' MICRO='AGAINST_KEEP=x b;AGAINST=v1' ctest")


class Sides(unittest.TestCase):
    """What both sides have, by a baseline that is made up."""

    def compare(self, selected, suites, contents, listed=None, failing=()):
        """`contents` is what the baseline's suites have, and `listed` what the contender's have; all that is selected, unless it is given."""
        self.required = []
        case = self

        class Builder:
            def build(self, wanted):
                case.required += [one.name for one in wanted]
                return {one.name: content for one in wanted for content in [contents.get(one.name)] if isinstance(content, Failure)}

        class Lister:
            def list(self, wanted):
                return {one.name: contents[one.name] for one in wanted}

        def build(wanted, flags):
            return {}, {one.name: Failure("build", "no") for one in wanted if one.name in failing}

        place = BaselinePlace({one.name: one for one in suites}, Builder(), Lister(), build)
        if listed is None:
            listed = {entry.suite.name: listing(*entry.benchmarks) for entry in selected}
        obstacle = lambda one: contents[one.name] if isinstance(contents.get(one.name), Skip) else None  # noqa: E731
        return compared(selected, listed, place, obstacle, "v1 (5a0c1de)")

    def test_benchmarks_by_their_names(self):
        names = tuple(name for name in HOSTILE if name)
        entry = SelectedSuite(suite("io"), (*names, "new"))
        then = suite("io", executable="/then/io")
        found = self.compare([entry], [then], {"io": listing("gone", *names)})
        (left,) = found.selected
        self.assertEqual(left.benchmarks, names)
        self.assertEqual([form.executable for form in left.against], ["/then/io"])
        self.assertEqual((found.only_in_baseline, found.only_in_contender, found.missing), (("io.gone",), ("io.new",), ()))

    def test_of_a_part_it_is_not_known_what_else_it_would_have_been(self):
        entry = SelectedSuite(suite("io"), ("read",))
        found = self.compare([entry], [suite("io")], {"io": listing("read", "gone", "write")}, {"io": listing("read", "write")})
        self.assertEqual((found.selected[0].benchmarks, found.only_in_baseline), (("read",), ()))

    def test_only_what_is_selected_is_built(self):
        selected = [SelectedSuite(suite("io"), ("read",)), SelectedSuite(suite("new"), ("a", "b")), SelectedSuite(suite("bad"), (), Failure("build", "x"))]
        found = self.compare(selected, [suite("other"), suite("io"), suite("bad")], {"io": listing("read")})
        self.assertEqual(self.required, ["io"])
        self.assertEqual((found.missing, found.only_in_contender), (("new",), ("new.a", "new.b")))
        self.assertEqual([entry.suite.name for entry in found.selected], ["io", "bad"])
        self.assertEqual(found.selected[1].failure, Failure("build", "x"))

    def test_a_suite_that_can_not_be_built_or_is_skipped_there(self):
        entry = SelectedSuite(suite("io"), ("read",))
        found = self.compare([entry], [suite("io")], {"io": Failure("build", "no such header")})
        self.assertEqual(found.selected, (SelectedSuite(suite("io"), (), Failure("build", "baseline v1 (5a0c1de):\nno such header")),))
        found = self.compare([entry], [suite("io")], {"io": Skip("too old")})
        self.assertEqual(found.selected, (SelectedSuite(suite("io"), (), skipped="baseline v1 (5a0c1de): too old"),))

    def test_variants_by_their_names(self):
        def with_variants(*names):
            return suite("io", variants=tuple(Variant(name, {}, f"bench-io--{name}", f"/b/{name}", (), (), (), "", "") for name in names))

        forms = tuple(Form(name, f"/now/{name}", (), "", "") for name in ("default", "on", "off", "new"))
        entry = SelectedSuite(with_variants("on", "off", "new"), ("read",), variants=forms)
        found = self.compare([entry], [with_variants("off", "on", "gone")], {"io": listing("read")}, failing=("io@off",))
        (left,) = found.selected
        self.assertEqual([form.name for form in left.variants], ["default", "on", "off"])
        self.assertEqual([(form.name, form.executable) for form in left.against], [("default", "/b/bench-io"), ("on", "/b/on")])
        self.assertEqual(left.variants[2].failure, Failure("build", "baseline v1 (5a0c1de):\nno"))
        self.assertEqual(found.only_in_contender, ("io.read@new",))

    def test_nothing_in_common(self):
        found = self.compare([SelectedSuite(suite("io"), ("new",))], [suite("io")], {"io": listing("old")})
        self.assertEqual((found.selected, found.only_in_contender, found.only_in_baseline), ((), ("io.new",), ("io.old",)))


if __name__ == "__main__":
    unittest.main()
