"""The golden result files for other tools are what those tools can parse, with names of any bytes."""

import json
import os
import unittest
from xml.dom import minidom

ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "engine")


def golden(case):
    with open(os.path.join(ENGINE, case, "expected", "stdout.txt"), "rb") as file:
        return file.read()


def strict(text):
    """JSON without NaN, in UTF-8, no key twice."""

    def refused(constant):
        raise ValueError(f"{constant} is no JSON")

    def once(pairs):
        keys = [key for key, _ in pairs]
        if len(keys) != len(set(keys)):
            raise ValueError(f"twice: {keys}")
        return dict(pairs)

    return json.loads(text.decode("utf-8"), parse_constant=refused, object_pairs_hook=once)


class Formats(unittest.TestCase):
    def test_gbench(self):
        report = strict(golden("show_as_gbench"))
        rows = report["benchmarks"]
        names = list(dict.fromkeys(row["name"] for row in rows))
        self.assertEqual(names[:3], ["io.T<int, 4>/n:10", "io.T<int, 4>/n:10/variant:lto", "io.T<int, 4>/n:100/threads:4"])
        self.assertEqual([row["repetition_index"] for row in rows if row["name"] == names[0]], [0, 1, 2, 3])
        self.assertEqual({row["run_type"] for row in rows}, {"iteration"})
        # What compare.py calculates with is there in each row, as a number.
        for row in rows:
            self.assertIsInstance(row["real_time"] + row["cpu_time"], (int, float))
        self.assertEqual([row["lost"] for row in rows if "lost" in row], ["NaN", 1, 2])

    def test_custom(self):
        for row in strict(golden("show_as_custom")):
            self.assertIsInstance(row["value"], (int, float))
            self.assertEqual(row["unit"], "ns/op")

    def test_junit(self):
        document = minidom.parseString(golden("show_as_junit"))
        root = document.documentElement
        cases = document.getElementsByTagName("testcase")
        self.assertEqual(root.getAttribute("tests"), str(len(cases)))
        for attribute, element in (("errors", "error"), ("failures", "failure"), ("skipped", "skipped")):
            self.assertEqual(root.getAttribute(attribute), str(len(document.getElementsByTagName(element))))
        (hostile,) = [case.getAttribute("name") for case in cases if case.getAttribute("name").startswith("a;b")]
        self.assertIn("| & <b>&amp; ]]> \\x01\\x1b[31m ü 😀 \ufffd", hostile)

    def test_markdown_has_as_many_cells_in_each_line(self):
        lines = golden("show_as_markdown").decode("utf-8").splitlines()
        self.assertEqual({line.replace("\\|", "").count("|") for line in lines}, {lines[0].count("|")})


if __name__ == "__main__":
    unittest.main()
