"""LD_PRELOAD of what is not there is said before anything is measured."""

import tempfile
import unittest

from ctest_fakes import suite
from micro_ctest.errors import UserError
from micro_ctest.manifest import Variant
from micro_ctest.options import Layer
from micro_ctest.preload import require_preloads


def variant(name, *environment, preload=()):
    return Variant(name, {}, "t", "/t", (), environment, (), "", "", preload)


class Preloads(unittest.TestCase):
    def setUp(self):
        file = tempfile.NamedTemporaryFile(suffix=" ü.so")
        self.addCleanup(file.close)
        self.there = file.name

    def missing(self, *variants, names=("v",), layers=(), **options):
        """The libraries that are said to be missing, each with the form that wants it."""
        try:
            require_preloads({"s": names}, {"s": suite("s", options=options, variants=variants)}, layers, Layer("project", {}))
        except UserError as error:
            return [line[len("micro: ") :].replace(" is run with LD_PRELOAD=", " ").replace(", which is no file", "") for line in str(error).split("\n") if "hint" not in line]
        return []

    def test_those_of_variants(self):
        self.assertEqual(self.missing(variant("v", "A=/nowhere", "LD_PRELOAD=/no/a.so:/no/b.so")), ["s@v /no/a.so", "s@v /no/b.so"])
        self.assertEqual(self.missing(variant("v", preload=("/no/a.so",))), ["s@v /no/a.so"])
        self.assertEqual(self.missing(variant("v", "LD_PRELOAD=/no/a.so", preload=("/no/a.so",))), ["s@v /no/a.so"])
        self.assertEqual(self.missing(variant("v", preload=(self.there,))), [])
        self.assertEqual(self.missing(variant("v", preload=("/tmp",))), ["s@v /tmp"])

    def test_of_others_than_are_run_nothing_is_asked(self):
        self.assertEqual(self.missing(variant("v", "LD_PRELOAD=/no/a.so"), names=("default", "w")), [])

    def test_what_the_loader_looks_for_itself(self):
        self.assertEqual(self.missing(variant("v", "LD_PRELOAD=libjemalloc.so.2 $ORIGIN/x.so /usr/$LIB/x.so ")), [])

    def test_those_of_the_suite_and_of_the_command_line(self):
        own = {"ENVIRONMENT": ["LD_PRELOAD=/no/a.so"]}
        other = variant("w", "LD_PRELOAD=")
        self.assertEqual(self.missing(variant("v"), other, names=("default", "v", "w"), **own), ["s /no/a.so", "s@v /no/a.so"])
        micro = Layer("micro", {"ENVIRONMENT": ["LD_PRELOAD=/no/b.so"]})
        self.assertEqual(self.missing(names=("default",), layers=[micro], **own), ["s /no/b.so"])


if __name__ == "__main__":
    unittest.main()
