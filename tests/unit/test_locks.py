"""Locks between processes, and processes that use a folder."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import ctest_fakes  # noqa: F401  (the path to micro_ctest)
from micro_ctest.documents import write_text
from micro_ctest.locks import Users, take_lock, try_lock


class Locks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="micro-locks-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = os.path.join(self.folder, "x.lock")

    def test_one_at_a_time(self):
        lock = take_lock(self.path, self.fail)
        self.assertIsNone(try_lock(self.path))
        lock.release()
        again = try_lock(self.path)
        self.assertIsNotNone(again)
        again.release()

    def test_links_are_not_followed(self):
        precious = os.path.join(self.folder, "precious")
        with open(precious, "w", encoding="utf-8") as file:
            file.write("text")
        os.symlink(precious, self.path)
        with self.assertRaises(OSError):
            try_lock(self.path)
        # The name that a file has until it is whole.
        target = os.path.join(self.folder, "document")
        for name in (target, f"{target}.{os.getpid()}"):
            os.symlink(precious, name)
        write_text(target, "new")
        with open(precious, encoding="utf-8") as file:
            self.assertEqual(file.read(), "text")
        self.assertFalse(os.path.islink(target))
        self.assertEqual(os.stat(target).st_mode & 0o022, 0)

    def test_the_second_waits_and_gets_the_file_that_is_there_then(self):
        lock = take_lock(self.path, self.fail)
        waits = threading.Event()
        taken = []
        second = threading.Thread(target=lambda: taken.append(take_lock(self.path, waits.set)))
        second.start()
        self.assertTrue(waits.wait(30))
        self.assertEqual(taken, [])
        lock.release(remove=True)
        second.join(30)
        self.assertIsNone(try_lock(self.path))
        taken[0].release()

    def test_a_file_that_is_removed_just_before_it_is_locked_is_no_lock(self):
        flock = fcntl.flock

        def removed_and_locked(file, how):
            os.unlink(self.path)
            fcntl.flock = flock
            flock(file, how)

        fcntl.flock = removed_and_locked
        self.assertIsNone(try_lock(self.path))

    def test_it_goes_with_its_process(self):
        code = "import sys; sys.path.insert(0, sys.argv[1]); from micro_ctest.locks import take_lock; take_lock(sys.argv[2], exit)"
        subprocess.run([sys.executable, "-c", code, ctest_fakes.CTEST, self.path], check=True)
        lock = try_lock(self.path)
        self.assertIsNotNone(lock)
        lock.release()

    def test_users(self):
        folder = os.path.join(self.folder, "x.users")
        users = Users(folder)
        self.assertEqual(users.alive(), [])
        users.add(os.getpid())
        gone = subprocess.Popen([sys.executable, "-c", ""])
        gone.wait()
        users.add(gone.pid)
        self.assertEqual(users.alive(), [os.getpid()])
        self.assertEqual(os.listdir(folder), [str(os.getpid())])

    def test_a_later_process_of_the_same_number_is_no_user(self):
        folder = os.path.join(self.folder, "x.users")
        proc = os.path.join(self.folder, "proc")
        os.makedirs(os.path.join(proc, str(os.getpid())))

        def started(ticks):
            with open(os.path.join(proc, str(os.getpid()), "stat"), "w", encoding="utf-8") as file:
                file.write(f"1 (a ) b) {' '.join(['0'] * 19)} {ticks} 0")

        started(100)
        Users(folder, proc).add(os.getpid())
        self.assertEqual(Users(folder, proc).alive(), [os.getpid()])
        started(200)
        self.assertEqual(Users(folder, proc).alive(), [])


if __name__ == "__main__":
    unittest.main()
