"""Where suites are built: in the project's build folder, or in a shadow of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Mapping, Sequence, Tuple

from .benchmarks import Obstacle
from .build import Builder
from .build_tree import BuildTree
from .errors import UserError, with_hint
from .flags import Flags
from .forms import Build
from .listing import Lister
from .manifest import Manifest, Suite
from .obstacles import of_unsupported
from .options import Layer
from .processes import Processes
from .reach import suites_in_reach
from .shadow import Shadows


@dataclass(frozen=True)
class Place:
    suites: Mapping[str, Suite]  # those in reach
    builder: Builder
    lister: Lister
    configuration: str
    directory: str  # the build folder


@dataclass(frozen=True)
class Places:
    """The places of one build folder. `directory` is where ctest runs, `goals` are those of an enclosing ninja."""

    tree: BuildTree
    manifest: Manifest
    stronger: Sequence[Layer]  # than those of the suites
    project: Layer
    jobs: int
    goals: Sequence[str]
    directory: str
    processes: Processes
    say: Callable[[str], None]

    def own(self) -> Place:
        """The build folder itself. UserError if no suite is in reach."""
        builder = Builder(self.tree, self.manifest, self.jobs, self.goals, self.processes, self.say)
        return self._place(self.manifest, self.directory, builder)

    def shadow(self, flags: Flags, shadows: Shadows) -> Place:
        """The shadow for the flags. UserError if it can't be made."""
        self.own().builder.build_engine()
        shadow = shadows.open(flags)
        self.say(f"Built with {flags.described()}, in {shadow.tree.directory}")
        directory = shadow.folder_like(self.directory, self.tree.directory)
        return self._place(shadow.manifest, directory, self._builder_in_shadow(shadow.tree, shadow.manifest))

    def build_of_variants(self, place: Place, flags: Flags, shadows: Shadows) -> Build:
        """The function that builds variants: in the place, which has the flags, or in shadows that have more of them."""

        def build(suites: Sequence[Suite], more: Flags) -> Tuple[Mapping[str, Suite], Mapping[str, Obstacle]]:
            if not more:
                return {}, place.builder.build(suites)
            if flags.suites_only:
                message = f"{flags.described()} is for suites alone, and {more.described()} for all that the project compiles: one build can't have both"
                raise UserError(with_hint(message, "SCOPE=project, or leave such variants out: TEST=micro:…@default"))
            shadow = shadows.open(more.and_then(flags))
            found = {suite.name: suite for suite in shadow.manifest.suites}
            there = [found[suite.name] for suite in suites if suite.name in found]
            unsupported = {suite.name: of_unsupported(suite.unsupported) for suite in there if suite.unsupported}
            buildable = [suite for suite in there if not suite.unsupported]
            builder = self._builder_in_shadow(shadow.tree, shadow.manifest)
            return found, {**unsupported, **(builder.build(buildable) if buildable else {})}

        return build

    def _place(self, manifest: Manifest, directory: str, builder: Builder) -> Place:
        lister = Lister(manifest, self.stronger, self.project, self.processes)
        return Place(suites_in_reach(manifest, directory), builder, lister, manifest.configuration, manifest.build_directory)

    def _builder_in_shadow(self, tree: BuildTree, manifest: Manifest) -> Builder:
        # An enclosing ninja is at work in another folder.
        return Builder(tree, manifest, self.jobs, (), self.processes, self.say)
