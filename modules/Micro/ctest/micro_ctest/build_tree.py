"""The build folder: which generator and programs it was configured with, and how it is built."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import List, Sequence

from .errors import UserError, with_hint


@dataclass(frozen=True)
class BuildTree:
    directory: str
    configuration: str  # "" for a single-config tree without CMAKE_BUILD_TYPE
    multi_config: bool
    cmake: str
    generator: str

    @property
    def uses_ninja(self) -> bool:
        return self.generator.startswith("Ninja")

    @property
    def uses_make(self) -> bool:
        return self.generator.endswith("Makefiles")

    def build_command(self, targets: Sequence[str], jobs: int = 0, native: Sequence[str] = ()) -> List[str]:
        """The command that builds targets; `native` are arguments of ninja or make."""
        command = [self.cmake, "--build", self.directory]
        if self.multi_config:
            command += ["--config", self.configuration]
        command += ["--target", *targets]
        if jobs:
            command += ["--parallel", str(jobs)]
        return [*command, "--", *native] if native else command


def read_build_tree(directory: str, configuration: str, multi_config: bool) -> BuildTree:
    """Reads CMake's cache. UserError if the folder is not configured."""
    path = os.path.join(directory, "CMakeCache.txt")
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            cache = file.read()
    except OSError:
        cache = ""
    cmake = re.search("^CMAKE_COMMAND:INTERNAL=(.+)$", cache, re.MULTILINE)
    generator = re.search("^CMAKE_GENERATOR:INTERNAL=(.+)$", cache, re.MULTILINE)
    if not cmake or not generator:
        raise UserError(with_hint(f"{directory}: is no configured build folder", "cmake -B BUILD -S SOURCE configures one"))
    return BuildTree(directory, configuration, multi_config, cmake.group(1), generator.group(1))
