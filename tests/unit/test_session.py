"""The session and the folder of a run."""

import json
import os
import shutil
import tempfile
import unittest
from datetime import datetime, timedelta, timezone

from ctest_fakes import HOSTILE, manifest, suite
from micro_ctest.benchmarks import Failure
from micro_ctest.errors import UserError
from micro_ctest.manifest import Counter
from micro_ctest.options import Layer
from micro_ctest.revision import UNKNOWN, Revision
from micro_ctest.selected import SelectedSuite, announcement
from micro_ctest.session import test_id as id_of
from micro_ctest.session import write_session

NOW = datetime(2026, 11, 30, 19, 24, 5, 999, timezone.utc)


class Id(unittest.TestCase):
    def test_made_safe_for_a_path(self):
        for test, expected in (
            ("micro:java.lang.reflect", "micro_java_lang_reflect"),
            ("micro", "micro"),
            ("micro:", "micro"),
            ("micro:(a|b).*", "micro_a_b"),
            ("tier1 micro:a  micro:b", "micro_a_micro_b"),
            ("micro:../../etc", "micro_etc"),
            ("micro:sort<int,%204>", "micro_sort_int_4"),
            ("micro:Größe", "micro_Gr_e"),
        ):
            self.assertEqual(id_of(test), expected)

    def test_long_ones_are_shortened_and_stay_different(self):
        one, other = id_of("micro:" + "a" * 200), id_of("micro:" + "a" * 201)
        self.assertEqual((len(one), len(other)), (100, 100))
        self.assertNotEqual(one, other)
        self.assertEqual(len(id_of("micro:" + "a" * 94)), 100)
        self.assertNotIn("a_", id_of("micro:" + "a" * 94))


class Writing(unittest.TestCase):
    def setUp(self):
        self.build = tempfile.mkdtemp(prefix="micro session ")
        self.addCleanup(shutil.rmtree, self.build)
        self.runs = os.path.join(self.build, "test-results", "micro_s", "runs")

    def write(self, now=NOW, selected=(), layers=(), **more):
        return write_session("micro:s", now, manifest([], build_directory=self.build), layers, selected, **more)

    def test_the_folder(self):
        self.assertEqual(self.write(), os.path.join(self.runs, "2026-11-30T19-24-05Z"))
        self.assertEqual(self.write(), os.path.join(self.runs, "2026-11-30T19-24-05Z-2"))
        self.assertEqual(self.write(), os.path.join(self.runs, "2026-11-30T19-24-05Z-3"))
        self.assertEqual(os.listdir(os.path.join(self.runs, "2026-11-30T19-24-05Z")), ["session.json"])

    def test_names_survive_in_plain_ascii(self):
        selected = [SelectedSuite(suite("s"), tuple(HOSTILE)), SelectedSuite(suite("t"), (), Failure("build", "Größe fehlt"))]
        path = os.path.join(self.write(selected=selected), "session.json")
        with open(path, encoding="ascii") as file:
            document = json.load(file)
        self.assertEqual(document["suites"][0]["benchmarks"], HOSTILE)
        self.assertNotIn("failure", document["suites"][0])
        self.assertEqual(document["suites"][1]["failure"], {"stage": "build", "message": "Größe fehlt"})

    def test_the_revision_as_far_as_it_is_known(self):
        for revision, expected in (
            (UNKNOWN, {}),
            (Revision("4f2c", None), {"revision": "4f2c"}),
            (Revision("4f2c", False), {"revision": "4f2c", "dirty": False}),
        ):
            with open(os.path.join(self.write(revision=revision), "session.json"), encoding="ascii") as file:
                document = json.load(file)
            self.assertEqual({key: document[key] for key in ("revision", "dirty") if key in document}, expected)

    def test_counters_are_there_where_the_suite_has_some(self):
        counters = tuple(Counter(name, name, "higher") for name in HOSTILE)
        selected = [SelectedSuite(suite("s", counters=counters), ("b",)), SelectedSuite(suite("t"), ("b",))]
        with open(os.path.join(self.write(selected=selected), "session.json"), encoding="ascii") as file:
            one, other = json.load(file)["suites"]
        self.assertEqual(one["counters"], [{"label": name, "unit": name, "better": "higher"} for name in HOSTILE])
        self.assertNotIn("counters", other)

    def test_features_and_libraries_without_flags_and_why_it_is_skipped(self):
        more = {"features": ("lto", "native"), "unflagged_libraries": tuple(HOSTILE)}
        selected = [SelectedSuite(suite("s", **more), ("b",)), SelectedSuite(suite("t"), (), skipped="no\n emulator"), SelectedSuite(suite("u"), ("b",))]
        with open(os.path.join(self.write(selected=selected), "session.json"), encoding="ascii") as file:
            one, other, plain = json.load(file)["suites"]
        self.assertEqual((one["features"], one["unflagged_libraries"]), (["lto", "native"], HOSTILE))
        self.assertEqual((other["skipped"], other["benchmarks"]), ("no\n emulator", []))
        self.assertEqual([key for key in ("features", "unflagged_libraries", "skipped", "variants", "failure") if key in plain], [])

    def test_not_writable(self):
        with open(os.path.join(self.build, "test-results"), "w", encoding="utf-8"):
            pass
        with self.assertRaisesRegex(UserError, "^micro: results can't be written to .*/test-results.*: .*\n  hint: nothing was measured"):
            self.write()

    def test_old_folders_that_measured_nothing_are_removed(self):
        def run(age, *files):
            name = (NOW - age).strftime("%Y-%m-%dT%H-%M-%SZ")
            os.makedirs(os.path.join(self.runs, name))
            for file in files:
                with open(os.path.join(self.runs, name, file), "w", encoding="utf-8"):
                    pass
            return name

        day = timedelta(days=1)
        kept = {
            run(2 * day, "session.json", "journal.jsonl"),
            run(3 * day, "journal.jsonl"),
            run(4 * day, "session.json", "notes.txt"),
            run(timedelta(hours=23), "session.json"),
        }
        os.rename(os.path.join(self.runs, run(6 * day, "session.json")), os.path.join(self.runs, "mine"))
        run(5 * day, "session.json")
        second = run(7 * day, "session.json")
        os.rename(os.path.join(self.runs, second), os.path.join(self.runs, second + "-2"))
        new = os.path.basename(self.write())
        self.assertEqual(set(os.listdir(self.runs)), kept | {"mine", new})
        self.assertEqual(sum(len(os.listdir(os.path.join(self.runs, name))) for name in kept), 6)

    def test_layers(self):
        folder = self.write(layers=[Layer("micro", {"PARAM": ["a=1"]}), Layer("project", {})])
        with open(os.path.join(folder, "session.json"), encoding="ascii") as file:
            layers = json.load(file)["layers"]
        self.assertEqual(layers, [{"layer": "micro", "values": {"PARAM": ["a=1"]}}, {"layer": "project", "values": {}}])


class Announcement(unittest.TestCase):
    def test_each_benchmark(self):
        selected = [
            SelectedSuite(suite("io.r"), ("b/1", "c")),
            SelectedSuite(suite("x"), (), Failure("build", "")),
            SelectedSuite(suite("y"), (), Failure("list", "")),
        ]
        self.assertEqual(
            announcement("tier1 micro:io  micro:x", selected),
            [
                "Test selection 'micro:io micro:x', will run:",
                "* micro:io.r.b/1",
                "* micro:io.r.c",
                "* micro:x (could not be built)",
                "* micro:y (could not be listed)",
            ],
        )

    def test_above_sixty_only_suites(self):
        names = tuple(str(i) for i in range(60))
        self.assertEqual(len(announcement("micro", [SelectedSuite(suite("a"), names)])), 61)
        self.assertEqual(
            announcement("micro", [SelectedSuite(suite("a"), names), SelectedSuite(suite("b"), ("x",))])[1:],
            ["* micro:a (60 benchmarks)", "* micro:b (1 benchmark)"],
        )


if __name__ == "__main__":
    unittest.main()
