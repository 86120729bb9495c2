"""What AGAINST= and the options beside it ask to be compared with."""

from __future__ import annotations

import glob
import os
import re
from dataclasses import dataclass, replace
from typing import Optional, Sequence, Tuple

from .errors import UserError, with_hint
from .flags import Flags
from .options import Layer, resolve, resolve_words

_FLAGS = ("AGAINST_FLAGS", "AGAINST_FEATURES", "AGAINST_DEFINITIONS")


@dataclass(frozen=True)
class Against:
    """The baseline as it was asked for."""

    what: str  # a git revision, a build folder or a saved baseline; empty: these sources, with other flags
    flags: Flags  # that it is built with
    keep: Tuple[str, ...] = ()  # paths that it has from the working tree

    def saved_name(self) -> str:
        """The name of a saved baseline, "previous" among them; empty if it is something else. (To git, @ alone is HEAD.)"""
        found = re.fullmatch("@([A-Za-z0-9][A-Za-z0-9._-]*)", self.what)
        return found[1] if found else ""


def given_against(layers: Sequence[Layer], flags: Flags) -> Optional[Against]:
    """What is asked for on the layers, strongest first, or nothing; `flags` are those of the contender."""
    asked = resolve("AGAINST", layers)
    what = str(asked[0]) if asked else ""
    keep = tuple(resolve_words("AGAINST_KEEP", layers))
    given = [key for key in _FLAGS if resolve(key, layers)]
    if not what and not given:
        if keep:
            raise UserError(with_hint("MICRO: AGAINST_KEEP is for a baseline, and there is none", "AGAINST=HEAD~1 names one"))
        return None
    if keep and not what:
        raise UserError(with_hint("MICRO: AGAINST_KEEP is for a revision; flags alone leave the sources as they are", "AGAINST=HEAD names one"))
    own = replace(
        flags,
        compile_options=_words("AGAINST_FLAGS", layers, flags.compile_options),
        features=_words("AGAINST_FEATURES", layers, flags.features),
        definitions=_words("AGAINST_DEFINITIONS", layers, flags.definitions),
    )
    # The contender may have no flags, whose scope would say nothing.
    scope = resolve("SCOPE", layers)
    has_flags = bool(replace(own, build_type="", suites_only=False))
    own = replace(own, suites_only=bool(has_flags and scope and scope[0] == "suite"))
    return Against(what, own, keep)


def _words(key: str, layers: Sequence[Layer], otherwise: Tuple[str, ...]) -> Tuple[str, ...]:
    found = resolve(key, layers)
    return tuple(dict.fromkeys(found[0]) if key == "AGAINST_FEATURES" else found[0]) if found else otherwise


def build_folder(what: str, *places: str) -> str:
    """The build folder with suites that is meant, seen from one of the places; empty if there is none, and a revision is meant."""
    for place in places:
        folder = os.path.normpath(os.path.join(place, os.path.expanduser(what)))
        if glob.glob(os.path.join(glob.escape(folder), "micro", "manifest-*.json")):
            return folder
    return ""


def is_folder(what: str, *places: str) -> bool:
    """Whether a folder of that name is there, with or without suites."""
    return any(os.path.isdir(os.path.join(place, os.path.expanduser(what))) for place in places)
