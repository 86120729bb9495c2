"""RESUME=: going on with a run that was interrupted.

The run keeps its folder, session and journal; the engine measures what the journal lacks. That is the same run only if everything that decides
what is measured is the same: what is selected, the options, the programs, and the machine.
"""

from __future__ import annotations

import json
import os
import platform
import re
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .documents import write_document
from .errors import UserError, with_hint
from .near import did_you_mean, near_names
from .options import Layer, resolve

_OF_A_CALL = ("RESUME", "LOCK_TIMEOUT")  # options that say nothing of what is measured
_OTHERWISE = ("created", "resumed", "dirty", "previous", "save")
_NAMES = {"programs": "the programs", "machine": "the machine", "layers": "the options", "suites": "what is selected or how it is built", "revision": "the revision"}


def identities(executables: Sequence[str]) -> Dict[str, List[int]]:
    """What tells a build of each program from another: size and time of its file. Of what is not there, nothing."""
    found: Dict[str, List[int]] = {}
    for path in dict.fromkeys(executables):
        try:
            status = os.stat(path)
        except OSError:
            continue
        found[path] = [status.st_size, status.st_mtime_ns]
    return found


def machine() -> List[Any]:
    """What tells this machine from another."""
    return [platform.node(), platform.machine(), platform.release(), os.cpu_count() or 0]


def place_in_time(folder: str) -> Tuple[str, int]:
    """What folders of runs are sorted by. Of those that were made in one second the second one has the number 2."""
    found = re.fullmatch("(.*Z)-([0-9]+)", folder)
    return (found[1], int(found[2])) if found else (folder, 1)


def asked_run(layers: Sequence[Layer], runs: str) -> Optional[str]:
    """The folder of the run that RESUME= names, or None if nothing is to be resumed. UserError if there is no such run, or it has measured nothing."""
    asked = resolve("RESUME", layers)
    if not asked:
        return None
    name = str(asked[0])
    folders = os.listdir(runs) if os.path.isdir(runs) else ()
    there = sorted((entry for entry in folders if os.path.exists(os.path.join(runs, entry, "journal.jsonl"))), key=place_in_time)
    if not there:
        raise UserError(with_hint(f"RESUME: no run of this TEST= has measured anything in {runs}", "leave out RESUME"))
    if name == "last":
        return os.path.join(runs, there[-1])
    if name not in there:
        near = did_you_mean(near_names(name, there, "-"))
        raise UserError(with_hint(f"RESUME: there is no run {name} in {runs}", f"{near} there are {', '.join(there[-5:])}".strip()))
    return os.path.join(runs, name)


def resume(folder: str, document: Dict[str, Any], now: str) -> None:
    """Makes the session in the folder go on. `document` is what a new one would be. UserError if it is another run."""
    path = os.path.join(folder, "session.json")
    try:
        with open(path, encoding="utf-8") as file:
            then = json.load(file)
    except (OSError, ValueError) as error:
        raise UserError(with_hint(f"RESUME: {path} can't be read: {error}", "leave out RESUME")) from error
    if "baseline" in then or "baseline" in document:
        raise UserError(with_hint("RESUME: a comparison decides while its pairs come in, and can't be continued", "compare again"))
    changed = [_NAMES.get(key, key) for key in sorted({*then, *document} - set(_OTHERWISE)) if _compared(then, key) != _compared(document, key)]
    if changed:
        raise UserError(with_hint(f"RESUME: it would be another run than that in {folder}: {', '.join(changed)} changed since", "leave out RESUME to measure all anew"))
    write_document(path, {**then, "resumed": now}, indent=1)


def _compared(document: Dict[str, Any], key: str) -> Any:
    value = document.get(key)
    if key != "layers":
        return value
    return [{**layer, "values": {name: of for name, of in layer["values"].items() if name not in _OF_A_CALL}} for layer in value or ()]
