"""Which suites count: in a sub-directory of the build folder only those that are declared there or below."""

from __future__ import annotations

import os
from typing import Dict, Iterable

from .errors import UserError, with_hint
from .manifest import Manifest, Suite


def suites_in_reach(manifest: Manifest, directory: str) -> Dict[str, Suite]:
    """The suites that count where ctest runs in `directory`, by name, in the order of declaration.

    UserError if there are none.
    """
    if not manifest.suites:
        raise UserError(with_hint("TEST: this project declares no suite", "micro_add_suite() does, in a CMakeLists.txt"))
    here = os.path.realpath(directory)
    top = os.path.realpath(manifest.build_directory)
    everywhere = not here.startswith(top.rstrip("/") + "/")
    below = here.rstrip("/") + "/"
    suites = {
        suite.name: suite
        for suite in manifest.suites
        if everywhere or (os.path.realpath(suite.directory) + "/").startswith(below)
    }
    if not suites:
        message = f"TEST: no suite is declared in {here} or below"
        raise UserError(with_hint(message, f"run it in {manifest.build_directory}"))
    return suites


def out_of_reach(manifest: Manifest, reached: Iterable[str]) -> Dict[str, Suite]:
    """The other suites of the project, by name."""
    names = set(reached)
    return {suite.name: suite for suite in manifest.suites if suite.name not in names}
