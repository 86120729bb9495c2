"""Names of benchmarks that break regular expressions, CMake lists, shells and consoles."""

import json
import os

import driver
from driver import IntegrationTest

# As hostile.cpp registers them.
NAMES = [
    *("T<int, 4>", "a;b", "a[b]", "a[b", 'q"uote', "it's", "x\\y", "x\\", "$x ${y} $(z)", "#h", "ü", "a b", "]==]"),
    *("A", "A_mean", "all", "-x", "%20", "100%", "a|b", "^a$", "(a", "*?+", "@x@", "words:10", "a.b"),
]


def as_word(name):
    """The word of TEST= for a benchmark."""
    return "micro:hostile." + name.replace("%", "%25").replace(" ", "%20")


class Names(IntegrationTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ran = cls.tree.measure("micro:hostile", "RESULTS_FORMAT=text,json")
        with open(os.path.join(os.path.dirname(cls.tree.program("x")), "hostile.txt"), encoding="utf-8") as file:
            cls.seen = file.read().splitlines()
        cls.forks = cls.tree.forks("micro_hostile")

    def test_each_is_a_test(self):
        self.assert_ended(0, self.ran)
        self.assertEqual(
            self.tree.plain(self.ran.err).partition("Test selection")[2],
            " 'micro:hostile', will run:\n"
            + "".join(f"* micro:hostile.{name}\n" for name in NAMES)
            + f"{len(NAMES)} benchmarks, {len(NAMES)} forks, about TIME\n",
        )
        listed = self.tree.measure("micro:hostile", "", "--show-only=json-v1")
        self.assertEqual([test["name"] for test in json.loads(listed.out)["tests"]], [f"micro:hostile.{name}" for name in NAMES])

    def test_each_runs_exactly_itself(self):
        self.assertEqual(self.seen, NAMES)
        self.assertEqual([(fork["benchmark"], fork["outcome"]) for fork in self.forks], [(name, "ok") for name in NAMES])

    def test_each_is_in_the_table(self):
        for name in NAMES:
            self.assertIn(f"\nhostile.{' '.join(name.split())} ", self.tree.report(self.ran))

    def test_each_is_in_the_json(self):
        with open(self.tree.results("micro_hostile", "micro-result.json"), encoding="utf-8") as file:
            results = json.load(file)
        self.assertEqual([result["benchmark"] for result in results], sorted(f"hostile.{name}" for name in NAMES))

    def test_each_command_can_be_repeated_by_a_shell(self):
        program = self.tree.program("bench-hostile")
        ran = self.tree.run(driver.given.cmicro, "run", "--verbose", "--fork=1", "--iter=1", "--time=1ms", program)
        self.assert_ended(0, ran)
        commands = [line.partition(": fork 1: ")[2] for line in ran.err.splitlines() if ": fork 1: " in line]
        self.assertEqual(len(commands), len(NAMES))
        again = self.tree.run("sh", "-ec", "\n".join(commands))
        self.assert_ended(0, again)
        for name in NAMES:
            self.assertIn(f"\n{name} ", again.out)

    def test_each_can_be_selected(self):
        for name in NAMES:
            with self.subTest(name):
                ran = self.tree.measure(as_word(name), "", "-N")
                self.assert_ended(0, ran)
                self.assertIn(f"will run:\n* micro:hostile.{name}\n1 bench", ran.err)

    def test_several_words(self):
        ran = self.tree.measure("micro:hostile.a%20b ordinary micro:hostile.a;b")
        self.assert_ended(0, ran)
        self.assertEqual([fork["benchmark"] for fork in self.tree.forks("micro_hostile_a_b_micro_hostile_a_b")], ["a;b", "a b"])


if __name__ == "__main__":
    driver.main()
