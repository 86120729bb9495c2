"""Text that a terminal would obey."""

import unittest

import ctest_fakes  # noqa: F401  (sets the path)
from micro_ctest.visible import visible, visible_lines


class Visible(unittest.TestCase):
    def test_what_would_be_obeyed_is_written_out(self):
        self.assertEqual(visible("a\x1b[2J\n\r\t\x7f\x00"), "a\\x1b[2J\\n\\r\\t\\x7f\\x00")
        self.assertEqual(visible("\u0080\u009b31m\u009f"), "\\u0080\\u009b31m\\u009f")
        self.assertEqual(visible("\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069").count("\\u"), 9)

    def test_all_else_stays(self):
        for text in ("\u00a0", "\u200d", "\u2027", "\u202f", "\u2065", "\u206a", "ü≥→", "😀", "שלום", "\\n", "\udcff"):
            self.assertEqual(visible(text), text)
            self.assertEqual(visible_lines(text), text)

    def test_lines_and_colours_stay(self):
        self.assertEqual(visible_lines("a\n\tb\x1b[01m\x1b[Kc\x1b[m"), "a\n\tb\x1b[01m\x1b[Kc\x1b[m")
        self.assertEqual(visible_lines("\x1b[2J\x1b]0;x\x07\r\u202e"), "\\x1b[2J\\x1b]0;x\\x07\\r\\u202e")


if __name__ == "__main__":
    unittest.main()
