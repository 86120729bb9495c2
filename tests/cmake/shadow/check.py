import json

from case import Case, expect_equal

TEXT = "-O3 -DTUNING=7 -DNEW"


def check(case: Case) -> None:
    expect_equal("no shadow", (False, False, True), ("shadow" in case.manifest(), "LOUD" in str([suite["options"] for suite in case.manifest()["suites"]]), (case.build / "CTestCustom.cmake").exists()))
    shadow = case.work / "shadow"

    def configure(*arguments: str) -> dict:
        result = case.configure(*arguments, build=shadow)
        expect_equal("configuring a shadow", (0, ""), (result.status, result.stderr))
        return case.manifest(build=shadow)

    flags = ("-D", "MICRO_SHADOW_KEY=k1", "-D", "MICRO_SHADOW_COMPILE_OPTIONS=-O3", "-D", "MICRO_SHADOW_DEFINITIONS=TUNING=7;NEW")
    features = ("-D", "MICRO_SHADOW_FEATURES=loud;-frame-pointers", "-D", "MICRO_SHADOW_LINK_OPTIONS=-Wl,-O1")
    manifest = configure(*flags, *features)
    expect_equal("key", {"key": "k1"}, manifest["shadow"])
    loud = [build["suites"] for build in (case.manifest(), manifest)]
    told = [[(variant["run_args"], variant["environment"]) for suite in suites for variant in suite.get("variants", [])] for suites in loud]
    expect_equal("what a feature gives to the program comes once", [[(["--loud"], ["LOUD=yes"])], [([], [])]], told)
    expect_equal("no files of ctest", [], sorted(file.name for file in shadow.glob("**/CT*Custom*")))
    suites = {suite["name"]: suite for suite in manifest["suites"]}
    for name, own in (("simple", ""), ("full", " -O3 -O2"), ("program", "")):
        # Clang needs one word more.
        flags_of_suite = suites[name]["flags"].replace(" -Wno-unknown-warning-option", "")
        expect_equal(f"flags of {name}", f"-Wall -falign-functions=64{own} -DLOUD=1 {TEXT} -Wno-all C++20", flags_of_suite)
        expect_equal(f"features of {name}", ["loud"], suites[name]["features"])
        expect_equal(f"options of {name}", {"RUN_ARGS": ["--loud", *(["--own"] if name == "full" else [])], "ENVIRONMENT": ["LOUD=yes"]}, suites[name]["options"])
    expect_equal("-O3 is for all: no library lacks it", None, suites["full"].get("unflagged_libraries"))
    found = commands(shadow)
    expect_equal("stable layout of a library", True, "-falign" in found["aligned CXX"])
    for target in ("bench-simple", "bench-full", "program", "late", "tuned"):
        command = found[f"{target} CXX"]
        end = command.replace("-Wno-unknown-warning-option ", "").index("-ULOUD -DLOUD=1 -O3 -UTUNING -DTUNING=7 -UNEW -DNEW -Wno-all")
        expect_equal(f"{target}: behind its own", True, all(command.rfind(word) < end for word in ("-O2", "-O0", "-falign", "-Wall", "TUNING=1")))
        expect_equal(f"{target}: standard", True, "-std=gnu++20" in command)
    expect_equal("what is not C++ of the project", [False, False], ["-DNEW" in found[name] for name in ("tuned C", "micro_main CXX")])
    ninja = (shadow / "build.ninja").read_text()
    expect_equal("link options", True, "LINK_FLAGS = -Wl,--as-needed -Wl,-O1" in ninja)
    built = case.run(case.cmake, "--build", shadow, "--target", "bench-full", "late")
    expect_equal("building", 0, built.status)

    manifest = configure("-D", "MICRO_SHADOW_FEATURES=-stable-layout", "-D", "MICRO_SHADOW_CXX_STANDARD=17")
    expect_equal("without stable layout", {f"-Wall{own} {TEXT} C++17" for own in ("", " -fno-omit-frame-pointer -O3 -O2")},
                 {" ".join(suite["flags"].split()) for suite in manifest["suites"]})
    expect_equal("not of libraries either", [], [name for name, command in commands(shadow).items() if "-falign" in command])

    manifest = configure("-D", "MICRO_SHADOW_SCOPE=suite", "-D", "MICRO_SHADOW_FEATURES=loud;-stable-layout")
    found = commands(shadow)
    expect_equal("for the suites alone", ["bench-full CXX", "bench-simple CXX", "program CXX"], sorted(name for name, command in found.items() if "-DNEW -Wno" in command))
    expect_equal("and their standard", {"bench-full CXX", "bench-simple CXX", "program CXX"}, {name for name, command in found.items() if "-std=gnu++17" in command})
    expect_equal("libraries keep stable layout", ["aligned CXX"], [name for name, command in found.items() if "-falign" in command])
    suites = {suite["name"]: suite for suite in manifest["suites"]}
    expect_equal("flags of the suites", {True}, {f"-DLOUD=1 {TEXT} -Wno-all C++17" in suite["flags"] for suite in suites.values()})
    expect_equal("their libraries lack them", {"simple": None, "full": ["tuned"], "program": ["tuned"]},
                 {name: suite.get("unflagged_libraries") for name, suite in suites.items()})
    manifest = configure("-D", "MICRO_SHADOW_SCOPE=project", "-D", "MICRO_SHADOW_FEATURES=refused")
    expect_equal("an unsupported feature", {"refused"}, {suite["unsupported"]["feature"] for suite in manifest["suites"]})
    result = case.configure("-D", "MICRO_SHADOW_FEATURES=lound", build=shadow)
    expect_equal("an unknown feature", True, "MICRO_SHADOW_FEATURES: 'lound' is no feature\n     hint: did you mean loud? known are" in result.stderr)


def commands(build) -> dict:
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        target = entry["command"].split("CMakeFiles/")[1].split(".dir")[0]
        found[f"{target} {'C' if entry['file'].endswith('.c') else 'CXX'}"] = entry["command"]
    return found
