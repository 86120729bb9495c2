import json
import os
import sys

from case import Case, expect_equal


def check(case: Case) -> None:
    """The project is the one of the contract's sample, so the manifest is the sample but for where things lie."""
    sample = (case.micro / "tests/contract/manifest.json").read_text()
    sample = sample.replace("/src/the shop/build", str(case.build)).replace("/src/the shop", str(case.source))
    expected = json.loads(sample)
    actual = case.manifest("Release")
    expected["cmake"] = os.path.realpath(case.run("sh", "-c", f'command -v "{case.cmake}"').stdout.strip())
    actual["cmake"] = os.path.realpath(actual["cmake"])
    expected["cmicro"] = sys.executable
    version = case.run(case.cmake, "--version").stdout.split()[2]
    expected["generator"] = case.generator
    compiler = actual["suites"][0]["compiler"]
    expected["compiler"] = compiler
    # Which there are depends on the compiler.
    expect_equal("standards", True, {"11", "14", "17"} <= set(actual["cxx_standards"]))
    expected["cxx_standards"] = actual["cxx_standards"]
    for suite in expected["suites"]:
        suite["compiler"] = compiler
        for variant in suite.get("variants", []):
            variant["compiler"] = compiler
        suite["declared_at"] = {"io.records": "bench/CMakeLists.txt:2", "strings": "bench/CMakeLists.txt:6", "tuned": "bench/CMakeLists.txt:13"}[suite["name"]]
    # Micro's own are not declared anywhere.
    actual["features"] = [feature for feature in actual["features"] if feature["declared_at"]]
    expected["features"][0]["declared_at"] = "bench/CMakeLists.txt:12"
    for suite in expected["suites"]:
        for variant in suite.get("variants", []):
            if "unsupported" in variant:
                variant["unsupported"]["reason"] = f"CXX_STANDARD 29 is not known to {compiler} and CMake {version}"
    expect_equal("manifest", expected, actual)
