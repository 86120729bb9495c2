import json
import pathlib

from case import Case, expect_equal


def check(case: Case) -> None:
    expect_equal("unaligned libraries", {
        "nothing": [], "good": [], "through": ["around", "inner", "objects", "outer"], "again": ["around", "inner", "objects", "outer"], "target": ["around", "inner"],
        "own_alignment": [], "late": [],
    }, unaligned(case))
    expect_equal("aligned objects", {
        "aligned": True, "plain": True, "part in late": True, "part in inner": False, "part in outer": False, "part in objects": False,
        "part in by_other_means": False, "suite in program": True, "suite in bench-nothing": True, "suite in bench-own_alignment": True,
    }, {name: value for name, value in aligned(case).items() if name in (
        "aligned", "plain", "part in late", "part in inner", "part in outer", "part in objects", "part in by_other_means", "suite in program",
        "suite in bench-nothing", "suite in bench-own_alignment")})
    expect_equal("flags", "-falign-functions=64 -falign-functions=32", case.suite("own_alignment")["flags"])
    expect_equal("flags of a target", "-falign-functions=64", case.suite("target")["flags"])

    expect_equal("stderr", "", case.configure("-D", "MICRO_STABLE_LAYOUT=OFF").stderr)
    expect_equal("nothing is aligned", {False}, {value for name, value in aligned(case).items() if "own_alignment" not in name})
    expect_equal("nothing is unaligned", [], [name for names in unaligned(case).values() for name in names])


def unaligned(case: Case) -> dict:
    return {suite["name"]: suite["unaligned_libraries"] for suite in case.manifest()["suites"]}


def aligned(case: Case) -> dict:
    objects = {}
    for entry in json.loads((case.build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        target = entry["command"].split("CMakeFiles/")[1].split(".dir")[0]
        name = file.stem if file.stem in ("aligned", "plain") else f"{file.stem} in {target}"
        objects[name] = "-falign-functions" in entry["command"]
    return objects
