"""AFFINITY=: processors that this process may not use are refused before anything is built."""

from __future__ import annotations

from typing import Sequence, Set

from .errors import all_problems, with_hint
from .options import Layer


def require_processors(layers: Sequence[Layer], allowed: Set[int]) -> None:
    """UserError if AFFINITY on one of these layers names a processor that is not among the allowed ones.

    Those of suites are judged by the engine, when it is known which suites run.
    """
    problems = []
    for layer in layers:
        words = str(layer.values.get("AFFINITY", "")).split(",")
        missing = [word for word in words if word.isdecimal() and int(word) not in allowed]
        if missing and allowed:
            message = f"AFFINITY={','.join(words)}: processor {missing[0]} is not among those that this process may use"
            problems.append(with_hint(message, f"these are {','.join(map(str, sorted(allowed)))}"))
    if problems:
        raise all_problems(problems)
