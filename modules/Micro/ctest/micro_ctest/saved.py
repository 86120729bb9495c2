"""AGAINST=@<name>: a baseline that SAVE=<name> has kept (saving.py says where and how)."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from .benchmarks import Benchmark, Contents, Failure, Listing, Obstacle
from .documents import DocumentError, Fields
from .errors import UserError, with_hint
from .fingerprints import digest_of
from .flags import Flags
from .manifest import DEFAULT, Counter, Suite, Variant
from .near import did_you_mean, near_names
from .processes import Processes
from .saving import DOCUMENT, RPATH_HINT, VERSION, saved_names
from .shared_libraries import strange_library, with_library_path


@dataclass(frozen=True)
class SavedBaseline:
    name: str
    folder: str
    created: str
    revision: str  # empty: unknown
    dirty: bool
    suites: Tuple[Suite, ...]
    benchmarks: Mapping[str, Tuple[str, ...]]  # by suite

    def detail(self) -> str:
        """What it is, for people: "4f2c9ab, saved 2026-12-01T12:00:00Z"."""
        state = [self.revision[:7]] if self.revision else []
        state += ["dirty"] if self.dirty else []
        return ", ".join([*state, f"saved {self.created}"])


def find_saved(name: str, folder: str, caller_library_path: str, processes: Processes) -> SavedBaseline:
    """The baseline of that name. UserError if there is none, if it is damaged, or if its programs were changed or can't run here."""
    place = os.path.join(folder, name)
    path = os.path.join(place, DOCUMENT)
    if os.path.basename(name) != name or not os.path.exists(path):
        raise _no_such(name, folder)
    try:
        with open(path, encoding="utf-8") as file:
            fields = Fields(json.load(file), "the document")
        version = fields.number("micro_saved")
        if version != VERSION:
            made_by = "a newer" if version > VERSION else "an older"
            raise UserError(with_hint(f"AGAINST: {path} was made by {made_by} Micro", "save a baseline anew: SAVE=another_name"))
        _require_machine(name, fields)
        _require_unchanged(name, place, fields)
        suites = tuple(_suite(value, place, caller_library_path) for value in fields.items("suites"))
        benchmarks = {value["name"]: tuple(Fields(value, "a suite").texts("benchmarks")) for value in fields.items("suites")}
        saved = SavedBaseline(
            name,
            place,
            fields.text("created"),
            fields.text_if_any("revision"),
            fields.truth_if_any("dirty"),
            suites,
            benchmarks,
        )
    except (OSError, ValueError, DocumentError) as error:
        raise UserError(with_hint(f"AGAINST: {path} is damaged: {error}", "save a baseline anew: SAVE=another_name")) from error
    _require_own_libraries(saved, processes)
    return saved


def _no_such(name: str, folder: str) -> UserError:
    names = [f"@{known}" for known, _ in saved_names(folder)]
    near = did_you_mean(near_names(f"@{name}", [*names, "@previous"], "-"))
    there = f"there are {', '.join(names)}" if names else f"SAVE={name} saves one"
    message = f"AGAINST: no baseline {name} is saved in {folder}"
    return UserError(with_hint(message, f"{near} {there}".strip()))


def _require_machine(name: str, fields: Fields) -> None:
    then, now = fields.text("machine"), platform.machine()
    if then != now:
        message = f"AGAINST: @{name} was saved on a machine of kind {then}, and this one is {now}: its programs can't run here"
        raise UserError(with_hint(message, "cmicro compare compares files of results that were measured apart"))


def _require_unchanged(name: str, place: str, fields: Fields) -> None:
    for below, digest in fields.members("files").items():
        path = os.path.normpath(os.path.join(place, below))
        if not path.startswith(place + os.sep):
            raise DocumentError(f"{below} leads out of the folder")
        if digest_of(path) != digest:
            message = f"AGAINST: {path} is not what was saved as {name}: it was changed since"
            raise UserError(with_hint(message, "save a baseline anew: SAVE=another_name"))


def _suite(value: Any, place: str, caller_library_path: str) -> Suite:
    fields = Fields(value, "a suite")
    name = fields.text("name")
    forms = {form.name: form for form in (_variant(item, place, caller_library_path) for item in fields.items("forms"))}
    own = forms.pop(DEFAULT, None)
    counters = [Fields(counter, "a counter") for counter in fields.items("counters")]
    return Suite(
        name=name,
        target=name,
        executable=own.executable if own else "",
        directory=place,
        working_directory=fields.text("working_directory"),
        launcher=own.launcher if own else (),
        labels=(),
        options={},
        compiler=own.compiler if own else "",
        flags=own.flags if own else "",
        unaligned_libraries=tuple(fields.texts("unaligned_libraries")),
        counters=tuple(Counter(counter.text("label"), counter.text("unit"), counter.text("better")) for counter in counters),
        features=own.features if own else (),
        variants=tuple(forms.values()),
        unflagged_libraries=own.unflagged_libraries if own else (),
        not_a_measurement=bool(own and own.not_a_measurement),
        environment=own.environment if own else (),
    )


def _variant(value: Any, place: str, caller_library_path: str) -> Variant:
    fields = Fields(value, "a form")
    environment: Tuple[str, ...] = tuple(text.replace("{folder}", place) for text in fields.texts("environment"))
    if fields.text("libraries"):
        environment = with_library_path(environment, os.path.join(place, fields.text("libraries")), caller_library_path)
    return Variant(
        name=fields.text("name"),
        axes=fields.members("axes"),
        target="",
        executable=os.path.join(place, fields.text("executable")),
        launcher=tuple(fields.texts("launcher")),
        environment=environment,
        run_args=tuple(fields.texts("run_args")),
        compiler=fields.text("compiler"),
        flags=fields.text("flags"),
        features=tuple(fields.texts("features")),
        unflagged_libraries=tuple(fields.texts("unflagged_libraries")),
        not_a_measurement=fields.truth("not_a_measurement"),
    )


def _require_own_libraries(saved: SavedBaseline, processes: Processes) -> None:
    """That each program finds the libraries that were saved with it, and not today's."""
    for suite in saved.suites:
        for executable, environment in [(suite.executable, suite.environment), *((form.executable, form.environment) for form in suite.variants)]:
            folder = os.path.join(os.path.dirname(executable), "lib")
            if not executable or not os.path.isdir(folder):
                continue
            strange = strange_library(executable, environment, folder, processes)
            if strange:
                message = f"AGAINST: @{saved.name}: {executable} does not load the {strange[0]} that was saved with it, but {strange[1]}"
                raise UserError(with_hint(message, RPATH_HINT))


class SavedPrograms:
    """Builds nothing and lists what was listed when it was saved."""

    def __init__(self, saved: SavedBaseline) -> None:
        self._saved = saved

    def build(self, suites: Sequence[Suite]) -> Dict[str, Failure]:
        message = f"the saved baseline {self._saved.name} has only variants of it"
        return {suite.name: Failure("build", message) for suite in suites if not suite.executable}

    def build_variants(self, suites: Sequence[Suite], _flags: Flags) -> Tuple[Mapping[str, Suite], Mapping[str, Obstacle]]:
        return {}, self.build(suites)

    def list(self, suites: Sequence[Suite]) -> Dict[str, Contents]:
        found: Dict[str, Contents] = {}
        for suite in suites:
            benchmarks: List[Benchmark] = [Benchmark(name, (), 1) for name in self._saved.benchmarks[suite.name]]
            found[suite.name] = Listing(tuple(benchmarks))
        return found
