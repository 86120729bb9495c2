"""cmake/setup.sh with a package manager that is not there: what is missing is named, and installed only when that is asked for."""

import os
import pathlib
import stat
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).resolve().parents[2] / "cmake/setup.sh"

# Says that everything it is asked about is installed, but for what MISSING names.
DPKG_QUERY = """for word; do
  case $word in --* | '${'*) continue ;; esac
  case " $MISSING " in *" $word "*) ;; *) echo "installed $word" ;; esac
done
"""


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program("dpkg-query", DPKG_QUERY)
        self.program("apt-get", f'echo "$*" >> "{self.folder}/calls"\n')
        self.program("sudo", 'exec "$@"\n')

    def program(self, name, script):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(stat.S_IRWXU)

    def setup_sh(self, *arguments, missing=""):
        environment = {"PATH": f"{self.folder}:{os.environ['PATH']}", "MISSING": missing}
        return subprocess.run(["sh", SETUP, *arguments], env=environment, capture_output=True, text=True, check=False)

    def calls(self):
        path = self.folder / "calls"
        return path.read_text() if path.exists() else ""

    def test_is_silent_where_nothing_is_missing(self):
        for arguments in ((), ("--check",)):
            done = self.setup_sh(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.calls(), "")

    def test_check_names_what_is_missing_and_installs_nothing(self):
        done = self.setup_sh("--check", missing="libfmt-dev librocksdb-dev")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, 'missing packages: libfmt-dev librocksdb-dev\nhint: "make setup" installs them\n')
        self.assertEqual(self.calls(), "")

    def test_only_what_is_missing_is_installed(self):
        done = self.setup_sh(missing="libfmt-dev")
        self.assertEqual((done.returncode, done.stdout), (0, "Installing libfmt-dev\n"), done.stderr)
        self.assertTrue(self.calls().endswith(" install libfmt-dev\n"), self.calls())
        self.assertNotIn("libcli11-dev", self.calls())

    def test_a_tool_from_elsewhere_will_do(self):
        self.program("ninja", "")
        self.assertEqual(self.setup_sh("--check", missing="ninja-build").returncode, 0)

    def test_unknown_words(self):
        done = self.setup_sh("--install")
        self.assertEqual((done.returncode, done.stderr), (2, "usage: setup.sh [--check]\n"))


if __name__ == "__main__":
    unittest.main()
