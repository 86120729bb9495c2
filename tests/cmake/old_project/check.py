from case import Case, expect_equal


def check(case: Case) -> None:
    expect_equal("options", {"FORK": "3"}, case.suite("s")["options"])
