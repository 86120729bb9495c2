"""PARAM= and EXCLUDE=: what is left of the selected benchmarks."""

import json
import os
import unittest

from ctest_fakes import CONTRACT, suite
from micro_ctest.benchmarks import Benchmark, Failure, Listing
from micro_ctest.errors import UserError
from micro_ctest.manifest import Variant
from micro_ctest.option_table import read_option_table
from micro_ctest.options import Layer, parse_layer
from micro_ctest.restriction import keeps, parameters_of, restricted
from micro_ctest.selection import Choice


def benchmark(name, threads=1, **parameters):
    return Benchmark(name, tuple(parameters.items()), threads)


def chosen(contents, names, keeps=lambda _: True, variants=()):
    """The choice of these suites, as words of TEST= make it."""
    choice = Choice()
    for name in names:
        one = Choice()
        one.add(name, contents[name], keeps)
        choice.join(one, variants)
    return choice


class Keeping(unittest.TestCase):
    def test_the_cases_that_the_engine_decides_as_well(self):
        with open(os.path.join(CONTRACT, "restrictions.json"), encoding="utf-8") as file:
            document = json.load(file)
        parameters = tuple((name, value) for name, value in document["benchmark"]["parameters"])
        one = parameters_of(Benchmark("b", parameters, document["benchmark"]["threads"]))
        for case in document["cases"]:
            self.assertEqual(keeps(case["param"], case["exclude"], one), case["kept"], case)

    def test_an_own_parameter_threads_comes_before_the_number_of_threads(self):
        self.assertTrue(keeps(["threads=8"], [], parameters_of(Benchmark("b", (("threads", "8"),), 1))))


class Restricting(unittest.TestCase):
    CONTENTS = {
        "a": Listing((benchmark("x/10", length="10"), benchmark("x/100", length="100"), benchmark("plain"))),
        "b": Listing((benchmark("y/10", length="10"),)),
        "bad": Failure("build", "error"),
    }

    def restricted(self, given, suite_options=None, names=("a", "b"), project=None):
        self.said = []
        suites = {name: suite(name, options=(suite_options or {}).get(name, {})) for name in self.CONTENTS}
        choice = chosen(self.CONTENTS, names)
        selected, _ = restricted(choice, suites, self.CONTENTS, [Layer("micro", given)], Layer("project", project or {}), self.said.append)
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
        choice = chosen(self.CONTENTS, "a", lambda b: b.name == "plain")
        ((entry,), _) = restricted(choice, {"a": suite("a")}, self.CONTENTS, [], Layer("project", {}), self.fail)
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
            "  hint: there are length '10', '100'; threads '1'",
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
        choice = chosen(contents, "a")
        said = []
        ((entry,), _) = restricted(choice, {"a": suite("a")}, contents, [], Layer("project", {}), said.append)
        self.assertEqual(entry.benchmarks, ("x", "y"))
        self.assertEqual(said, ["micro: a has several benchmarks named x, of which only the first is measured\n  hint: give each a name of its own"])

    def test_values_stand_apart_in_hints_as_they_must_be_typed(self):
        contents = {"a": Listing((benchmark("x", keys="a,b c"), benchmark("y", keys="%2C;"), benchmark("z", keys="%20")))}
        choice = chosen(contents, "a")

        def restrict(word):
            (one,) = parse_layer(f"PARAM={word}", "micro", "MICRO", read_option_table()).layer.values["PARAM"]
            return restricted(choice, {"a": suite("a")}, contents, [Layer("micro", {"PARAM": [one]})], Layer("project", {}), self.fail)

        with self.assertRaises(UserError) as caught:
            restrict("keys=a")
        values = ["a%2Cb%20c", "%25252C%3B", "%2520"]
        self.assertTrue(str(caught.exception).endswith("hint: there are keys " + ", ".join(f"'{value}'" for value in values)), caught.exception)
        for value, name in zip(values, "xyz"):
            ((entry,), _) = restrict("keys=" + value)
            self.assertEqual(entry.benchmarks, (name,))


class Axes(unittest.TestCase):
    """PARAM and EXCLUDE by the axes of variants."""

    CONTENTS = {"a": Listing((benchmark("x/10", length="10"), benchmark("x/100", length="100"))), "b": Listing((benchmark("y", opt="O3"),))}

    def restricted(self, names="a", variants=(), **given):
        def variant(name, **axes):
            return Variant(name, axes, "t", "/t", (), (), (), "", "")

        of_a = (variant("O2-je", opt="O2", alloc="je"), variant("O3-gl", opt="O3", alloc="gl"), variant("O3-je", opt="O3", alloc="je"), variant("single"))
        suites = {"a": suite("a", variants=of_a), "b": suite("b", variants=(variant("v", opt="O2"),))}
        choice = chosen(self.CONTENTS, names, variants=variants)
        self.said = []
        selected, wanted = restricted(choice, suites, self.CONTENTS, [Layer("micro", given)], Layer("project", {}), self.said.append)
        self.assertEqual([entry.suite.name for entry in selected], list(wanted))
        return {entry.suite.name: (list(entry.benchmarks), wanted[entry.suite.name]) for entry in selected}

    def error(self, **given):
        with self.assertRaises(UserError) as caught:
            self.restricted(**given)
        return str(caught.exception)

    def test_param(self):
        both = ["x/10", "x/100"]
        self.assertEqual(self.restricted()["a"], (both, ["default", "O2-je", "O3-gl", "O3-je", "single"]))
        self.assertEqual(self.restricted(PARAM=["opt=O3"])["a"], (both, ["O3-gl", "O3-je"]))
        self.assertEqual(self.restricted(PARAM=["opt=default,O2"])["a"], (both, ["default", "O2-je"]))
        self.assertEqual(self.restricted(PARAM=["opt=O3", "alloc=je", "length=10"])["a"], (["x/10"], ["O3-je"]))
        self.assertEqual(self.restricted(PARAM=["opt=O3"], variants=["O3-je", "default"])["a"], (both, ["O3-je"]))

    def test_exclude(self):
        self.assertEqual(self.restricted(EXCLUDE=["opt=O3,alloc=je", "opt=default"])["a"][1], ["O2-je", "O3-gl", "single"])
        self.assertEqual(self.restricted(EXCLUDE=["opt=O3", "length=10"])["a"], (["x/100"], ["default", "O2-je", "single"]))
        self.assertEqual(self.said, [])

    def test_a_parameter_comes_before_an_axis_of_that_name(self):
        self.assertEqual(self.restricted("ab", PARAM=["opt=O3"])["b"], (["y"], ["default", "v"]))
        self.assertEqual(self.restricted("b", PARAM=["axis:opt=O2"])["b"], (["y"], ["v"]))

    def test_a_combination_of_both_kinds(self):
        self.assertEqual(
            self.error(EXCLUDE=["length=10,opt=O3"]),
            "micro: EXCLUDE=length=10,opt=O3 joins opt, an axis of the variants of a, with length, which is a parameter or nothing there\n"
            "  hint: all variants of a benchmark are measured together; two calls: PARAM=opt=… with EXCLUDE=length=…",
        )

    def test_nothing_left(self):
        self.assertEqual(
            self.error(PARAM=["opt=O33", "length=10"]),
            "micro: PARAM=opt=O33 PARAM=length=10 leaves nothing of 2 selected benchmarks\n"
            "  hint: there are length '10', '100'; opt 'default', 'O2', 'O3'",
        )
        self.assertEqual(
            self.error(PARAM=["otp=O3"]),
            "micro: PARAM=otp=O3 leaves nothing of 2 selected benchmarks: none has a parameter otp\n"
            "  hint: did you mean opt? parameters are length, threads; axes of variants are opt, alloc",
        )
        self.restricted(EXCLUDE=["aloc=je"])
        self.assertEqual(
            self.said,
            [
                "micro: EXCLUDE names aloc, which is no parameter of what is selected\n"
                "  hint: did you mean alloc? parameters are length, threads; axes of variants are opt, alloc"
            ],
        )


if __name__ == "__main__":
    unittest.main()
