"""RESULTS_FORMAT=: a format that can't say what is to be measured is refused before anything is built."""

from __future__ import annotations

from typing import Sequence

from .errors import UserError, with_hint
from .options import Layer, resolve

_SMALLER_IS_BETTER = "custom"
_THROUGHPUT = "thrpt"


def require_sayable(layers: Sequence[Layer]) -> None:
    """UserError if these layers, strongest first, ask for throughputs alone in a format that takes only what is better when it is smaller.

    What suites and the project declare is judged by the engine, before it measures.
    """
    formats = resolve("RESULTS_FORMAT", layers)
    modes = resolve("MODE", layers)
    if not formats or not modes or _SMALLER_IS_BETTER not in str(formats[0]).split(","):
        return
    if set(str(modes[0]).split(",")) == {_THROUGHPUT}:
        message = f"RESULTS_FORMAT={formats[0]}: {_SMALLER_IS_BETTER} takes only what is better when it is smaller, not MODE={modes[0]}"
        raise UserError(with_hint(message, "MODE=avgt, or MODE=avgt,thrpt for other formats beside it"))
