"""The golden samples of tests/contract, from the ctest side: it reads manifest and listing, and writes the session."""

import json
import os
import shutil
import tempfile
import unittest
from dataclasses import replace
from datetime import datetime, timezone

from ctest_fakes import CONTRACT, FakeProcesses
from micro_ctest.benchmarks import Benchmark, Failure
from micro_ctest.compared import Baseline
from micro_ctest.forms import Form
from micro_ctest.listing import Lister
from micro_ctest.manifest import read_manifest
from micro_ctest.option_table import read_option_table
from micro_ctest.options import Layer, parse_layer
from micro_ctest.processes import Finished
from micro_ctest.revision import Revision
from micro_ctest.saving import Save
from micro_ctest.selected import SelectedSuite
from micro_ctest.session import session_document


def sample(name):
    with open(os.path.join(CONTRACT, name), encoding="utf-8") as file:
        return file.read()


class Contract(unittest.TestCase):
    def setUp(self):
        build = tempfile.mkdtemp(prefix="micro-contract-")
        self.addCleanup(shutil.rmtree, build)
        os.mkdir(os.path.join(build, "micro"))
        document = json.loads(sample("manifest.json"))
        broken = {**document["suites"][0], "name": "broken", "target": "bench-broken", "labels": [], "options": {}}
        broken.update(executable=broken["directory"] + "/bench-broken", unaligned_libraries=[], counters=[])
        document["suites"].append(broken)
        with open(os.path.join(build, "micro", "manifest-Release.json"), "w", encoding="utf-8") as file:
            json.dump(document, file)
        self.manifest = read_manifest(build, "Release")

    def test_the_listing_is_read(self):
        processes = FakeProcesses(lambda _: Finished(0, sample("listing.json"), ""))
        contents = Lister(self.manifest, [], Layer("project", {}), processes).list(self.manifest.suites[:1])
        self.assertEqual(
            contents["io.records"].benchmarks,
            (
                Benchmark("deserialize<map>/length:10", (("length", "10"),), 1),
                Benchmark("sort/16/1/real_time/threads:4", (("arg0", "16"), ("arg1", "1")), 4),
            ),
        )

    def test_the_session_is_written(self):
        expected = json.loads(sample("session.json"))
        table = read_option_table()
        micro = parse_layer("FORK=2;PARAM=length=10,100", "micro", "MICRO", table)
        test_opts = parse_layer("RUN_ARGS=-v", "test_opts", "TEST_OPTS", table)
        records, strings, _, broken = self.manifest.suites
        modes = replace(strings, name="modes", executable=strings.executable[: -len("strings")] + "modes")
        modes = replace(modes, features=("preview",), unflagged_libraries=("records",))
        board = replace(strings, name="board", executable="", launcher=(), working_directory="")
        default = Form("default", modes.executable, modes.launcher, modes.compiler, modes.flags, features=modes.features)
        variants = (
            default,
            replace(
                default,
                name="detail,pinned",
                axes={"mode": "detail", "cpu": "pinned"},
                launcher=("taskset", "-c", "1"),
                environment=("MODE=a=b\nc",),
                run_args=("two words;and more",),
            ),
            replace(
                default,
                name="asan",
                executable=modes.executable + "--asan",
                launcher=(),
                flags="-O3 -DNDEBUG -fsanitize=address",
                features=("asan",),
                unflagged_libraries=("records", "text"),
                not_a_measurement=True,
            ),
            Form("lto", "", (), "", "", failure=Failure("build", "lto1: fatal error")),
            Form("left out", "", (), "", "", skipped="no emulator"),
        )
        against = "/src/the shop/build/micro/against/0123456789ab/build/"
        of_records = Form("default", against + "bench/bench-io.records", (), records.compiler, "-O2")
        of_modes = replace(variants[1], executable=against + "bench-modes", flags="-O2")
        selected = [
            SelectedSuite(records, ("deserialize<map>/length:10", "deserialize<map>/length:100"), against=(of_records,)),
            SelectedSuite(strings, ('find;"x"[1]',)),
            SelectedSuite(broken, (), Failure("build", "broken.cpp:3:1: error: expected declaration")),
            SelectedSuite(modes, ("track",), variants=variants, against=(of_modes,)),
            SelectedSuite(board, (), skipped=expected["suites"][4]["skipped"]),
        ]
        written = session_document(
            expected["test"],
            datetime(2026, 11, 30, 12, 0, 0, tzinfo=timezone.utc),
            self.manifest,
            [micro.layer, test_opts.layer, Layer("project", self.manifest.defaults)],
            selected,
            Revision(expected["revision"], True),
            Baseline(
                "HEAD~1",
                "5a0c1de, CXX_FLAGS=-O2",
                "build/micro/against/0123456789ab/build",
                "working tree (dirty)",
                ('io.records.serialize<;"x">',),
                ("io.records.deserialize<list>",),
            ),
            Save("before", "/src/the shop/baselines/before"),
            expected["previous"],
        )
        self.maxDiff = None
        self.assertEqual(json.loads(json.dumps(written)), expected)


if __name__ == "__main__":
    unittest.main()
