"""PROVE=<function>:<delay>: each benchmark is compared with itself, one side of which delays a function of the code under test.

Both sides are the same programs, built with -finstrument-functions in a folder of their own; the engine preloads what delays and counts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import List, Optional, Sequence, Tuple

from .against import Against
from .compared import Baseline
from .errors import UserError, with_hint
from .flags import Flags
from .forms import own_form
from .manifest import Manifest
from .options import Layer, resolve
from .selected import SelectedSuite

# Templates of the standard library would each call the hook, too.
_OUTSIDE = "/usr/include,/usr/lib,/usr/local/include"


def asked_proof(layers: Sequence[Layer], against: Optional[Against]) -> str:
    """The value of PROVE; empty if nothing is asked. UserError where it does not go with the other options."""
    found = resolve("PROVE", layers)
    if not found:
        return ""
    if against:
        raise UserError(with_hint("PROVE: compares benchmarks with themselves, and so has no other baseline", "leave out AGAINST and the like"))
    if resolve("FAIL_ON", layers):
        raise UserError(with_hint("PROVE: a benchmark that notices the delay is as it should be, and FAIL_ON would fail it", "leave out FAIL_ON"))
    return str(found[0])


def instrumented(flags: Flags, manifest: Manifest) -> Flags:
    """The flags with what makes functions call a hook."""
    if flags.suites_only:
        raise UserError(with_hint("PROVE: the code under test is in libraries, which SCOPE=suite leaves as they are", "leave out SCOPE"))
    words: Tuple[str, ...] = ("-finstrument-functions",)
    if manifest.compiler.startswith("GNU"):
        words += (f"-finstrument-functions-exclude-file-list={_OUTSIDE}",)
    return replace(flags, compile_options=(*flags.compile_options, *words))


def against_itself(selected: Sequence[SelectedSuite], proof: str, directory: str) -> Tuple[List[SelectedSuite], Baseline]:
    """What is selected, each with itself as its baseline."""
    function, _, delay = proof.rpartition(":")
    pairs = [
        replace(entry, against=tuple(form for form in entry.variants if form.runs) or (own_form(entry.suite),)) if entry.benchmarks else entry
        for entry in selected
    ]
    return pairs, Baseline("without delay", "", directory, f"with {delay} in each call of {function}")
