"""The git revision that is compared with: which commit, and where the project lies in it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from .errors import UserError, with_hint
from .git import Git
from .near import did_you_mean, near_names
from .processes import Processes

_SHORT = 7


@dataclass(frozen=True)
class BaselineRevision:
    asked: str  # "HEAD~1"
    commit: str
    repository: str  # folder of the working tree
    project: str  # folder of the project in it; "" for its top

    @property
    def short(self) -> str:
        return self.commit[:_SHORT]

    def described(self) -> str:
        return self.asked if self.commit.startswith(self.asked) else f"{self.asked} ({self.short})"


def find_revision(asked: str, source_directory: str, processes: Processes) -> BaselineRevision:
    """The revision of that name in the repository of the project. UserError if there is none."""
    git = Git(source_directory, processes)
    where = f"AGAINST: {asked} is no build folder, and so a git revision"
    try:
        repository = git.run("rev-parse", "--show-toplevel")
    except UserError as error:
        raise UserError(with_hint(f"{where}, but {str(error).partition(': ')[2]}", "install git, or name a build folder")) from error
    top = repository.output.rstrip("\n")
    if repository.exit_code != 0 or not top:
        reason = repository.errors.strip().splitlines()
        message = f"{where}, but {source_directory} is in no git repository" + (f": {reason[0]}" if reason else "")
        raise UserError(with_hint(message, "AGAINST= takes another build folder, too; AGAINST_FLAGS= compares with other flags"))
    # What begins with a dash would be an option.
    commit = "" if asked.startswith("-") else git.line("rev-parse", "--verify", "--quiet", "--end-of-options", asked + "^{commit}")
    if not re.fullmatch("[0-9a-f]{40,64}", commit):
        raise _no_such(asked, git)
    # Symbolic links would lead out of it.
    below = os.path.relpath(os.path.realpath(source_directory), os.path.realpath(top))
    return BaselineRevision(asked, commit, top, "" if below == "." else below)


def _no_such(asked: str, git: Git) -> UserError:
    if git.line("rev-parse", "--is-shallow-repository") == "true":
        message = f"AGAINST: there is no revision {asked} in this clone, which is a shallow one: older commits are missing"
        return UserError(with_hint(message, "git fetch --unshallow fetches them; in CI a checkout with fetch-depth: 0 has them"))
    base = re.split("[~^@:]", asked, maxsplit=1)[0]
    if base not in ("", asked) and git.line("rev-parse", "--verify", "--quiet", "--end-of-options", base + "^{commit}"):
        count = git.line("rev-list", "--count", "--end-of-options", base)
        message = f"AGAINST: there is no revision {asked}"
        return UserError(with_hint(message, f"{base} is there, with {count} commit{'' if count == '1' else 's'} up to it"))
    names = git.lines("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
    near = did_you_mean(near_names(asked, names, "/"))
    there = f"there are {', '.join(names[:10])}{', …' if len(names) > 10 else ''}" if names else "there are no branches and no tags"
    message = f"AGAINST: there is no revision {asked}, and no build folder of that name"
    return UserError(with_hint(message, f"{near} {there}".strip()))
