import shutil

from case import Case, Result, expect_equal


def prepare(case: Case) -> None:
    shutil.copy(case.micro / "templates/GNUmakefile", case.source)


def check(case: Case) -> None:
    multi = "Multi" in case.generator
    configuration = ["CONFIG=Release"] if multi else []

    def make(*goals: str, **environment: str) -> Result:
        return case.run("make", "BUILD=../build x", *configuration, *goals, cwd=case.source, environment={"CTEST_OUTPUT_ON_FAILURE": "1", **environment})

    built = "own is built, " + ("Release" if multi else "")
    for goals in ((), ("own",), ("all", "own")):
        result = make(*goals)
        expect_equal(f"make {goals}", (0, ""), (result.status, result.stderr))
        expect_equal(f"what make {goals} prints", True, built in result.stdout and "directory" not in result.stdout)

    # What is typed arrives, also what make would take for its own.
    result = make("test", "TEST=micro:a|b$", "MICRO=A=1;B=two words;C=$(x) $HOME #", "CONF=$(x)", "ARGS=-V")
    expect_equal("status of the tests", 0, result.status)
    log = (case.build / "Testing/Temporary/LastTest.log").read_text()
    expect_equal("variables", True, "<micro:a|b$> <A=1;B=two words;C=$(x) $HOME #> <$(x)>" in log)

    result = make("nothing")
    expect_equal("an unknown goal fails", True, result.status != 0)

    result = case.run("make", "BUILD=elsewhere", cwd=case.source)
    expect_equal("no build folder", 2, result.status)
    expect_equal("what is said", "make: elsewhere is no build folder", result.stderr.splitlines()[0])

    # A build in the sources: its Makefile is still there to be used, and nothing is harmed.
    if case.generator == "Unix Makefiles":
        case.configure(build=case.source)
        expect_equal("Makefile in the sources", 0, case.run("make", "-f", "Makefile", "own", cwd=case.source).status)
        expect_equal("GNUmakefile there", 2, case.run("make", "own", cwd=case.source).status)
        expect_equal("BUILD=.", 0, case.run("make", "BUILD=.", "own", cwd=case.source).status)
