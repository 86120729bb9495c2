"""The session: what one run will do (document 2 of CONTRIBUTING.md), in a new folder of its own."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Dict, List, Optional, Sequence

from .compared import Baseline
from .documents import write_document
from .errors import UserError, with_hint
from .escapes import decoded
from .forms import Form
from .manifest import Manifest
from .options import Layer
from .revision import UNKNOWN, Revision
from .resuming import identities, machine, place_in_time, resume
from .saving import PREPARED, Save
from .selected import SelectedSuite
from .selection import micro_words

_VERSION = 1
_LONGEST_ID = 100
_KEPT = timedelta(days=1)  # for a folder of a run that measured nothing
_FOLDER_TIME = "%Y-%m-%dT%H-%M-%SZ"


def test_id(test: str) -> str:
    """The name of the results folder: "micro:java.lang.reflect" → "micro_java_lang_reflect"."""
    name = re.sub("[^A-Za-z0-9]+", "_", decoded(" ".join(micro_words(test)))).strip("_")
    if len(name) <= _LONGEST_ID:
        return name
    digest = hashlib.sha256(test.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return f"{name[: _LONGEST_ID - 9]}_{digest}"


def session_document(
    test: str,
    created: datetime,
    manifest: Manifest,
    layers: Sequence[Layer],
    selected: Sequence[SelectedSuite],
    revision: Revision = UNKNOWN,
    baseline: Optional[Baseline] = None,
    save: Optional[Save] = None,
    previous: str = "",
) -> Dict[str, Any]:
    """The session as it is written. `layers` are all but those of the suites, strongest first; with a baseline everything is compared.

    `previous` is the journal of the run before, with whose numbers this run's are compared in the end; empty: with none.
    """
    document: Dict[str, Any] = {
        "micro_session": _VERSION,
        "test": test,
        "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "results_directory": _results_directory(manifest, test),
        "source_directory": manifest.source_directory,
        "build_directory": manifest.build_directory,
        "configuration": manifest.configuration,
        "cmicro": manifest.cmicro,
        "layers": [{"layer": layer.name, "values": layer.values} for layer in layers],
        "suites": [_suite(entry) for entry in selected],
    }
    if revision.name:
        document["revision"] = revision.name
    if revision.dirty is not None:
        document["dirty"] = revision.dirty
    if baseline:
        document["baseline"] = _baseline(baseline)
    if save:
        document["save"] = {"name": save.name, "directory": save.folder}
    if previous:
        document["previous"] = previous
    return document


def _with_identities(document: Dict[str, Any]) -> Dict[str, Any]:
    """With what tells this run from another of the same session: programs and machine."""
    suites = document["suites"]
    executables = [suite["executable"] for suite in suites] + [form["executable"] for suite in suites for form in suite.get("variants", ())]
    # As it comes back from the file.
    return json.loads(json.dumps({**document, "programs": identities(executables), "machine": machine()}))


def results_runs(manifest: Manifest, test: str) -> str:
    """Where the folders of the runs of a TEST= lie."""
    return os.path.join(_results_directory(manifest, test), "runs")


def write_session(
    test: str,
    created: datetime,
    manifest: Manifest,
    layers: Sequence[Layer],
    selected: Sequence[SelectedSuite],
    revision: Revision = UNKNOWN,
    baseline: Optional[Baseline] = None,
    save: Optional[Save] = None,
    previous: str = "",
    resumed: Optional[str] = None,
) -> str:
    """Writes the session into a new folder of the run, or into that of one that is resumed, and returns that folder.

    UserError if nothing can be written there, or if it would be another run than that which is resumed.
    """
    runs = results_runs(manifest, test)
    document = session_document(test, created, manifest, layers, selected, revision, baseline, save, previous)
    document = _with_identities(document)
    if resumed:
        resume(resumed, document, created.strftime("%Y-%m-%dT%H:%M:%SZ"))
        return resumed
    try:
        os.makedirs(runs, exist_ok=True)
        _remove_unused(runs, created)
        folder = _new_folder(os.path.join(runs, created.strftime(_FOLDER_TIME)))
        write_document(os.path.join(folder, "session.json"), document, indent=1)
    except OSError as error:
        message = f"micro: results can't be written to {error.filename or runs}: {error.strerror}"
        hint = "nothing was measured; make that folder writable, or use another build folder"
        raise UserError(with_hint(message, hint)) from error
    return folder


def _results_directory(manifest: Manifest, test: str) -> str:
    return os.path.join(manifest.build_directory, "test-results", test_id(test))


def _baseline(baseline: Baseline) -> Dict[str, Any]:
    document: Dict[str, Any] = {"name": baseline.name, "contender": baseline.contender}
    optional = {
        "detail": baseline.detail,
        "directory": baseline.directory,
        "only_in_baseline": list(baseline.only_in_baseline),
        "only_in_contender": list(baseline.only_in_contender),
    }
    document.update({key: value for key, value in optional.items() if value})
    return document


def _suite(entry: SelectedSuite) -> Dict[str, Any]:
    suite = entry.suite
    document: Dict[str, Any] = {
        "name": suite.name,
        "executable": suite.executable,
        "launcher": list(suite.launcher),
        "working_directory": suite.working_directory,
        "options": dict(suite.options),
        "compiler": suite.compiler,
        "flags": suite.flags,
        "unaligned_libraries": list(suite.unaligned_libraries),
        "benchmarks": list(entry.benchmarks),
    }
    if suite.counters:
        document["counters"] = [asdict(counter) for counter in suite.counters]
    if suite.features:
        document["features"] = list(suite.features)
    if suite.not_a_measurement:
        document["not_a_measurement"] = True
    if suite.unflagged_libraries:
        document["unflagged_libraries"] = list(suite.unflagged_libraries)
    if entry.variants:
        document["variants"] = [_variant(form, suite.working_directory) for form in entry.variants]
    if entry.against:
        document["against"] = [_variant(form, _common_folder(entry, form.name)) for form in entry.against]
    if entry.skipped:
        document["skipped"] = entry.skipped
    if entry.failure:
        document["failure"] = {"stage": entry.failure.stage, "message": entry.failure.message}
    return document


def _common_folder(entry: SelectedSuite, variant: str) -> str:
    """Where both sides of a comparison run: where the contender does."""
    executables = {form.name: form.executable for form in entry.variants}
    return entry.suite.working_directory or os.path.dirname(executables.get(variant, entry.suite.executable))


def _variant(form: Form, working_directory: str) -> Dict[str, Any]:
    document: Dict[str, Any] = {
        "name": form.name,
        "executable": form.executable,
        "launcher": list(form.launcher),
        "working_directory": working_directory,
        "compiler": form.compiler,
        "flags": form.flags,
        "environment": list(form.environment),
        "run_args": list(form.run_args),
    }
    if form.features:
        document["features"] = list(form.features)
    if form.not_a_measurement:
        document["not_a_measurement"] = True
    if form.unflagged_libraries:
        document["unflagged_libraries"] = list(form.unflagged_libraries)
    if form.axes:
        document["axes"] = dict(form.axes)
    if form.skipped:
        document["skipped"] = form.skipped
    if form.failure:
        document["failure"] = {"stage": form.failure.stage, "message": form.failure.message}
    return document


def _new_folder(path: str) -> str:
    """Makes a folder that nobody else has: path, path-2, path-3, …"""
    number = 1
    while True:
        folder = path if number == 1 else f"{path}-{number}"
        try:
            os.mkdir(folder)
            return folder
        except FileExistsError:
            number += 1


def previous_journal(manifest: Manifest, test: str) -> str:
    """The journal of the latest run of that TEST= that measured benchmarks by themselves. UserError if there is none."""
    runs = os.path.join(_results_directory(manifest, test), "runs")
    for folder in sorted(os.listdir(runs) if os.path.isdir(runs) else (), key=place_in_time, reverse=True):
        journal = os.path.join(runs, folder, "journal.jsonl")
        try:
            with open(os.path.join(runs, folder, "session.json"), encoding="utf-8") as file:
                is_comparison = "baseline" in json.load(file)
        except (OSError, ValueError):
            continue
        if not is_comparison and os.path.exists(journal):
            return journal
    raise UserError(with_hint(f"AGAINST: @previous is the run of TEST={test} before this one, and there is none", "run it once without AGAINST"))


def remove_session(folder: str) -> None:
    """Removes the folder of a run that is not made, with those above it that are empty then."""
    shutil.rmtree(os.path.join(folder, PREPARED), ignore_errors=True)
    try:
        os.unlink(os.path.join(folder, "session.json"))
        os.removedirs(folder)
    except OSError:
        pass  # somebody else is at work there


def _remove_unused(runs: str, now: datetime) -> None:
    """Removes old folders that hold a session and nothing else: of runs that were only listed, or never came to measure."""
    for name in _old(os.listdir(runs), now):
        folder = os.path.join(runs, name)
        try:
            if set(os.listdir(folder)) <= {"session.json", PREPARED}:
                shutil.rmtree(os.path.join(folder, PREPARED), ignore_errors=True)
                os.unlink(os.path.join(folder, "session.json"))
                os.rmdir(folder)
        except OSError:
            pass  # somebody else's, or just being removed


def _old(names: Sequence[str], now: datetime) -> List[str]:
    old = []
    for name in names:
        try:
            begun = datetime.strptime(name[:20], _FOLDER_TIME).replace(tzinfo=now.tzinfo)
        except ValueError:
            continue
        if now - begun > _KEPT:
            old.append(name)
    return old
