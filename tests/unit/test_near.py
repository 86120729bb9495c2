"""Names that are near to a mistyped one."""

import unittest

import ctest_fakes  # noqa: F401  (sets the path)
from micro_ctest.near import did_you_mean, near_names


class Near(unittest.TestCase):
    def test_nearest_first_and_at_most_three(self):
        known = ["length", "lengths", "lenght2", "lengthy", "threads"]
        self.assertEqual(near_names("length", known)[0], "length")
        self.assertEqual(len(near_names("length", known)), 3)
        self.assertEqual(near_names("xyz", known), [])

    def test_whatever_the_case(self):
        self.assertEqual(near_names("STRINGS", ["strings"]), ["strings"])
        self.assertEqual(near_names("strings", ["STRINGS"]), ["STRINGS"])

    def test_by_the_last_part(self):
        name = "a.long.prefix.of.packages.sort"
        self.assertEqual(near_names("srot", [name]), [])
        self.assertEqual(near_names("srot", [name], "."), [name])

    def test_question(self):
        self.assertEqual(did_you_mean(["a", "b"]), "did you mean a, b?")
        self.assertEqual(did_you_mean([]), "")


if __name__ == "__main__":
    unittest.main()
