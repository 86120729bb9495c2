"""The CMake script that registers tests."""

import os
import subprocess
import tempfile
import unittest

from ctest_fakes import HOSTILE, suite
from micro_ctest.benchmarks import Failure
from micro_ctest.errors import UserError
from micro_ctest.forms import Form
from micro_ctest.registration import bracket_argument, tests_script, write_tests
from micro_ctest.selected import SelectedSuite
from micro_ctest.visible import visible, visible_lines

_WRITE_ARGUMENTS = """
  foreach(i RANGE 0 9)
    if(i LESS ARGC)
      file(APPEND "${OUT}" "<${ARGV${i}}>")
    endif()
  endforeach()
  file(APPEND "${OUT}" "|\\n")
"""


class Script(unittest.TestCase):
    def test_one_test_a_benchmark(self):
        script = tests_script("/bin/cmicro", "/run", [SelectedSuite(suite("s"), ("b/1", "c"))])
        self.assertEqual(
            script.splitlines()[:2],
            [
                "_add_test([==[micro:s.b/1]==] [==[/bin/cmicro]==] [==[run]==] [==[--session]==] [==[/run]==] [==[--suite=s]==]"
                " [==[--benchmark=b/1]==])",
                "set_tests_properties([==[micro:s.b/1]==] PROPERTIES RUN_SERIAL TRUE TIMEOUT 10000000 SKIP_RETURN_CODE 77)",
            ],
        )
        self.assertEqual(len(script.splitlines()), 4)

    def test_ctest_prints_nothing_that_a_terminal_obeys(self):
        forms = (Form("v", "/v", (), "", "", skipped="why\n\x1b[2J"),)
        script = tests_script("/bin/cmicro", "/run", [SelectedSuite(suite("s"), ("b\x1b[2J\u202e\u009b",), variants=forms)])
        self.assertIn("_add_test([==[micro:s.b\\x1b[2J\\u202e\\u009b]==] ", script)
        self.assertIn("set_tests_properties([==[micro:s.b\\x1b[2J\\u202e\\u009b]==] ", script)
        self.assertIn("[==[--benchmark=b\x1b[2J\u202e\u009b]==]", script)
        self.assertIn("[==[why\n\\x1b[2J]==]", script)

    def test_labels(self):
        script = tests_script("/bin/cmicro", "/run", [SelectedSuite(suite("s", labels=("slow", "io")), ("b",))])
        self.assertIn(" LABELS [==[slow;io]==])", script)

    def test_a_failed_suite_is_a_test(self):
        script = tests_script("/bin/cmicro", "/run", [SelectedSuite(suite("s"), (), Failure("build", "x"))])
        command = "[==[/bin/cmicro]==] [==[run]==] [==[--session]==] [==[/run]==] [==[--suite=s]==]"
        self.assertIn(f"_add_test([==[micro:s]==] {command})\n", script)

    def test_a_skipped_suite_is_a_test_of_the_engine_which_records_why(self):
        (line, properties) = tests_script("/bin/cmicro", "/run", [SelectedSuite(suite("s"), (), skipped="why")]).split("\nset_tests_")
        self.assertEqual(line, "_add_test([==[micro:s]==] [==[/bin/cmicro]==] [==[run]==] [==[--session]==] [==[/run]==] [==[--suite=s]==])")
        self.assertIn("SKIP_RETURN_CODE 77", properties)

    def test_a_skipped_variant_is_a_test_that_says_why(self):
        for reason in HOSTILE:
            if not reason:
                continue
            forms = (Form("default", "/s", (), "", ""), Form("v", "/v", (), "", "", skipped=reason))
            script = tests_script("/bin/cmicro", "/run", [SelectedSuite(suite("s"), ("b",), variants=forms)])
            (line, properties) = script[script.index("_add_test([==[micro:s@v]==] ") :].split("\nset_tests_")
            self.assertIn("SKIP_RETURN_CODE 77", properties)
            self.assertTrue(line.endswith(bracket_argument(visible_lines(reason)) + ")"), line)
        script = """printf "%s\\n" "$1"; exit 77"""
        self.assertIn(bracket_argument(script), line)
        done = subprocess.run(["/bin/sh", "-c", script, "micro", "-n %s\nx"], stdout=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, done.stdout), (77, b"-n %s\nx\n"))

    def test_above_5000_benchmarks_one_test_a_suite(self):
        names = tuple(f"b/{i}" for i in range(4999))
        few = tests_script("/c", "/run", [SelectedSuite(suite("s"), names), SelectedSuite(suite("t"), ("x",))])
        self.assertEqual(few.count("_add_test("), 5000)
        many = tests_script("/c", "/run", [SelectedSuite(suite("s"), names), SelectedSuite(suite("t"), ("x", "y"))])
        self.assertEqual(many.count("_add_test("), 2)
        self.assertIn("_add_test([==[micro:t]==]", many)
        self.assertNotIn("--benchmark", many)

    def test_a_folder_that_is_not_there(self):
        with self.assertRaisesRegex(UserError, "^micro: /nowhere/tests.cmake can't be written: No such file or directory"):
            write_tests("/nowhere/tests.cmake", "/c", "/run", [])


class Quoting(unittest.TestCase):
    def test_cmake_reads_every_argument_as_it_was(self):
        """CMake itself runs a script made of hostile names, and says which arguments it saw."""
        with tempfile.TemporaryDirectory() as folder:
            names = [name for name in HOSTILE if name]
            selected = [
                SelectedSuite(suite("s", labels=("a label",)), tuple(names)),
                SelectedSuite(suite("b"), (), Failure("list", "")),
            ]
            write_tests(os.path.join(folder, "tests.cmake"), "/the $x; [cmicro]", "/run]", selected)
            with open(os.path.join(folder, "read.cmake"), "w", encoding="utf-8") as file:
                # In a function ARGV<i> are variables, so that each argument is seen as it was passed.
                file.write("cmake_minimum_required(VERSION 3.25)\n")
                for command in ("_add_test", "set_tests_properties"):
                    file.write(f"function({command})\n{_WRITE_ARGUMENTS}endfunction()\n")
                file.write('include("${TESTS}")\n')
            out = os.path.join(folder, "out")
            subprocess.run(
                ["cmake", f"-DOUT={out}", f"-DTESTS={folder}/tests.cmake", "-P", os.path.join(folder, "read.cmake")], check=True
            )
            with open(out, encoding="utf-8", newline="") as file:
                seen = file.read()
        properties = ["PROPERTIES", "RUN_SERIAL", "TRUE", "TIMEOUT", "10000000", "SKIP_RETURN_CODE", "77"]
        expected = []
        command = ["/the $x; [cmicro]", "run", "--session", "/run]"]
        for name in names:
            expected += [
                [f"micro:s.{visible(name)}", *command, "--suite=s", f"--benchmark={name}"],
                [f"micro:s.{visible(name)}", *properties, "LABELS", "a label"],
            ]
        expected += [["micro:b", *command, "--suite=b"], ["micro:b", *properties]]
        self.assertEqual(seen, "".join("".join(f"<{word}>" for word in words) + "|\n" for words in expected))

    def test_a_line_end_at_the_beginning_is_doubled(self):
        self.assertEqual(bracket_argument("\nx"), "[==[\n\nx]==]")

    def test_the_level_is_the_least_that_does(self):
        for text, quoted in (("x", "[==[x]==]"), ("]==]", "[===[]==]]===]"), ("x]", "[==[x]]==]"), ("x]==", "[===[x]==]===]")):
            self.assertEqual(bracket_argument(text), quoted)


if __name__ == "__main__":
    unittest.main()
