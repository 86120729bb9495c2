import json
import re
import shutil

from case import Case, Result, expect_equal

# Sorted as ctest numbers them.
ORDINARY = ["scripted", "ordinary", "ordinary.bench"]
OURS = ['micro:a;b [x] "$y"']


def prepare(case: Case) -> None:
    package = case.source / "package"
    for folder in ("modules", "templates", "src/main"):
        shutil.copytree(case.micro / folder, package / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(case.folder / "stand_in.py", package / "modules/Micro/ctest/main.py")


def check(case: Case) -> None:
    multi = "Multi" in case.generator
    configuration = ["-C", "rElease"] if multi else []
    calls = case.work / "calls.txt"

    def ctest(*arguments: str, folder: str = "", **environment: str) -> Result:
        calls.write_text("")
        return case.run(case.ctest, *(arguments or configuration), cwd=case.build / folder, environment={**environment, "CALLS": str(calls)})

    def called() -> list:
        return [json.loads(line) for line in calls.read_text().splitlines()]

    def names(result: Result) -> list:
        return re.findall(r"^ *\d+/\d+ Test +#\d+: (.*?) \.+ ", result.stdout, re.MULTILINE)

    # Nothing selected, nothing done.
    for test in ("", "other", "macro", "micros:x", "foo:micro:x", "my-micro:x", "xmicro"):
        result = ctest(TEST=test)
        expect_equal(f"tests for TEST={test}", ORDINARY, names(result))
        if test != "micros:x":
            expect_equal(f"stderr for TEST={test}", "", result.stderr)
        expect_equal(f"calls for TEST={test}", [], called())

    # Selected: ours instead of theirs; what make has for its children is gone.
    result = ctest(TEST="other  micro:x\tmicro", MICRO="A=1;B=[x", TEST_OPTS="JOBS=2", MAKEFLAGS="-j2", MFLAGS="-j2", MAKELEVEL="1", GNUMAKEFLAGS="k")
    expect_equal("result", (0, "building, for people\n"), (result.status, result.stderr))
    expect_equal("tests", OURS, names(result))
    expect_equal("table", "THE TABLE", result.stdout.splitlines()[-1])
    load, post = called()
    words = load["arguments"]
    tests_file = words.pop()
    expect_equal("tests file", True, re.fullmatch(re.escape(str(case.build)) + r"/micro/tests-\w+\.cmake", tests_file) is not None)
    expect_equal("arguments", [
        "load", "--build-directory", str(case.build), "--configuration", "rElease" if multi else "", "--multi-config", str(int(multi)),
        "--configurations", "Debug;Release;RelWithDebInfo" if multi else "", "--directory", str(case.build), "--tests-file",
    ], words)
    selected = {"TEST": "other  micro:x\tmicro", "MICRO": "A=1;B=[x", "TEST_OPTS": "JOBS=2"}
    expect_equal("environment", selected, load["environment"])
    expect_equal("call of post", ["post"], post["arguments"])
    expect_equal("environment of post", "/run folder; [of this", post["environment"]["MICRO_SESSION"])
    expect_equal("left files", [], [file.name for file in (case.build / "micro").glob("tests-*")])

    # Where ctest is started: also between the folders with suites.
    for folder in ("bench", "bench/io", "bench/mem"):
        result = ctest(folder=folder, TEST="micro")
        expect_equal(f"tests in {folder}", OURS, names(result))
        expect_equal(f"calls in {folder}", ["load", "post"], [call["arguments"][0] for call in called()])
        expect_equal(f"directory {folder}", str(case.build / folder), called()[0]["arguments"][10])

    # Listings.
    result = ctest(*configuration, "--show-only=json-v1", TEST="micro:x")
    document = json.JSONDecoder().raw_decode(result.stdout)[0]
    expect_equal("names in JSON", OURS, [test["name"] for test in document["tests"]])

    # Slips.
    for slip in ("mirco:x", "Micro:x", "MICRO", "mcro:x", "miccro:x", "mocro:x", "micor", "micro.:x"):
        result = ctest(TEST=f"other {slip}")
        expect_equal(f"stderr for {slip}", f"micro: TEST has '{slip}', which selects no benchmarks\n  hint: did you mean micro:…?\n", result.stderr)
        expect_equal(f"tests for {slip}", ORDINARY, names(result))
    result = ctest(TEST="mirco:x micro:y")
    expect_equal("a slip beside a good word", OURS, names(result))
    expect_equal("its warning", "micro: TEST has 'mirco:x', which selects no benchmarks\n  hint: did you mean micro:…?\nbuilding, for people\n", result.stderr)

    # Refused: all that is said, nothing run.
    result = ctest(TEST="micro:refuse")
    expect_equal("refused", 8, result.status)
    expect_equal("tests when refused", [], names(result))
    expect_equal("calls when refused", ["load"], [call["arguments"][0] for call in called()])
    explanation = "\n   micro: no suite 'refuse', and this line is so long that it would be broken in two if it were a paragraph\n     hint: none\n"
    expect_equal("explanation", True, explanation in result.stderr)
    expect_equal("only that", False, "Policy" in result.stderr)
    result = ctest(TEST="micro:crash")
    expect_equal("crashed", 8, result.status)
    expect_equal("what crashed", True, "it crashed" in result.stderr and "main.py: 1" in result.stderr)

    # Without a configuration Python has to say what is wrong.
    if multi:
        ctest("-V", TEST="micro:x")
        expect_equal("no configuration", "", called()[0]["arguments"][4])

    # A project that has replaced add_test().
    case.configure("-D", "REPLACE_ADD_TEST=ON")
    result = ctest(TEST="micro:x")
    expect_equal("stderr", "building, for people\n", result.stderr)
    expect_equal("tests", True, set(OURS) <= set(names(result)))
