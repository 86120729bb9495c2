"""What is left of a work and of what it has started when one of its processes is killed."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import ctest_fakes
from micro_ctest.ancestors import ancestors, started, tools_above

# Starts a program that hangs, tells the number of the worker and of that, and waits for it.
_WORK = """
import os, subprocess, sys
sys.path[:0] = [sys.argv[1]]
from micro_ctest.guardian import guarded
def work():
    hanging = subprocess.Popen(["sleep", "100"], start_new_session=sys.argv[2] == "apart")
    print(os.getpid(), hanging.pid, flush=True)
    try:
        if sys.argv[2] != "fails":
            hanging.wait()
    except KeyboardInterrupt:
        print("cleared up", flush=True)
        return 130
    return 3
sys.exit(guarded(work))
"""


def is_alive(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Guardian(unittest.TestCase):
    def start(self, how=""):
        """A guardian, the number of its worker, and that of what hangs."""
        guardian = subprocess.Popen([sys.executable, "-B", "-c", _WORK, ctest_fakes.CTEST, how], stdout=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(guardian.stdout.close)
        worker, hanging = (int(number) for number in guardian.stdout.readline().split())
        self.addCleanup(self.end, hanging)
        return guardian, worker, hanging

    @staticmethod
    def end(process):
        if is_alive(process):
            os.kill(process, signal.SIGKILL)

    def assert_ends(self, *processes):
        until = time.monotonic() + 20
        while any(is_alive(process) for process in processes) and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual([process for process in processes if is_alive(process)], [])

    def test_asked_to_stop(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                guardian, worker, hanging = self.start()
                guardian.send_signal(number)
                self.assertEqual(guardian.stdout.readline(), "cleared up\n")
                self.assertEqual(guardian.wait(20), 130)
                self.assert_ends(worker, hanging)

    def test_the_worker_killed(self):
        guardian, worker, hanging = self.start()
        os.kill(worker, signal.SIGKILL)
        self.assertEqual(guardian.wait(20), 128 + signal.SIGKILL)
        self.assert_ends(hanging)

    def test_the_guardian_killed(self):
        guardian, worker, hanging = self.start()
        guardian.kill()
        guardian.wait(20)
        self.assertEqual(guardian.stdout.readline(), "cleared up\n")
        self.assert_ends(worker, hanging)

    def test_failed(self):
        guardian, worker, hanging = self.start("fails")
        self.assertEqual(guardian.wait(20), 3)
        self.assert_ends(worker, hanging)

    def test_a_server_stays(self):
        guardian, _, hanging = self.start("apart")
        guardian.terminate()
        self.assertEqual(guardian.wait(20), 130)
        self.assertTrue(is_alive(hanging))


class Above(unittest.TestCase):
    def setUp(self):
        self.proc = tempfile.mkdtemp(prefix="micro-proc-")
        self.addCleanup(shutil.rmtree, self.proc)

    def process(self, number, name, parent):
        os.mkdir(os.path.join(self.proc, str(number)))
        with open(os.path.join(self.proc, str(number), "stat"), "w", encoding="utf-8") as file:
            file.write(f"{number} ({name}) S {parent} 1 1 0\n")

    def test_tools_and_the_shells_between_them(self):
        for number, name, parent in ((2, "bash", 1), (3, "ninja", 2), (4, "sh", 3), (5, "ctest", 4), (6, "python3) S 1", 5)):
            self.process(number, name, parent)
        self.assertEqual(tools_above(6, self.proc), [5, 4, 3])
        self.assertEqual(list(ancestors(6, self.proc))[0], (6, "python3) S 1"))

    def test_none(self):
        for number, name, parent in ((2, "make", 1), (3, "tmux: server", 2), (4, "bash", 3), (5, "python3", 4)):
            self.process(number, name, parent)
        self.assertEqual(tools_above(5, self.proc), [])
        self.assertEqual(tools_above(99, self.proc), [])

    def test_what_only_waits_for_its_parent_has_ended(self):
        process = subprocess.Popen(["sleep", "100"])
        self.assertNotEqual(started(process.pid), "")
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        self.assertEqual(started(process.pid), "")
        process.wait()

    def test_a_circle(self):
        self.process(2, "sh", 3)
        self.process(3, "make", 2)
        self.assertEqual(tools_above(2, self.proc), [3])


if __name__ == "__main__":
    unittest.main()
