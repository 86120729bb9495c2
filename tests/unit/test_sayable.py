"""Formats that can't say what is to be measured."""

import unittest

import ctest_fakes  # noqa: F401  (sets the path)
from micro_ctest.errors import UserError
from micro_ctest.formats import require_sayable
from micro_ctest.options import Layer


def layers(**values):
    return [Layer("micro", values)]


class Sayable(unittest.TestCase):
    def test_throughputs_alone_are_refused(self):
        with self.assertRaises(UserError) as refused:
            require_sayable(layers(RESULTS_FORMAT="json,custom", MODE="thrpt"))
        self.assertIn("MODE=thrpt", str(refused.exception))
        self.assertIn("hint: MODE=avgt", str(refused.exception))

    def test_times_beside_them_are_taken(self):
        require_sayable(layers(RESULTS_FORMAT="custom", MODE="avgt,thrpt"))

    def test_other_formats_take_them(self):
        require_sayable(layers(RESULTS_FORMAT="json", MODE="thrpt"))

    def test_without_a_mode_nothing_is_refused(self):
        require_sayable(layers(RESULTS_FORMAT="custom"))
        require_sayable([])

    def test_the_stronger_layer_counts(self):
        weak = Layer("test_opts", {"MODE": "thrpt"})
        require_sayable([Layer("micro", {"RESULTS_FORMAT": "custom", "MODE": "avgt"}), weak])
        with self.assertRaises(UserError):
            require_sayable([Layer("micro", {"RESULTS_FORMAT": "custom"}), weak])


if __name__ == "__main__":
    unittest.main()
