"""Building what is selected, and finding out what could not be built."""

import os
import tempfile
import unittest

from ctest_fakes import FakeProcesses, manifest, suite
from micro_ctest.build import Builder, synchronize
from micro_ctest.build_tree import BuildTree, read_build_tree
from micro_ctest.errors import UserError
from micro_ctest.processes import Finished

GOOD = Finished(0, "", "")


def tree(generator="Ninja", configuration="", multi_config=False, directory="/b"):
    return BuildTree(directory, configuration, multi_config, "/bin/cmake", generator)


class FakeNinja(FakeProcesses):
    """Builds every target but the broken ones; asked for a dry run, says which are left to be built."""

    def __init__(self, broken=()):
        super().__init__(self.answer_as_ninja)
        self.broken = set(broken)

    def answer_as_ninja(self, command):
        after = command[command.index("--target") + 1 :]
        targets = after[: next((i for i, word in enumerate(after) if word.startswith("--")), len(after))]
        bad = sorted(self.broken & set(targets)) or (sorted(self.broken) if "micro-build-all" in targets else [])
        if command[-1] == "-n":
            return Finished(0, "[1/1] Building" if bad else "ninja: no work to do.", "")
        if bad:
            return Finished(1, "".join(f"{target}.cpp:1: error\n" for target in bad), "")
        return Finished(0, "ninja: no work to do.", "")


class Build(unittest.TestCase):
    def build(self, processes, suites, build_tree=None, jobs=3, goals=(), of=None, target=""):
        self.said = []
        declared = manifest(of or [*suites, suite("other")], cmicro_target=target)
        return Builder(build_tree or tree(), declared, jobs, goals, processes, self.said.append).build(suites)

    def test_one_call_for_all_targets_that_goes_on_after_errors(self):
        processes = FakeProcesses(lambda _: GOOD)
        self.assertEqual(self.build(processes, [suite("a"), suite("b")], target="cmicro"), {})
        self.assertEqual(
            processes.commands,
            [["/bin/cmake", "--build", "/b", "--target", "bench-a", "bench-b", "cmicro", "--parallel", "3", "--", "-k", "0"]],
        )

    def test_make(self):
        processes = FakeProcesses(lambda _: GOOD)
        self.build(processes, [suite("a")], tree("Unix Makefiles"))
        self.assertEqual(processes.commands, [["/bin/cmake", "--build", "/b", "--target", "bench-a", "--parallel", "3", "--", "-k"]])

    def test_multi_config(self):
        processes = FakeProcesses(lambda _: GOOD)
        self.build(processes, [suite("a")], tree("Ninja Multi-Config", "Release", True))
        self.assertEqual(processes.commands[0][:5], ["/bin/cmake", "--build", "/b", "--config", "Release"])

    def test_everything_is_one_target(self):
        processes = FakeProcesses(lambda _: GOOD)
        self.build(processes, [suite("a"), suite("b")], of=[suite("a"), suite("b")])
        self.assertIn("micro-build-all", processes.commands[0])
        self.assertNotIn("bench-a", processes.commands[0])

    def test_as_many_targets_of_variants_are_not_everything(self):
        processes = FakeProcesses(lambda _: GOOD)
        self.build(processes, [suite("a--lto"), suite("b--lto")], of=[suite("a"), suite("b")])
        self.assertIn("bench-a--lto", processes.commands[0])

    def test_output_is_passed_on_without_noise(self):
        output = """ninja: no work to do.
[  5%] Building CXX object a.o
[100%] Built target bench-a
Consolidate compiler generated dependencies of target bench-a
make[1]: Entering directory '/b'
gmake[2]: Leaving directory '/b'
make[2]: Nothing to be done for 'x'.
a.cpp:1: warning: make[1]: Entering directory x
ninja: no work to do. Really
"""
        self.build(FakeProcesses(lambda _: Finished(0, output, "")), [suite("a")])
        self.assertEqual(
            self.said,
            [
                "[  5%] Building CXX object a.o",
                "a.cpp:1: warning: make[1]: Entering directory x",
                "ninja: no work to do. Really",
            ],
        )

    def test_a_suite_that_fails_alone_is_explained_by_the_output_without_building_again(self):
        processes = FakeProcesses(lambda _: Finished(1, "\x1b[31merror\x1b[0m\nninja: build stopped", ""))
        failures = self.build(processes, [suite("a")])
        self.assertEqual((failures["a"].stage, failures["a"].message), ("build", "error\nninja: build stopped"))
        self.assertEqual(len(processes.commands), 1)

    def test_which_of_several_failed(self):
        failures = self.build(FakeNinja(["bench-b"]), [suite("a"), suite("b"), suite("c")])
        self.assertEqual({name: failure.message for name, failure in failures.items()}, {"b": "bench-b.cpp:1: error"})

    def test_of_many_failures_only_the_first_eight_are_built_again(self):
        suites = [suite(f"s{i}") for i in range(20)]
        processes = FakeNinja(s.target for s in suites[1:])
        failures = self.build(processes, suites)
        self.assertEqual(list(failures), [s.name for s in suites[1:]])
        self.assertEqual(sum(command[-1] != "-n" for command in processes.commands), 1 + 8)
        self.assertEqual(failures["s8"].message, "bench-s8.cpp:1: error")
        self.assertIn("among that of the others", failures["s9"].message)

    def test_make_can_only_be_asked_by_building(self):
        def answer(command):
            targets = command[command.index("--target") + 1 :]
            return Finished(2, "make[1]: Entering directory '/b'\nb: error", "") if "bench-b" in targets else GOOD

        processes = FakeProcesses(answer)
        failures = self.build(processes, [suite("a"), suite("b")], tree("Unix Makefiles"))
        self.assertEqual({name: failure.message for name, failure in failures.items()}, {"b": "b: error"})
        self.assertFalse(any("-n" in command for command in processes.commands))

    def test_what_was_just_linked_is_not_asked_about(self):
        with tempfile.TemporaryDirectory() as folder:
            fresh = suite("fresh", executable=os.path.join(folder, "fresh"))

            def answer(command):
                if "bench-bad" in command and "bench-fresh" in command:
                    with open(fresh.executable, "w", encoding="utf-8"):
                        os.utime(fresh.executable, (4e9, 4e9))
                return Finished(1, "error", "")

            processes = FakeProcesses(answer)
            self.assertEqual(list(self.build(processes, [fresh, suite("bad")])), ["bad"])

    def test_an_old_executable_of_a_suite_that_no_longer_compiles_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            stale = suite("stale", executable=os.path.join(folder, "stale"))
            with open(stale.executable, "w", encoding="utf-8"):
                os.utime(stale.executable, (1, 1))
            for generator in ("Ninja", "Unix Makefiles"):
                self.assertEqual(list(self.build(FakeNinja(["bench-stale"]), [suite("a"), stale], tree(generator))), ["stale"])

    def test_long_output_is_kept_at_its_end(self):
        output = "".join(f"line {i}\n" for i in range(1000))
        message = self.build(FakeProcesses(lambda _: Finished(1, output, "")), [suite("a")])["a"].message
        self.assertEqual(message.splitlines(), [f"line {i}" for i in range(800, 1000)])

    def test_bytes_that_are_no_utf8_do_not_reach_the_session(self):
        message = self.build(FakeProcesses(lambda _: Finished(1, "\udcff", "")), [suite("a")])["a"].message
        message.encode("utf-8")

    def test_without_cmicro_nothing_goes(self):
        with self.assertRaisesRegex(UserError, "^micro: cmicro, which measures, could not be built:\ncmicro.cpp:1: error$"):
            self.build(FakeNinja(["cmicro"]), [suite("a"), suite("b")], target="cmicro")


class InsideNinja(unittest.TestCase):
    def build(self, processes, suites):
        declared = manifest([*suites, suite("other")], cmicro_target="cmicro")
        return Builder(tree(), declared, 1, ["d", "e"], processes, self.fail).build(suites)

    def test_what_is_up_to_date_is_used(self):
        processes = FakeNinja()
        self.assertEqual(self.build(processes, [suite("a")]), {})
        self.assertEqual(processes.commands, [["/bin/cmake", "--build", "/b", "--target", "bench-a", "cmicro", "--", "-n"]])

    def test_what_is_not_is_an_error(self):
        for broken in ("bench-a", "cmicro"):
            processes = FakeNinja([broken])
            explanation = "^micro: ninja is at work on d e in /b, .*\n  hint: run `ninja bench-a cmicro` first, or `ninja test` alone$"
            with self.assertRaisesRegex(UserError, explanation):
                self.build(processes, [suite("a")])
            self.assertTrue(all(command[-1] == "-n" for command in processes.commands))


class Synchronizing(unittest.TestCase):
    def test_target(self):
        processes = FakeProcesses(lambda _: GOOD)
        synchronize(tree(), processes)
        self.assertEqual(processes.commands, [["/bin/cmake", "--build", "/b", "--target", "micro-sync"]])

    def test_a_broken_list_file(self):
        with self.assertRaisesRegex(UserError, "^micro: /b can't be brought up to date:\nCMake Error"):
            synchronize(tree(), FakeProcesses(lambda _: Finished(1, "CMake Error", "")))


class Tree(unittest.TestCase):
    def test_from_the_cache(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(UserError, "is no configured build folder\n  hint: cmake -B"):
                read_build_tree(folder, "", False)
            with open(os.path.join(folder, "CMakeCache.txt"), "wb") as file:
                file.write(b"X:STRING=\xff\nCMAKE_COMMAND:INTERNAL=/a b/cmake\nCMAKE_GENERATOR:INTERNAL=Ninja Multi-Config\n")
            read = read_build_tree(folder, "Debug", True)
        self.assertEqual((read.cmake, read.generator, read.uses_ninja, read.uses_make), ("/a b/cmake", "Ninja Multi-Config", True, False))


if __name__ == "__main__":
    unittest.main()
