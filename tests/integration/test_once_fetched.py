"""FetchContent of Micro's sources: the engine is built in the user's tree, by the first selection."""

import json
import os

import driver
from driver import IntegrationTest


class Fetched(IntegrationTest):
    @classmethod
    def setUpClass(cls):
        cls.tree = driver.Tree(cls.__name__, "-D", f"FIXTURE_FETCHES={driver.given.micro}")

    def test_the_engine_is_built_when_it_is_needed(self):
        # No part of `all`.
        self.assert_ended(0, self.tree.build_target("all"))
        self.assertEqual(self.tree.objects(), {})
        self.assertEqual([test["name"] for test in self.listed()], ["ordinary.passes", "ordinary.fails", "ordinary.below"])

        ran = self.tree.measure("micro:good")
        self.assert_good(ran)
        with open(os.path.join(self.tree.runs("micro_good")[-1], "session.json"), encoding="utf-8") as file:
            cmicro = json.load(file)["cmicro"]
        self.assertTrue(cmicro.startswith(self.tree.build + os.sep), cmicro)

        # And once.
        objects = self.tree.objects()
        self.assertIn("main.cpp.o", objects)
        ran = self.tree.measure("micro:good")
        self.assertEqual(self.tree.plain(ran.err), driver.GOOD_SELECTED)
        self.assertEqual(self.tree.objects(), objects)

    def listed(self):
        """Micro's own tests are not the project's."""
        return json.loads(self.tree.ctest("--show-only=json-v1").out)["tests"]


if __name__ == "__main__":
    driver.main()
