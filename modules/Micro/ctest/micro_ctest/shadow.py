"""Shadows: build folders below that of the project, in which its suites are built with flags that are given at test time.

<build>/micro/shadow/<key> is such a folder; kept_folders.py says for how long. The key stands for all that decides what is built, but for
the sources: those the build system follows, so that after an edit, or in another revision, only what has changed is built again.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Callable, List, Sequence

from .build import end_of_output, synchronize
from .build_tree import BuildTree
from .cmake_cache import CMakeCache, read_cache
from .documents import write_text
from .errors import UserError, with_hint
from .flags import Flags
from .initial_cache import compilers, initial_cache, shadow_key_entry
from .kept_folders import KeptFolders
from .manifest import Manifest, manifest_path, read_manifest
from .processes import Processes

_COMPLETE = "shadow.json"  # written last; a folder without it is what an interrupted call has left
_VERSION = 1


@dataclass(frozen=True)
class Shadow:
    tree: BuildTree
    manifest: Manifest

    def folder_like(self, directory: str, build_directory: str) -> str:
        """The folder of the shadow that corresponds to one of the project's build folder."""
        below = os.path.relpath(os.path.realpath(directory), os.path.realpath(build_directory))
        return self.tree.directory if below.split(os.sep)[0] == os.pardir else os.path.normpath(os.path.join(self.tree.directory, below))


class Shadows(AbstractContextManager):
    """The shadows of one build folder. Those that it opens stay locked until it is left.

    `user` is the process that measures what is built here. `say` takes lines for the user.
    """

    def __init__(self, tree: BuildTree, manifest: Manifest, processes: Processes, user: int, say: Callable[[str], None]) -> None:
        self._tree = tree
        self._manifest = manifest
        self._processes = processes
        self._say = say
        self._cache = read_cache(tree.directory)
        folder = os.path.join(tree.directory, "micro", "shadow")
        self._folders = KeptFolders(folder, _COMPLETE, self._cache.value("MICRO_SHADOW_KEEP"), user, say)

    def __exit__(self, *arguments: object) -> None:
        self._folders.__exit__(*arguments)

    def open(self, flags: Flags) -> Shadow:
        """The shadow for these flags, configured and up to date. UserError if it can't be."""
        script = initial_cache(self._cache, self._tree.directory, self._manifest.cmicro, flags)
        key = key_of([script, *settings_of(self._cache, self._tree.directory)])
        directory = self._folders.path(key)
        tree = replace(self._tree, directory=directory, configuration=flags.build_type or self._tree.configuration)
        try:
            if self._folders.take(key, flags.described()):
                synchronize(tree, self._processes)
            else:
                self._make(key, script, flags)
            self._folders.remove_old()
        except OSError as error:
            raise UserError(f"micro: no build folder can be made in {os.path.dirname(directory)}: {error.strerror}") from error
        return Shadow(tree, self._read_manifest(tree, key, flags))

    def _make(self, key: str, script: str, flags: Flags) -> None:
        self._say(f"micro: configuring a build folder for {flags.described()}")
        directory = self._folders.empty(key)
        initial = os.path.join(directory, "initial-cache.cmake")
        write_text(initial, script + shadow_key_entry(key))
        command = configure_command(self._tree, self._cache, self._manifest.source_directory, directory, initial)
        done = self._processes.capture(command, merge=True)
        if done.exit_code != 0:
            self._folders.remove(key)
            raise UserError(f"micro: with {flags.described()} the project can't be configured:\n{end_of_output(done.output)}")
        self._folders.complete(key, {"micro_shadow": _VERSION, "key": key, "flags": flags.described()})

    def _read_manifest(self, tree: BuildTree, key: str, flags: Flags) -> Manifest:
        if flags.build_type and not os.path.exists(manifest_path(tree.directory, tree.configuration)):
            message = f"CONF: the project does not let CMAKE_BUILD_TYPE be {flags.build_type}"
            raise UserError(with_hint(message, "its CMakeLists.txt may set it only where it is not set"))
        manifest = read_manifest(tree.directory, tree.configuration)
        if manifest.shadow_key != key:
            message = "micro: the project's Micro does not give flags to what is built, which would be measured without them"
            raise UserError(with_hint(message, "use the newest modules/Micro.cmake, and no MICRO_SHADOW_… variable in the project"))
        for suite in manifest.suites:
            if suite.executable and not os.path.realpath(suite.executable).startswith(os.path.realpath(tree.directory) + "/"):
                message = f"micro: {suite.name} is built as {suite.executable}, where one with {flags.described()} would replace it"
                raise UserError(with_hint(message, "let the project put its programs below CMAKE_BINARY_DIR"))
        return manifest


def configure_command(tree: BuildTree, cache: CMakeCache, source: str, directory: str, initial: str) -> List[str]:
    """The command that configures a folder as `tree`, whose cache this is, was configured; `initial` is the script of its first entries."""
    command = [tree.cmake, "-S", source, "-B", directory, "-G", tree.generator]
    for flag, name in (("-A", "CMAKE_GENERATOR_PLATFORM"), ("-T", "CMAKE_GENERATOR_TOOLSET")):
        value = cache.value(name)
        command += [flag, value] if value else []
    return [*command, "-C", initial]


def settings_of(cache: CMakeCache, build_directory: str) -> List[object]:
    """What decides how something is built beside the entries of the cache."""
    settings = [*(f"CMAKE_CACHE_{part}_VERSION" for part in ("MAJOR", "MINOR", "PATCH")), "CMAKE_COMMAND", "CMAKE_GENERATOR"]
    settings += ["CMAKE_GENERATOR_PLATFORM", "CMAKE_GENERATOR_TOOLSET", "CMAKE_GENERATOR_INSTANCE", "CMAKE_HOME_DIRECTORY"]
    return [[cache.value(name) for name in settings], compilers(cache, build_directory)]


def key_of(parts: Sequence[object]) -> str:
    """A short name for all these."""
    return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogateescape")).hexdigest()[:12]
