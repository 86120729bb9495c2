"""Shadows: build folders below that of the project, in which its suites are built with flags that are given at test time.

<build>/micro/shadow/<key> is such a folder; <key>.lock is held while it is configured and built, <key>.users names the processes that
measure with what lies there. The key stands for all that decides what is built, but for the sources: those the build system follows,
so that after an edit, or in another revision, only what has changed is built again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Callable, Dict, List, Tuple

from .build import end_of_output, synchronize
from .build_tree import BuildTree
from .cmake_cache import read_cache
from .documents import write_document, write_text
from .errors import UserError, with_hint
from .flags import Flags
from .initial_cache import compilers, initial_cache, shadow_key_entry
from .locks import Lock, Users, take_lock, try_lock
from .manifest import Manifest, manifest_path, read_manifest
from .processes import Processes

_KEPT = 5  # shadows, where MICRO_SHADOW_KEEP says nothing
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
        self._user = user
        self._say = say
        self._folder = os.path.join(tree.directory, "micro", "shadow")
        self._cache = read_cache(tree.directory)
        self._locks: Dict[str, Lock] = {}

    def __exit__(self, *_: object) -> None:
        for lock in self._locks.values():
            lock.release()
        self._locks = {}

    def open(self, flags: Flags) -> Shadow:
        """The shadow for these flags, configured and up to date. UserError if it can't be."""
        script = initial_cache(self._cache, self._tree.directory, self._manifest.cmicro, flags)
        key = self._key(script)
        directory = os.path.join(self._folder, key)
        tree = replace(self._tree, directory=directory, configuration=flags.build_type or self._tree.configuration)
        try:
            os.makedirs(self._folder, exist_ok=True)
            self._lock(key, flags)
            if os.path.exists(os.path.join(directory, _COMPLETE)):
                synchronize(tree, self._processes)
                os.utime(os.path.join(directory, _COMPLETE))
            else:
                self._make(directory, key, script, flags)
            self._remove_old()
        except OSError as error:
            raise UserError(f"micro: no build folder can be made in {self._folder}: {error.strerror}") from error
        return Shadow(tree, self._read_manifest(tree, key, flags))

    def _key(self, script: str) -> str:
        cache = self._cache
        settings = [*(f"CMAKE_CACHE_{part}_VERSION" for part in ("MAJOR", "MINOR", "PATCH")), "CMAKE_COMMAND", "CMAKE_GENERATOR"]
        settings += ["CMAKE_GENERATOR_PLATFORM", "CMAKE_GENERATOR_TOOLSET", "CMAKE_GENERATOR_INSTANCE", "CMAKE_HOME_DIRECTORY"]
        of = [script, [cache.value(name) for name in settings], compilers(cache, self._tree.directory)]
        return hashlib.sha256(json.dumps(of).encode("utf-8", "surrogateescape")).hexdigest()[:12]

    def _lock(self, key: str, flags: Flags) -> None:
        if key not in self._locks:
            waiting = f"micro: waiting for another ctest, which is at work in the build folder for {flags.described()}"
            self._locks[key] = take_lock(self._path_of_lock(key), lambda: self._say(waiting))
            self._users(key).add(self._user)

    def _make(self, directory: str, key: str, script: str, flags: Flags) -> None:
        self._say(f"micro: configuring a build folder for {flags.described()}")
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        initial = os.path.join(directory, "initial-cache.cmake")
        write_text(initial, script + shadow_key_entry(key))
        done = self._processes.capture(self._configure_command(directory, initial), merge=True)
        if done.exit_code != 0:
            shutil.rmtree(directory, ignore_errors=True)
            raise UserError(f"micro: with {flags.described()} the project can't be configured:\n{end_of_output(done.output)}")
        write_document(os.path.join(directory, _COMPLETE), {"micro_shadow": _VERSION, "key": key, "flags": flags.described()})

    def _configure_command(self, directory: str, initial: str) -> List[str]:
        command = [self._tree.cmake, "-S", self._manifest.source_directory, "-B", directory, "-G", self._tree.generator]
        for flag, name in (("-A", "CMAKE_GENERATOR_PLATFORM"), ("-T", "CMAKE_GENERATOR_TOOLSET")):
            value = self._cache.value(name)
            command += [flag, value] if value else []
        return [*command, "-C", initial]

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

    def _remove_old(self) -> None:
        """Removes those that were not used lately beyond the number that is kept, and what interrupted calls have left."""
        keep = self._cache.value("MICRO_SHADOW_KEEP")
        complete: List[Tuple[float, str]] = []
        incomplete: List[str] = []
        for entry in os.scandir(self._folder):
            if entry.is_dir() and "." not in entry.name:
                marker = os.path.join(entry.path, _COMPLETE)
                if os.path.exists(marker):
                    complete.append((os.path.getmtime(marker), entry.name))
                else:
                    incomplete.append(entry.name)
        newest_first = [name for _, name in sorted(complete, reverse=True)]
        for name in [*incomplete, *newest_first[int(keep) if keep.isdecimal() else _KEPT :]]:
            self._remove_unused(name)

    def _remove_unused(self, key: str) -> None:
        lock = try_lock(self._path_of_lock(key))
        if lock is None:
            return  # another process has it, or this one
        if self._users(key).alive():
            lock.release()
            return
        directory = os.path.join(self._folder, key)
        marker = os.path.join(directory, _COMPLETE)
        if os.path.exists(marker):
            os.unlink(marker)  # first: half a folder must not look whole
        shutil.rmtree(directory, ignore_errors=True)
        shutil.rmtree(directory + ".users", ignore_errors=True)
        lock.release(remove=True)

    def _path_of_lock(self, key: str) -> str:
        return os.path.join(self._folder, key + ".lock")

    def _users(self, key: str) -> Users:
        return Users(os.path.join(self._folder, key + ".users"))
