"""How blanks, semicolons and per cent signs are written inside words."""

import unittest

import ctest_fakes  # noqa: F401  (puts the package on the path)
from micro_ctest.escapes import decoded, encoded


class Escapes(unittest.TestCase):
    def test_decoded(self):
        self.assertEqual(decoded("a%20b%3Bc%3bd%25e"), "a b;c;d%e")
        self.assertEqual(decoded("100%"), "100%")
        self.assertEqual(decoded("%2520"), "%20", "decoded once")
        self.assertEqual(decoded("%41"), "%41")

    def test_encoded_comes_back(self):
        for word in ("sort<int, 4>", "a%20b", "100%", "%", "%25", "a;b", "%2520"):
            self.assertEqual(decoded(encoded(word)), word)
            self.assertNotIn(" ", encoded(word))


if __name__ == "__main__":
    unittest.main()
