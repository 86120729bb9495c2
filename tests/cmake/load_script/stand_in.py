"""Stands in for Micro's main.py: says how it was called, and writes a test."""

import json
import os
import sys

names = ("TEST", "MICRO", "TEST_OPTS", "CONF", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "GNUMAKEFLAGS", "MICRO_SESSION")
called = {"arguments": sys.argv[1:], "environment": {name: os.environ[name] for name in names if name in os.environ}}
with open(os.environ["CALLS"], "a") as calls:
    calls.write(json.dumps(called) + "\n")
if sys.argv[1] == "post":
    print("THE TABLE")
    sys.exit()
if "refuse" in os.environ["TEST"]:
    print("micro: no suite 'refuse', and this line is so long that it would be broken in two if it were a paragraph\n  hint: none")
    sys.exit(2)
if "crash" in os.environ["TEST"]:
    sys.exit("it crashed")
print("building, for people", file=sys.stderr)
with open(sys.argv[sys.argv.index("--tests-file") + 1], "w") as tests:
    tests.write('_add_test([==[micro:a;b [x] "$y"]==] [==[/bin/echo]==] [==[two  blanks]==])\n')
    tests.write('set_tests_properties([==[micro:a;b [x] "$y"]==] PROPERTIES RUN_SERIAL TRUE)\n')
print("/run folder; [of this")
