"""Which state of the project is measured: asked of git, which must neither be waited for nor change anything."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Callable, Optional

from .errors import UserError
from .git import Git
from .processes import Finished, Processes, TimeLimitExceeded

_LIMIT = 5.0  # seconds for all that is asked: it is worth no longer wait


@dataclass(frozen=True)
class Revision:
    name: str  # empty: unknown
    dirty: Optional[bool]  # tracked files differ from that revision; None: unknown


UNKNOWN = Revision("", None)


def revision_of(source_directory: str, processes: Processes, clock: Callable[[], float] = time.monotonic) -> Revision:
    """The commit that is checked out in a folder, and whether its files are as they are there.

    What can't be found out, for whatever reason, is unknown and no error.
    """
    end = clock() + _LIMIT

    git = Git(source_directory, processes)

    def ask(*words: str) -> Optional[Finished]:
        try:
            done = git.run(*words, limit=max(end - clock(), 0.1))
        except (UserError, TimeLimitExceeded):
            return None
        return done if done.exit_code == 0 else None

    head = ask("rev-parse", "HEAD")
    name = head.output.strip() if head else ""
    if not re.fullmatch("[0-9a-f]{40,64}", name):
        return UNKNOWN
    status = ask("status", "--porcelain", "--untracked-files=no")
    return Revision(name, bool(status.output.strip()) if status else None)
