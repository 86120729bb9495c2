"""The contents of suites, which are built and listed when they are first needed."""

from __future__ import annotations

from typing import Dict, Iterable, List, Mapping, Protocol, Sequence, Tuple

from .benchmarks import Contents, Failure, Listing
from .manifest import Suite
from .obstacles import ObstacleOf


class SuiteBuilder(Protocol):
    """Builds suites, or finds them built."""

    def build(self, suites: Sequence[Suite]) -> Dict[str, Failure]:
        """The failures by suite."""


class SuiteLister(Protocol):
    """Says which benchmarks suites have that are built."""

    def list(self, suites: Sequence[Suite]) -> Dict[str, Contents]:
        """What they have, by suite."""


class SuiteContents:
    """Suites by name, in the order of declaration, and what is known of them so far."""

    def __init__(self, suites: Mapping[str, Suite], obstacle: ObstacleOf, builder: SuiteBuilder, lister: SuiteLister) -> None:
        self.suites = dict(suites)
        self._obstacle = obstacle
        self._known: Dict[str, Contents] = {}
        self._builder = builder
        self._lister = lister

    def list_as(self, suite: Suite) -> None:
        """Takes the suite of that name in another form, if nothing is known of it yet."""
        if suite.name not in self._known:
            self.suites[suite.name] = suite

    def targets(self) -> Dict[str, str]:
        """The targets that are built, by suite."""
        return {name: self.suites[name].target for name, content in self._known.items() if isinstance(content, Listing)}

    def require(self, names: Iterable[str]) -> None:
        """Builds and lists those of the suites of which nothing is known yet. UserError as of Builder and Lister."""
        wanted = set(names) - set(self._known)
        missing = []
        for suite in (suite for name, suite in self.suites.items() if name in wanted):
            obstacle = self._obstacle(suite)
            if obstacle:
                self._known[suite.name] = obstacle
            else:
                missing.append(suite)
        if missing:
            failures = self._builder.build(missing)
            self._known.update(failures)
            self._known.update(self._lister.list([suite for suite in missing if suite.name not in failures]))

    def known(self) -> Dict[str, Contents]:
        """What has been required, in the order of declaration."""
        return {name: self._known[name] for name in self.suites if name in self._known}

    def failures(self, names: Iterable[str]) -> List[Tuple[str, Failure]]:
        """Those of the suites that could not be built or listed."""
        wanted = set(names)
        return [(name, content) for name, content in self.known().items() if name in wanted and isinstance(content, Failure)]
