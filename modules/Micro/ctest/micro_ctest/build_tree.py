"""The build folder: which generator and programs it was configured with, and how it is built."""

from __future__ import annotations

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


def read_build_tree(directory: str, configuration: str, multi_config: bool) -> BuildTree:
    """Reads CMake's cache. UserError if the folder is not configured."""
    cache = read_cache(directory)
    cmake, generator = cache.value("CMAKE_COMMAND"), cache.value("CMAKE_GENERATOR")
    if not cmake or not generator:
        raise UserError(with_hint(f"{directory}: is no configured build folder", "cmake -B BUILD -S SOURCE configures one"))
    return BuildTree(directory, configuration, multi_config, cmake, generator)
