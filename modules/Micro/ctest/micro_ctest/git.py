"""git, asked about a folder. It is never told to change one of the user's: neither his files, nor his index, nor his list of worktrees."""

from __future__ import annotations

from typing import List, Optional, Tuple

from .processes import Finished, Processes


class Git:
    """git as it is for one folder."""

    def __init__(self, directory: str, processes: Processes) -> None:
        self.directory = directory
        self._processes = processes

    def run(self, *words: str, limit: Optional[float] = None, merge: bool = False) -> Finished:
        """Runs a command. UserError if git can't be started; TimeLimitExceeded."""
        return self._processes.capture(self._command(words), merge=merge, without=_is_of_git, limit=limit)

    def lines(self, *words: str) -> List[str]:
        """What a command prints, at newlines or, with -z among its words, at NULs; nothing where it fails."""
        done = self.run(*words)
        return [line for line in done.output.split("\0" if "-z" in words else "\n") if line] if done.exit_code == 0 else []

    def line(self, *words: str) -> str:
        """The one line that a command prints; empty where it fails."""
        done = self.run(*words)
        return done.output.rstrip("\n") if done.exit_code == 0 else ""

    def _command(self, words: Tuple[str, ...]) -> List[str]:
        # Without optional locks git does not write the refreshed index, which a command of the user may be holding; and no daemon is started.
        # A path is a path, though it begins with a colon or has a star in it.
        return ["git", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", self.directory, *words]


def _is_of_git(variable: str) -> bool:
    """Within a hook, variables such as GIT_DIR would lead to another repository than that of the folder."""
    return variable.startswith("GIT_")
