"""The command that takes benchmarks which a revision does not have from the working tree."""

from __future__ import annotations

import os
import re
import shlex
from typing import Iterable, List, Mapping, Sequence

from .baseline_revision import BaselineRevision
from .build_tree import BuildTree
from .git import Git
from .manifest import Manifest, Suite
from .processes import Processes

_VARIABLES = ("TEST", "MICRO", "TEST_OPTS", "CONF")


def paths_to_keep(suites: Iterable[Suite], manifest: Manifest, revision: BaselineRevision, processes: Processes) -> List[str]:
    """The files by which suites are declared, relative to the source folder, as far as they differ from those of the revision: their sources,
    and the CMake files from that of the suite up to that of the project."""
    found: List[str] = []
    for suite in suites:
        declared = suite.declared_at.rpartition(":")[0] if re.search(r":\d+$", suite.declared_at) else suite.declared_at
        if not declared:
            continue
        found += _sources(suite.name, declared, manifest.source_directory)
        found.append(declared)
        folder = os.path.dirname(declared)
        while folder:
            folder = os.path.dirname(folder)
            above = os.path.join(folder, "CMakeLists.txt")
            found += [above] if os.path.exists(os.path.join(manifest.source_directory, above)) else []
    git = Git(manifest.source_directory, processes)
    return [path for path in dict.fromkeys(found) if _differs(path, git, revision)]


def _sources(name: str, declared: str, source_directory: str) -> List[str]:
    """The files that are named where a suite is declared; where none is seen, the folder."""
    folder = os.path.dirname(declared)
    try:
        with open(os.path.join(source_directory, declared), encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return []
    call = re.search(r"micro_add_suite\s*\(\s*\"?" + re.escape(name) + r"[\"\s]([^)]*)", text)
    words = re.findall(r'"[^"]*"|[^\s"]+', call[1]) if call else []
    paths = [os.path.normpath(os.path.join(folder, _expanded(word.strip('"')))) for word in words]
    files = [path for path in paths if os.path.isfile(os.path.join(source_directory, path))]
    return files or ([folder] if folder else [])


def _expanded(word: str) -> str:
    for variable in ("${CMAKE_CURRENT_SOURCE_DIR}/", "${CMAKE_CURRENT_LIST_DIR}/"):
        if word.startswith(variable):
            return word[len(variable) :]
    return word


def _differs(path: str, git: Git, revision: BaselineRevision) -> bool:
    if path.startswith(os.pardir + os.sep) or os.path.isabs(path):
        return False
    there = os.path.join(revision.project, path)
    if git.run("cat-file", "-e", f"{revision.commit}:{there}").exit_code != 0:
        return True
    if git.run("diff", "--quiet", "--no-ext-diff", "--no-textconv", revision.commit, "--", path).exit_code != 0:
        return True
    return bool(git.lines("ls-files", "-z", "--others", "--exclude-standard", "--", path))  # which diff does not look at


def command_with(paths: Sequence[str], tree: BuildTree, environment: Mapping[str, str]) -> str:
    """The very command of this call, with AGAINST_KEEP for these paths beside those that it has."""
    words = " ".join(path.replace("%", "%25").replace(" ", "%20").replace(";", "%3B") for path in paths)
    variables = {name: environment[name] for name in _VARIABLES if environment.get(name)}
    items = [item for item in variables.get("MICRO", "").split(";") if item.strip()]
    for i, item in enumerate(items):
        if item.strip().startswith("AGAINST_KEEP="):
            items[i] = f"{item} {words}"
            break
    else:
        items.append(f"AGAINST_KEEP={words}")
    variables["MICRO"] = ";".join(items)
    if tree.uses_make:
        # A $ in a variable of make's is make's own.
        return " ".join(["make test", *(f"{name}={shlex.quote(value.replace('$', '$$'))}" for name, value in variables.items())])
    program = f"ctest -C {shlex.quote(tree.configuration)}" if tree.multi_config else "ctest"
    return " ".join([*(f"{name}={shlex.quote(value)}" for name, value in variables.items()), program])
