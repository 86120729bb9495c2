"""PROVE=: which benchmarks notice that a function of the library becomes slower."""

import os
import subprocess
import tempfile
import unittest
from typing import List, Tuple

import driver
from driver import IntegrationTest


class Proving(IntegrationTest):
    project = "history"
    settings = ("-D", "LINKAGE=SHARED")

    def test_a_benchmark_that_calls_the_function_and_one_that_does_not(self):
        ran = self.tree.ctest(TEST="micro:io", MICRO="PROVE=work:1us")
        self.assert_ended(0, ran)
        self.assertIn("configuring a build folder for CXX_FLAGS=-finstrument-functions", ran.err)
        self.assertRegex(ran.err, r"Baseline without delay \(built in .*/micro/shadow/[0-9a-f]+\), contender with 1us in each call of work\. 2 benchmarks")
        self.assertRegex(ran.out, r"\nBenchmark +Units +Baseline +Contender +Calls/op +Change +Verdict +Pairs\n")
        self.assertRegex(ran.out, r"\nio\.work\.control +0 +never calls it\n")
        # Debian's library can't be told how many ops to time; it only shows that there are calls.
        self.assertRegex(ran.out, r"\nio\.work\.read +us/op +\d\S+ +\d\S+ +(1\.000|some) +\+\d\S+ % \[\S+, \S+\] +noticed +\d+\n")
        self.assertIn("\n1us more in each call of work: 1 noticed, 0 not noticed, 1 never calls it, 0 inconclusive\n", ran.out)

        ran = self.tree.ctest(TEST="micro:io.work.read", MICRO="PROVE=wrok:1us")
        self.assert_ended(8, ran)
        self.assertIn("PROVE: there is no function wrok in what the project builds; did you mean work?", ran.out)

    def test_what_it_does_not_go_with(self):
        def refused(micro):
            ran = self.tree.ctest(TEST="micro:io", MICRO=micro)
            self.assert_ended(8, ran)
            self.assert_nothing_ran(ran)
            return driver.error_message(ran.err)

        self.assertIn("MICRO: PROVE takes FUNCTION:DELAY, ", refused("PROVE=work"))
        self.assertIn("PROVE: compares benchmarks with themselves, and so has no other baseline", refused("PROVE=work:1us;AGAINST=HEAD"))
        self.assertIn("PROVE: a benchmark that notices the delay is as it should be, and FAIL_ON would fail it", refused("PROVE=work:1us;FAIL_ON=slower"))
        self.assertIn("PROVE: the code under test is in libraries, which SCOPE=suite leaves as they are", refused("PROVE=work:1us;CXX_FLAGS=-O1;SCOPE=suite"))


_PROGRAM = """
#include <cstdlib>
#include <string>
#include <vector>
namespace shop {
template <int N> int instance() { return N; }
template <int N> struct All { static int sum() { return instance<N>() + All<N - 1>::sum(); } };
template <> struct All<0> { static int sum() { return 0; } };
std::string tagged() { return std::string(100, 'x'); }
int never() { return 1; }
}
int main(int count, char**) {
  std::vector<int> values;
  values.push_back(shop::All<300>::sum());
  void* const bytes = std::malloc(values.size());
  std::free(bytes);
  return count > 5 ? shop::never() : shop::tagged().empty();
}
"""


class Library(unittest.TestCase):
    """What programs report that the library is loaded into."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        source = os.path.join(folder.name, "shop.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(_PROGRAM)
        cls.program = os.path.join(folder.name, "shop")
        subprocess.run(["c++", "-O0", "-finstrument-functions", "-finstrument-functions-exclude-file-list=/usr/include,/usr/lib", source, "-o", cls.program], check=True)

    def report(self, function: str, command: List[str]) -> List[Tuple[str, str]]:
        path = os.path.join(self.folder, f"{self.id()}.{function.replace('/', '')}")
        library = os.path.join(os.path.dirname(driver.given.cmicro), "libmicro-prove.so")
        subprocess.run(
            command, check=True,
            env={**os.environ, "LD_PRELOAD": library, "MICRO_PROVE_FUNCTION": function, "MICRO_PROVE_DELAY_NS": "0", "MICRO_PROVE_REPORT": path})
        with open(path, encoding="utf-8") as file:
            return [tuple(line.rstrip("\n").split(" ", 1)) for line in file]

    def values(self, function: str, key: str) -> List[str]:
        return [value for one, value in self.report(function, [self.program]) if one == key]

    def test_all_instances_of_a_template_are_counted(self):
        self.assertEqual(self.values("instance", "calls"), ["300"])
        self.assertEqual(self.values("shop::instance", "symbol"), ["shop::instance"])

    def test_a_function_with_an_abi_tag(self):
        self.assertEqual(self.values("shop::tagged", "calls"), ["1"])
        self.assertEqual(self.values("shop::tagged", "symbol"), ["shop::tagged"])

    def test_a_function_that_is_there_and_not_called(self):
        self.assertEqual(self.values("never", "calls"), ["0"])
        self.assertEqual(self.values("never", "symbol"), ["shop::never"])

    def test_what_is_not_instrumented_is_not_there(self):
        for function in ("malloc", "push_back", "vector::push_back"):
            with self.subTest(function):
                self.assertEqual(self.values(function, "symbol"), [])
                near = self.values(function, "near")
                self.assertIn("shop::tagged", near)
                self.assertEqual([name for name in near if "anonymous" in name], [])

    def test_a_launcher_that_outlives_the_program_says_nothing(self):
        report = self.report("tagged", ["sh", "-c", '"$1"; true', "sh", self.program])
        self.assertIn(("calls", "1"), report)


if __name__ == "__main__":
    driver.main()
