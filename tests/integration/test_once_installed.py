"""find_package(Micro) after `cmake --install`."""

import os

import driver
from driver import IntegrationTest


class Installed(IntegrationTest):
    @classmethod
    def setUpClass(cls):
        # Beside the tree, in a folder as awkward as the tree's.
        cls.prefix = os.path.join(driver.given.work, "prefix (d) $x")
        installed = driver.run(driver.given.cmake, "--install", driver.given.micro_build, "--prefix", cls.prefix)
        assert installed.code == 0, installed
        cls.tree = driver.Tree(cls.__name__, "-D", f"CMAKE_PREFIX_PATH={cls.prefix}")

    def test_a_suite(self):
        ran = self.tree.measure("micro:good")
        self.assert_good(ran)
        self.assertEqual(self.tree.objects().keys(), {"good.cpp.o", "micro_main.cpp.o"})

    def test_nothing_comes_from_the_sources(self):
        for name in ("micro/load.cmake", "micro/custom.cmake", "micro/manifest-Release.json"):
            with open(os.path.join(self.tree.build, name), encoding="utf-8") as file:
                text = file.read().replace("\\u0024", "$")
            self.assertIn(self.prefix + "/", text)
            self.assertNotIn(driver.given.micro + "/", text.replace(self.prefix, "").replace(self.tree.top, ""))

    def test_arguments(self):
        """<micro/arguments.h> is installed, too."""
        self.assert_ended(0, self.tree.measure("micro:settings"))
        self.assertEqual(self.tree.forks("micro_settings")[0]["label"], "[--rows=3][two words;and more] MODE=the suite's own in /source")

    def test_cmicro(self):
        ran = self.tree.run(os.path.join(self.prefix, "bin", "cmicro"), "--version")
        self.assert_ended(0, ran)
        self.assertRegex(ran.out, r"^cmicro \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    driver.main()
