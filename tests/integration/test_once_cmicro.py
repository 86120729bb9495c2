"""cmicro by itself: programs that know nothing of Micro, interruption, and two at once."""

import fcntl
import os
import pty
import signal
import subprocess
import termios

import driver
from driver import IntegrationTest

SHORT = ("--fork=2", "--iter=1", "--time=1ms", "--warmup-iter=0")


def setUpModule():
    global tree
    tree = driver.Tree("programs", *driver.from_source_tree())
    built = tree.build_target("bench-good", "bench-hang")
    assert built.code == 0, built
    # As its author may build it, without CMake.
    command = [tree.cached("CMAKE_CXX_COMPILER"), os.path.join(tree.source, "foreign.cpp"), "-o", "foreign program"]
    built = tree.run(*command, "-lbenchmark", "-lbenchmark_main", "-lpthread")
    assert built.code == 0, built


class OfTheTree(IntegrationTest):
    @classmethod
    def setUpClass(cls):
        cls.tree = tree


class ForeignProgram(OfTheTree):
    def test_list(self):
        ran = tree.run(driver.given.cmicro, "list", "./foreign program")
        self.assert_ended(0, ran)
        self.assertEqual(ran.out, "quick/1\nquick/2\n")

    def test_run(self):
        ran = tree.run(driver.given.cmicro, "run", "foreign program", *SHORT, "--results-format=json", "--seed=3")
        self.assert_ended(0, ran)
        self.assertEqual(
            tree.report(ran).partition("\n\n")[0],
            "Benchmark (arg0) Mode Cnt Score Error Units\nquick 1 avgt 2 N T/op\nquick 2 avgt 2 N T/op",
        )
        self.assertEqual(
            tree.plain(ran.err),
            "2 benchmarks, 4 forks, about TIME\n"
            "Results: micro-results/foreign program/micro.txt\n"
            "Results: micro-results/foreign program/micro-result.json\n"
            "Journal: micro-results/foreign program/runs/UTC/journal.jsonl\n",
        )

    def test_filter_and_restrictions(self):
        restrictions = ("--filter", "quick", "--param=arg0=2")
        ran = tree.run(driver.given.cmicro, "run", "foreign program", *SHORT, *restrictions, "--results", "filtered")
        self.assert_ended(0, ran)
        self.assertNotIn("\nquick 1 ", tree.report(ran))
        self.assertIn("\nquick 2 ", tree.report(ran))

    def test_run_args_are_the_programs_and_it_may_refuse_them(self):
        ran = tree.run(driver.given.cmicro, "run", "foreign program", *SHORT, "--run-args=--rows=3")
        self.assert_ended(1, ran)
        self.assertIn("unrecognized command-line flag: --rows=3", ran.err)

    def test_show_and_merge(self):
        for folder in ("first", "second"):
            self.assert_ended(0, tree.run(driver.given.cmicro, "run", "foreign program", *SHORT, "--results", folder))
        journals = [self.journal(folder) for folder in ("first", "second")]
        ran = tree.run(driver.given.cmicro, "merge", *journals, "-o", "merged.jsonl")
        self.assert_ended(0, ran)
        ran = tree.run(driver.given.cmicro, "show", "merged.jsonl")
        self.assert_ended(0, ran)
        self.assertIn("\nquick 1 avgt 4 N ± N T/op\n", tree.report(ran))

    def journal(self, folder):
        (run,) = os.listdir(os.path.join(tree.build, folder, "runs"))
        return os.path.join(folder, "runs", run, "journal.jsonl")


class Hanging(OfTheTree):
    """A benchmark that would hang for ever."""

    def setUp(self):
        self.results = os.path.join(tree.top, self.id())

    def start_hanging(self):
        """cmicro, with a fork of the benchmark at work; and the fork's processes."""
        # One fork: a second one must not begin while the first is cleared away.
        command = [driver.given.cmicro, "run", tree.program("bench-hang"), "--fork=1", "--timeout=3600s", "--results", self.results]
        cmicro = tree.start(*command)
        self.addCleanup(self.end, cmicro)
        return cmicro, self.hanging_processes(cmicro)

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def journal(self):
        (run,) = os.listdir(os.path.join(self.results, "runs"))
        return os.path.join(self.results, "runs", run, "journal.jsonl")

    def assert_journal_is_good(self):
        """It is whole, and `cmicro show` reads it."""
        self.assertEqual([entry["kind"] for entry in driver.read_journal(self.journal())], ["header", "benchmark"])
        self.assert_ended(0, tree.run(driver.given.cmicro, "show", self.journal()))

    def assert_interrupted_by(self, number, code):
        temporary = os.path.join(tree.top, "tmp")
        before = set(os.listdir(temporary))
        cmicro, processes = self.start_hanging()
        self.assertEqual(len(os.listdir(temporary)), len(before) + 1)
        os.kill(cmicro.pid, number)
        _, err = cmicro.communicate(timeout=300)
        self.assertEqual(cmicro.returncode, code, err)
        self.assertIn("\ncmicro: interrupted; what was measured is in ", err)
        self.assertIn("\n  hint: cmicro show ", err)
        self.assertIn(tree.plain(self.journal()), tree.plain(err))
        self.assert_ended_soon(processes)
        self.assert_journal_is_good()
        self.assertEqual(set(os.listdir(temporary)), before)

    def test_interrupted(self):
        self.assert_interrupted_by(signal.SIGINT, 130)

    def test_terminated(self):
        self.assert_interrupted_by(signal.SIGTERM, 143)

    def test_the_hint_is_a_command(self):
        cmicro, _ = self.start_hanging()
        os.kill(cmicro.pid, signal.SIGINT)
        _, err = cmicro.communicate(timeout=300)
        command = err.partition("  hint: cmicro ")[2].partition("\n")[0]
        self.assert_ended(0, tree.run("sh", "-c", f'"$CMICRO" {command}', CMICRO=driver.given.cmicro))

    def test_killed(self):
        cmicro, processes = self.start_hanging()
        cmicro.kill()
        self.assertEqual(cmicro.wait(timeout=300), -signal.SIGKILL)
        self.assert_ended_soon(processes)
        self.assert_journal_is_good()

    def test_killed_at_work(self):
        """It is two processes: one works, and one watches and clears up."""
        cmicro, processes = self.start_hanging()
        os.kill(self.worker(cmicro), signal.SIGKILL)
        self.assertEqual(cmicro.wait(timeout=300), -signal.SIGKILL)
        self.assert_ended_soon(processes)
        self.assert_journal_is_good()

    def test_the_benchmark_killed(self):
        cmicro, processes = self.start_hanging()
        os.kill(processes[0], signal.SIGKILL)
        out, err = cmicro.communicate(timeout=300)
        self.assertEqual(cmicro.returncode, 1, out + err)
        self.assertIn("ended by signal 9 (Killed)", out)
        self.assert_ended_soon(processes)

    def test_a_hangup_is_ignored_under_nohup(self):
        command = ["nohup", driver.given.cmicro, "run", tree.program("bench-hang"), "--fork=1", "--timeout=3600s", "--results", self.results]
        cmicro = tree.start(*command)
        self.addCleanup(self.end, cmicro)
        processes = self.hanging_processes(cmicro)
        os.killpg(cmicro.pid, signal.SIGHUP)
        os.kill(processes[0], signal.SIGKILL)
        out, err = cmicro.communicate(timeout=300)
        self.assertIn("ended by signal 9 (Killed)", out)
        self.assertNotIn("interrupted", err)

    def worker(self, cmicro):
        with open(f"/proc/{cmicro.pid}/task/{cmicro.pid}/children", encoding="utf-8") as file:
            (child,) = file.read().split()
        return int(child)

    def test_ctest_killed(self):
        ctest = tree.start(driver.ctest(), TEST="micro:hang", MICRO=f"{driver.QUICK};TIMEOUT=3600s")
        self.assert_nothing_outlives(ctest, self.hanging_processes(ctest))
        self.assertEqual([entry["kind"] for entry in tree.journal("micro_hang")], ["header", "benchmark"])

    def test_the_second_waits_for_the_first(self):
        first, _ = self.start_hanging()
        second = tree.start(driver.given.cmicro, "run", tree.program("bench-good"), *SHORT, "--results", self.results + ".second")
        self.addCleanup(self.end, second)
        until_it_waits = ""
        while "waiting" not in until_it_waits:
            line = second.stderr.readline()
            self.assertNotEqual(line, "", until_it_waits)
            until_it_waits += line
        self.assertRegex(until_it_waits, f"cmicro: waiting until process {self.worker(first)}, .*bench-hang since .* has finished measuring on this machine\n")
        self.assertIsNone(second.poll())
        os.kill(first.pid, signal.SIGINT)
        out, err = second.communicate(timeout=300)
        self.assertEqual(second.returncode, 0, out + err)
        self.assertIn("add ", out)

    def test_a_waiting_one_can_be_interrupted(self):
        self.start_hanging()
        second = tree.start(driver.given.cmicro, "run", tree.program("bench-good"), *SHORT, "--results", self.results + ".second")
        self.addCleanup(self.end, second)
        while "waiting" not in second.stderr.readline():
            self.assertIsNone(second.poll())
        os.kill(second.pid, signal.SIGINT)
        second.communicate(timeout=300)
        self.assertEqual(second.returncode, 130)

    def test_ctrl_c_under_ctest(self):
        """ctest ends without a table; where the journal is stands on the terminal all the same."""
        terminal, end_of_ctest = pty.openpty()
        ctest = subprocess.Popen(
            [driver.ctest()],
            cwd=tree.build,
            env=tree.environment({"TEST": "micro:hang", "MICRO": f"{driver.QUICK};TIMEOUT=3600s", "TERM": "xterm"}),
            stdin=end_of_ctest,
            stdout=end_of_ctest,
            stderr=end_of_ctest,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(end_of_ctest)
        self.addCleanup(os.close, terminal)
        self.addCleanup(driver.end_group, ctest.pid)
        processes = self.hanging_processes(ctest)
        os.write(terminal, b"\x03")
        shown = self.read_all(terminal)
        self.assertNotEqual(ctest.wait(), 0)
        self.assertIn("micro:hang.hangs", shown)
        self.assertIn("cmicro: interrupted; what was measured is in DIR/build/test-results/micro_hang/runs/UTC/journal.jsonl\r\n", shown)
        self.assertNotIn("Test summary", shown)
        self.assert_ended_soon(processes)
        self.assertEqual([entry["kind"] for entry in tree.journal("micro_hang")], ["header", "benchmark"])

    def read_all(self, terminal):
        """What is shown on a terminal until nobody has it any more."""
        shown = b""
        try:
            while True:
                shown += os.read(terminal, 65536)
        except OSError:
            return tree.plain(shown.decode("utf-8"))


if __name__ == "__main__":
    driver.main()
