"""The manifest: what CMake knows about the suites (document 1 of CONTRIBUTING.md). Only read here."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Tuple

from .documents import DocumentError, Fields
from .errors import UserError, with_hint
from .flags import Flags
from .option_table import OptionValue

DEFAULT = "default"  # the unmodified form of a suite, among its variants
_VERSION = 1


@dataclass(frozen=True)
class Counter:
    """What a suite says of a counter of its benchmarks."""

    label: str
    unit: str  # empty: it has none
    better: str  # "lower" or "higher"


@dataclass(frozen=True)
class Feature:
    """A named bundle of flags that the project or Micro defines."""

    name: str
    description: str
    supported: bool
    reason: str  # why the compiler does not support it


@dataclass(frozen=True)
class Unsupported:
    """Why a suite or a variant is not built: it needs a feature that the compiler does not support."""

    feature: str
    outcome: str  # "failed", or "skipped" where the feature is optional
    reason: str


@dataclass(frozen=True)
class Variant:
    """A form of a suite beside its unmodified one, which is called default."""

    name: str
    axes: Mapping[str, str]
    target: str
    executable: str  # empty where it is built in a shadow
    launcher: Tuple[str, ...]
    environment: Tuple[str, ...]  # NAME=VALUE
    run_args: Tuple[str, ...]
    compiler: str
    flags: str
    preload: Tuple[str, ...] = ()  # libraries of LD_PRELOAD that must exist
    unsupported: Optional[Unsupported] = None
    shadow: Optional[Flags] = None  # what it is built with, in a shadow
    features: Tuple[str, ...] = ()
    unflagged_libraries: Tuple[str, ...] = ()  # that it links, and that do not get its flags
    not_a_measurement: bool = False  # built with a sanitizer or the like


@dataclass(frozen=True)
class Suite:
    name: str
    target: str
    executable: str
    directory: str  # binary directory of the CMakeLists.txt that declares it
    working_directory: str  # empty: the directory of the executable
    launcher: Tuple[str, ...]  # words before the executable
    labels: Tuple[str, ...]
    options: Mapping[str, OptionValue]
    compiler: str
    flags: str
    unaligned_libraries: Tuple[str, ...]
    counters: Tuple[Counter, ...] = ()
    features: Tuple[str, ...] = ()
    unsupported: Optional[Unsupported] = None  # then it has no target
    variants: Tuple[Variant, ...] = ()  # without default
    unflagged_libraries: Tuple[str, ...] = ()  # that it links, and that do not get its own flags
    not_a_measurement: bool = False  # built with a sanitizer or the like
    declared_at: str = ""  # "bench/CMakeLists.txt:12", relative to the project's source folder
    environment: Tuple[str, ...] = ()  # NAME=VALUE of its own form, where it is a saved one

    def variant_names(self) -> List[str]:
        """All its forms, `default` first."""
        return [DEFAULT, *(variant.name for variant in self.variants)]


@dataclass(frozen=True)
class Manifest:
    source_directory: str
    build_directory: str
    configuration: str
    generator: str
    cmicro: str
    cmicro_target: str  # empty where cmicro is installed
    defaults: Mapping[str, OptionValue]  # the project's layer
    suites: Tuple[Suite, ...]  # in the order of declaration
    features: Tuple[Feature, ...] = ()  # all that are defined
    compiler: str = ""  # "GNU 12.2.0"
    cxx_standards: Tuple[str, ...] = ()  # that compiler and CMake know
    shadow_key: str = ""  # of the shadow that it describes; empty: it is no shadow's


def manifest_path(build_directory: str, configuration: str) -> str:
    """Where CMake puts the manifest of a configuration."""
    return os.path.join(build_directory, "micro", f"manifest-{configuration}.json")


def read_manifest(build_directory: str, configuration: str) -> Manifest:
    """Reads the manifest of a configuration. UserError if it is missing, damaged, or of another version."""
    path = manifest_path(build_directory, configuration)
    configure = f"cmake {build_directory}"
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except FileNotFoundError:
        message = f"{path}: there is no such manifest, so this build folder is not configured"
        raise UserError(with_hint(message, configure)) from None
    except OSError as error:
        raise UserError(f"{path}: can't be read: {error.strerror}") from error
    except ValueError as error:
        raise UserError(with_hint(f"{path}: is damaged: {error}", configure)) from error
    try:
        fields = Fields(document, "the manifest")
        version = fields.number("micro_manifest")
        if version > _VERSION:
            raise UserError(with_hint(f"{path}: was made by a newer Micro", f"configure with the Micro used here: {configure}"))
        if version < _VERSION:
            raise UserError(with_hint(f"{path}: was made by an older Micro", f"configure again: {configure}"))
        return _manifest(fields)
    except DocumentError as error:
        raise UserError(with_hint(f"{path}: is damaged: {error}", configure)) from error


def _manifest(fields: Fields) -> Manifest:
    return Manifest(
        source_directory=fields.text("source_directory"),
        build_directory=fields.text("build_directory"),
        configuration=fields.text("configuration"),
        generator=fields.text("generator"),
        cmicro=fields.text("cmicro"),
        cmicro_target=fields.text("cmicro_target"),
        defaults=fields.members("defaults"),
        suites=tuple(_suite(suite) for suite in fields.items("suites")),
        features=tuple(_feature(feature) for feature in fields.items_if_any("features")),
        compiler=fields.text_if_any("compiler"),
        cxx_standards=tuple(fields.texts_if_any("cxx_standards")),
        shadow_key=Fields(fields.members_if_any("shadow"), "shadow").text_if_any("key"),
    )


def _suite(value: Any) -> Suite:
    fields = Fields(value, f"suite {value.get('name', '') if isinstance(value, dict) else value}")
    return Suite(
        name=fields.text("name"),
        target=fields.text("target"),
        executable=fields.text("executable"),
        directory=fields.text("directory"),
        working_directory=fields.text("working_directory"),
        launcher=tuple(fields.texts("launcher")),
        labels=tuple(fields.texts("labels")),
        options=fields.members("options"),
        compiler=fields.text("compiler"),
        flags=_one_blank_apart(fields.text("flags")),
        unaligned_libraries=tuple(fields.texts("unaligned_libraries")),
        counters=tuple(_counter(counter, fields.text("name")) for counter in fields.items_if_any("counters")),
        features=tuple(fields.texts_if_any("features")),
        unsupported=_unsupported(fields, f"suite {fields.text('name')}"),
        variants=tuple(_variant(variant, fields.text("name")) for variant in fields.items_if_any("variants")),
        unflagged_libraries=tuple(fields.texts_if_any("unflagged_libraries")),
        not_a_measurement=fields.truth_if_any("not_a_measurement"),
        declared_at=fields.text_if_any("declared_at"),
    )


def _feature(value: Any) -> Feature:
    fields = Fields(value, "a feature")
    return Feature(fields.text("name"), fields.text("description"), fields.truth("supported"), fields.text_if_any("reason"))


def _unsupported(fields: Fields, where: str) -> Optional[Unsupported]:
    if not fields.has("unsupported"):
        return None
    inner = Fields(fields.members("unsupported"), f"unsupported of {where}")
    return Unsupported(inner.text("feature"), inner.text("outcome"), inner.text("reason"))


def _variant(value: Any, suite: str) -> Variant:
    fields = Fields(value, f"a variant of suite {suite}")
    return Variant(
        name=fields.text("name"),
        axes=fields.members_if_any("axes"),
        target=fields.text("target"),
        executable=fields.text("executable"),
        launcher=tuple(fields.texts("launcher")),
        environment=tuple(fields.texts("environment")),
        run_args=tuple(fields.texts("run_args")),
        compiler=fields.text("compiler"),
        flags=_one_blank_apart(fields.text("flags")),
        preload=tuple(fields.texts_if_any("preload")),
        unsupported=_unsupported(fields, f"variant {fields.text('name')} of suite {suite}"),
        shadow=_flags(fields.members("shadow"), suite) if fields.has("shadow") else None,
        features=tuple(fields.texts_if_any("features")),
        unflagged_libraries=tuple(fields.texts_if_any("unflagged_libraries")),
        not_a_measurement=fields.truth_if_any("not_a_measurement"),
    )


def _one_blank_apart(flags: str) -> str:
    """CMake joins them of parts that may be empty."""
    return " ".join(word for word in flags.split(" ") if word)


def _flags(value: Any, suite: str) -> Flags:
    fields = Fields(value, f"the flags of a variant of suite {suite}")
    return Flags(
        features=tuple(fields.texts_if_any("features")),
        compile_options=tuple(fields.texts_if_any("compile_options")),
        definitions=tuple(fields.texts_if_any("definitions")),
        link_options=tuple(fields.texts_if_any("link_options")),
        cxx_standard=fields.text_if_any("cxx_standard"),
    )


def _counter(value: Any, suite: str) -> Counter:
    fields = Fields(value, f"a counter of suite {suite}")
    return Counter(fields.text("label"), fields.text("unit"), fields.text("better"))
