"""Really starting programs."""

import os
import sys
import tempfile
import unittest

import ctest_fakes  # noqa: F401  (sets the path)
from micro_ctest.errors import UserError
from micro_ctest.processes import Finished, Processes, TimeLimitExceeded, child_environment


class Environment(unittest.TestCase):
    def test_what_children_must_not_see(self):
        removed = ("TEST", "MICRO", "TEST_OPTS", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "GNUMAKEFLAGS", "BENCHMARK_FILTER", "BENCHMARK_")
        kept = {"PATH": "/bin", "TESTS": "x", "MICRO_SESSION": "y", "CXX": "z"}
        self.assertEqual(child_environment({**{name: "v" for name in removed}, **kept}), kept)


class RealProcesses(unittest.TestCase):
    def setUp(self):
        self.processes = Processes({"SEEN": "ü;x", "TEST": "micro"})

    def python(self, code):
        return [sys.executable, "-I", "-S", "-X", "utf8", "-c", code]

    def test_capture(self):
        code = "import os,sys; print(os.environ['SEEN'], 'TEST' in os.environ); sys.stderr.write('e'); sys.exit(3)"
        self.assertEqual(self.processes.capture(self.python(code)), Finished(3, "ü;x False\n", "e"))

    def test_nothing_is_read_from_the_callers_input(self):
        reading, writing = os.pipe()
        os.write(writing, b"typed")
        os.close(writing)
        before = os.dup(0)
        try:
            os.dup2(reading, 0)
            seen = [self.processes.capture(self.python("import sys; print(len(sys.stdin.read()))")).output.strip()]
            self.processes.stream(self.python("import sys; print(len(sys.stdin.read()))"), seen.append)
        finally:
            os.dup2(before, 0)
            os.close(before)
            os.close(reading)
        self.assertEqual(seen, ["0", "0"])

    def test_capture_in_one(self):
        code = "import os; os.write(2, b'one\\n'); os.write(1, b'two\\xff\\n')"
        self.assertEqual(self.processes.capture(self.python(code), merge=True), Finished(0, "one\ntwo\udcff\n", ""))

    def test_capture_without_some_variables(self):
        done = self.processes.capture(self.python("import os; print('SEEN' in os.environ)"), without=lambda name: name.startswith("SE"))
        self.assertEqual(done.output, "False\n")

    def test_capture_ends_what_takes_too_long(self):
        with self.assertRaises(TimeLimitExceeded):
            self.processes.capture(self.python("import time; time.sleep(600)"), limit=0.05)

    def test_stream(self):
        lines = []
        code = "import os; os.write(2, b'one\\r\\n'); os.write(1, b'\\n last'); os._exit(4)"
        self.assertEqual(self.processes.stream(self.python(code), lines.append), 4)
        self.assertEqual(lines, ["one", "", " last"])

    def test_a_line_is_handed_on_before_the_program_has_ended(self):
        with tempfile.TemporaryDirectory() as folder:
            gate = os.path.join(folder, "gate")
            code = f"import os,time\nos.write(1, b'first\\n')\nwhile not os.path.exists({gate!r}): time.sleep(0.005)"
            self.assertEqual(self.processes.stream(self.python(code), lambda _: open(gate, "w").close()), 0)

    def test_what_can_not_be_started(self):
        with self.assertRaisesRegex(UserError, "^micro: /nowhere/cmicro can't be started: No such file or directory$"):
            self.processes.capture(["/nowhere/cmicro"])
        with self.assertRaisesRegex(UserError, "^micro: /dev/null can't be started: Permission denied$"):
            self.processes.stream(["/dev/null"], self.fail)
        with self.assertRaisesRegex(UserError, "^micro: /bin/true can't be started: Argument list too long$"):
            self.processes.capture(["/bin/true", "x" * 200000])


if __name__ == "__main__":
    unittest.main()
