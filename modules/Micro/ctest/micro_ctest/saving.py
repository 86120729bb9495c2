"""SAVE=<name>: the programs of a run are kept, to be compared with later (AGAINST=@<name>).

A saved baseline is a folder of its own, <MICRO_BASELINE_DIR>/<name>, with `saved.json` (a document of CONTRIBUTING.md), the programs with the
project's own shared libraries beside each, and the journal of the run. It is prepared in the folder of the run and moved when that has ended:
of a run that measured nothing, nothing is saved.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from .cmake_cache import CMakeCache
from .documents import write_document
from .errors import UserError, with_hint
from .fingerprints import digest_of
from .forms import Form, own_form
from .manifest import Manifest
from .options import Layer, resolve, resolve_words
from .processes import Processes
from .revision import Revision
from .selected import SelectedSuite
from .shared_libraries import loader_words, project_libraries, strange_library, with_library_path

DOCUMENT = "saved.json"
VERSION = 1
PREVIOUS = "previous"  # @previous is the run before
PREPARED = "saved"
RPATH_HINT = "it is linked with an RPATH, which is stronger than LD_LIBRARY_PATH; -Wl,--enable-new-dtags makes it a RUNPATH"


@dataclass(frozen=True)
class Save:
    """A baseline that is to be saved."""

    name: str
    folder: str


def baseline_folder(environment: Mapping[str, str], cache: CMakeCache, build_directory: str) -> str:
    """Where saved baselines lie: MICRO_BASELINE_DIR of the environment, else of the CMake cache, else in the build folder."""
    given = environment.get("MICRO_BASELINE_DIR") or cache.value("MICRO_BASELINE_DIR")
    return os.path.join(build_directory, os.path.expanduser(given)) if given else os.path.join(build_directory, "micro", "baselines")


def asked_save(layers: Sequence[Layer], folder: str) -> Optional[Save]:
    """What SAVE= asks for, if anything. UserError if there is a baseline of that name, or nothing can be written there."""
    asked = resolve("SAVE", layers)
    if not asked:
        return None
    name = str(asked[0])
    if name == PREVIOUS:
        raise UserError(with_hint(f"SAVE: {PREVIOUS} is the run before, whatever it was", "another name"))
    target = os.path.join(folder, name)
    if os.path.lexists(target):
        message = f"SAVE: there is a baseline {name} already, in {target}, and nothing is overwritten"
        raise UserError(with_hint(message, f"another name; or remove it: rm -r {target}"))
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UserError(_not_writable(folder, error)) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(_not_writable(folder, PermissionError(13, "Permission denied")))
    return Save(name, target)


def _not_writable(folder: str, error: OSError) -> str:
    return with_hint(f"SAVE: baselines can't be written to {folder}: {error.strerror}", "MICRO_BASELINE_DIR names another folder")


def prepare_save(
    save: Save,
    run_folder: str,
    selected: Sequence[SelectedSuite],
    manifest: Manifest,
    layers: Sequence[Layer],
    revision: Revision,
    now: datetime,
    caller_library_path: str,
    processes: Processes,
) -> None:
    """Copies what is selected into the folder of the run. `layers` are all but those of the suites, strongest first. UserError if a program
    can't be copied so that it finds its own libraries."""
    folder = os.path.join(run_folder, PREPARED)
    try:
        shutil.rmtree(folder, ignore_errors=True)  # of the run that is resumed
        os.mkdir(folder)
        copies = _Copies(folder, manifest, layers, caller_library_path, processes)
        suites = [copies.suite(entry) for entry in selected if entry.benchmarks]
        document: Dict[str, Any] = {
            "micro_saved": VERSION,
            "name": save.name,
            "created": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "host": platform.node(),
            "machine": platform.machine(),
            "project": manifest.source_directory,
            "suites": suites,
            "files": copies.digests,
        }
        if revision.name:
            document["revision"] = revision.name
        if revision.dirty is not None:
            document["dirty"] = revision.dirty
        write_document(os.path.join(folder, DOCUMENT), document, indent=1)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        message = f"SAVE: {save.name} can't be put into {folder}: {error.strerror}"
        raise UserError(with_hint(message, "nothing was measured")) from error
    except UserError:
        shutil.rmtree(folder, ignore_errors=True)
        raise


class _Copies:
    def __init__(self, folder: str, manifest: Manifest, layers: Sequence[Layer], caller_library_path: str, processes: Processes) -> None:
        self._folder = folder
        self._own = (manifest.build_directory, manifest.source_directory)
        self._stronger = [layer for layer in layers if layer.name != "project"]
        self._project = [layer for layer in layers if layer.name == "project"]
        self._caller_library_path = caller_library_path
        self._processes = processes
        self.digests: Dict[str, str] = {}  # path below the folder → SHA-256

    def suite(self, entry: SelectedSuite) -> Dict[str, Any]:
        suite = entry.suite
        options = resolve_words("ENVIRONMENT", [*self._stronger, Layer("suite", suite.options), *self._project])
        return {
            "name": suite.name,
            "working_directory": suite.working_directory,
            "unaligned_libraries": list(suite.unaligned_libraries),
            "counters": [asdict(counter) for counter in suite.counters],
            "benchmarks": list(entry.benchmarks),
            "forms": [self._form(suite.name, form, options) for form in entry.variants or (own_form(suite),) if form.runs],
        }

    def _form(self, suite: str, form: Form, options: Sequence[str]) -> Dict[str, Any]:
        place = os.path.join("programs", _file_name(suite), _file_name(form.name))
        program = os.path.join(place, os.path.basename(form.executable))
        self._copy(form.executable, program)
        libraries = project_libraries(form.executable, [*options, *form.environment], self._own, self._processes)
        environment = list(form.environment)
        if libraries:
            environment += loader_words(options, form.environment, libraries.values())
        for name, path in libraries.items():
            copy = os.path.join(place, "lib", name)
            self._copy(path, copy)
            # Preloaded libraries stand there with their paths.
            environment = [text.replace(path, "{folder}/" + copy) for text in environment]
        if libraries:
            self._require_own(program, os.path.join(place, "lib"), environment)
        return {
            "name": form.name,
            "axes": dict(form.axes),
            "executable": program,
            "libraries": os.path.join(place, "lib") if libraries else "",
            "launcher": list(form.launcher),
            "environment": environment,
            "run_args": list(form.run_args),
            "compiler": form.compiler,
            "flags": form.flags,
            "features": list(form.features),
            "unflagged_libraries": list(form.unflagged_libraries),
            "not_a_measurement": form.not_a_measurement,
        }

    def _require_own(self, program: str, libraries: str, environment: Sequence[str]) -> None:
        """Nobody wants to learn that when the sources are others."""
        folder = os.path.join(self._folder, libraries)
        here = [text.replace("{folder}", self._folder) for text in environment]
        at_run = with_library_path(here, folder, self._caller_library_path)
        strange = strange_library(os.path.join(self._folder, program), at_run, folder, self._processes)
        if strange:
            message = f"SAVE: a copy of {os.path.basename(program)} would not load its own copy of {strange[0]}, but {strange[1]}"
            raise UserError(with_hint(message, RPATH_HINT))

    def _copy(self, source: str, below: str) -> None:
        target = os.path.join(self._folder, below)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(source, target)
        self.digests[below] = digest_of(target)


def _file_name(name: str) -> str:
    """A name of a suite or variant as that of a folder: they may have any character in them."""
    return re.sub("[^A-Za-z0-9._-]", lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "surrogateescape")), name)


def saved_names(folder: str) -> List[Tuple[str, str]]:
    """The baselines that are there, and their folders, by name."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return []
    # What begins with a dot is just being moved there.
    whole = (entry for entry in entries if not entry.name.startswith("."))
    return [(entry.name, entry.path) for entry in whole if os.path.exists(os.path.join(entry.path, DOCUMENT))]
