from case import Case, expect_equal


def check(case: Case) -> None:
    launched = ["/usr/bin/taskset", "-c", 'a"b\\c', "bench-plain"]
    expect_equal("plain", [], case.suite("plain")["launcher"])
    expect_equal("launched", launched, case.suite("launched")["launcher"])

    # An emulator is for programs of another machine only.
    expect_equal("stderr", "", case.configure("-D", "CMAKE_SYSTEM_NAME=Linux", build=case.work / "cross").stderr)
    suites = {suite["name"]: suite["launcher"] for suite in case.manifest(build=case.work / "cross")["suites"]}
    emulated = ["/usr/bin/emulate", "--with", "two words"]
    expect_equal("in a cross build", {"plain": emulated, "launched": [*launched, *emulated]}, suites)
