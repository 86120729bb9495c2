"""Bad input ends before anything is built or run, with a message that says what would be right."""

import json
import os
import shutil

import driver
from driver import QUICK, IntegrationTest

# What is given; the message without the variable in which it is given. Names in braces are what the option table expects of a type.
WRONG_OPTIONS = [
    ("FORKS=5", "FORKS is no option\n  hint: did you mean FORK? {known}"),
    ("fork=5", "fork is no option\n  hint: keys are in capitals: FORK=5"),
    ("COLOUR=red", "COLOUR is no option\n  hint: {known}"),
    ("FORK", "FORK has no value\n  hint: FORK=10"),
    ("FORK=", "FORK takes {count}, not ''\n  hint: FORK=10"),
    ("FORK=0", "FORK takes {count}, not '0'\n  hint: FORK=10"),
    ("FORK=-1", "FORK takes {count}, not '-1'\n  hint: FORK=10"),
    ("FORK=100000", "FORK takes {count}, not '100000'\n  hint: FORK=10"),
    ("FORK=2.5", "FORK takes {count}, not '2.5'\n  hint: FORK=10"),
    ("FORK=1;FORK=2", "FORK is given twice\n  hint: keep one of them"),
    ("TIME=5", "TIME takes {duration}, not '5'\n  hint: TIME=5ms or TIME=5s"),
    ("TIME=5min", "TIME takes {duration}, not '5min'\n  hint: TIME=20ms"),
    ("TIME=0ms", "TIME takes {duration}, not '0ms'\n  hint: TIME=20ms"),
    ("TIME=-5ms", "TIME takes {duration}, not '-5ms'\n  hint: TIME=20ms"),
    ("TIME=1000000s", "TIME takes {duration}, not '1000000s'\n  hint: TIME=20ms"),
    ("TIME=", "TIME takes {duration}, not ''\n  hint: TIME=20ms"),
    ("SEED=18446744073709551616", "SEED takes {seed}, not '18446744073709551616'\n  hint: SEED=42"),
    ("RESULTS_FORMAT=xml", "RESULTS_FORMAT takes {formats}, not 'xml'\n  hint: RESULTS_FORMAT=text,json"),
    ("PARAM=words", "PARAM takes {restriction}, not 'words'\n  hint: PARAM=length=10,100"),
    (
        "OPTIONS=--benchmark_out=x",
        "OPTIONS does not take --benchmark_out\n"
        "  hint: Micro sets it itself; use FORK, ITER, TIME, WARMUP_ITER, WARMUP_TIME, RESULTS_FORMAT or TEST=",
    ),
    ("=5", "'=5' has no key\n  hint: {known}"),
    ("RUN_ARGS=a;b", "'b' is not of the form KEY=VALUE\n  hint: %3B is a semicolon inside a value; {known}"),
]


def setUpModule():
    global expected
    with open(os.path.join(driver.given.micro, "modules", "Micro", "options.json"), encoding="utf-8") as file:
        table = json.load(file)
    keys = [option["key"] for option in table["options"] if "micro" in option["layers"]]
    expected = {"known": f"known are {', '.join(keys)}", **{name: rule["expects"] for name, rule in table["types"].items()}}


class BadInput(IntegrationTest):
    def assert_refused(self, ran, message):
        """Exit code 8, this message, nothing built, nothing run, no folder for results."""
        self.assert_ended(8, ran)
        self.assertEqual(self.tree.plain(driver.error_message(ran.err)), message.format(**expected))
        self.assertNotIn("will run", ran.err)
        self.assert_nothing_ran(ran)
        self.assertEqual(self.tree.objects(), {})
        self.assertFalse(os.path.exists(self.tree.results("")))

    def test_micro(self):
        for given, message in WRONG_OPTIONS:
            with self.subTest(given):
                self.assert_refused(self.tree.ctest(TEST="micro:good", MICRO=given), f"MICRO: {message}")

    def test_test_opts(self):
        for given, message in WRONG_OPTIONS:
            with self.subTest(given):
                self.assert_refused(self.tree.ctest(TEST="micro:good", MICRO=QUICK, TEST_OPTS=given), f"TEST_OPTS: {message}")

    def test_all_problems_at_once(self):
        self.assert_refused(
            self.tree.ctest(TEST="micro:good", MICRO="FORK=0;ITER", TEST_OPTS="TIME=5"),
            "MICRO: FORK takes {count}, not '0'\n  hint: FORK=10\n"
            "MICRO: ITER has no value\n  hint: ITER=10\n"
            "TEST_OPTS: TIME takes {duration}, not '5'\n  hint: TIME=5ms or TIME=5s",
        )

    def test_unknown_variant(self):
        self.assert_refused(
            self.tree.measure("micro:good@nope"),
            "TEST: micro:good@nope asks for the variant nope, which there is not\n  hint: variants are default",
        )

    def test_processors_that_there_are_not(self):
        allowed = ",".join(map(str, sorted(os.sched_getaffinity(0))))
        self.assert_refused(
            self.tree.measure("micro:good", "AFFINITY=0,998"),
            "AFFINITY=0,998: processor 998 is not among those that this process may use\n  hint: these are " + allowed,
        )

    def test_a_configuration_that_there_is_not(self):
        ran = self.tree.ctest(TEST="micro:good", CONF="debog")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertRegex(driver.error_message(ran.err), "^CONF: 'debog' is no configuration of this .*\n  hint: did you mean Debug\\? there are ")

    def test_listings_refuse_it_too(self):
        self.assert_refused(self.tree.ctest("-N", TEST="micro:good", MICRO="FORK"), "MICRO: FORK has no value\n  hint: FORK=10")
        ran = self.tree.ctest("--show-only=json-v1", TEST="micro:good", MICRO="FORK")
        self.assert_refused(ran, "MICRO: FORK has no value\n  hint: FORK=10")


class NothingLeft(IntegrationTest):
    """What can only be known of suites that are built."""

    def test_param(self):
        ran = self.tree.measure("micro:good", "PARAM=words=11")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertEqual(
            driver.error_message(ran.err),
            "micro: PARAM=words=11 leaves nothing of 2 selected benchmarks\n  hint: there are words '10', '100'",
        )
        self.assertEqual(self.tree.runs("micro_good"), [])

    def test_unknown_param(self):
        ran = self.tree.measure("micro:good", "PARAM=word=10")
        self.assert_ended(8, ran)
        self.assertEqual(
            driver.error_message(ran.err),
            "micro: PARAM=word=10 leaves nothing of 2 selected benchmarks: none has a parameter word\n"
            "  hint: did you mean words? parameters are words, threads",
        )

    def assert_refused(self, micro, message):
        ran = self.tree.measure("micro:good", micro)
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertEqual(driver.error_message(ran.err), message)
        self.assertFalse(os.path.exists(self.tree.results("")), ran)

    def test_baselines_that_are_none(self):
        self.assert_refused("BASELINE=defalt", "BASELINE: no variant that is run is named defalt\n  hint: did you mean default?")
        self.assert_refused(
            "BASELINE_PARAM=word=10", "BASELINE_PARAM: no benchmark that is run has a parameter word\n  hint: did you mean words? parameters are words"
        )
        self.assert_refused("BASELINE_PARAM=words=11", "BASELINE_PARAM: no benchmark that is run has words=11\n  hint: did you mean 10, 100? there are '10', '100'")

    def test_a_library_to_load_before_that_is_not_there(self):
        self.assert_refused(
            "ENVIRONMENT=LD_PRELOAD=/no/such.so",
            "micro: good is run with LD_PRELOAD=/no/such.so, which is no file\n  hint: install it, or take it from ENVIRONMENT",
        )

    def test_a_command_before_that_fails(self):
        ran = self.tree.measure("micro:good", "BEFORE_FORK=/bin/sh -c echo%20full%3B%20exit%203;PARAM=words=10")
        self.addCleanup(shutil.rmtree, self.tree.results(""))
        self.assert_ended(8, ran)
        self.assertIn("the command before it ended with exit code 3: /bin/sh -c 'echo full; exit 3'\n  | full\n", ran.out)
        self.assertIn(" && /bin/sh -c 'echo full; exit 3' && ", ran.out)
        self.assertRegex(ran.out, r">> micro:good +1 +0 +0 +1 <<")

    def test_words_that_hold_anything_reach_the_program(self):
        ran = self.tree.measure("micro:good", "RUN_ARGS=a%3Bb \"c\"%20d;ENVIRONMENT=A=b=c%3B;PARAM=words=10")
        self.addCleanup(shutil.rmtree, self.tree.results(""))
        self.assert_ended(0, ran)
        (measured,) = [entry for entry in self.tree.journal("micro_good") if entry["kind"] == "benchmark"]
        self.assertEqual(measured["arguments"], ["a;b", '"c" d'])
        self.assertEqual(measured["options"]["ENVIRONMENT"]["value"], ["A=b=c;"])

    def test_exclude(self):
        ran = self.tree.measure("micro:good", "EXCLUDE=words=10 words=100")
        self.assert_ended(8, ran)
        self.assertIn("micro: EXCLUDE=words=10 EXCLUDE=words=100 leaves nothing of 2", driver.error_message(ran.err))

    def test_results_folder_is_a_file(self):
        path = self.tree.results("")[:-1]
        with open(path, "w", encoding="utf-8"):
            self.addCleanup(os.unlink, path)
        ran = self.tree.measure("micro:good")
        self.assert_ended(8, ran)
        self.assert_nothing_ran(ran)
        self.assertEqual(
            self.tree.plain(driver.error_message(ran.err)),
            "micro: results can't be written to DIR/build/test-results/micro_good: Not a directory\n"
            "  hint: nothing was measured; make that folder writable, or use another build folder",
        )


if __name__ == "__main__":
    driver.main()
