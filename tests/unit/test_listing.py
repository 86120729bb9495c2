"""Listing by `cmicro list`, and the cache."""

import json
import os
import shutil
import tempfile
import unittest

from ctest_fakes import HOSTILE, FakeProcesses, manifest, suite
from micro_ctest.benchmarks import Benchmark, Failure
from micro_ctest.errors import UserError
from micro_ctest.listing import Lister
from micro_ctest.options import Layer
from micro_ctest.processes import Finished


def document(*names, version=1):
    benchmarks = [{"name": name, "function": name, "parameters": [["n", "1"]], "threads": 2} for name in names]
    return Finished(0, json.dumps({"micro_list": version, "benchmarks": benchmarks}, ensure_ascii=False), "")


class ListerCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="micro-listing-")
        self.addCleanup(shutil.rmtree, self.folder)
        os.mkdir(os.path.join(self.folder, "micro"))
        for name in ("cmicro", "bench-a", "bench-b"):
            self.touch(name, "x")

    def path(self, name):
        return os.path.join(self.folder, name)

    def touch(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def suite(self, name, **changes):
        return suite(name, executable=self.path(f"bench-{name}"), **changes)

    def list(self, processes, suites, stronger=(), defaults=None):
        declared = manifest(suites, build_directory=self.folder, cmicro=self.path("cmicro"))
        return Lister(declared, stronger, Layer("project", defaults or {}), processes).list(suites)


class Listing(ListerCase):
    def test_names_parameters_and_threads(self):
        contents = self.list(FakeProcesses(lambda _: document(*HOSTILE)), [self.suite("a")])
        self.assertEqual([b.name for b in contents["a"].benchmarks], HOSTILE)
        self.assertEqual(contents["a"].benchmarks[0], Benchmark(HOSTILE[0], (("n", "1"),), 2))

    def test_the_command(self):
        processes = FakeProcesses(lambda _: document("b"))
        options = {"RUN_ARGS": ["--rows", "two words;and more"], "ENVIRONMENT": ["MODE=a=b"]}
        self.list(processes, [self.suite("a", options=options, launcher=("/usr/bin/env", "-u", "X"), working_directory="/tmp")])
        self.assertEqual(
            processes.commands,
            [
                [self.path("cmicro"), "list", "--format", "json", "--run-args=--rows", "--run-args=two words;and more"]
                + ["--environment=MODE=a=b", "--working-directory=/tmp"]
                + ["--launcher=/usr/bin/env", "--launcher=-u", "--launcher=X", "--", self.path("bench-a")]
            ],
        )

    def test_layers(self):
        for stronger, own, defaults, word in (
            ([Layer("micro", {"RUN_ARGS": ["m"]}), Layer("test_opts", {"RUN_ARGS": ["t"]})], ["s"], ["p"], "m"),
            ([Layer("micro", {}), Layer("test_opts", {"RUN_ARGS": ["t"]})], ["s"], ["p"], "t"),
            ([], ["s"], ["p"], "s"),
            ([], None, ["p"], "p"),
        ):
            processes = FakeProcesses(lambda _: document("b"))
            options = {} if own is None else {"RUN_ARGS": own}
            self.list(processes, [self.suite("a", options=options)], stronger, {"RUN_ARGS": defaults})
            self.assertIn(f"--run-args={word}", processes.commands[0])

    def test_failures(self):
        for answer, message in (
            (Finished(1, "", "bench-a: ended by signal 11\n"), "bench-a: ended by signal 11"),
            (Finished(-9, "", ""), "cmicro list ended with exit code -9"),
            (Finished(0, "no json", ""), "cmicro list gave no valid listing: Expecting value"),
            (Finished(0, "{}", ""), "cmicro list gave no valid listing: the listing: micro_list is not a whole number"),
            (Finished(0, '{"micro_list": 1, "benchmarks": [{"name": 1}]}', ""), "cmicro list gave no valid listing: a benchmark: "),
            (Finished(0, '{"micro_list": 1, "benchmarks": [{"name": "\udcff"}]}', ""), "cmicro list gave no valid listing: "),
            (document(), "the program has no benchmarks"),
        ):
            contents = self.list(FakeProcesses(lambda _, answer=answer: answer), [self.suite("a")])
            self.assertIsInstance(contents["a"], Failure)
            self.assertEqual(contents["a"].stage, "list")
            self.assertTrue(contents["a"].message.startswith(message), contents["a"].message)

    def test_a_failure_beside_a_listing(self):
        def answer(command):
            return document("x") if command[-1].endswith("bench-a") else Finished(1, "", "crash")

        contents = self.list(FakeProcesses(answer), [self.suite("b"), self.suite("a")])
        self.assertEqual(contents["b"], Failure("list", "crash"))
        self.assertEqual([b.name for b in contents["a"].benchmarks], ["x"])

    def test_other_versions_of_cmicro(self):
        for version, age in ((2, "a newer"), (0, "an older")):
            with self.assertRaisesRegex(UserError, f"cmicro is from {age} Micro"):
                self.list(FakeProcesses(lambda _, version=version: document("x", version=version)), [self.suite("a")])


class Cache(ListerCase):
    def calls(self, suites, **more):
        processes = FakeProcesses(lambda command: document(*HOSTILE))
        contents = self.list(processes, suites, **more)
        self.assertTrue(all([b.name for b in content.benchmarks] == HOSTILE for content in contents.values()))
        self.assertTrue(all(content.benchmarks[0].parameters == (("n", "1"),) for content in contents.values()))
        return len(processes.commands)

    def test_the_second_time_nothing_is_started(self):
        suites = [self.suite("a"), self.suite("b")]
        self.assertEqual(self.calls(suites), 2)
        self.assertEqual(self.calls(suites), 0)
        self.assertTrue(os.path.exists(self.path("micro/listing-Release.json")))

    def test_one_suite_does_not_forget_another(self):
        both = [self.suite("a"), self.suite("b")]
        declared = manifest(both, build_directory=self.folder, cmicro=self.path("cmicro"))
        for only in both:
            Lister(declared, [], Layer("project", {}), FakeProcesses(lambda _: document(*HOSTILE))).list([only])
        self.assertEqual(self.calls(both), 0)

    def test_all_that_a_listing_depends_on(self):
        self.calls([self.suite("a")])
        options = {"RUN_ARGS": ["x"]}
        for changed in (
            self.suite("a", options=options),
            self.suite("a", options={"ENVIRONMENT": ["A=x"]}),
            self.suite("a", launcher=("env",)),
            self.suite("a", working_directory="/tmp"),
        ):
            self.assertEqual(self.calls([changed]), 1)
        self.calls([self.suite("a")])
        for name in ("cmicro", "bench-a"):
            before = os.stat(self.path(name)).st_mtime_ns
            self.touch(name, "longer")
            os.utime(self.path(name), ns=(before, before))
            self.assertEqual(self.calls([self.suite("a")]), 1)
            os.utime(self.path(name), ns=(before, before + 1))
            self.assertEqual(self.calls([self.suite("a")]), 1)
            self.assertEqual(self.calls([self.suite("a")]), 0)

    def test_damage_is_ignored(self):
        self.calls([self.suite("a")])
        with open(self.path("micro/listing-Release.json"), encoding="utf-8") as file:
            good = file.read()
        for damaged in (
            "",
            "{",
            "[]",
            '{"micro_listing_cache": 1}',
            good.replace('"n"', "1"),
            good.replace('"threads": 2', '"threads": "2"'),
            good.replace('"micro_listing_cache": 1', '"micro_listing_cache": 2'),
        ):
            self.touch("micro/listing-Release.json", damaged)
            self.assertEqual(self.calls([self.suite("a")]), 1, damaged)
            self.assertEqual(self.calls([self.suite("a")]), 0)

    def test_failures_are_not_remembered(self):
        for _ in range(2):
            processes = FakeProcesses(lambda _: Finished(1, "", "crash"))
            self.list(processes, [self.suite("a")])
            self.assertEqual(len(processes.commands), 1)

    def test_a_cache_that_can_not_be_written(self):
        os.rmdir(self.path("micro"))
        self.assertEqual(self.calls([self.suite("a")]), 1)


if __name__ == "__main__":
    unittest.main()
