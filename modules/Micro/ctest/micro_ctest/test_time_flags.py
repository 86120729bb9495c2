"""Flags that are given in MICRO= and TEST_OPTS=: they reach the compiler, in a shadow build folder."""

from __future__ import annotations

from dataclasses import replace
from typing import List, Sequence

from .errors import UserError, all_problems, with_hint
from .flags import Flags
from .manifest import Feature, Manifest
from .near import did_you_mean, near_names
from .options import Layer, resolve, resolve_words


def given_flags(layers: Sequence[Layer], build_type: str) -> Flags:
    """The flags on the layers, strongest first."""
    standard = resolve("CXX_STANDARD", layers)
    flags = Flags(
        features=tuple(dict.fromkeys(resolve_words("FEATURES", layers))),
        compile_options=tuple(resolve_words("CXX_FLAGS", layers)),
        definitions=tuple(resolve_words("DEFINITIONS", layers)),
        link_options=tuple(resolve_words("LINK_FLAGS", layers)),
        cxx_standard=str(standard[0]) if standard else "",
    )
    scope = resolve("SCOPE", layers)
    # Of what is for the whole project, and where there are no flags, it says nothing.
    suites_only = bool(flags and scope and scope[0] == "suite")
    return replace(flags, build_type=build_type, suites_only=suites_only)


def require_standard(standard: str, manifest: Manifest) -> None:
    """UserError for a standard of C++ that the compiler, or CMake for it, does not know."""
    known = manifest.cxx_standards
    if standard and known and standard not in known:
        message = f"CXX_STANDARD: {standard} is not known to {manifest.compiler}, or not to CMake for it"
        raise UserError(with_hint(message, f"known are {', '.join(known)}"))


def require_features(names: Sequence[str], features: Sequence[Feature]) -> None:
    """UserError if one of the names is no feature of the project, or one that the compiler does not support."""
    known = {feature.name: feature for feature in features}
    problems: List[str] = []
    for word in names:
        name = word[1:] if word.startswith("-") else word  # a feature that is taken away
        if name not in known:
            near = did_you_mean(near_names(name, known))
            there = f"there are {', '.join(known)}" if known else "micro_define_feature() defines one"
            problems.append(with_hint(f"FEATURES: {name} is no feature of this project", f"{near} {there}".strip()))
        elif not known[name].supported and name == word:
            problems.append(f"FEATURES: {name} is not supported here: {known[name].reason}")
    if problems:
        raise all_problems(problems)
