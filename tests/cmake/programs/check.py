from case import Case, expect_equal


def check(case: Case) -> None:
    """What is built when, and what the programs do with their arguments."""
    def build(target: str) -> None:
        result = case.run(case.cmake, "--build", case.build, "--target", target)
        expect_equal(f"building {target}", (0, ""), (result.status, result.stderr))

    def programs() -> list:
        return sorted(file.name for file in case.build.iterdir() if file.name.startswith("bench-") or file.name == "program")

    build("all")
    expect_equal("programs in all", [], programs())
    build("bench-target")
    expect_equal("programs of bench-target", ["program"], programs())
    build("micro-build-all")
    everything = ["bench-libraries", "bench-made", "bench-made_too", "bench-main_library", "bench-own_main", "bench-simple", "program"]
    expect_equal("programs of micro-build-all", everything, programs())

    for suite in ("simple", "main_library", "libraries", "made"):
        program = case.build / f"bench-{suite}"
        result = case.run(program, "--rows", "--benchmark_counters_tabular", "two  words;", "--", "-x", "ü", "--v=0")
        expect_equal(f"status of {suite}", 0, result.status)
        expect_equal(f"arguments of {suite}", True, "0 before, 5 now, empty 0: <--rows> <two  words;> <--> <-x> <ü> first <--rows>\n" in result.stdout)
        expect_equal(f"no arguments of {suite}", True, "0 before, 0 now, empty 1:\n" in case.run(program).stdout)
    for program in ("bench-own_main", "program"):
        expect_equal(program, "own main\n", case.run(case.build / program).stdout)

    # A flag of another version of Google Benchmark would do nothing, silently.
    result = case.run(case.build / "bench-simple", "--benchmark_no_such_flag=1")
    expect_equal("unknown flag", 1, result.status)
    expect_equal("its message", "<build>/bench-simple: this version of Google Benchmark has no flag --benchmark_no_such_flag=1\n", result.stderr)

    # A suite that was declared since: micro-sync runs CMake, and nothing else.
    (case.source / "CMakeLists.txt").write_text((case.source / "CMakeLists.txt").read_text().replace("if(MORE)", "if(TRUE)"))
    build("micro-sync")
    expect_equal("programs of micro-sync", everything, programs())
    expect_equal("the new suite", True, "more" in [suite["name"] for suite in case.manifest()["suites"]])
