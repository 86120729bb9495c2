from case import Case, expect_equal


def check(case: Case) -> None:
    """What the project has in CTestCustom.cmake stays, and our line stands in it once, however often it is configured."""
    case.configure()
    case.configure()
    for folder in (case.build, case.build / "bench", case.build / "plain"):
        text = (folder / "CTestCustom.cmake").read_text()
        expect_equal(f"lines of Micro in {folder}", 1, text.count("# Micro\n"))
    expect_equal("the project's text", True, (case.build / "bench/CTestCustom.cmake").read_text().startswith("# The project's own.\n"))

    result = case.run(case.ctest, cwd=case.build)
    lines = result.stdout.splitlines()
    expect_equal("ctest", (0, ""), (result.status, result.stderr))
    expect_equal("what the project prints", ["early", "last"], [line for line in lines if line in ("early", "last")])
    expect_equal("ordinary tests", True, "1/1 Test #1: ordinary" in result.stdout)
