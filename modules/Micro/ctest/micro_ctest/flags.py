"""Flags that build something otherwise than the project does: those of a test time, and those of variants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple


@dataclass(frozen=True)
class Flags:
    """What a shadow is built with, beside what the project says."""

    features: Tuple[str, ...] = ()
    compile_options: Tuple[str, ...] = ()
    definitions: Tuple[str, ...] = ()
    link_options: Tuple[str, ...] = ()
    cxx_standard: str = ""  # as the project says
    build_type: str = ""  # as that of the project's build folder
    suites_only: bool = False  # SCOPE=suite: what they link from the project is built without the flags, but for build_type

    def __bool__(self) -> bool:
        return self != Flags()

    def and_then(self, later: "Flags") -> "Flags":
        """These and others, which win where they contradict."""
        return Flags(
            features=tuple(dict.fromkeys([*self.features, *later.features])),
            compile_options=(*self.compile_options, *later.compile_options),
            definitions=(*self.definitions, *later.definitions),
            link_options=(*self.link_options, *later.link_options),
            cxx_standard=later.cxx_standard or self.cxx_standard,
            build_type=later.build_type or self.build_type,
            suites_only=self.suites_only or later.suites_only,
        )

    def described(self) -> str:
        """As they are given: "CXX_FLAGS=-O3 -g; CONF=Debug"."""
        parts = [
            ("FEATURES", " ".join(self.features)),
            ("CXX_FLAGS", " ".join(self.compile_options)),
            ("DEFINITIONS", " ".join(self.definitions)),
            ("LINK_FLAGS", " ".join(self.link_options)),
            ("CXX_STANDARD", self.cxx_standard),
            ("SCOPE", "suite" if self.suites_only else ""),
            ("CONF", self.build_type),
        ]
        return "; ".join(f"{key}={value}" for key, value in parts if value)
