"""Flags that are given at test time, and features by name."""

import unittest

import ctest_fakes  # noqa: F401  (the path to micro_ctest)
from micro_ctest.errors import UserError
from micro_ctest.flags import Flags
from micro_ctest.manifest import Feature
from micro_ctest.option_table import read_option_table
from micro_ctest.options import parse_layer
from micro_ctest.test_time_flags import given_flags, require_features


def layers(micro="", test_opts=""):
    table = read_option_table()
    parsed = [parse_layer(micro, "micro", "MICRO", table), parse_layer(test_opts, "test_opts", "TEST_OPTS", table)]
    problems = [problem for layer in parsed for problem in layer.problems]
    if problems:
        raise UserError("\n".join(problems))
    return [layer.layer for layer in parsed]


class Given(unittest.TestCase):
    def test_all(self):
        micro = "CXX_FLAGS=-O3 -DX=a%20b;DEFINITIONS=T=1 F(x)=y;LINK_FLAGS=-s;FEATURES=lto preview lto;CXX_STANDARD=20;SCOPE=project"
        flags = given_flags(layers(micro), "Debug")
        self.assertEqual(flags, Flags(("lto", "preview"), ("-O3", "-DX=a b"), ("T=1", "F(x)=y"), ("-s",), "20", "Debug"))
        self.assertEqual(
            flags.described(), "FEATURES=lto preview; CXX_FLAGS=-O3 -DX=a b; DEFINITIONS=T=1 F(x)=y; LINK_FLAGS=-s; CXX_STANDARD=20; CONF=Debug"
        )

    def test_none(self):
        self.assertFalse(given_flags(layers("FORK=3;CXX_FLAGS="), ""))
        self.assertTrue(given_flags(layers(), "Debug"))

    def test_micro_is_stronger(self):
        flags = given_flags(layers("CXX_FLAGS=-O3", "CXX_FLAGS=-O2;DEFINITIONS=A"), "")
        self.assertEqual((flags.compile_options, flags.definitions), (("-O3",), ("A",)))

    def test_scope_suite(self):
        flags = given_flags(layers("CXX_FLAGS=-O3;SCOPE=suite"), "Debug")
        self.assertEqual(flags, Flags(compile_options=("-O3",), build_type="Debug", suites_only=True))
        self.assertEqual(flags.described(), "CXX_FLAGS=-O3; SCOPE=suite; CONF=Debug")

    def test_scope_without_flags_builds_nothing_otherwise(self):
        self.assertFalse(given_flags(layers("SCOPE=suite"), ""))
        self.assertEqual(given_flags(layers("SCOPE=suite"), "Debug"), Flags(build_type="Debug"))

    def test_what_is_refused(self):
        for micro, message in (
            ("DEFINITIONS=-DX", "MICRO: DEFINITIONS takes macros NAME or NAME=VALUE, without -D"),
            ("CXX_STANDARD=c++20", "MICRO: CXX_STANDARD takes one of 98, 11"),
            ("FEATURES=a,b", "MICRO: FEATURES takes names of features"),
        ):
            with self.assertRaises(UserError) as caught:
                layers(micro)
            self.assertIn(message, str(caught.exception))


class Features(unittest.TestCase):
    known = (Feature("preview", "", True, ""), Feature("lto", "", False, "g++ refused -flto:\n  no plugin"))

    def refused(self, names, known=known):
        with self.assertRaises(UserError) as caught:
            require_features(names, known)
        return str(caught.exception)

    def test_known(self):
        require_features(["preview", "-preview"], self.known)

    def test_unknown(self):
        self.assertEqual(
            self.refused(["previw"]), "FEATURES: previw is no feature of this project\n  hint: did you mean preview? there are preview, lto"
        )
        self.assertIn("hint: micro_define_feature() defines one", self.refused(["x"], ()))

    def test_unsupported(self):
        message = self.refused(["lto", "x"])
        self.assertTrue(message.startswith("FEATURES: lto is not supported here: g++ refused -flto:\n  no plugin\nFEATURES: x is no"), message)


if __name__ == "__main__":
    unittest.main()
