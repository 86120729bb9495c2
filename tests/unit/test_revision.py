"""The state of the project that is measured, as git tells it."""

import os
import shutil
import subprocess
import tempfile
import unittest

from ctest_fakes import FakeProcesses
from micro_ctest.errors import UserError
from micro_ctest.processes import Finished, Processes, TimeLimitExceeded
from micro_ctest.revision import UNKNOWN, Revision, revision_of

NAME = "4f2c9ab1c0de4f2c9ab1c0de4f2c9ab1c0de4f2c"


class Asking(unittest.TestCase):
    def revision(self, head, status=Finished(0, "", "")):
        def answer(command):
            reply = head if "rev-parse" in command else status
            if isinstance(reply, Exception):
                raise reply
            return reply

        self.processes = FakeProcesses(answer)
        return revision_of("/the shop", self.processes)

    def test_clean(self):
        self.assertEqual(self.revision(Finished(0, NAME + "\n", "")), Revision(NAME, False))
        self.assertEqual(
            self.processes.commands,
            [
                ["git", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", "/the shop", "rev-parse", "HEAD"],
                ["git", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", "/the shop", "status", "--porcelain", "--untracked-files=no"],
            ],
        )

    def test_dirty(self):
        self.assertEqual(self.revision(Finished(0, NAME + "\n", ""), Finished(0, " M a\n", "")), Revision(NAME, True))

    def test_unknown_is_no_error(self):
        for head in (
            UserError("git can't be started"),
            TimeLimitExceeded(),
            Finished(128, "", "fatal: not a git repository"),
            Finished(128, "HEAD\n", "fatal: ambiguous argument 'HEAD'"),  # no commit yet
            Finished(-9, NAME, ""),
            Finished(0, "", ""),
            Finished(0, "nonsense\udcff\n", ""),
            Finished(0, f"{NAME}\n{NAME}\n", ""),
        ):
            self.assertEqual(self.revision(head), UNKNOWN)
            self.assertEqual(len(self.processes.commands), 1)

    def test_the_revision_is_known_where_the_state_is_not(self):
        for status in (TimeLimitExceeded(), Finished(128, " M a", ""), UserError("")):
            self.assertEqual(self.revision(Finished(0, NAME, ""), status), Revision(NAME, None))

    def test_the_time_limit_is_for_both(self):
        times = iter([100.0, 100.0, 103.0])
        limits = []

        class Limited(FakeProcesses):
            def capture(self, command, merge=False, without=lambda _: False, limit=None):
                limits.append(limit)
                return Finished(0, NAME, "")

        revision_of("/s", Limited(lambda _: None), lambda: next(times))
        self.assertEqual(limits, [5.0, 2.0])


@unittest.skipUnless(shutil.which("git"), "there is no git")
class Git(unittest.TestCase):
    """With a repository, which is asked really."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="micro revision $x ")
        self.addCleanup(shutil.rmtree, self.folder)
        self.variables = {"PATH": os.environ["PATH"], "HOME": self.folder, "GIT_CONFIG_NOSYSTEM": "1"}
        self.variables.update({f"GIT_{who}_{what}": "x@y" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")})
        self.source = self.path("source")
        self.git("init", "-q", self.source)
        os.mkdir(self.path("source", "sub"))
        self.write("a", "one")

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def git(self, *words, cwd=None):
        done = subprocess.run(["git", *words], cwd=cwd or self.folder, env=self.variables, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode().strip()

    def write(self, name, text):
        with open(self.path("source", name), "w", encoding="utf-8") as file:
            file.write(text)

    def commit(self):
        self.git("add", "a", cwd=self.source)
        self.git("commit", "-qm", "x", cwd=self.source)
        return self.git("rev-parse", "HEAD", cwd=self.source)

    def revision(self, folder="", **variables):
        return revision_of(self.path("source", folder), Processes({**self.variables, **variables}))

    def test_a_repository(self):
        self.assertEqual(self.revision(), UNKNOWN)  # no commit yet
        name = self.commit()
        self.assertEqual(self.revision(), Revision(name, False))
        self.write("untracked", "")
        self.assertEqual(self.revision("sub"), Revision(name, False))
        self.write("a", "other")
        self.assertEqual(self.revision("sub"), Revision(name, True))

    def test_no_repository(self):
        self.assertEqual(revision_of(self.folder, Processes(self.variables)), UNKNOWN)
        self.assertEqual(revision_of(self.path("nowhere"), Processes(self.variables)), UNKNOWN)

    def test_within_a_hook_of_another_repository(self):
        name = self.commit()
        other = self.path("other")
        self.git("init", "-q", other)
        hook = {"GIT_DIR": os.path.join(other, ".git"), "GIT_WORK_TREE": other, "GIT_INDEX_FILE": os.path.join(other, "index")}
        self.assertEqual(self.revision(**hook), Revision(name, False))

    def test_the_index_is_left_alone(self):
        self.commit()
        index = self.path("source", ".git", "index")
        # As old as the file may be for git to look at its content, and to write down what it saw.
        os.utime(self.path("source", "a"), (1, 1))
        with open(index, "rb") as file:
            before = file.read()
        self.revision()
        with open(index, "rb") as file:
            self.assertEqual(file.read(), before)


if __name__ == "__main__":
    unittest.main()
