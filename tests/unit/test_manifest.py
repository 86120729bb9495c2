"""Reading the manifest: versions, damage, absence."""

import json
import os
import tempfile
import unittest

from ctest_fakes import CONTRACT
from micro_ctest.errors import UserError
from micro_ctest.flags import Flags
from micro_ctest.manifest import Counter, Feature, Unsupported, Variant, read_manifest


class Manifest(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "micro"))
            if text is not None:
                with open(os.path.join(folder, "micro", "manifest-Release.json"), "w", encoding="utf-8") as file:
                    file.write(text)
            return read_manifest(folder, "Release")

    def sample(self):
        with open(os.path.join(CONTRACT, "manifest.json"), encoding="utf-8") as file:
            return json.load(file)

    def error(self, text):
        with self.assertRaises(UserError) as caught:
            self.read(text)
        return str(caught.exception)

    def test_the_sample(self):
        manifest = self.read(json.dumps(self.sample()))
        self.assertEqual((manifest.source_directory, manifest.build_directory), ("/src/the shop", "/src/the shop/build"))
        self.assertEqual((manifest.configuration, manifest.generator), ("Release", "Ninja"))
        self.assertEqual((manifest.cmicro, manifest.cmicro_target, manifest.defaults), ("/usr/bin/cmicro", "", {"TIME": "20ms"}))
        records, strings, _ = manifest.suites
        self.assertEqual((records.name, records.target, records.labels), ("io.records", "bench-io.records", ("io",)))
        self.assertEqual(records.options["RUN_ARGS"], ["--rows", "two words;and more"])
        self.assertEqual(records.unaligned_libraries, ("records",))
        self.assertEqual(records.counters, (Counter("reclaimed", "entries", "higher"), Counter("waits;%", "µs", "lower")))
        self.assertEqual(strings.counters, ())
        self.assertEqual((strings.launcher, strings.working_directory), (("/usr/bin/env", "-u", "X"), "/tmp"))
        self.assertEqual(strings.directory, "/src/the shop/build/bench")

    def test_features_variants_and_what_is_not_supported(self):
        document = self.sample()
        document["features"] = [
            {"name": "lto", "description": "d", "supported": False, "reason": "no\nplugin", "declared_at": "x"},
            {"name": "native", "description": "d", "supported": True, "declared_at": "x"},
        ]
        document["shadow"] = {"key": "k"}
        suite = document["suites"][0]
        document.update(compiler="GNU 12.2.0", cxx_standards=["17", "20"])
        suite["flags"] = "-O3  -DX=1 "
        suite.update(features=["lto"], unflagged_libraries=["records"], not_a_measurement=True)
        suite["unsupported"] = {"feature": "lto", "outcome": "failed", "reason": "no\nplugin"}
        variant = {"name": "a", "axes": {"x": "1"}, "target": "t", "executable": "", "launcher": ["l"], "environment": ["A=b"], "run_args": ["r"]}
        variant.update(compiler="c", flags="f", preload=["/p"], shadow={"compile_options": ["-O3"], "cxx_standard": "20", "features": ["lto"]})
        plain = {"name": "b", "target": "t", "executable": "/t", "launcher": [], "environment": [], "run_args": [], "compiler": "", "flags": ""}
        suite["variants"] = [variant, plain]
        manifest = self.read(json.dumps(document))
        self.assertEqual(manifest.features, (Feature("lto", "d", False, "no\nplugin"), Feature("native", "d", True, "")))
        self.assertEqual(manifest.shadow_key, "k")
        self.assertEqual((manifest.compiler, manifest.cxx_standards), ("GNU 12.2.0", ("17", "20")))
        records, strings, _ = manifest.suites
        self.assertEqual(records.flags, "-O3 -DX=1")
        self.assertEqual((records.features, records.unflagged_libraries, records.not_a_measurement), (("lto",), ("records",), True))
        self.assertEqual(records.unsupported, Unsupported("lto", "failed", "no\nplugin"))
        flags = Flags(("lto",), ("-O3",), (), (), "20")
        self.assertEqual(records.variants[0], Variant("a", {"x": "1"}, "t", "", ("l",), ("A=b",), ("r",), "c", "f", ("/p",), None, flags))
        self.assertEqual(records.variants[1], Variant("b", {}, "t", "/t", (), (), (), "", ""))
        self.assertEqual((records.variant_names(), strings.variant_names()), (["default", "a", "b"], ["default"]))
        self.assertEqual((strings.features, strings.unsupported, strings.not_a_measurement), ((), None, False))
        for change, problem in (
            ({"features": [{"name": "x", "description": "", "supported": 1}]}, "a feature: supported is neither true nor false"),
            ({"shadow": []}, "the manifest: shadow is not an object"),
        ):
            self.assertIn(problem, self.error(json.dumps({**document, **change})))
        del plain["target"]
        self.assertIn("a variant of suite io.records: target is not a string", self.error(json.dumps(document)))

    def test_unknown_keys_are_ignored(self):
        document = self.sample()
        document["new"] = document["suites"][0]["new"] = 1
        self.assertEqual(len(self.read(json.dumps(document)).suites), 3)

    def test_missing(self):
        self.assertRegex(self.error(None), "manifest-Release.json: there is no such manifest, .* not configured\n  hint: cmake /")

    def test_damaged(self):
        for text in ("", "{", "[]", "nonsense"):
            self.assertRegex(self.error(text), "manifest-Release.json: is damaged: .*\n  hint: cmake /")

    def test_newer_and_older_are_told_apart(self):
        newer, older = self.error('{"micro_manifest": 2}'), self.error('{"micro_manifest": 0}')
        self.assertIn("was made by a newer Micro\n  hint: configure with the Micro used here", newer)
        self.assertIn("was made by an older Micro\n  hint: configure again", older)

    def test_each_field_that_is_read_is_checked(self):
        for key in (
            "micro_manifest",
            "source_directory",
            "build_directory",
            "configuration",
            "generator",
            "cmicro",
            "cmicro_target",
            "defaults",
            "suites",
        ):
            for change in ("missing", None, True):
                document = self.sample()
                del document[key]
                if change != "missing":
                    document[key] = change
                self.assertIn(f"is damaged: the manifest: {key} is not ", self.error(json.dumps(document)))
        for key in (
            "target",
            "executable",
            "directory",
            "working_directory",
            "launcher",
            "labels",
            "options",
            "compiler",
            "flags",
            "unaligned_libraries",
        ):
            document = self.sample()
            del document["suites"][1][key]
            self.assertIn(f"is damaged: suite strings: {key} is not ", self.error(json.dumps(document)))
        for counters, problem in (
            (None, "suite strings: counters is not a list"),
            ([1], "a counter of suite strings is not an object"),
            ([{"label": "a", "better": "lower"}], "a counter of suite strings: unit is not a string"),
        ):
            document = self.sample()
            document["suites"][1]["counters"] = counters
            self.assertIn(f"is damaged: {problem}", self.error(json.dumps(document)))
        document = self.sample()
        document["suites"][1]["launcher"] = ["x", 1]
        self.assertIn("suite strings: launcher is not a list of strings", self.error(json.dumps(document)))


if __name__ == "__main__":
    unittest.main()
