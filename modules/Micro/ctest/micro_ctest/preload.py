"""LD_PRELOAD: of a library that is not there the loader only remarks that, and what is measured is something else than was asked for."""

from __future__ import annotations

import os
import re
from typing import Iterable, Iterator, List, Mapping, Sequence, Tuple

from .errors import all_problems, with_hint
from .manifest import DEFAULT, Suite
from .options import Layer, resolve_words

_WITHOUT = "install it, or take it from ENVIRONMENT"
_WITHOUT_VARIANT = "install it, or leave the variant out: TEST=micro:…@default"


def require_preloads(wanted: Mapping[str, Sequence[str]], suites: Mapping[str, Suite], stronger: Sequence[Layer], project: Layer) -> None:
    """UserError if a library that is to be loaded before a suite or a variant does not exist. `wanted` are variants by suite, `stronger`
    the layers above the suites'."""
    problems = [
        with_hint(f"micro: {form} is run with LD_PRELOAD={path}, which is no file", _WITHOUT_VARIANT if "@" in form else _WITHOUT)
        for name, names in wanted.items()
        for form, path in _preloads(suites[name], names, [*stronger, Layer("suite", suites[name].options), project])
        if not os.path.isfile(path)
    ]
    if problems:
        raise all_problems(dict.fromkeys(problems))


def _preloads(suite: Suite, names: Sequence[str], layers: Sequence[Layer]) -> Iterator[Tuple[str, str]]:
    of_suite = _libraries(resolve_words("ENVIRONMENT", layers))
    for path in of_suite if DEFAULT in names else ():
        yield suite.name, path
    for variant in suite.variants:
        if variant.name in names:
            # Its own variable wins over that of the suite.
            sets_it = any(word.startswith("LD_PRELOAD=") for word in variant.environment)
            own = [*variant.preload, *_libraries(variant.environment)]
            for path in dict.fromkeys(own if sets_it else [*own, *of_suite]):
                yield f"{suite.name}@{variant.name}", path


def _libraries(environment: Iterable[str]) -> List[str]:
    """The paths in LD_PRELOAD. A name without a folder is looked for by the loader, and $LIB and the like are its own."""
    found: List[str] = []
    for word in environment:
        name, _, value = word.partition("=")
        if name == "LD_PRELOAD":
            found += [path for path in re.split("[: ]+", value) if "/" in path and "$" not in path]
    return found
