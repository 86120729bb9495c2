#!/usr/bin/env python3
"""Executes what README.md shows: its files are written, its commands are run in order, and what they print is compared.

  readme.py --work FOLDER [--update]

A comment before each fenced block says what is done with it:
  <!-- run --> or <!-- run in FOLDER -->   the lines that begin with `$ ` are run by sh, one after the other; the others are what they print
  <!-- run, after COMMAND -->              the same when COMMAND has been run, which README does not show
  <!-- file: PATH -->                      the block is written to this file
  <!-- not run … -->                       nothing; the comment says why
Everything happens in a copy of the repository whose path has a blank and a `$` in it. Numbers, widths of columns and what CMake and
compilers say differ from run to run and are not compared. --update writes README.md anew with what was printed now.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHOWN_AS = "/home/you/micro"
BLOCK = re.compile(r"(?:<!-- (?P<directive>(?:(?!-->).)*?) -->\n)?```(?P<language>\w+)\n(?P<body>.*?)```\n", re.DOTALL)
# What CMake, make, ninja, apt and compilers say about their own work.
BUILD_NOISE = re.compile(
    r"--( |$)|\[ *\d+[/%]|Scanning dep|Consolidate|make\[|Running tests|Test project|Internal ctest|\s*Start +\d|/usr/bin/ctest|Install the project|Dependencies? "
)


def copy_of_repository(work):
    """A fresh copy of what git tracks (or of the sources without build folders, where there is no git)."""
    clone = work / "a clone $x"
    shutil.rmtree(clone, ignore_errors=True)
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True)
    if listed.returncode == 0:
        for name in filter(None, os.fsdecode(listed.stdout).split("\0")):
            if (ROOT / name).is_file():
                (clone / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, clone / name)
    else:
        shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns("build", ".git"))
    return clone


def run(command, folder, clone):
    """What a command prints, without the noise of builds, and with the path that README shows."""
    variables = {name: value for name, value in os.environ.items() if not re.match(r"MAKE|MFLAGS|TEST$|MICRO|CTEST_|CMAKE_", name)}
    result = subprocess.run(["sh", "-c", command], cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            encoding="utf-8", errors="replace")  # fmt: skip
    lines = [line.rstrip() for line in result.stdout.replace(str(clone), SHOWN_AS).splitlines()]
    kept = [line for line in lines if not BUILD_NOISE.match(line)]
    if result.returncode != 0:
        sys.exit(f"README.md: `{command}` ended with {result.returncode}\n{result.stdout}")
    return kept


def comparable(lines):
    """Lines without what differs from run to run."""
    # How noisy the machine is decides which warnings and remarks there are, and it is described.
    lines = [line for line in lines if not re.match(r"Warning: |  hint: |(Machine|Build|Run): |    the slower half of the forks: ", line)]
    text = "\n".join(lines).strip()
    text = re.sub(r"≈ 10\S+|[±≈]", "", text)
    text = re.sub(r"/micro/(shadow|against)/[0-9a-f]+", r"/micro/\1/KEY", text)
    text = re.sub(r"\([0-9a-f]{7}\b", "(COMMIT", text)
    # Of comparisons, on a noisy machine the verdict, too, and whether it took a count of instructions.
    text = re.sub(r"[+-][\d.]+ %(.*(slower|faster|equal|inconclusive).*)?", "#", text)
    text = text.replace("Pairs  Instructions", "Pairs")
    # The unit of a time follows its size.
    text = re.sub(r"\b[num]?s/op", "TIME/op", text)
    # Whether a ratio is told from 1 is a matter of noise, too.
    text = re.sub(r"[\[(][^\n\])]*(\]|x (faster|slower)\))", "", text)
    text = re.sub(r"[\d.,:]*\d[\d.,:]*(T[\d-]+Z)?", "#", text)
    return re.sub(r"[ .]+", " ", text)


def execute(text, clone):
    """README's text with what the commands print now; and the blocks in which that differs."""
    differences = []

    def execute_block(match):
        directive, body = match["directive"] or "", match["body"]
        if directive.startswith("file: "):
            path = clone / directive[len("file: "):]  # fmt: skip
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
        elif directive == "run" or directive.startswith(("run in ", "run, after ")):
            place, _, before = directive.partition(", after ")
            folder = clone / place[len("run in "):] if place != "run" else clone  # fmt: skip
            if before:
                run(before, folder, clone)
            shown, printed = [], []
            for line in body.splitlines():
                shown.append(line)
                if line.startswith("$ "):
                    printed += [line, *run(line[2:], folder, clone)]
            if comparable(shown) != comparable(printed):
                differences.append("\n".join(["README.md shows", *shown, "", "but what is printed is", *printed]))
            return match[0].replace(body, "\n".join(printed).strip() + "\n")
        elif not directive.startswith("not run"):
            differences.append(f"README.md: nothing says what is to be done with this block\n{match[0]}")
        return match[0]

    return BLOCK.sub(execute_block, text), differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    path = ROOT / "README.md"
    old = path.read_text(encoding="utf-8")
    new, differences = execute(old, copy_of_repository(arguments.work.resolve()))
    if arguments.update:
        path.write_text(new, encoding="utf-8")
    elif differences:
        sys.exit("\n\n".join(differences) + "\n\nhint: python3 tests/docs/readme.py --work FOLDER --update")


if __name__ == "__main__":
    main()
