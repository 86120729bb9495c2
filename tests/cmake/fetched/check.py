import re

from case import Case, expect_equal


def check(case: Case) -> None:
    """With MICRO_CMICRO nothing of the engine is configured; else cmicro is a target that nobody builds who measures nothing."""
    expect_equal("given", ("", False), (case.manifest()["cmicro_target"], (case.build / "micro/src").exists()))

    build = case.work / "own"
    expect_equal("stderr", "", case.configure("-D", "MICRO_CMICRO=", build=build).stderr)
    manifest = case.manifest(build=build)
    expect_equal("own", ("cmicro", str(build / "micro/src/cmicro")), (manifest["cmicro_target"], manifest["cmicro"]))
    would = case.run("ninja", "-n", "-C", build, "all").stdout
    expect_equal("all is empty", True, "no work to do" in would)
    would = case.run("ninja", "-n", "-v", "-C", build, "cmicro").stdout
    compiled = re.search(r"^.* -c .*/src/cli/main[.]cpp[\"']?$", would, re.MULTILINE)
    expect_equal("cmicro is optimised", True, compiled is not None and "-O2" in compiled.group())
    expect_equal("what is installed", ["suite.cpp"], installed(case, build))

    # For another machine: a build of its own, by the compiler of this one.
    build = case.work / "cross"
    expect_equal("stderr", "", case.configure("-D", "MICRO_CMICRO=", "-D", "CMAKE_SYSTEM_NAME=Linux", build=build).stderr)
    manifest = case.manifest(build=build)
    expect_equal("cross", ("micro-host-cmicro", str(build / "micro/host/build/src/cmicro")), (manifest["cmicro_target"], manifest["cmicro"]))
    expect_equal("all is empty", True, "no work to do" in case.run("ninja", "-n", "-C", build, "all").stdout)
    would = case.run("ninja", "-n", "-v", "-C", build, "micro-host-cmicro").stdout
    expect_equal("its configuration", True, "--unset=CXX" in would and "CMAKE_SYSTEM_NAME" not in would)


def installed(case: Case, build) -> list:
    prefix = case.work / "prefix"
    case.run(case.cmake, "--install", build, "--prefix", prefix)
    return [file.name for file in prefix.rglob("*") if file.is_file()]
