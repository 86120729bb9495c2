"""PARAM= and EXCLUDE=: what is left of the selected benchmarks."""

import json
import os
import unittest

from ctest_fakes import CONTRACT, suite
from micro_ctest.benchmarks import Benchmark, Failure, Listing
from micro_ctest.errors import UserError
from micro_ctest.options import Layer
from micro_ctest.restriction import keeps, restricted
from micro_ctest.selection import Choice


def benchmark(name, threads=1, **parameters):
    return Benchmark(name, tuple(parameters.items()), threads)


class Keeping(unittest.TestCase):
    def test_the_cases_that_the_engine_decides_as_well(self):
        with open(os.path.join(CONTRACT, "restrictions.json"), encoding="utf-8") as file:
            document = json.load(file)
        parameters = tuple((name, value) for name, value in document["benchmark"]["parameters"])
        one = Benchmark("b", parameters, document["benchmark"]["threads"])
        for case in document["cases"]:
            self.assertEqual(keeps(case["param"], case["exclude"], one), case["kept"], case)

    def test_an_own_parameter_threads_comes_before_the_number_of_threads(self):
        self.assertTrue(keeps(["threads=8"], [], Benchmark("b", (("threads", "8"),), 1)))


class Restricting(unittest.TestCase):
    CONTENTS = {
        "a": Listing((benchmark("x/10", length="10"), benchmark("x/100", length="100"), benchmark("plain"))),
        "b": Listing((benchmark("y/10", length="10"),)),
        "bad": Failure("build", "error"),
    }

    def restricted(self, given, suite_options=None, names=("a", "b"), project=None):
        self.said = []
        suites = {name: suite(name, options=(suite_options or {}).get(name, {})) for name in self.CONTENTS}
        choice = Choice()
        for name in names:
            choice.add(name, self.CONTENTS[name])
        selected = restricted(choice, suites, self.CONTENTS, [Layer("micro", given)], Layer("project", project or {}), self.said.append)
        return {entry.suite.name: entry.benchmarks for entry in selected}

    def error(self, given, **more):
        with self.assertRaises(UserError) as caught:
            self.restricted(given, **more)
        return str(caught.exception)

    def test_all_without_restriction(self):
        self.assertEqual(self.restricted({}), {"a": ("x/10", "x/100", "plain"), "b": ("y/10",)})

    def test_benchmarks_without_the_parameter_and_empty_suites_are_dropped(self):
        self.assertEqual(self.restricted({"PARAM": ["length=100"]}), {"a": ("x/100",)})

    def test_failed_suites_stay(self):
        self.assertEqual(self.restricted({"PARAM": ["length=100"]}, names=("a", "bad")), {"a": ("x/100",), "bad": ()})

    def test_layers(self):
        options = {"a": {"EXCLUDE": ["length=10"]}}
        self.assertEqual(self.restricted({}, options), {"a": ("x/100", "plain"), "b": ("y/10",)})
        self.assertEqual(self.restricted({"EXCLUDE": []}, options)["a"], ("x/10", "x/100", "plain"))
        self.assertEqual(self.restricted({}, options, project={"EXCLUDE": ["length=100"]})["a"], ("x/100", "plain"))

    def test_only_chosen_benchmarks(self):
        choice = Choice()
        choice.add("a", self.CONTENTS["a"], lambda b: b.name == "plain")
        (entry,) = restricted(choice, {"a": suite("a")}, self.CONTENTS, [], Layer("project", {}), self.fail)
        self.assertEqual(entry.benchmarks, ("plain",))

    def test_nothing_left_names_a_misspelt_parameter(self):
        self.assertEqual(
            self.error({"PARAM": ["lenght=10"]}),
            "micro: PARAM=lenght=10 leaves nothing of 4 selected benchmarks: none has a parameter lenght\n"
            "  hint: did you mean length? parameters are length, threads",
        )

    def test_nothing_left_names_the_values_that_there_are(self):
        self.assertEqual(
            self.error({"PARAM": ["length=11"], "EXCLUDE": ["threads=1"]}),
            "micro: PARAM=length=11 EXCLUDE=threads=1 leaves nothing of 4 selected benchmarks\n"
            "  hint: there are length=10,100 threads=1",
        )

    def test_a_misspelt_parameter_of_exclude_is_remarked(self):
        self.restricted({"EXCLUDE": ["lenght=10,threads=1"]})
        self.assertEqual(
            self.said,
            [
                "micro: EXCLUDE names lenght, which is no parameter of what is selected\n"
                "  hint: did you mean length? parameters are length, threads"
            ],
        )

    def test_duplicate_names_are_measured_once_with_a_warning(self):
        contents = {"a": Listing((benchmark("x"), benchmark("y"), benchmark("x")))}
        choice = Choice()
        choice.add("a", contents["a"])
        said = []
        (entry,) = restricted(choice, {"a": suite("a")}, contents, [], Layer("project", {}), said.append)
        self.assertEqual(entry.benchmarks, ("x", "y"))
        self.assertEqual(said, ["micro: a has several benchmarks named x, which are measured as one\n  hint: give each a name of its own"])


if __name__ == "__main__":
    unittest.main()
