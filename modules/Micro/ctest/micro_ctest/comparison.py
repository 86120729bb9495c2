"""A run with AGAINST=: the baseline is found before anything is built, and built when it is known what is selected."""

from __future__ import annotations

import glob
import os
import re
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from .against import Against, build_folder, is_folder
from .baseline_revision import BaselineRevision, find_revision
from .baselines import Baselines
from .benchmarks import Contents, Failure, Obstacle
from .compared import Baseline, BaselinePlace, Compared, compared
from .errors import UserError, with_hint
from .flags import Flags
from .keeping import command_with, paths_to_keep
from .listing import Lister
from .manifest import Manifest, Suite, read_manifest
from .obstacles import ObstacleOf
from .options import Layer, resolve
from .place import Places
from .processes import Processes
from .revision import Revision
from .saved import SavedBaseline, SavedPrograms
from .selected import SelectedSuite
from .shadow import Shadows
from .test_time_flags import require_features

_SHOWN = 5  # names in a message


@dataclass(frozen=True)
class Asked:
    """A baseline that is there."""

    against: Against
    revision: Optional[BaselineRevision] = None
    folder: str = ""  # a build folder
    saved: Optional[SavedBaseline] = None  # with none of them it is of these sources

    def described(self) -> str:
        """"HEAD~1 (4f2c9ab)"."""
        return self.revision.described() if self.revision else self.against.what or "working tree"


def asked_baseline(
    against: Against, manifest: Manifest, directories: Sequence[str], find_saved: Callable[[str], SavedBaseline], processes: Processes
) -> Asked:
    """Finds the baseline. A relative path is looked for in `directories`, and then in the sources. UserError if it is not there."""
    if not against.what:
        require_features(against.flags.features, manifest.features)
        return Asked(against)
    if against.saved_name():
        if against.keep:
            raise UserError(with_hint(f"AGAINST_KEEP: {against.what} is a saved baseline, which is taken as it is", "it is for revisions"))
        return Asked(against, saved=find_saved(against.saved_name()))
    places = (*directories, manifest.source_directory)
    folder = build_folder(against.what, *places)
    if folder:
        if against.keep:
            raise UserError(with_hint(f"AGAINST_KEEP: {against.what} is a build folder, which is taken as it is", "it is for revisions"))
        return Asked(against, folder=folder)
    try:
        return Asked(against, find_revision(against.what, manifest.source_directory, processes))
    except UserError as error:
        if is_folder(against.what, *places):
            message = f"AGAINST: {against.what} is a folder, but no build folder with suites, and no git revision"
            raise UserError(with_hint(message, "a build folder has micro/manifest-….json when it is configured")) from error
        raise


class BaselineBuilder:
    """Builds the baseline for what is selected. What it opens stays locked until it is left."""

    def __init__(
        self, asked: Asked, places: Places, shadows: Shadows, own_flags: Flags, user: int, environment: Mapping[str, str]
    ) -> None:
        self._asked = asked
        self._places = places
        self._shadows = shadows
        self._own_flags = own_flags
        self._user = user
        self._environment = environment
        self._stack = ExitStack()

    def __enter__(self) -> "BaselineBuilder":
        return self

    def __exit__(self, *arguments: object) -> None:
        self._stack.close()

    def compare(
        self, selected: Sequence[SelectedSuite], listed: Mapping[str, Contents], obstacle: ObstacleOf, revision: Revision
    ) -> Tuple[List[SelectedSuite], Baseline]:
        """What is selected, with what it is compared with. UserError if nothing can be compared."""
        place, directory = self._place()
        found = compared(selected, listed, place, obstacle, self._asked.described())
        if not any(entry.benchmarks for entry in found.selected):
            raise self._nothing(selected, found)
        if found.missing:
            self._say_missing(selected, found)
        baseline = Baseline(
            *self._names(),
            self._shown(directory),
            _contender(revision, self._own_flags),
            found.only_in_baseline,
            found.only_in_contender,
        )
        return [self._controls_first(entry) for entry in found.selected], baseline

    def _controls_first(self, entry: SelectedSuite) -> SelectedSuite:
        """The suite with its controls before its other benchmarks. Which ones they are is for the engine to judge: here it is only an order."""
        layers = [*self._places.stronger, Layer("suite", entry.suite.options), self._places.project]
        found = resolve("CONTROL_BENCHMARK", layers)
        try:
            pattern = re.compile(str(found[0])) if found else None
        except re.error:
            pattern = None
        if pattern is None:
            return entry
        return replace(entry, benchmarks=tuple(sorted(entry.benchmarks, key=lambda name: not pattern.search(name))))

    def _place(self) -> Tuple[BaselinePlace, str]:
        """Where the baseline's programs come from, and the build folder."""
        flags = self._asked.against.flags
        if self._asked.folder:
            return self._lying(self._asked.folder), ""
        if self._asked.saved:
            self._require_no_flags("a saved baseline")
            self._places.own().builder.build_engine()
            programs = SavedPrograms(self._asked.saved)
            suites = {suite.name: suite for suite in self._asked.saved.suites}
            return BaselinePlace(suites, programs, programs, programs.build_variants), self._asked.saved.folder
        places, shadows = self._places, self._shadows
        if self._asked.revision:
            baselines = Baselines(places.tree, places.manifest, places.processes, self._user, places.say)
            places.own().builder.build_engine()
            opened = self._stack.enter_context(baselines).open(self._asked.revision, self._asked.against.keep)
            if opened.manifest is None or not opened.manifest.suites:
                own = places.own()
                return BaselinePlace({}, own.builder, own.lister, lambda *_: ({}, {})), opened.tree.directory
            places = replace(places, tree=opened.tree, manifest=opened.manifest, goals=(), directory=opened.tree.directory)
            try:
                require_features(flags.features, opened.manifest.features)
            except UserError as error:
                raise UserError(f"AGAINST: {self._asked.described()}: {error}") from error
            shadows = Shadows(opened.tree, opened.manifest, places.processes, self._user, places.say)
            self._stack.enter_context(shadows)
        place = places.shadow(flags, shadows) if flags else places.own()
        found = BaselinePlace(place.suites, place.builder, place.lister, places.build_of_variants(place, flags, shadows))
        return found, "" if place.directory == self._places.tree.directory else place.directory

    def _lying(self, folder: str) -> BaselinePlace:
        """A build folder as it lies there."""
        self._require_no_flags("a build folder")
        manifest = read_manifest(folder, self._configuration(folder))
        if os.path.realpath(manifest.build_directory) != os.path.realpath(folder):
            message = f"AGAINST: {folder} was moved or copied: its programs are those of {manifest.build_directory}"
            raise UserError(with_hint(message, "AGAINST=<git revision> builds older sources in a folder of its own"))
        places = self._places
        places.own().builder.build_engine()
        lister = Lister(replace(manifest, cmicro=places.manifest.cmicro), places.stronger, places.project, places.processes)
        builder = AsItLies(folder)
        return BaselinePlace({suite.name: suite for suite in manifest.suites}, builder, lister, builder.build_variants)

    def _require_no_flags(self, what: str) -> None:
        asked, own = self._asked.against.flags, self._own_flags
        # Flags of the contender alone are compared with what was built before.
        if asked != own:
            message = f"AGAINST: {self._asked.against.what} is {what}, which is taken as it is: no flags reach it"
            raise UserError(with_hint(message, "without AGAINST=, AGAINST_FLAGS and the like compare builds of the same sources"))

    def _configuration(self, folder: str) -> str:
        names = [os.path.basename(path)[len("manifest-") : -len(".json")] for path in glob.glob(os.path.join(glob.escape(folder), "micro", "manifest-*.json"))]
        own = self._places.tree.configuration
        return own if own in names or len(names) != 1 else names[0]

    def _names(self) -> Tuple[str, str]:
        asked, against = self._asked, self._asked.against
        if asked.folder:
            return against.what, "build folder"
        if asked.saved:
            return against.what, asked.saved.detail()
        details = [against.flags.described() or "no flags"] if against.flags != self._own_flags else []
        if against.flags == self._own_flags and against.flags:
            details = [against.flags.described()]
        if asked.revision is None:
            return "working tree", ", ".join(details)
        if against.keep:
            details.insert(0, f"{', '.join(against.keep)} of the working tree")
        if not asked.revision.commit.startswith(against.what):
            details.insert(0, asked.revision.short)
        return against.what, ", ".join(details)

    def _shown(self, directory: str) -> str:
        source = self._places.manifest.source_directory
        below = os.path.relpath(directory, source) if directory else ""
        return directory if below.split(os.sep)[0] == os.pardir else below

    def _nothing(self, selected: Sequence[SelectedSuite], found: Compared) -> UserError:
        where = f"AGAINST: {self._asked.described()}"
        failures = [(entry.suite.name, entry.failure) for entry in found.selected if entry.failure]
        if failures:
            names = _some([name for name, _ in failures])
            message = f"{where}: nothing of what is selected could be built or listed there: {names}"
            first = failures[0][1].message
            listed = "" if failures[0][1].stage == "build" and not self._asked.folder else f"\n{first}"
            return UserError(with_hint(message + listed, "the words of the compiler stand above" if not listed else "another baseline"))
        if found.missing:
            message = f"{where} has no suite {_some(found.missing)}"
        elif found.only_in_contender:
            message = f"{where} has none of the selected benchmarks: {_some(found.only_in_contender)}"
        else:
            return UserError(f"{where}: there is nothing to compare: all that is selected is skipped or failed")
        hint = self._with_keep(selected, found)
        return UserError(with_hint(message, hint or "select what both sides have"))

    def _say_missing(self, selected: Sequence[SelectedSuite], found: Compared) -> None:
        self._places.say(f"micro: {self._asked.described()} has no suite {_some(found.missing)}, which is not compared")
        hint = self._with_keep(selected, found)
        if hint:
            self._places.say(f"  hint: {hint}")

    def _with_keep(self, selected: Sequence[SelectedSuite], found: Compared) -> str:
        """The command that brings today's benchmarks to the revision; empty where that does not help."""
        revision = self._asked.revision
        if revision is None:
            return ""
        missing = set(found.missing)
        suites = [entry.suite for entry in selected if entry.benchmarks and (not missing or entry.suite.name in missing)]
        paths = paths_to_keep(suites, self._places.manifest, revision, self._places.processes)
        if not paths:
            return ""
        return f"with today's benchmarks in the sources of then: {command_with(paths, self._places.tree, self._environment)}"


class AsItLies:
    """Builds nothing: what somebody has built is measured as it is."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def build(self, suites: Sequence[Suite]) -> Dict[str, Failure]:
        return {suite.name: self._missing(suite) for suite in suites if not os.path.exists(suite.executable)}

    def build_variants(self, suites: Sequence[Suite], flags: Flags) -> Tuple[Mapping[str, Suite], Mapping[str, Obstacle]]:
        if not flags:
            return {}, self.build(suites)
        message = f"it is built with {flags.described()} in a folder of its own, and nothing is built for a build folder that is compared with"
        return {}, {suite.name: Failure("build", message) for suite in suites}

    def _missing(self, suite: Suite) -> Failure:
        hint = f"cmake --build {self._folder} --target {suite.target}"
        return Failure("build", with_hint(f"{suite.executable} is not built, and a build folder that is compared with is taken as it is", hint))


def _contender(revision: Revision, flags: Flags) -> str:
    details = ["dirty"] if revision.dirty else [revision.name[:7]] if revision.name else []
    details += [flags.described()] if flags else []
    return f"working tree ({', '.join(details)})" if details else "working tree"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
