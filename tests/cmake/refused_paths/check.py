from case import Case, expect_equal


def check(case: Case) -> None:
    """CMake itself fails in a build folder with a quote or a backslash in its path."""
    result = case.configure("-D", "CALL=good_output_directory", build=case.work / "bell\x07")
    expect_equal("status", 1, result.status)
    expect_equal("complaint", True, "CMAKE_BINARY_DIR takes a path without quotes, backslashes and control characters" in result.stderr)
