"""What a shadow is configured with: the settings of the project's build folder, and the flags, as a script for `cmake -C`."""

from __future__ import annotations

import glob
import os
import re
from dataclasses import replace
from typing import Callable, Dict, List, Sequence

from .cmake_cache import CacheEntry, CMakeCache
from .cmake_script import bracket_argument
from .errors import UserError
from .flags import Flags

_COMPILERS = "CMAKE_(.+)_COMPILER"
# Where programs and libraries are put: those of the shadow must not overwrite the others.
_OUTPUT = r"CMAKE_(RUNTIME|LIBRARY|ARCHIVE|PDB|COMPILE_PDB)_OUTPUT_DIRECTORY(_.*)?|(EXECUTABLE|LIBRARY)_OUTPUT_PATH"
# Ours that are not for the compiler: with another value the shadow would still be the same.
_OWN = "MICRO_(DEFAULTS|SHADOW_.*|SMOKE|CMICRO)"


def initial_cache(
    cache: CMakeCache, build_directory: str, cmicro: str, flags: Flags, relocated: Callable[[str], str] = lambda path: path
) -> str:
    """The script; what it says decides what the shadow is, but for the versions of compilers and CMake.

    `relocated` gives the place, for other sources, of what the project has found or set below its own.
    """
    entries = {
        name: entry if entry.is_given else replace(entry, value=";".join(relocated(path) for path in entry.value.split(";")))
        for name, entry in _kept(cache, build_directory).items()
    }
    for language, argument in _compiler_arguments(build_directory).items():
        name = f"CMAKE_{language}_COMPILER"
        if name in entries:
            entries[name] = CacheEntry("STRING", f"{entries[name].value};{argument}")
    entries.update(_fetched(cache, build_directory))
    if flags.build_type:
        entries["CMAKE_BUILD_TYPE"] = CacheEntry("STRING", flags.build_type)
    lines = [_set(name, entry.value, entry.type) for name, entry in sorted(entries.items())]
    lines += [
        _set("MICRO_CMICRO", cmicro, "FILEPATH"),
        _set("MICRO_SHADOW_COMPILE_OPTIONS", _list(_grouped(flags.compile_options))),
        _set("MICRO_SHADOW_LINK_OPTIONS", _list(_grouped(flags.link_options))),
        _set("MICRO_SHADOW_DEFINITIONS", _list(flags.definitions)),
        _set("MICRO_SHADOW_CXX_STANDARD", flags.cxx_standard),
        _set("MICRO_SHADOW_FEATURES", _list(flags.features)),
        _set("MICRO_SHADOW_SCOPE", "suite" if flags.suites_only else "project"),
    ]
    return "".join(lines)


def shadow_key_entry(key: str) -> str:
    """The line by which the project knows that it is configured for a shadow."""
    return _set("MICRO_SHADOW_KEY", key)


def compilers(cache: CMakeCache, build_directory: str) -> List[object]:
    """What tells these compilers from others: the programs, by time and size, and what CMake has found out about them."""
    programs = [entry.value for name, entry in cache.entries.items() if re.fullmatch(_COMPILERS, name) and entry.value]
    return [*(_stamp(path) for path in programs), *_compiler_reports(build_directory)]


def _kept(cache: CMakeCache, build_directory: str) -> Dict[str, CacheEntry]:
    """The entries that hold in any folder: what was found or made in the build folder is found or made anew in the shadow.

    What the user himself has given is meant, wherever it points.
    """
    return {
        name: entry
        for name, entry in cache.entries.items()
        if entry.type not in ("INTERNAL", "STATIC")
        and not re.fullmatch(f"{_OUTPUT}|{_OWN}", name)
        and (entry.is_given or not _is_within(entry.value, build_directory))
    }


def _is_within(value: str, directory: str) -> bool:
    return any(path == directory or path.startswith(directory + "/") for path in value.split(";"))


def _fetched(cache: CMakeCache, build_directory: str) -> Dict[str, CacheEntry]:
    """What FetchContent has downloaded for the build folder is not downloaded again."""
    found: Dict[str, CacheEntry] = {}
    base = cache.value("FETCHCONTENT_BASE_DIR") or os.path.join(build_directory, "_deps")
    for path in sorted(glob.glob(os.path.join(glob.escape(base), "*-src"))):
        name = "FETCHCONTENT_SOURCE_DIR_" + os.path.basename(path)[: -len("-src")].upper()
        if not cache.value(name):
            found[name] = CacheEntry("PATH", path)
    return found


def _compiler_arguments(build_directory: str) -> Dict[str, str]:
    """What belongs to a compiler beside its program, by language: CXX="ccache g++" is the program ccache."""
    arguments: Dict[str, str] = {}
    for report in _compiler_reports(build_directory):
        found = re.search(r'^set\(CMAKE_(\w+)_COMPILER_ARG1 "([^"]+)"\)', report, re.MULTILINE)
        if found:
            arguments[found[1]] = ";".join(found[2].split())
    return arguments


def _compiler_reports(build_directory: str) -> List[str]:
    reports = []
    for path in sorted(glob.glob(os.path.join(glob.escape(build_directory), "CMakeFiles", "*", "CMake*Compiler.cmake"))):
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            reports.append(file.read())
    return reports


def _stamp(path: str) -> List[object]:
    try:
        status = os.stat(path)
    except OSError:
        return [path]
    return [path, status.st_size, status.st_mtime_ns]


def _grouped(flags: Sequence[str]) -> Sequence[str]:
    """Flags that CMake keeps as they are: of two that are alike it leaves out one, which may belong to another word (-Xclang -x -Xclang -y)."""
    if len(set(flags)) == len(flags) and all(flag.startswith("-") for flag in flags):
        return flags
    return ["SHELL:" + " ".join(_shell_word(flag) for flag in flags)]


def _shell_word(word: str) -> str:
    if re.fullmatch("[^\\s\"'\\\\]+", word):
        return word
    return '"' + re.sub(r'(["\\])', r"\\\1", word) + '"'


def _list(words: Sequence[str]) -> str:
    """The words as a CMake list. UserError for what ends no element of one: a bracket alone, a backslash at the end."""
    for word in words:
        if word.endswith("\\") or word.count("[") != word.count("]"):
            raise UserError(f"MICRO: CMake can't hand on the flag '{word}': brackets must come in pairs, and a backslash not last")
    return ";".join(word.replace(";", "\\;") for word in words)


def _set(name: str, value: str, kind: str = "STRING") -> str:
    return f'set({bracket_argument(name)} {bracket_argument(value)} CACHE {kind or "STRING"} "")\n'
