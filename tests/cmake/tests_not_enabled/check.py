from case import Case, expect_equal


def check(case: Case) -> None:
    """Where the project does not enable tests Micro does, unless the project says that it wants none."""
    def loads(build) -> bool:
        file = build / "CTestTestfile.cmake"
        return file.exists() and "micro/load.cmake" in file.read_text()

    expect_equal("enabled", True, loads(case.build))
    for value in ("ON", "OFF"):
        build = case.work / value
        case.configure("-D", f"BUILD_TESTING={value}", build=build)
        expect_equal(f"BUILD_TESTING={value}", value == "ON", loads(build))
