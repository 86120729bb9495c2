from case import Case, expect_equal


def check(case: Case) -> None:
    suite = case.suite("words")
    expect_equal("options of words", {
        "RUN_ARGS": [
            "semi;colon", "two  blanks", '"quoted"', "back\\slash", "ends\\", "next", "[open", "close]", "[[", "]", "[=[", ";", ";;x;", "$", "$$", "$HOME",
            "${x}", "$<", "$<x", "<int, 4>", "a,b", "a>b", "#no comment", "@x@", "@", "%20", "'", "(", ")", "line\nbreak\ttab", "\x01\x02\x07\x1b\x1f\x7f",
            "äöü€", "-", "--", "false", "0", "N",
        ],
        "ENVIRONMENT": ["A=", "B=b=c", "C=semi;colon [x", 'D="\\"', "E=two words"],
        "PARAM": ["length=10,100", "name=[a"],
        "EXCLUDE": ["threads=4,grow=0"],
        "OPTIONS": ["--benchmark_context=a=b;c"],
    }, suite["options"])
    expect_equal("labels of words", ["io", "two words", '"q"', "semi;colon"], suite["labels"])

    suite = case.suite("expressions")
    expect_equal("options of expressions", {
        "RUN_ARGS": ["bench-words", "--file=bench-words,x;y]>", "a", "b", "TIME", "pre", '"q"', "[plain", "a;b"],
        "ENVIRONMENT": ["FILE=bench-words", "ALWAYS=1"],
    }, suite["options"])
    expect_equal("working directory of expressions", str(case.build), suite["working_directory"])

    expect_equal("working directory", str(case.build / "sub [dir]/a b"), case.suite("names.+-_0")["working_directory"])
    expect_equal("aliases", {"RUN_ARGS": ["two", "one"]}, case.suite("aliases")["options"])
    expect_equal("flags", '-falign-functions=64 -O1 -include cstddef -DA -DB -DQ="q" -DT=bench-compiled', " ".join(case.suite("compiled")["flags"].split()))

    expect_equal("counters", [
        {"label": "semi;colon", "unit": "a;b", "better": "higher"},
        {"label": "[open", "unit": "close]", "better": "lower"},
        {"label": "ends\\", "unit": "\\", "better": "lower"},
        {"label": '"q" <int, 4> | & $x ${y} @z@ $<1> #', "unit": "µs", "better": "lower"},
        {"label": "line\nbreak\ttab\x01\x02\x07\x1b\x1f\x7f", "unit": "% of all", "better": "lower"},
        {"label": "]==]", "unit": "]]>", "better": "lower"},
        {"label": "TIME", "unit": "UNIT", "better": "lower"},
        {"label": "UNIT x", "unit": "", "better": "higher"},
        {"label": "0", "unit": "N", "better": "lower"},
        {"label": ";", "unit": "", "better": "lower"},
        {"label": "last", "unit": "", "better": "lower"},
    ], case.suite("counters")["counters"])
    expect_equal("counters of a suite without", None, suite.get("counters"))
