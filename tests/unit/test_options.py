"""MICRO= and TEST_OPTS=: what is accepted, what is refused, and with which words."""

import json
import os
import unittest

import ctest_fakes
from micro_ctest.option_table import read_option_table
from micro_ctest.options import Layer, parse_layer, resolve, resolve_words

TABLE = read_option_table()


def parse(text, layer="micro", where="MICRO"):
    return parse_layer(text, layer, where, TABLE)


class Accepted(unittest.TestCase):
    def values(self, text):
        parsed = parse(text)
        self.assertEqual(parsed.problems, [])
        return parsed.layer.values

    def test_nothing(self):
        for text in ("", "  ", ";", " ; ;; "):
            self.assertEqual(self.values(text), {}, text)

    def test_items_are_separated_by_semicolons_and_blanks_around_them_do_not_count(self):
        self.assertEqual(self.values(" FORK=3 ;; TIME = 20ms;\n"), {"FORK": "3", "TIME": "20ms"})

    def test_the_first_equals_sign_splits(self):
        self.assertEqual(self.values("ENVIRONMENT=A=b=c"), {"ENVIRONMENT": ["A=b=c"]})

    def test_lists_are_words_separated_by_blanks(self):
        self.assertEqual(self.values("RUN_ARGS=--a  b\tc"), {"RUN_ARGS": ["--a", "b", "c"]})

    def test_a_list_may_be_empty_to_override_a_weaker_layer(self):
        self.assertEqual(self.values("EXCLUDE="), {"EXCLUDE": []})

    def test_escapes_are_decoded_once_and_after_splitting(self):
        self.assertEqual(
            self.values("RUN_ARGS=two%20words semi%3Bcolon%3b %2520 100% %41"),
            {"RUN_ARGS": ["two words", "semi;colon;", "%20", "100%", "%41"]},
        )

    def test_param_adds_up(self):
        self.assertEqual(self.values("PARAM=a=1;PARAM=b=2,3"), {"PARAM": ["a=1", "b=2,3"]})

    def test_aliases_mean_the_option_and_say_so(self):
        for alias in ("VM_OPTIONS", "JAVA_OPTIONS"):
            parsed = parse(f"{alias}=-v")
            self.assertEqual(parsed.layer.values, {"RUN_ARGS": ["-v"]})
            self.assertEqual(parsed.remarks, [f"MICRO: {alias} means RUN_ARGS here"])

    def test_hostile_values_arrive_as_they_are(self):
        for text in ctest_fakes.HOSTILE:
            if text:
                encoded = text.replace("%", "%25").replace(";", "%3B").replace(" ", "%20")
                if not set(encoded) & set("\n\t\r"):
                    self.assertEqual(self.values(f"RUN_ARGS={encoded}"), {"RUN_ARGS": [text]})

    def test_every_example_of_the_table_is_valid(self):
        for option in TABLE.options:
            for layer in ("micro", "test_opts"):
                if layer in option.layers:
                    self.assertEqual(parse(f"{option.key}={option.type.example}", layer).problems, [], option.key)

    def test_greatest_seed(self):
        self.assertEqual(self.values("SEED=18446744073709551615"), {"SEED": "18446744073709551615"})


class Refused(unittest.TestCase):
    def problems(self, text, layer="micro", where="MICRO"):
        return parse(text, layer, where).problems

    def test_wrong_values_name_rule_and_value_and_end_with_a_hint(self):
        for text, message, hint in (
            ("FORK=-1", "FORK takes a whole number from 1 to 99999, not '-1'", "FORK=10"),
            ("FORK=0", "FORK takes a whole number from 1 to 99999, not '0'", "FORK=10"),
            ("FORK=100000", "FORK takes a whole number from 1 to 99999, not '100000'", "FORK=10"),
            ("FORK=", "FORK takes a whole number from 1 to 99999, not ''", "FORK=10"),
            ("FORK=1 2", "FORK takes a whole number from 1 to 99999, not '1 2'", "FORK=10"),
            ("FORK=١", "FORK takes a whole number from 1 to 99999, not '١'", "FORK=10"),
            ("EFFORT=slow", "EFFORT takes one of quick, normal, thorough, not 'slow'", "EFFORT=quick"),
            (
                "RUN_ARGS=a;ENVIRONMENT=9=x",
                "ENVIRONMENT takes NAME=VALUE pairs separated by blanks (%20 is a blank inside a value), not '9=x'",
                "ENVIRONMENT=TRACKING=detail",
            ),
            (
                "SEED=18446744073709551616",
                "SEED takes a whole number from 0 to 18446744073709551615, not '18446744073709551616'",
                "SEED=42",
            ),
        ):
            self.assertEqual(self.problems(text), [f"MICRO: {message}\n  hint: {hint}"])

    def test_huge_numbers_are_shown_shortened(self):
        (problem,) = self.problems("SEED=" + "9" * 10000)
        self.assertIn("'" + "9" * 60 + "…'", problem)

    def test_a_duration_without_unit(self):
        (problem,) = self.problems("TIME=5")
        self.assertIn("one of ns, us, ms, s, not '5'\n  hint: TIME=5ms or TIME=5s", problem)

    def test_a_duration_with_a_wrong_unit_or_sign(self):
        for value in ("5m", "5 ms", "-5ms", "0ms", "1e3s", "1000000s"):
            (problem,) = self.problems(f"TIME={value}")
            self.assertIn(f"not '{value}'\n  hint: TIME=20ms", problem)

    def test_the_hint_is_what_was_probably_meant(self):
        for text, hint in (
            ("TIME=5MS", "TIME=5ms"),
            ("RESULTS_FORMAT=JSON", "RESULTS_FORMAT=json"),
            ("FORK=1,ITER=2", "options are separated by semicolons: FORK=1;ITER=2"),
            ("FORK=1 ITER=2", "options are separated by semicolons: FORK=1;ITER=2"),
        ):
            (problem,) = self.problems(text)
            self.assertTrue(problem.endswith(f"\n  hint: {hint}"), problem)

    def test_no_value(self):
        self.assertEqual(self.problems("FORK"), ["MICRO: FORK has no value\n  hint: FORK=10"])

    def test_unknown_key(self):
        (problem,) = self.problems("FROK=3")
        self.assertRegex(problem, "^MICRO: FROK is no option\n  hint: did you mean FORK[?] known are EFFORT, FORK, .*SEED$")

    def test_key_in_small_letters(self):
        self.assertEqual(self.problems("fork=3"), ["MICRO: fork is no option\n  hint: keys are in capitals: FORK=3"])
        (problem,) = self.problems("Warmup-Iter=3")
        self.assertEqual(problem, "MICRO: Warmup-Iter is no option\n  hint: keys are in capitals: WARMUP_ITER=3")

    def test_a_semicolon_that_was_meant_for_a_value(self):
        (problem,) = self.problems("RUN_ARGS=a;b c")
        self.assertIn("MICRO: 'b c' is not of the form KEY=VALUE\n  hint: %3B is a semicolon inside a value", problem)

    def test_no_key(self):
        (problem,) = self.problems("=3")
        self.assertIn("MICRO: '=3' has no key", problem)

    def test_a_key_twice(self):
        self.assertEqual(self.problems("FORK=3;FORK=3"), ["MICRO: FORK is given twice\n  hint: keep one of them"])
        self.assertEqual(len(self.problems("RUN_ARGS=a;VM_OPTIONS=b")), 1)

    def test_flags_that_micro_sets_itself(self):
        for word in ("--benchmark_out=x", "--benchmark_repetitions"):
            (problem,) = self.problems(f"OPTIONS=--benchmark_perf_counters=CYCLES {word}")
            self.assertIn(f"MICRO: OPTIONS does not take {word.partition('=')[0]}\n  hint: Micro sets it itself", problem)

    def test_bytes_that_are_no_utf8(self):
        (problem,) = self.problems("RUN_ARGS=\udcff")
        self.assertIn("RUN_ARGS takes", problem)

    def test_all_problems_are_found(self):
        self.assertEqual(len(self.problems("FORK=0;X=1;TIME=3;ITER")), 4)

    def test_test_opts_has_its_name_in_messages(self):
        self.assertEqual(
            self.problems("JOBS=0", "test_opts", "TEST_OPTS"),
            ["TEST_OPTS: JOBS takes a whole number from 1 to 99999, not '0'\n  hint: JOBS=10"],
        )

    def test_an_option_that_may_not_be_set_on_the_layer(self):
        (problem,) = parse_layer("JOBS=2", "suite", "here", TABLE).problems
        self.assertRegex(problem, "^here: JOBS cannot be set here\n  hint: known are ")
        self.assertNotIn("JOBS", problem.partition("hint")[2])


class Resolving(unittest.TestCase):
    def test_the_strongest_layer_wins(self):
        layers = [
            Layer("micro", {"FORK": "1"}),
            Layer("suite", {"FORK": "2", "RUN_ARGS": []}),
            Layer("project", {"RUN_ARGS": ["x"], "ITER": "3"}),
        ]
        self.assertEqual(resolve("FORK", layers), ("1", "micro"))
        self.assertEqual(resolve("ITER", layers), ("3", "project"))
        self.assertIsNone(resolve("TIME", layers))
        self.assertEqual(resolve_words("RUN_ARGS", layers), [])
        self.assertEqual(resolve_words("RUN_ARGS", layers[2:]), ["x"])


class Table(unittest.TestCase):
    def test_it_is_the_one_of_the_modules_folder(self):
        with open(os.path.join(os.path.dirname(ctest_fakes.CTEST), "options.json"), encoding="utf-8") as file:
            options = json.load(file)["options"]
        self.assertEqual([option.key for option in TABLE.options], [option["key"] for option in options])


if __name__ == "__main__":
    unittest.main()
