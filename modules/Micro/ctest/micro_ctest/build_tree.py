"""The build folder: which generator and programs it was configured with, and how it is built."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import List, Sequence

from .cmake_cache import read_cache
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


def cross_compiled_for(directory: str) -> str:
    """The machine that a build folder compiles for, in words, if that is not this one; else empty."""
    cache = read_cache(directory)
    version = ".".join(cache.value(f"CMAKE_CACHE_{part}_VERSION") for part in ("MAJOR", "MINOR", "PATCH"))
    try:
        with open(os.path.join(directory, "CMakeFiles", version, "CMakeSystem.cmake"), encoding="utf-8", errors="replace") as file:
            system = dict(re.findall(r'^ *set\((CMAKE_\w+) "([^"]*)"\)', file.read(), re.MULTILINE))
    except OSError:
        return ""
    if system.get("CMAKE_CROSSCOMPILING", "").upper() not in ("TRUE", "ON", "1", "YES"):
        return ""
    return " ".join(system[name] for name in ("CMAKE_SYSTEM_NAME", "CMAKE_SYSTEM_PROCESSOR") if system.get(name)) or "another machine"


def read_build_tree(directory: str, configuration: str, multi_config: bool) -> BuildTree:
    """Reads CMake's cache. UserError if the folder is not configured."""
    cache = read_cache(directory)
    cmake, generator = cache.value("CMAKE_COMMAND"), cache.value("CMAKE_GENERATOR")
    if not cmake or not generator:
        raise UserError(with_hint(f"{directory}: is no configured build folder", "cmake -B BUILD -S SOURCE configures one"))
    return BuildTree(directory, configuration, multi_config, cmake, generator)
