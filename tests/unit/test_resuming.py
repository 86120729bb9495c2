"""RESUME=: which run is meant, and whether today's would be the same."""

import copy
import json
import os
import tempfile
import unittest
from unittest import mock

import ctest_fakes  # noqa: F401  (sets the path)
from micro_ctest.errors import UserError
from micro_ctest.options import Layer
from micro_ctest.resuming import asked_run, identities, machine, resume

SESSION = {
    "micro_session": 1,
    "test": "micro:a",
    "created": "2026-12-07T10:00:00Z",
    "revision": "4f2c9ab",
    "programs": {"/b/bench-a": [10, 20]},
    "machine": ["host", "x86_64", "6.1", 4],
    "layers": [{"layer": "micro", "values": {"FORK": ["3"]}}],
    "suites": [{"name": "a", "benchmarks": ["a.x"]}],
}


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="micro-resuming-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name


class Asked(InAFolder):
    def run_of(self, name, has_measured=True):
        os.mkdir(os.path.join(self.folder, name))
        if has_measured:
            with open(os.path.join(self.folder, name, "journal.jsonl"), "w", encoding="utf-8"):
                pass

    def asked(self, *value, runs=""):
        return asked_run([Layer("micro", {"RESUME": value[0]} if value else {})], runs or self.folder)

    def refused(self, *value, runs=""):
        with self.assertRaises(UserError) as caught:
            self.asked(*value, runs=runs)
        return str(caught.exception).replace(self.folder, "RUNS")

    def test_none(self):
        self.run_of("2026-12-07T10-00-00Z")
        self.assertIsNone(self.asked())

    def test_the_last_that_has_measured(self):
        for name in ("2026-12-07T10-00-00Z", "2026-12-07T11-00-00Z"):
            self.run_of(name)
        self.run_of("2026-12-07T12-00-00Z", has_measured=False)
        self.assertEqual(self.asked("last"), os.path.join(self.folder, "2026-12-07T11-00-00Z"))

    def test_the_last_of_those_of_one_second(self):
        for number in ("", "-2", "-9", "-10"):
            self.run_of(f"2026-12-07T11-00-00Z{number}")
        self.run_of("2026-12-07T10-00-00Z-11")
        self.assertEqual(self.asked("last"), os.path.join(self.folder, "2026-12-07T11-00-00Z-10"))
        self.assertTrue(self.refused("x").endswith("there are 2026-12-07T10-00-00Z-11, 2026-12-07T11-00-00Z, " + ", ".join(f"2026-12-07T11-00-00Z-{number}" for number in (2, 9, 10))))

    def test_by_name(self):
        for name in ("2026-12-07T10-00-00Z", "2026-12-07T11-00-00Z"):
            self.run_of(name)
        self.assertEqual(self.asked("2026-12-07T10-00-00Z"), os.path.join(self.folder, "2026-12-07T10-00-00Z"))

    def test_unknown(self):
        for hour in range(10, 17):
            self.run_of(f"2026-12-07T{hour}-00-00Z")
        shown = ", ".join(f"2026-12-07T{hour}-00-00Z" for hour in range(12, 17))
        self.assertEqual(self.refused("x"), f"RESUME: there is no run x in RUNS\n  hint: there are {shown}")
        self.assertIn("hint: did you mean 2026-12-07T10-00-00Z", self.refused("2026-12-07T10-00-0Z"))

    def test_nothing_measured(self):
        message = "RESUME: no run of this TEST= has measured anything in RUNS{}\n  hint: leave out RESUME"
        self.assertEqual(self.refused("last"), message.format(""))
        self.assertEqual(self.refused("last", runs=self.folder + "/none"), message.format("/none"))
        self.run_of("2026-12-07T10-00-00Z", has_measured=False)
        self.assertEqual(self.refused("2026-12-07T10-00-00Z"), message.format(""))


class Resume(InAFolder):
    def setUp(self):
        super().setUp()
        self.path = os.path.join(self.folder, "session.json")
        self.write(SESSION)

    def write(self, document):
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(document, file)

    def written(self):
        with open(self.path, encoding="utf-8") as file:
            return json.load(file)

    def today(self, **changed):
        return {**copy.deepcopy(SESSION), "created": "2026-12-07T12:00:00Z", **changed}

    def refused(self, document):
        with self.assertRaises(UserError) as caught:
            resume(self.folder, document, "now")
        return str(caught.exception).replace(self.folder, "RUN")

    def test_the_same_run_goes_on(self):
        resume(self.folder, self.today(), "2026-12-07T12:00:00Z")
        self.assertEqual(self.written(), {**SESSION, "resumed": "2026-12-07T12:00:00Z"})
        resume(self.folder, self.today(dirty=True, previous="p", save={"name": "s"}), "2026-12-07T13:00:00Z")
        self.assertEqual(self.written(), {**SESSION, "resumed": "2026-12-07T13:00:00Z"})

    def test_what_says_nothing_of_what_is_measured_may_differ(self):
        values = {"FORK": ["3"], "RESUME": ["last"], "LOCK_TIMEOUT": ["1s"]}
        resume(self.folder, self.today(layers=[{"layer": "micro", "values": values}]), "now")
        self.assertEqual(self.written()["layers"], SESSION["layers"])

    def test_another_run(self):
        fork = [{"layer": "micro", "values": {"FORK": ["4"]}}]
        for changed, said in (
            ({"programs": {"/b/bench-a": [10, 21]}}, "the programs"),
            ({"machine": ["host", "x86_64", "6.2", 4]}, "the machine"),
            ({"layers": fork}, "the options"),
            ({"layers": [{"layer": "test_opts", "values": {"FORK": ["3"]}}]}, "the options"),
            ({"layers": []}, "the options"),
            ({"suites": []}, "what is selected or how it is built"),
            ({"revision": "0000000"}, "the revision"),
            ({"configuration": "Debug"}, "configuration"),
            ({"machine": [], "programs": {}}, "the machine, the programs"),
        ):
            with self.subTest(said):
                message = f"RESUME: it would be another run than that in RUN: {said} changed since\n  hint: leave out RESUME to measure all anew"
                self.assertEqual(self.refused(self.today(**changed)), message)
                self.assertEqual(self.written(), SESSION)

    def test_what_is_missing_today_has_changed(self):
        document = self.today()
        del document["revision"]
        self.assertIn("the revision changed since", self.refused(document))

    def test_a_comparison(self):
        message = "RESUME: a comparison decides while its pairs come in, and can't be continued\n  hint: compare again"
        self.assertEqual(self.refused(self.today(baseline={"name": "HEAD"})), message)
        self.write({**SESSION, "baseline": {"name": "HEAD"}})
        self.assertEqual(self.refused(self.today()), message)

    def test_a_session_that_can_not_be_read(self):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("{")
        self.assertIn("RESUME: RUN/session.json can't be read: ", self.refused(self.today()))
        os.unlink(self.path)
        self.assertIn("RESUME: RUN/session.json can't be read: ", self.refused(self.today()))


class Identity(InAFolder):
    def test_of_programs(self):
        path = os.path.join(self.folder, "bench")
        with open(path, "wb") as file:
            file.write(b"12345")
        os.utime(path, ns=(7, 8))
        self.assertEqual(identities([path, path + ".none", path]), {path: [5, 8]})

    def test_of_the_machine(self):
        names = ("platform.node", "platform.machine", "platform.release", "os.cpu_count")
        before = machine()
        for name in names:
            with mock.patch(name, return_value=99):
                self.assertNotEqual(machine(), before, name)


if __name__ == "__main__":
    unittest.main()
