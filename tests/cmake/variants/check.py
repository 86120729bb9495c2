import json

from case import Case, expect_equal


def check(case: Case) -> None:
    """The variants are those of expected-variants.json, where a program is named by its file."""
    expected = json.loads((case.folder / "expected-variants.json").read_text())
    actual = {suite["name"]: described(suite, case) for suite in case.manifest("Release")["suites"]}
    expect_equal("variants", expected, actual)

    found = commands(case)
    flags = found["bench-full--flags"]
    positions = [flags.index(word) for word in ("-DHOOK=1", "-DLOUD=1", "-O2", "-O3 -Wextra", "-UHOOK -DHOOK=2", "-Wno-all")]
    expect_equal("order of the options", sorted(positions), positions)
    expect_equal("what is taken away", [], [word for word in ("-falign", "-fno-omit") if word in flags])
    expect_equal("standard", True, "-std=gnu++20" in flags)
    hooked = found["bench-full--hooked"]
    expect_equal("its own folder comes first", True, hooked.index("/before") < hooked.index("/own"))
    if case.generator == "Ninja":
        ninja = (case.build / "build.ninja").read_text()
        linking = {name: ninja.split(f"build bench-full{name}: ")[1].split("\n\n")[0] for name in ("--hooked", "--flags")}
        libraries = [line for line in linking["--hooked"].splitlines() if "LINK_LIBRARIES" in line][0]
        expect_equal("another library", ["libmicro_main.a", "libhooked.a", "libfast.a", "-lm"],
                     [word.split("/")[-1] for word in libraries.split() if word.split("/")[-1] in ("libmicro_main.a", "libhooked.a", "libplain.a", "libfast.a", "-lm")])
        order = [line for line in ninja.splitlines() if line.startswith("build cmake_object_order_depends_target_bench-made--O1:")]
        expect_equal("what is made is made once", True, "bench-made" in order[0].split("||")[1].split())
        expect_equal("link options", True, "-Wl,-O1" in linking["--flags"])
    built = case.run(case.cmake, "--build", case.build, "--target", "micro-build-all")
    expect_equal("building", (0, ""), (built.status, built.stderr))
    expect_equal("what can't be built", (False, True), tuple((case.build / f"bench-full--{name}").exists() for name in ("refused", "flags")))


def described(suite: dict, case: Case) -> dict:
    """What there is to say of the variants of a suite."""
    # Clang needs one word more.
    suite = json.loads(json.dumps(suite).replace(" -Wno-unknown-warning-option", ""))
    compiler = suite["compiler"]
    entry = {"flags": suite["flags"], "variants": suite.get("variants", [])}
    if "unflagged_libraries" in suite:
        entry["unflagged_libraries"] = suite["unflagged_libraries"]
    for variant in entry["variants"]:
        expect_equal(f"compiler of {variant['name']}", compiler, variant.pop("compiler"))
        expect_equal(f"folder of {variant['name']}", True, not variant["executable"] or variant["executable"].startswith(f"{case.build}/"))
        variant["executable"] = variant["executable"].rpartition("/")[2]
        if "unsupported" in variant:
            expect_equal("the compiler's words", True, "-fno-such-thing is refused by" in variant["unsupported"].pop("reason"))
    return entry


def commands(case: Case) -> dict:
    return {
        entry["command"].split("CMakeFiles/")[1].split(".dir")[0]: entry["command"]
        for entry in json.loads((case.build / "compile_commands.json").read_text())
    }
