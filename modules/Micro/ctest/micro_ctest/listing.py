"""Lists the benchmarks of built suites by `cmicro list`, several at once, and remembers the answers."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional, Sequence

from .benchmarks import Benchmark, Contents, Failure, Listing
from .documents import DocumentError, Fields, write_document
from .errors import UserError
from .manifest import Manifest, Suite
from .options import Layer, resolve_words
from .processes import Processes

_VERSION = 1
_CACHE_VERSION = 1


class Lister:
    """Lists suites of one manifest. `layers` are those stronger than the suite's own, and the project's, strongest first."""

    def __init__(self, manifest: Manifest, stronger: Sequence[Layer], project: Layer, processes: Processes) -> None:
        self._manifest = manifest
        self._stronger = stronger
        self._project = project
        self._processes = processes
        self._path = os.path.join(manifest.build_directory, "micro", f"listing-{manifest.configuration}.json")

    def list(self, suites: Sequence[Suite]) -> Dict[str, Contents]:
        """The benchmarks of suites that are built, or why a suite could not be listed.

        UserError if cmicro can't be started or is of another version.
        """
        cache = self._read_cache()
        contents: Dict[str, Contents] = {}
        prints: Dict[str, Any] = {}
        for suite in suites:
            prints[suite.name] = self._fingerprint(suite)
            known = _recalled(cache.get(suite.name), prints[suite.name])
            if known is not None:
                contents[suite.name] = known
        unknown = [suite for suite in suites if suite.name not in contents]
        if unknown:
            contents.update(zip((suite.name for suite in unknown), self._list_all(unknown)))
            for suite in unknown:
                content = contents[suite.name]
                if isinstance(content, Listing):
                    cache[suite.name] = {"of": prints[suite.name], "benchmarks": _as_json(content)}
            self._write_cache(cache)
        return contents

    def _list_all(self, suites: Sequence[Suite]) -> List[Contents]:
        if len(suites) == 1:
            return [self._list_one(suites[0])]
        from concurrent.futures import ThreadPoolExecutor  # slow to import, and rarely needed

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(self._list_one, suites))

    def _list_one(self, suite: Suite) -> Contents:
        done = self._processes.capture(self._command(suite))
        if done.exit_code != 0:
            reason = done.errors.encode("utf-8", "replace").decode("utf-8").strip()
            return Failure("list", reason or f"cmicro list ended with exit code {done.exit_code}")
        try:
            document = Fields(json.loads(done.output.encode("utf-8", "surrogateescape")), "the listing")
            version = document.number("micro_list")
            if version != _VERSION:
                age = "a newer" if version > _VERSION else "an older"
                raise UserError(f"micro: {self._manifest.cmicro} is from {age} Micro than this build folder uses")
            listing = _listing(document.items("benchmarks"))
        except (DocumentError, ValueError) as error:
            return Failure("list", f"cmicro list gave no valid listing: {error}")
        return listing if listing.benchmarks else Failure("list", "the program has no benchmarks")

    def _command(self, suite: Suite) -> List[str]:
        return [
            self._manifest.cmicro,
            "list",
            "--format",
            "json",
            *(f"--run-args={word}" for word in self._words("RUN_ARGS", suite)),
            *(f"--environment={word}" for word in self._words("ENVIRONMENT", suite)),
            *([f"--working-directory={suite.working_directory}"] if suite.working_directory else []),
            *(f"--launcher={word}" for word in [*self._words("LAUNCHER", suite), *suite.launcher]),
            "--",
            suite.executable,
        ]

    def _words(self, key: str, suite: Suite) -> List[str]:
        return resolve_words(key, [*self._stronger, Layer("suite", suite.options), self._project])

    def _fingerprint(self, suite: Suite) -> Optional[List[Any]]:
        """All that a listing depends on; None if the program or cmicro is not there."""
        try:
            stamps = [_stamp(suite.executable), _stamp(self._manifest.cmicro)]
        except OSError:
            return None
        return [self._command(suite), *stamps]

    def _read_cache(self) -> Dict[str, Any]:
        """The cache's entries by suite; damage of any kind only means that suites are listed again."""
        try:
            with open(self._path, encoding="utf-8") as file:
                document = Fields(json.load(file), "the cache")
            if document.number("micro_listing_cache") != _CACHE_VERSION:
                return {}
            suites = {suite.name for suite in self._manifest.suites}
            return {name: entry for name, entry in document.members("suites").items() if name in suites}
        except (OSError, ValueError, DocumentError):
            return {}

    def _write_cache(self, entries: Dict[str, Any]) -> None:
        try:
            write_document(self._path, {"micro_listing_cache": _CACHE_VERSION, "suites": entries})
        except OSError:
            pass  # then they are listed again the next time


def _recalled(entry: Any, fingerprint: Optional[List[Any]]) -> Optional[Listing]:
    try:
        fields = Fields(entry, "an entry of the cache")
        return _listing(fields.items("benchmarks")) if fields.items("of") == fingerprint else None
    except DocumentError:
        return None


def _stamp(path: str) -> List[int]:
    status = os.stat(path)
    return [status.st_size, status.st_mtime_ns]


def _listing(items: Sequence[Any]) -> Listing:
    benchmarks = []
    for item in items:
        fields = Fields(item, "a benchmark")
        parameters = []
        for pair in fields.items("parameters"):
            if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) for text in pair)):
                raise DocumentError("a benchmark: parameters is not a list of pairs of strings")
            parameters.append((pair[0], pair[1]))
        benchmarks.append(Benchmark(fields.text("name"), tuple(parameters), fields.number("threads")))
    return Listing(tuple(benchmarks))


def _as_json(listing: Listing) -> List[Any]:
    return [{"name": b.name, "parameters": b.parameters, "threads": b.threads} for b in listing.benchmarks]
