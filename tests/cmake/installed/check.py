from case import Case, expect_equal


def check(case: Case) -> None:
    """An installed Micro makes of a project what the source tree makes of it, wherever it is moved to."""
    prefix = case.work / "prefix"
    expect_equal("installing", 0, case.run(case.cmake, "--install", case.micro_build, "--prefix", case.work / "staging").status)
    (case.work / "staging").rename(prefix)
    from_sources = case.manifest()

    files = {file.relative_to(prefix / "share/cmake/Micro") for file in (prefix / "share/cmake/Micro").rglob("*") if file.is_file()}
    for folder in ("modules", "templates", "src/main"):
        sources = {file.relative_to(case.micro) for file in (case.micro / folder).rglob("*") if file.is_file() and "__pycache__" not in file.parts}
        expect_equal(f"installed files of {folder}", sorted(map(str, sources)), sorted(str(file) for file in files if str(file).startswith(folder + "/")))

    result = case.configure("-D", f"PREFIX={prefix}", "-D", "MICRO_CMICRO=")
    expect_equal("configuring", (0, ""), (result.status, result.stderr))
    from_prefix = case.manifest()
    expect_equal("cmicro", (str(prefix / "bin/cmicro"), ""), (from_prefix["cmicro"], from_prefix["cmicro_target"]))
    for manifest in (from_sources, from_prefix):
        del manifest["cmicro"]
    expect_equal("manifest", from_sources, from_prefix)
    load = (case.build / "micro/load.cmake").read_text()
    expect_equal("load script", True, f"{prefix}/share/cmake/Micro/modules/Micro/ctest/load.cmake" in load and f"{case.micro}/modules" not in load)
    built = case.run(case.cmake, "--build", case.build, "--target", "micro-build-all")
    expect_equal("building", 0, built.status)
