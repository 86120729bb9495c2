"""Which configuration is measured: that of the build folder, or the one that CONF= asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, List, Sequence

from .cmake_cache import CMakeCache
from .errors import UserError, with_hint
from .near import did_you_mean, near_names

_BUILD_TYPES = ("Debug", "Release", "RelWithDebInfo", "MinSizeRel")  # CMake's own


@dataclass(frozen=True)
class Configuration:
    name: str  # of the build folder; "" for a single-config one without CMAKE_BUILD_TYPE
    build_type: str = ""  # another one that CONF asks for, which needs a build folder of its own; "" for none


def configuration_of_several(conf: str, given: str, known: Sequence[str]) -> Configuration:
    """The configuration of a build folder that has several; `given` is what ctest was told. Case counts nowhere.

    UserError if there is no such, or none is named.
    """
    wanted = conf or given
    for name in known:
        if name.lower() == wanted.lower():
            return Configuration(name)
    if conf:
        raise _no_such(conf, known, "configuration of this build folder")
    reason = f"but no '{given}'" if given else "and none is chosen"
    message = f"micro: this build folder has the configurations {', '.join(known)}, {reason}"
    raise UserError(with_hint(message, "ctest -C Release, or CONF=release"))


def configuration_of_one(conf: str, build_type: str, cache: Callable[[], CMakeCache]) -> Configuration:
    """The configuration of a build folder that has one. UserError if CONF asks for one that the project does not know."""
    if not conf or conf.lower() == build_type.lower():
        return Configuration(build_type)
    known = _known_build_types(cache())
    for name in known:
        if name.lower() == conf.lower():
            return Configuration(build_type, name)
    raise _no_such(conf, known, "configuration of this project")


def _known_build_types(cache: CMakeCache) -> List[str]:
    known = [*_BUILD_TYPES, *cache.words("CMAKE_CONFIGURATION_TYPES")]
    for name in cache.entries:
        found = re.fullmatch("CMAKE_CXX_FLAGS_([A-Z0-9_]+)", name)
        if found:
            known.append(found[1].capitalize())
    spellings = {}
    for name in known:
        spellings.setdefault(name.lower(), name)
    return list(spellings.values())


def _no_such(conf: str, known: Sequence[str], what: str) -> UserError:
    near = did_you_mean(near_names(conf, known))
    return UserError(with_hint(f"CONF: '{conf}' is no {what}", f"{near} there are {', '.join(known)}".strip()))
