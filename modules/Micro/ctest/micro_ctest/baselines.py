"""Build folders of revisions that are compared with.

<build>/micro/against/<key> has `source`, a checkout of the revision, and `build`, which is configured as the project's own build folder was.
The key stands for the commit, for what decides how it is built, and for the paths that AGAINST_KEEP names; what lies there, and Micro where
it is a part of the same repository, is brought up to date at each call. kept_folders.py says how long such a folder stays.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Callable, Optional, Sequence

from .baseline_revision import BaselineRevision
from .build import end_of_output, synchronize
from .build_tree import BuildTree
from .checkout import check_out, kept_files, micro_files, overlay
from .cmake_cache import read_cache
from .documents import write_text
from .errors import UserError, with_hint
from .flags import Flags
from .initial_cache import initial_cache, shadow_key_entry
from .kept_folders import KeptFolders
from .manifest import Manifest, manifest_path, read_manifest
from .processes import Processes
from .shadow import configure_command, key_of, settings_of

_COMPLETE = "against.json"
_VERSION = 1
_MICRO = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))))


@dataclass(frozen=True)
class RevisionBuild:
    tree: BuildTree
    manifest: Optional[Manifest]  # None: the revision declares no suite


class Baselines(AbstractContextManager):
    """The revisions that are built for one build folder. Those that it opens stay locked until it is left.

    `user` is the process that measures what is built here. `say` takes lines for the user. `micro` is where this Micro lies.
    """

    def __init__(
        self,
        tree: BuildTree,
        manifest: Manifest,
        processes: Processes,
        user: int,
        say: Callable[[str], None],
        micro: str = _MICRO,
    ) -> None:
        self._tree = tree
        self._manifest = manifest
        self._processes = processes
        self._say = say
        self._micro = micro
        self._cache = read_cache(tree.directory)
        folder = os.path.join(tree.directory, "micro", "against")
        self._folders = KeptFolders(folder, _COMPLETE, self._cache.value("MICRO_SHADOW_KEEP"), user, say)

    def __exit__(self, *arguments: object) -> None:
        self._folders.__exit__(*arguments)

    def open(self, revision: BaselineRevision, keep: Sequence[str]) -> RevisionBuild:
        """The build folder of a revision, configured and up to date. UserError if it can't be."""
        files, folders = kept_files(revision, self._manifest, keep, self._processes)
        files += micro_files(revision, self._manifest, self._micro, self._processes)
        script = initial_cache(self._cache, self._tree.directory, self._manifest.cmicro, Flags())
        settings = settings_of(self._cache, self._tree.directory)
        key = key_of([script, *settings, revision.commit, revision.project, sorted(keep)])
        folder = self._folders.path(key)
        tree = replace(self._tree, directory=os.path.join(folder, "build"))
        source = os.path.join(folder, "source")
        try:
            whole = self._folders.take(key, revision.described())
            if not whole:
                self._say(f"micro: checking out {revision.described()}, and configuring a build folder for it")
                check_out(revision, os.path.join(self._folders.empty(key), "source"), self._processes)
            overlay(revision.repository, source, files, folders)
            if whole:
                self._synchronize(tree, revision)
            else:
                self._configure(tree, key, revision, source)
            self._folders.remove_old()
        except OSError as error:
            raise UserError(f"micro: {revision.described()} can't be put into {folder}: {error.strerror}") from error
        return RevisionBuild(tree, self._read_manifest(tree, key, revision))

    def _synchronize(self, tree: BuildTree, revision: BaselineRevision) -> None:
        if not os.path.exists(manifest_path(tree.directory, tree.configuration)):
            # No suite is declared, and so nothing of ours is there that could be built.
            self._processes.capture([tree.cmake, tree.directory], merge=True)
            return
        try:
            synchronize(tree, self._processes)
        except UserError as error:
            raise UserError(f"AGAINST: {revision.described()}: {error}") from error

    def _configure(self, tree: BuildTree, key: str, revision: BaselineRevision, source: str) -> None:
        project = os.path.join(source, revision.project)
        if not os.path.exists(os.path.join(project, "CMakeLists.txt")):
            shown = os.path.join(revision.project, "CMakeLists.txt")
            self._folders.remove(key)
            message = f"AGAINST: {revision.described()} has no {shown}: the project is not there"
            raise UserError(with_hint(message, "name a later revision"))
        top = os.path.realpath(revision.repository)

        def relocated(path: str) -> str:
            if not os.path.isabs(path):
                return path
            below = os.path.relpath(path, top)
            there = os.path.join(source, below)
            return there if below.split(os.sep)[0] != os.pardir and os.path.lexists(there) else path

        os.makedirs(tree.directory)
        initial = os.path.join(tree.directory, "initial-cache.cmake")
        script = initial_cache(self._cache, self._tree.directory, self._manifest.cmicro, Flags(), relocated)
        write_text(initial, script + shadow_key_entry(key))
        done = self._processes.capture(configure_command(self._tree, self._cache, project, tree.directory, initial), merge=True)
        if done.exit_code != 0:
            self._folders.remove(key)
            message = f"AGAINST: {revision.described()} can't be configured:\n{end_of_output(done.output)}"
            raise UserError(with_hint(message, "AGAINST_KEEP= takes files from the working tree, or name another revision"))
        self._folders.complete(key, {"micro_against": _VERSION, "key": key, "commit": revision.commit})

    def _read_manifest(self, tree: BuildTree, key: str, revision: BaselineRevision) -> Optional[Manifest]:
        if not os.path.exists(manifest_path(tree.directory, tree.configuration)):
            return None
        manifest = read_manifest(tree.directory, tree.configuration)
        where = f"AGAINST: {revision.described()}"
        if manifest.shadow_key != key:
            message = f"{where} is built with another Micro than this one, and so perhaps otherwise than the contender"
            raise UserError(with_hint(message, "have the project find Micro outside of itself: -D Micro_DIR=…, CMAKE_PREFIX_PATH or FETCHCONTENT_SOURCE_DIR_MICRO"))
        for suite in manifest.suites:
            # Below the checkout nothing of the user's lies, either.
            if suite.executable and not os.path.realpath(suite.executable).startswith(os.path.realpath(self._folders.path(key)) + "/"):
                message = f"{where} puts {suite.name} to {suite.executable}, where the contender's may lie"
                raise UserError(with_hint(message, "let the project put its programs below CMAKE_BINARY_DIR"))
        return manifest
