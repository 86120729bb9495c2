import json

from case import Case, expect_equal

ORDINARY = {"features": [], "unsupported": None, "not_a_measurement": None, "options": {}}


def by_default(manifest: dict) -> list:
    return [feature["name"] for feature in manifest["features"] if feature.get("by_default")]


def check(case: Case) -> None:
    compiler = case.suite("plain")["compiler"]
    expect_equal("suites", expected(compiler, [], {}), suites(case))
    manifest = case.manifest()
    refused = {feature["name"]: feature["reason"].splitlines()[0] for feature in manifest["features"] if not feature["supported"]}
    expect_equal("features that are refused", {
        "refused": f"-fno-such-thing is refused by {compiler}:",
        "refused_code": f"what it requires to compile is refused by {compiler}:",
        "refused_file": f"what it requires to compile is refused by {compiler}:",
        "refused_by_linker": f"-lno_such_library is refused by {compiler}:",
    }, refused)
    expect_equal("features that all have by default", ["stable-layout"], by_default(manifest))
    never_used = next(feature for feature in manifest["features"] if feature["name"] == "never_used")
    expect_equal("a feature that is not used", (True, "", 'a;b [c "d" <e, 4> \\ $f', "CMakeLists.txt:10"),
                 tuple(never_used[key] for key in ("supported", "reason", "description", "declared_at")))
    everything = case.suite("everything")
    expect_equal("arguments", {"RUN_ARGS": ["two words;and [more", "--x", "last"], "ENVIRONMENT": ["MODE=feature", "TEXT=a=b;c", "MODE=suite"]}, everything["options"])
    command = commands(case)["everything"]
    positions = [command.index(word) for word in ("-DX=1", "-falign-functions=64", '-DTEXT=a b', "-Wunused", "-UX -DX=2", "-Wall", "-Wno-unused")]
    expect_equal("order of the options", sorted(positions), positions)
    expect_equal("options", (True, compiler.startswith("GNU"), False), ("-std=gnu++20" in command, "-fgcse" in command, "-DZ" in command))
    expect_equal("no lower standard", True, "-std=gnu++20" in commands(case)["newer"])
    expect_equal("stable layout", (True, False), ("-falign" in commands(case)["plain"], "-falign" in commands(case)["unaligned"]))

    built = case.run(case.cmake, "--build", case.build, "--target", "micro-build-all")
    expect_equal("building what is supported", (0, ""), (built.status, built.stderr))
    expect_equal("not built", [], [name for name in ("optional", "failing", "code", "file", "linker") if (case.build / f"bench-{name}").exists()])

    # Asked once.
    again = case.configure("--log-level=DEBUG", "--debug-trycompile")
    expect_equal("asked again", False, "try_compile" in again.stderr + again.stdout)

    result = case.configure("-D", "MICRO_FEATURES=-stable-layout;older")
    expect_equal("features by default, without that one", [], by_default(case.manifest()))
    expect_equal("stderr", "", result.stderr)
    expect_equal("features of all", {name: ["older"] for name in ("plain", "unaligned", "program")},
                 {name: suite["features"] for name, suite in suites(case).items() if name in ("plain", "unaligned", "program")})
    expect_equal("no layout", [], [name for name, command in commands(case).items() if "-falign" in command and name != "micro_main"])
    result = case.configure("-D", "MICRO_FEATURES=refused", "-D", "MICRO_STABLE_LAYOUT=OFF")
    expect_equal("all fail", {"failed"}, {suite["unsupported"]["outcome"] for suite in suites(case).values()})
    result = case.configure("-D", "MICRO_FEATURES=stable-layot")
    expect_equal("unknown feature of all", True, "MICRO_FEATURES: 'stable-layot' is no feature\n     hint: did you mean stable-layout? known are" in result.stderr)


def expected(compiler: str, common: list, options: dict) -> dict:
    def because(feature: str, outcome: str) -> dict:
        return {"features": [feature], "unsupported": {"feature": feature, "outcome": outcome}}

    return {name: {**ORDINARY, **entry} for name, entry in {
        "plain": {},
        "everything": {"features": ["everything", "older"], "options": None},
        "optional": {**because("refused", "skipped"), "features": ["older", "refused"]},
        "failing": because("refused", "failed"),
        "code": because("refused_code", "failed"),
        "file": because("refused_file", "failed"),
        "linker": because("refused_by_linker", "failed"),
        "unaligned": {},
        "preview": {"features": ["preview"]},
        "sanitized": {"features": ["asan", "ubsan", "frame-pointers", "lto", "native"], "not_a_measurement": True},
        "newer": {"features": ["older"]},
        "program": {},
    }.items()}


def suites(case: Case) -> dict:
    found = {}
    for suite in case.manifest()["suites"]:
        found[suite["name"]] = {key: suite.get(key) for key in ORDINARY}
        if suite["name"] == "everything":
            found["everything"]["options"] = None
        if suite.get("unsupported"):
            reason = suite["unsupported"].pop("reason")
            lines = reason.splitlines()
            expect_equal(f"{suite['name']}: the compiler's words follow", True, len(lines) > 1 and ("error" in lines[1] or "cannot find" in lines[1]))
            expect_equal(f"{suite['name']}: no path of a trial in them", False, str(case.build) in reason)
    return found


def commands(case: Case) -> dict:
    found = {}
    for entry in json.loads((case.build / "compile_commands.json").read_text()):
        found[entry["command"].split("CMakeFiles/")[1].split(".dir")[0].replace("bench-", "")] = entry["command"]
    return found
