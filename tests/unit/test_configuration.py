"""CONF=, and the configuration where it is not given."""

import unittest

import ctest_fakes  # noqa: F401  (the path to micro_ctest)
from micro_ctest.cmake_cache import parse_cache
from micro_ctest.configuration import Configuration, configuration_of_one, configuration_of_several
from micro_ctest.errors import UserError

KNOWN = ("Debug", "Release", "RelWithDebInfo")


class Several(unittest.TestCase):
    def refused(self, *arguments):
        with self.assertRaises(UserError) as caught:
            configuration_of_several(*arguments)
        return str(caught.exception)

    def test_found_whatever_the_case(self):
        for conf, given, name in (("", "Release", "Release"), ("", "rElease", "Release"), ("debug", "Release", "Debug"), ("DEBUG", "", "Debug")):
            self.assertEqual(configuration_of_several(conf, given, KNOWN), Configuration(name))

    def test_none(self):
        beginning = "micro: this build folder has the configurations Debug, Release, RelWithDebInfo, "
        self.assertEqual(self.refused("", "", KNOWN), beginning + "and none is chosen\n  hint: ctest -C Release, or CONF=release")
        self.assertEqual(self.refused("", "Relese", KNOWN), beginning + "but no 'Relese'\n  hint: ctest -C Release, or CONF=release")

    def test_conf_that_there_is_not(self):
        self.assertEqual(
            self.refused("debgu", "Release", KNOWN),
            "CONF: 'debgu' is no configuration of this build folder\n  hint: did you mean Debug? there are Debug, Release, RelWithDebInfo",
        )
        self.assertIn("hint: there are Debug", self.refused("<int, 4>;$x", "Release", KNOWN))


class One(unittest.TestCase):
    cache = parse_cache("CMAKE_CONFIGURATION_TYPES:STRING=Debug;Profile\nCMAKE_CXX_FLAGS_COVERAGE:STRING=\nCMAKE_CXX_FLAGS_DEBUG:STRING=-g\n")

    def of(self, conf, build_type="Release"):
        return configuration_of_one(conf, build_type, lambda: self.cache)

    def test_its_own(self):
        for conf, build_type in (("", ""), ("", "Release"), ("release", "Release"), ("DEBUG", "debug"), ("mine", "Mine")):
            self.assertEqual(self.of(conf, build_type), Configuration(build_type))

    def test_another(self):
        for conf, name in (
            ("debug", "Debug"),
            ("MINSIZEREL", "MinSizeRel"),
            ("relwithdebinfo", "RelWithDebInfo"),
            ("profile", "Profile"),
            ("coverage", "Coverage"),
        ):
            self.assertEqual(self.of(conf), Configuration("Release", name))

    def test_one_that_there_is_not(self):
        with self.assertRaises(UserError) as caught:
            self.of("profil")
        self.assertEqual(
            str(caught.exception),
            "CONF: 'profil' is no configuration of this project\n"
            "  hint: did you mean Profile? there are Debug, Release, RelWithDebInfo, MinSizeRel, Profile, Coverage",
        )


if __name__ == "__main__":
    unittest.main()
