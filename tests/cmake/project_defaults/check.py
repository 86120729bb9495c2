from case import Case, expect_equal


def check(case: Case) -> None:
    """The calls are configured in the order of their names: the last is `values`."""
    expect_equal("defaults", {
        "FORK": "3",
        "TIME": "1.5us",
        "RUN_ARGS": ["a b", "c;d", "[x", "[", "100%", "%20", "x=y"],
        "PARAM": ["length=10,100", "name=a"],
        "RESULTS_FORMAT": "text,json",
        "JOBS": "2",
    }, case.manifest()["defaults"])
