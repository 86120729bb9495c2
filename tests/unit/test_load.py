"""From TEST= and MICRO= to session and tests, with a build folder that is made up."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from datetime import datetime, timezone

from ctest_fakes import CTEST, FakeProcesses
from micro_ctest.errors import UserError
from micro_ctest.load import LoadArguments, load
from micro_ctest.post import summary_command
from micro_ctest.processes import Finished

NOW = datetime(2026, 11, 30, 19, 24, 5, tzinfo=timezone.utc)
SUITES = {"io.records": "bench", "io.text": "bench", "strings": "", "bad": ""}
BENCHMARKS = {"io.records": ["get/length:10", "get/length:100", "put"], "io.text": ["read"], "strings": ["find", "so;rt"]}


class LoadCase(unittest.TestCase):
    def setUp(self):
        self.build = tempfile.mkdtemp(prefix="micro load $x ")
        self.addCleanup(shutil.rmtree, self.build)
        for folder in ("micro", "bench", "other"):
            os.mkdir(os.path.join(self.build, folder))
        self.write("CMakeCache.txt", f"CMAKE_COMMAND:INTERNAL={self.path('cmake')}\nCMAKE_GENERATOR:INTERNAL=Ninja\n")
        self.declare(SUITES)

    def path(self, *parts):
        return os.path.join(self.build, *parts)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, *parts):
        with open(self.path(*parts), encoding="utf-8") as file:
            return file.read()

    def declare(self, suites, **changes):
        self.declare_in(self.build, suites, "Release", **changes)

    def declare_in(self, build, suites, configuration, of_suites={}, **changes):
        def path(*parts):
            return os.path.join(build, *parts)

        document = {
            "micro_manifest": 1,
            "source_directory": "/s",
            "build_directory": build,
            "configuration": configuration,
            "generator": "Ninja",
            "cmicro": self.path("cmicro"),
            "cmicro_target": "",
            "defaults": {"FORK": "7"},
            "suites": [
                {
                    "name": name,
                    "target": f"bench-{name}",
                    "executable": path(f"bench-{name}"),
                    "directory": path(directory).rstrip("/"),
                    "working_directory": "",
                    "launcher": [],
                    "labels": [],
                    "options": {},
                    "compiler": "",
                    "flags": "",
                    "unaligned_libraries": [],
                    **of_suites.get(name, {}),
                }
                for name, directory in suites.items()
            ],
        }
        self.write(path("micro", f"manifest-{configuration}.json"), json.dumps({**document, **changes}))


class Load(LoadCase):
    broken = ("bench-bad",)
    build_type = ""  # another one that a shadow is configured for
    configurations = ()
    estimate = Finished(0, "2 benchmarks, 6 forks, about 00:00:01\n", "")

    def answer(self, command):
        if "-B" in command:
            return self.configure(command[command.index("-B") + 1])
        if command[0] == "git":
            return Finished(0, "4f2c9ab1c0de4f2c9ab1c0de4f2c9ab1c0de4f2c" if "rev-parse" in command else "", "")
        if command[0] == self.path("cmicro") and command[1] == "run":
            return self.estimate
        if command[0] == self.path("cmicro"):
            names = BENCHMARKS.get(os.path.basename(command[-1])[len("bench-") :].partition("--")[0])
            if names is None:
                return Finished(1, "", "crash")
            benchmarks = [{"name": n, "parameters": [p.split(":") for p in n.split("/")[1:]], "threads": 1} for n in names]
            return Finished(0, json.dumps({"micro_list": 1, "benchmarks": benchmarks}), "")
        bad = [target for target in self.broken if target in command or "micro-build-all" in command]
        if command[-1] == "-n":
            return Finished(0, "" if bad else "ninja: no work to do.", "")
        return Finished(1, "".join(f"{target}.cpp:1: error\n" for target in bad), "") if bad else Finished(0, "", "")

    def configure(self, shadow):
        os.mkdir(os.path.join(shadow, "micro"))
        self.declare_in(shadow, SUITES, "Debug" if self.build_type else "Release", shadow={"key": os.path.basename(shadow)})
        return Finished(0, "", "")

    def load(self, test, directory="", **environment):
        self.said = []
        self.processes = FakeProcesses(self.answer)
        multi = bool(self.configurations)
        arguments = LoadArguments(self.build, "Release", multi, self.path(directory), self.path("micro", "tests.cmake"), self.configurations)
        return load(arguments, {"TEST": test, **environment}, self.processes, NOW, self.said.append)

    def built(self):
        """The targets that were built, beside micro-sync, in all calls that were no dry run."""
        targets = []
        for command in self.processes.commands:
            if "--build" in command and command[-1] != "-n":
                after = command[command.index("--target") + 1 :]
                targets += after[: next((i for i, word in enumerate(after) if word.startswith("--")), len(after))]
        return [target for target in targets if target != "micro-sync"]

    def session(self, folder):
        document = json.loads(self.read(folder, "session.json"))
        return {suite["name"]: suite["benchmarks"] for suite in document["suites"]}

    def error(self, *arguments, **environment):
        with self.assertRaises(UserError) as caught:
            self.load(*arguments, **environment)
        self.assertFalse(os.path.exists(self.path("test-results")))
        self.assertFalse(os.path.exists(self.path("micro", "tests.cmake")))
        return str(caught.exception)

    def test_a_suite(self):
        folder = self.load("micro:strings", MICRO="FORK=3")
        self.assertEqual(folder, self.path("test-results", "micro_strings", "runs", "2026-11-30T19-24-05Z"))
        self.assertEqual(self.session(folder), {"strings": BENCHMARKS["strings"]})
        self.assertEqual(self.built(), ["bench-strings"])
        self.assertEqual(self.said, ["Test selection 'micro:strings', will run:", "* micro:strings.find", "* micro:strings.so;rt", "2 benchmarks, 6 forks, about 00:00:01"])
        self.assertIn([self.path("cmicro"), "run", "--session", folder, "--dry-run"], self.processes.commands)
        script = self.read("micro", "tests.cmake")
        self.assertEqual(script.count("_add_test("), 2)
        self.assertIn(f"[==[micro:strings.so;rt]==] [==[{self.path('cmicro')}]==]", script)
        self.assertIn(f"[==[{folder}]==]", script)

    def test_layers_of_the_session(self):
        document = json.loads(self.read(self.load("micro:strings", MICRO="FORK=3", TEST_OPTS="JOBS=2"), "session.json"))
        self.assertEqual(
            document["layers"],
            [
                {"layer": "micro", "values": {"FORK": "3"}},
                {"layer": "test_opts", "values": {"JOBS": "2"}},
                {"layer": "project", "values": {"FORK": "7"}},
            ],
        )

    def test_order_is_that_of_declaration_whatever_the_words(self):
        self.assertEqual(list(self.session(self.load("micro:strings micro:io"))), ["io.records", "io.text", "strings"])

    def test_words_add_up(self):
        folder = self.load("micro:strings.find micro:strings.so;rt micro:strings.find micro:io.records.put tier1")
        self.assertEqual(self.session(folder), {"io.records": ["put"], "strings": ["find", "so;rt"]})

    def test_restrictions(self):
        self.assertEqual(self.session(self.load("micro:io", MICRO="PARAM=length=10")), {"io.records": ["get/length:10"]})

    def test_a_suite_that_can_not_be_built_is_a_failing_test(self):
        folder = self.load("micro:strings micro:bad")
        document = json.loads(self.read(folder, "session.json"))
        self.assertEqual(document["suites"][1]["failure"], {"stage": "build", "message": "bench-bad.cpp:1: error"})
        self.assertIn("* micro:bad (could not be built)", self.said)
        self.assertIn("_add_test([==[micro:bad]==]", self.read("micro", "tests.cmake"))

    def test_a_suite_that_can_not_be_listed_is_a_failing_test(self):
        self.broken = ()
        folder = self.load("micro:bad")
        document = json.loads(self.read(folder, "session.json"))
        self.assertEqual(document["suites"][0]["failure"], {"stage": "list", "message": "crash"})
        self.assertIn("* micro:bad (could not be listed)", self.said)

    def test_nothing_could_be_built(self):
        self.assertEqual(self.error("micro:bad"), "micro: nothing of what is selected could be built: bad\n  hint: the words of the compiler stand above")
        self.assertEqual(self.said, ["bench-bad.cpp:1: error"])

    def test_rule_5_says_that_it_builds_all(self):
        self.broken = ()
        BENCHMARKS["bad"] = ["x"]
        self.addCleanup(BENCHMARKS.pop, "bad")
        self.assertEqual(self.session(self.load("micro:fin")), {"strings": ["find"]})
        self.assertEqual(self.said[0], "micro:fin names no suite: all suites are built, to look for it in the names of their benchmarks")
        self.assertEqual(self.built(), ["micro-build-all"])
        self.load("micro:bad micro:fin")
        self.assertEqual(self.built(), ["bench-bad", "bench-io.records", "bench-io.text", "bench-strings"])

    def test_nothing_found(self):
        message = self.error("micro:strngs")
        self.assertEqual(
            self.said[:2],
            [
                "micro:strngs names no suite: all suites are built, to look for it in the names of their benchmarks",
                "  hint: did you mean micro:strings?",
            ],
        )
        self.assertTrue(message.startswith("TEST: micro:strngs is neither a suite nor found"), message)
        self.assertTrue(message.endswith("hint: did you mean micro:strings?"), message)

    def test_one_word_that_finds_nothing_stops_all(self):
        self.assertIn("TEST: micro:strngs ", self.error("micro:io micro:strngs"))

    def test_an_unknown_variant_builds_no_more_than_the_suite(self):
        self.assertIn("asks for the variant of, which there is not", self.error("micro:strings@of"))
        self.assertEqual(self.built(), [])

    def test_all_problems_of_all_options_before_anything_is_started(self):
        message = self.error("micro:strings", MICRO="FORK=0;X=1", TEST_OPTS="JOBS=x")
        self.assertEqual(message.count("\n  hint: "), 3)
        self.assertEqual(self.processes.commands, [])

    def test_no_word_of_ours(self):
        self.assertIn("TEST: 'tier1' asks for no benchmark", self.error("tier1"))

    def test_remarks(self):
        self.load("micro:strings", MICRO="VM_OPTIONS=-v")
        self.assertEqual(self.said[0], "MICRO: VM_OPTIONS means RUN_ARGS here")
        self.assertIn("--run-args=-v", next(command for command in self.processes.commands if command[1:2] == ["list"]))

    def test_the_revision_of_the_sources(self):
        session = json.loads(self.read(self.load("micro:strings"), "session.json"))
        self.assertEqual((session["revision"][:7], session["dirty"]), ("4f2c9ab", False))
        self.assertIn("/s", next(command for command in self.processes.commands if command[0] == "git"))

    def test_sub_directory(self):
        self.assertEqual(self.session(self.load("micro", "bench")), {"io.records": BENCHMARKS["io.records"], "io.text": ["read"]})
        self.assertEqual(self.built(), ["bench-io.records", "bench-io.text"])

    def test_a_folder_outside_does_not_restrict(self):
        self.assertEqual(list(self.session(self.load("micro:strings", "/usr"))), ["strings"])

    def test_a_suite_elsewhere(self):
        message = self.error("micro:strings", "bench")
        self.assertIn(f"hint: strings is declared in {self.build}, and only suites in {self.path('bench')} and below", message)

    def test_no_suite_in_a_sub_directory(self):
        self.assertRegex(self.error("micro", "other"), "^TEST: no suite is declared in .*/other or below\n  hint: run it in ")

    def test_no_suite_at_all(self):
        self.declare({})
        self.assertIn("TEST: this project declares no suite", self.error("micro"))

    def test_jobs(self):
        def jobs(**environment):
            self.load("micro:strings", **environment)
            (command,) = (c for c in self.processes.commands if "--parallel" in c)
            return command[command.index("--parallel") + 1]

        self.assertEqual(jobs(MICRO="JOBS=3", TEST_OPTS="JOBS=4", CMAKE_BUILD_PARALLEL_LEVEL="6"), "3")
        self.assertEqual(jobs(TEST_OPTS="JOBS=4", CMAKE_BUILD_PARALLEL_LEVEL="6"), "4")
        self.assertEqual(jobs(CMAKE_BUILD_PARALLEL_LEVEL="6"), "6")
        for level in ("", "0", "x"):
            self.assertEqual(jobs(CMAKE_BUILD_PARALLEL_LEVEL=level), str(os.cpu_count()))
        self.declare(SUITES, defaults={"JOBS": "5"})
        self.assertEqual(jobs(CMAKE_BUILD_PARALLEL_LEVEL="6"), "5")

    def test_what_is_known_to_be_impossible_is_refused_before_building(self):
        self.declare(SUITES, cxx_standards=["17", "20"], compiler="GNU 12.2.0")
        self.assertEqual(
            self.error("micro:strings", MICRO="CXX_STANDARD=26"),
            "CXX_STANDARD: 26 is not known to GNU 12.2.0, or not to CMake for it\n  hint: known are 17, 20",
        )
        self.assertEqual(self.built(), [])
        self.assertIn("AFFINITY=0,987: processor 987 is not among those", self.error("micro:strings", TEST_OPTS="AFFINITY=0,987"))
        self.assertEqual(self.built(), [])
        self.load("micro:strings", MICRO="AFFINITY=auto;CXX_STANDARD=20")

    def test_a_session_that_the_engine_refuses_ends_the_load(self):
        self.estimate = Finished(2, "", "MICRO: no\n")
        with self.assertRaises(UserError) as caught:
            self.load("micro:strings")
        self.assertEqual(str(caught.exception), "MICRO: no")
        self.assertFalse(os.path.exists(self.path("test-results")))
        for estimate, message in (
            (Finished(2, "", "cmicro: BASELINE: no variant\n  hint: x\n"), "BASELINE: no variant\n  hint: x"),
            (Finished(127, "", "no libfmt.so\n"), f"micro: {self.path('cmicro')} can't run the session: no libfmt.so"),
            (Finished(-9, "", ""), f"micro: {self.path('cmicro')} can't run the session: exit code -9"),
        ):
            self.estimate = estimate
            with self.assertRaises(UserError) as caught:
                self.load("micro:strings")
            self.assertEqual(str(caught.exception), message)
        self.assertFalse(os.path.exists(self.path("micro", "tests.cmake")))

    def test_a_slip_in_a_benchmark_of_a_named_suite_builds_only_that(self):
        error = self.error("micro:strings.fnd")
        self.assertIn("TEST: micro:strings.fnd is found in no benchmark of strings\n  hint: did you mean micro:strings.find", error)
        self.assertEqual(self.built(), ["bench-strings"])

    def test_words_that_are_nobodys_are_named(self):
        self.load("micro:strings io.records jtreg:tier1")
        self.assertEqual(
            self.said[0], "TEST: 'io.records' is no word for Micro (they begin with micro:) and selects nothing; a blank in a word is %20"
        )
        self.assertNotIn("jtreg", " ".join(self.said[:2]))

    def test_the_manifest_is_read_after_the_build_system_is_up_to_date(self):
        os.unlink(self.path("micro", "manifest-Release.json"))
        answer = self.answer

        def configuring(command):
            if "micro-sync" in command:
                self.declare(SUITES)
            return answer(command)

        self.answer = configuring
        self.assertEqual(list(self.session(self.load("micro:strings"))), ["strings"])

    def shadow(self):
        """The shadow that there is."""
        (name,) = (name for name in os.listdir(self.path("micro", "shadow")) if "." not in name)
        return self.path("micro", "shadow", name)

    def test_flags_at_test_time_are_for_a_shadow(self):
        self.declare(SUITES, cmicro_target="engine")
        folder = self.load("micro:strings", MICRO="CXX_FLAGS=-O3 -g", TEST_OPTS="DEFINITIONS=X=1")
        session = json.loads(self.read(folder, "session.json"))
        self.assertEqual(folder, self.path("test-results", "micro_strings", "runs", "2026-11-30T19-24-05Z"))
        self.assertEqual(session["build_directory"], self.build)
        self.assertEqual(session["suites"][0]["executable"], os.path.join(self.shadow(), "bench-strings"))
        self.assertEqual(session["layers"][2], {"layer": "project", "values": {"FORK": "7"}})
        builds = [(c[c.index("--build") + 1], c[c.index("--target") + 1]) for c in self.processes.commands if "--build" in c]
        self.assertEqual(builds, [(self.build, "micro-sync"), (self.build, "engine"), (self.shadow(), "bench-strings")])
        self.assertEqual(
            self.said[:2],
            [
                "micro: configuring a build folder for CXX_FLAGS=-O3 -g; DEFINITIONS=X=1",
                f"Built with CXX_FLAGS=-O3 -g; DEFINITIONS=X=1, in {self.shadow()}",
            ],
        )
        self.load("micro", "bench", MICRO="CXX_FLAGS=-O3 -g;DEFINITIONS=X=1")
        self.assertEqual(self.built(), ["engine", "bench-io.records", "bench-io.text"])

    def test_nothing_could_be_built_with_the_flags(self):
        message = self.error("micro:bad", MICRO="CXX_FLAGS=-fno-such")
        self.assertEqual(
            message, "micro: nothing of what is selected could be built with CXX_FLAGS=-fno-such: bad\n  hint: the words of the compiler stand above"
        )

    def test_features_are_checked_before_anything_is_configured(self):
        features = [{"name": "lto", "description": "", "supported": False, "reason": "no plugin", "declared_at": ""}]
        self.declare(SUITES, features=features)
        for name, beginning in (("lot", "FEATURES: lot is no feature of this project\n  hint: did you mean lto?"), ("lto", "FEATURES: lto is not supported here: no plugin")):
            self.assertTrue(self.error("micro:strings", MICRO=f"FEATURES={name}").startswith(beginning))
        self.assertFalse(os.path.exists(self.path("micro", "shadow")))

    def test_conf_is_a_shadow_where_there_is_one_configuration(self):
        self.build_type = "Debug"
        session = json.loads(self.read(self.load("micro:strings", CONF="debug"), "session.json"))
        self.assertEqual((session["configuration"], session["build_directory"]), ("Debug", self.build))
        self.assertEqual(session["suites"][0]["executable"], os.path.join(self.shadow(), "bench-strings"))
        self.load("micro:strings", CONF="RELEASE")
        self.assertNotIn("Built with", "".join(self.said))
        self.assertIn("CONF: 'x' is no configuration of this project", self.error_after_runs("micro:strings", CONF="x"))

    def test_conf_is_a_configuration_where_there_are_several(self):
        self.configurations = ("Debug", "Release")
        self.declare_in(self.build, SUITES, "Debug")
        session = json.loads(self.read(self.load("micro:strings", CONF="debug"), "session.json"))
        self.assertEqual(session["configuration"], "Debug")
        self.assertTrue(all("Debug" == c[c.index("--config") + 1] for c in self.processes.commands if "--build" in c))
        self.assertFalse(os.path.exists(self.path("micro", "shadow")))

    def unsupported(self, outcome, reason):
        self.declare(SUITES, of_suites={"bad": {"unsupported": {"feature": "lto", "outcome": outcome, "reason": reason}}})

    def test_a_suite_that_is_not_supported_is_a_failing_test_and_not_built(self):
        self.unsupported("failed", "g++ refused -flto:\n  it's <no> plugin")
        folder = self.load("micro:bad micro:strings")
        suites = json.loads(self.read(folder, "session.json"))["suites"]
        self.assertEqual(suites[1]["failure"], {"stage": "configure", "message": "g++ refused -flto:\n  it's <no> plugin"})
        self.assertIn("* micro:bad (can't be built here)", self.said)
        self.assertEqual(self.built(), ["bench-strings"])
        self.assertIn("_add_test([==[micro:bad]==] [==[" + self.path("cmicro"), self.read("micro", "tests.cmake"))
        self.load("micro")
        self.assertEqual(self.built(), ["micro-build-all"])
        self.load("micro:bad")  # alone: a test, not an error

    def test_a_suite_that_is_not_supported_but_need_not_be_is_skipped(self):
        self.unsupported("skipped", "g++ refused -flto:\n  it's <no> plugin")
        suites = json.loads(self.read(self.load("micro:bad micro:strings"), "session.json"))["suites"]
        self.assertEqual((suites[1]["skipped"], suites[1]["benchmarks"]), ("g++ refused -flto:\n  it's <no> plugin", []))
        self.assertIn("* micro:bad (skipped: g++ refused -flto:)", self.said)
        self.assertIn("--suite=bad]==])", self.read("micro", "tests.cmake"))

    def test_only_skipped_suites_are_not_estimated(self):
        self.unsupported("skipped", "")
        self.declare(SUITES, of_suites={"bad": {"unsupported": {"feature": "lto", "outcome": "skipped", "reason": ""}}}, cmicro_target="cmicro")
        self.load("micro:bad")
        self.assertEqual(self.said[-1], "* micro:bad (skipped: the compiler does not support the feature lto)")
        self.assertEqual(self.built(), ["cmicro"])  # which reports that
        self.assertEqual(self.read("micro", "tests.cmake").count("_add_test"), 1)

    def test_cross_compiled_without_an_emulator(self):
        self.write("CMakeCache.txt", self.read("CMakeCache.txt") + "".join(f"CMAKE_CACHE_{p}_VERSION:INTERNAL=3\n" for p in ("MAJOR", "MINOR", "PATCH")))
        os.makedirs(self.path("CMakeFiles", "3.3.3"))
        system = 'set(CMAKE_SYSTEM_NAME "Linux")\nset(CMAKE_SYSTEM_PROCESSOR "aarch64")\nset(CMAKE_CROSSCOMPILING "{}")\n'
        self.write("CMakeFiles/3.3.3/CMakeSystem.cmake", system.format("FALSE"))
        self.assertEqual(self.session(self.load("micro:strings")), {"strings": BENCHMARKS["strings"]})
        self.write("CMakeFiles/3.3.3/CMakeSystem.cmake", system.format("TRUE"))
        self.declare(SUITES, of_suites={"io.text": {"launcher": ["qemu"]}, "io.records": {"options": {"LAUNCHER": ["ssh", "board"]}}})
        suites = json.loads(self.read(self.load("micro:io micro:strings"), "session.json"))["suites"]
        self.assertEqual([suite["name"] for suite in suites if "skipped" not in suite], ["io.records", "io.text"])
        self.assertRegex(suites[2]["skipped"], "^strings is compiled for Linux aarch64, which this machine is not, .*no emulator\n  hint: CMAKE_CROSS")
        self.assertEqual(self.built(), ["bench-io.records", "bench-io.text"])
        listed = {command[-1]: command for command in self.processes.commands if command[1:2] == ["list"]}
        self.assertIn("--launcher=board", listed[self.path("bench-io.records")])

    def declare_variants(self, **changes):
        variants = [
            self.variant("off", environment=["MODE=off"]),
            self.variant("detail", environment=["MODE=a=b\nc"], run_args=["-v"], launcher=["taskset", "1"], axes={"mode": "detail"}),
            self.variant("lto", target="bench-strings--lto", executable=self.path("bench-strings--lto")),
            self.variant("O3", executable="", shadow={"compile_options": ["-O3"]}),
        ]
        of = {"strings": {"variants": variants, **changes}, "io.text": {"variants": [self.variant("off", target="bench-io.text")]}}
        self.declare(SUITES, of_suites=of)

    def variant(self, name, **changes):
        fields = {"target": "bench-strings", "executable": self.path("bench-strings"), "launcher": [], "environment": [], "run_args": []}
        return {"name": name, **fields, "compiler": "GNU", "flags": "-g", **changes}

    def variants(self, folder):
        suites = json.loads(self.read(folder, "session.json"))["suites"]
        return {suite["name"]: {form["name"]: form for form in suite["variants"]} for suite in suites if "variants" in suite}

    def test_all_variants_are_run(self):
        self.declare_variants()
        forms = self.variants(self.load("micro:strings"))["strings"]
        self.assertEqual(list(forms), ["default", "off", "detail", "lto", "O3"])
        executables = [self.path("bench-strings")] * 3 + [self.path("bench-strings--lto"), os.path.join(self.shadow(), "bench-strings")]
        self.assertEqual([form["executable"] for form in forms.values()], executables)
        self.assertEqual(
            forms["detail"],
            {
                "name": "detail",
                "axes": {"mode": "detail"},
                "executable": self.path("bench-strings"),
                "launcher": ["taskset", "1"],
                "working_directory": "",
                "compiler": "GNU",
                "flags": "-g",
                "environment": ["MODE=a=b\nc"],
                "run_args": ["-v"],
            },
        )
        self.assertEqual(self.built(), ["bench-strings", "bench-strings--lto", "bench-strings"])
        self.assertIn("  variants of strings: default, off, detail, lto, O3", self.said)
        self.assertEqual(self.read("micro", "tests.cmake").count("_add_test"), 2)

    def test_suites_without_variants_are_as_they_were(self):
        self.assertEqual(self.variants(self.load("micro:strings")), {})

    def test_variants_are_chosen(self):
        self.declare_variants()
        for test, expected, built in (
            ("micro:strings@off", {"strings": ["off"]}, ["bench-strings"]),
            ("micro:strings@detail,default", {"strings": ["default", "detail"]}, ["bench-strings"]),
            ("micro:strings@lto", {"strings": ["lto"]}, ["bench-strings--lto"]),
            ("micro:strings@lto micro:strings.find@off", {"strings": ["off", "lto"]}, ["bench-strings", "bench-strings--lto"]),
            ("micro:strings@off micro:strings", {"strings": ["default", "off", "detail", "lto", "O3"]}, ["bench-strings", "bench-strings--lto", "bench-strings"]),
            ("micro:@off", {"strings": ["off"], "io.text": ["off"]}, ["bench-io.text", "bench-strings"]),
            ("micro:io@off", {"io.text": ["off"]}, ["bench-io.text"]),
            ("micro:fin@off", {"strings": ["off"]}, ["bench-io.text", "bench-strings"]),
        ):
            forms = self.variants(self.load(test))
            self.assertEqual({name: list(of) for name, of in forms.items()}, expected, test)
            self.assertEqual(self.built(), built, test)

    def test_what_is_found_anywhere_has_the_variant(self):
        self.declare_variants()
        self.assertIn("TEST: micro:put@off is neither a suite nor found", self.error("micro:io.records micro:put@off"))

    def test_variants_that_there_are_not(self):
        self.declare_variants()
        for test, message in (
            ("micro:strings@ditail", "the variant ditail, which there is not\n  hint: did you mean detail? variants are default, off, detail, lto, O3"),
            ("micro:io@detail", "the variant detail, which io.records, io.text do not have\n  hint: did you mean default? variants are default, off"),
            ("micro:io.text@off,detail", "the variant detail, which io.text does not have\n"),
        ):
            self.assertIn(f"TEST: {test} asks for {message}", self.error(test))
            self.assertEqual(self.built(), [])

    def test_a_variant_that_can_not_be_built_is_a_failing_test(self):
        self.broken = ("bench-strings--lto",)
        self.declare_variants()
        forms = self.variants(self.load("micro:strings"))["strings"]
        self.assertEqual(forms["lto"]["failure"], {"stage": "build", "message": "bench-strings--lto.cpp:1: error"})
        self.assertEqual([name for name, form in forms.items() if "failure" in form], ["lto"])
        self.assertIn("  variants of strings: default, off, detail, lto (could not be built), O3", self.said)
        script = self.read("micro", "tests.cmake")
        self.assertEqual(script.count("_add_test"), 3)
        self.assertIn("_add_test([==[micro:strings@lto]==] [==[/bin/sh]==]", script)
        self.assertIn("exit 1", script)

    def test_variants_whose_shadow_can_not_be_made_or_lacks_the_suite(self):
        self.declare_variants()
        self.configure = lambda shadow: Finished(1, "CMake Error: -O3?", "")
        failure = self.variants(self.load("micro:strings"))["strings"]["O3"]["failure"]
        self.assertEqual(failure, {"stage": "build", "message": "micro: with CXX_FLAGS=-O3 the project can't be configured:\nCMake Error: -O3?"})
        suites = SUITES.copy()
        del suites["strings"]

        def without(shadow):
            os.mkdir(os.path.join(shadow, "micro"))
            self.declare_in(shadow, suites, "Release", shadow={"key": os.path.basename(shadow)})
            return Finished(0, "", "")

        self.configure = without
        failure = self.variants(self.load("micro:strings"))["strings"]["O3"]["failure"]
        self.assertEqual(failure["message"], "with CXX_FLAGS=-O3 the project has no suite strings")

    def test_unsupported_variants(self):
        def declare(outcome):
            unsupported = {"feature": "lto", "outcome": outcome, "reason": "no plugin\nat all"}
            self.declare_variants(variants=[self.variant("lto", target="", executable="", unsupported=unsupported), self.variant("off")])

        declare("failed")
        forms = self.variants(self.load("micro:strings"))["strings"]
        self.assertEqual(forms["lto"]["failure"], {"stage": "configure", "message": "no plugin\nat all"})
        self.assertIn("  variants of strings: default, lto (can't be built here), off", self.said)
        declare("skipped")
        forms = self.variants(self.load("micro:strings"))["strings"]
        self.assertEqual([(name, form.get("skipped")) for name, form in forms.items()], [("default", None), ("lto", "no plugin\nat all"), ("off", None)])
        self.assertIn("  variants of strings: default, lto (skipped: no plugin), off", self.said)
        self.assertIn("exit 77", self.read("micro", "tests.cmake"))
        suite = json.loads(self.read(self.load("micro:strings@lto"), "session.json"))["suites"][0]
        self.assertEqual((suite["skipped"], suite["benchmarks"]), ("variant lto: no plugin\nat all", []))

    def test_variants_with_flags_at_test_time(self):
        self.declare_variants()
        of = {"strings": {"variants": [self.variant("off"), self.variant("O3", executable="", shadow={"compile_options": ["-O3"]})]}}

        def configure(shadow):
            os.mkdir(os.path.join(shadow, "micro"))
            self.declare_in(shadow, SUITES, "Release", of_suites=of, shadow={"key": os.path.basename(shadow)})
            return Finished(0, "", "")

        self.configure = configure
        forms = self.variants(self.load("micro:strings@O3", MICRO="CXX_FLAGS=-g"))["strings"]
        self.assertTrue(any(line.endswith("for CXX_FLAGS=-O3 -g") for line in self.said), self.said)
        self.assertEqual(list(forms), ["O3"])

    def test_flags_for_suites_alone_and_variants_of_all_that_the_project_compiles(self):
        of = {"strings": {"variants": [self.variant("off"), self.variant("O3", executable="", shadow={"compile_options": ["-O3"]})]}}

        def configure(shadow):
            os.mkdir(os.path.join(shadow, "micro"))
            self.declare_in(shadow, SUITES, "Release", of_suites=of, shadow={"key": os.path.basename(shadow)})
            self.scope = self.read(shadow, "initial-cache.cmake").partition("MICRO_SHADOW_SCOPE]==] [==[")[2].partition("]")[0]
            return Finished(0, "", "")

        self.configure = configure
        forms = self.variants(self.load("micro:strings", MICRO="CXX_FLAGS=-g;SCOPE=suite"))["strings"]
        self.assertEqual(self.scope, "suite")
        self.assertEqual([name for name, form in forms.items() if "failure" in form], ["O3"])
        self.assertEqual(
            forms["O3"]["failure"]["message"],
            "CXX_FLAGS=-g; SCOPE=suite is for suites alone, and CXX_FLAGS=-O3 for all that the project compiles: one build can't have both\n"
            "  hint: SCOPE=project, or leave such variants out: TEST=micro:…@default",
        )
        self.load("micro:strings@off", MICRO="CXX_FLAGS=-g")
        self.assertEqual(self.scope, "project")

    def test_libraries_lack_flags_of_what_is_measured(self):
        shadow_variant = self.variant("O3", executable="", shadow={"compile_options": ["-O3"]})
        variants = [self.variant("off"), self.variant("lto", unflagged_libraries=["a", "b"]), shadow_variant]
        self.declare_variants(unflagged_libraries=["a"], variants=variants)

        def configure(shadow):
            os.mkdir(os.path.join(shadow, "micro"))
            self.declare_in(shadow, SUITES, "Release", of_suites={"strings": {"unflagged_libraries": ["c"]}}, shadow={"key": os.path.basename(shadow)})
            return Finished(0, "", "")

        self.configure = configure
        forms = self.variants(self.load("micro:strings"))["strings"]
        lacking = {name: form.get("unflagged_libraries", []) for name, form in forms.items()}
        self.assertEqual(lacking, {"default": ["a"], "off": [], "lto": ["a", "b"], "O3": ["c"]})

    def test_what_is_no_measurement(self):
        self.declare_variants(not_a_measurement=True, features=["asan"], variants=[self.variant("ubsan", features=["ubsan"], not_a_measurement=True)])
        folder = self.load("micro:strings")
        suite = json.loads(self.read(folder, "session.json"))["suites"][0]
        forms = self.variants(folder)["strings"]
        self.assertEqual([(of["features"], of["not_a_measurement"]) for of in (suite, *forms.values())], [(["asan"], True), (["asan"], True), (["ubsan"], True)])

    def test_a_preload_that_is_not_there(self):
        self.declare_variants(variants=[self.variant("jemalloc", environment=["LD_PRELOAD=/no/x.so"], preload=["/no/x.so"])])
        self.assertTrue(self.error("micro:strings").startswith("micro: strings@jemalloc is run with LD_PRELOAD=/no/x.so, which is no file\n  hint: install it, or leave"))
        error = self.error("micro:strings@default", MICRO="ENVIRONMENT=LD_PRELOAD=/no/y.so")
        self.assertEqual(error, "micro: strings is run with LD_PRELOAD=/no/y.so, which is no file\n  hint: install it, or take it from ENVIRONMENT")
        self.assertEqual(list(self.variants(self.load("micro:strings@default"))["strings"]), ["default"])

    def error_after_runs(self, *arguments, **environment):
        with self.assertRaises(UserError) as caught:
            self.load(*arguments, **environment)
        return str(caught.exception)


class Main(LoadCase):
    """main.py as it is called, with programs that are shell scripts."""

    def script(self, name, text):
        self.write(name, "#!/bin/sh\n" + text)
        os.chmod(self.path(name), stat.S_IRWXU)

    def run_main(self, *arguments, **environment):
        command = [sys.executable, "-I", "-X", "utf8=0", os.path.join(CTEST, "main.py"), *arguments]
        environment["PATH"] = os.environ["PATH"]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")

    def load(self, **environment):
        arguments = ["--build-directory", self.build, "--configuration", "Release", "--multi-config", "0", "--configurations", ""]
        return self.run_main("load", *arguments, "--directory", self.build, "--tests-file", self.path("tests.cmake"), **environment)

    def test_success_is_one_line_on_stdout(self):
        self.script("cmake", 'echo "compiling $TEST"; echo warning >&2')
        listing = '{"micro_list": 1, "benchmarks": [{"name": "grün", "parameters": [], "threads": 1}]}'
        self.script("cmicro", f"""if test $1 = run; then echo soon; else echo '{listing}'; fi""")
        code, out, err = self.load(TEST="micro:strings", LC_ALL="C")
        self.assertEqual((code, out.count("\n")), (0, 1), err)
        self.assertTrue(os.path.exists(os.path.join(out.strip(), "session.json")))
        self.assertEqual(err, "compiling \nwarning\nTest selection 'micro:strings', will run:\n* micro:strings.grün\nsoon\n")

    def test_errors_are_on_stdout_without_traceback(self):
        self.script("cmake", "exit 0")
        for environment, beginning in (
            ({"TEST": "micro:strings", "MICRO": "FORK"}, "MICRO: FORK has no value\n  hint: FORK=10\n"),
            ({"TEST": "micro:strings"}, f"micro: {self.path('cmicro')} can't be started: No such file or directory\n"),
        ):
            code, out, err = self.load(**environment)
            self.assertEqual((code, out, err), (1, beginning, ""))

    def test_a_build_folder_that_is_none(self):
        shutil.rmtree(self.path("micro"))
        os.unlink(self.path("CMakeCache.txt"))
        code, out, err = self.load(TEST="micro")
        self.assertEqual((code, err), (1, ""))
        self.assertIn("is no configured build folder", out)

    def test_post_hands_over_to_the_engine(self):
        self.script("cmicro", 'echo "$@"; exit 5')
        self.write("session.json", json.dumps({"cmicro": self.path("cmicro")}))
        self.assertEqual(self.run_main("post", MICRO_SESSION=self.build), (5, f"summarize --session {self.build}\n", ""))

    def test_post_without_a_run_of_ours(self):
        self.assertEqual(self.run_main("post"), (0, "", ""))
        self.assertEqual(summary_command({"MICRO_SESSION": ""}), [])

    def test_post_with_a_session_that_is_gone_or_damaged(self):
        code, out, _ = self.run_main("post", MICRO_SESSION="/nowhere")
        self.assertEqual((code, out), (1, "/nowhere/session.json: can't be read: No such file or directory\n"))
        self.write("session.json", "{}")
        code, out, _ = self.run_main("post", MICRO_SESSION=self.build)
        self.assertEqual((code, out), (1, f"{self.build}/session.json: is damaged: the session: cmicro is not a string\n"))


class Sources(unittest.TestCase):
    def test_they_are_valid_for_the_oldest_python(self):
        import ast

        for folder, _, files in os.walk(CTEST):
            for name in files:
                if name.endswith(".py"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        ast.parse(file.read(), name, feature_version=(3, 8))


if __name__ == "__main__":
    unittest.main()
