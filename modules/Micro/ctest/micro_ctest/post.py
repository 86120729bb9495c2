"""What happens after the tests: the engine shows the results of the session."""

from __future__ import annotations

import json
import os
from typing import List, Mapping

from .documents import DocumentError, Fields
from .errors import UserError


def summary_command(environment: Mapping[str, str]) -> List[str]:
    """The command that shows the results; empty where there was no run of ours. UserError if the session can't be read."""
    folder = environment.get("MICRO_SESSION", "")
    if not folder:
        return []
    path = os.path.join(folder, "session.json")
    try:
        with open(path, encoding="utf-8") as file:
            cmicro = Fields(json.load(file), "the session").text("cmicro")
    except OSError as error:
        raise UserError(f"{path}: can't be read: {error.strerror}") from error
    except (ValueError, DocumentError) as error:
        raise UserError(f"{path}: is damaged: {error}") from error
    return [cmicro, "summarize", "--session", folder]
