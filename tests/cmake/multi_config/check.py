from case import Case, expect_equal


def check(case: Case) -> None:
    expect_equal("manifests", ["manifest-Debug.json", "manifest-My Own.json", "manifest-Release.json"],
                 sorted(file.name for file in (case.build / "micro").glob("*.json")))
    for configuration, flags, arguments in (
        ("Debug", "-Wall -g -DLIST=a,b -DANGLE='<>' -falign-functions=64 ", ["--slow"]),
        ("Release", "-Wall -O3 -DNDEBUG -falign-functions=64 -O1", []),
        ("My Own", "-Wall -falign-functions=64 ", []),
    ):
        manifest = case.manifest(configuration)
        expect_equal("configuration", configuration, manifest["configuration"])
        suite = manifest["suites"][0]
        expect_equal("executable", str(case.build / configuration / "bench-s"), suite["executable"])
        expect_equal("flags", flags, suite["flags"])
        expect_equal("options", {"RUN_ARGS": arguments}, suite["options"])
