"""The manifest: what CMake knows about the suites (document 1 of CONTRIBUTING.md). Only read here."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Mapping, Tuple

from .documents import DocumentError, Fields
from .errors import UserError, with_hint
from .option_table import OptionValue

_VERSION = 1


@dataclass(frozen=True)
class Counter:
    """What a suite says of a counter of its benchmarks."""

    label: str
    unit: str  # empty: it has none
    better: str  # "lower" or "higher"


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
        flags=fields.text("flags"),
        unaligned_libraries=tuple(fields.texts("unaligned_libraries")),
        counters=tuple(_counter(counter, fields.text("name")) for counter in fields.items_if_any("counters")),
    )


def _counter(value: Any, suite: str) -> Counter:
    fields = Fields(value, f"a counter of suite {suite}")
    return Counter(fields.text("label"), fields.text("unit"), fields.text("better"))
