"""The sources of a revision, in a folder of their own: a clone that shares the objects of the user's repository, which is only read."""

from __future__ import annotations

import filecmp
import os
import shutil
from typing import Iterable, List, Set, Tuple

from .baseline_revision import BaselineRevision
from .build import end_of_output
from .errors import UserError, with_hint
from .git import Git
from .manifest import Manifest
from .near import did_you_mean, near_names
from .processes import Processes

# A template could bring hooks, and so could the user's settings.
# Nothing is fetched: what a stranger's repository names as its source could be a command (ext::).
_CLONE = ("-c", "protocol.allow=never", "-c", "protocol.file.allow=always", "clone", "--quiet", "--shared", "--no-checkout", "--template=")
_CHECKOUT = ("-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false", "checkout", "--quiet", "--force", "--detach")


def check_out(revision: BaselineRevision, folder: str, processes: Processes) -> None:
    """Makes the folder with the sources of the revision and of its submodules, as far as they are here. UserError with git's words."""
    _clone(revision.repository, revision.commit, folder, f"AGAINST: {revision.described()}", processes)


def _clone(repository: str, commit: str, folder: str, where: str, processes: Processes) -> None:
    for git, words in (
        (Git(os.path.dirname(folder), processes), (*_CLONE, "--", repository, folder)),
        (Git(folder, processes), (*_CHECKOUT, commit)),
    ):
        done = git.run(*words, merge=True)
        if done.exit_code != 0:
            raise UserError(f"{where} can't be checked out:\n{end_of_output(done.output)}")
    for name, path in _submodules(Git(folder, processes)):
        _fill_submodule(repository, name, path, folder, where, processes)


def _submodules(git: Git) -> List[Tuple[str, str]]:
    """Names and paths of the submodules of what is checked out."""
    found = []
    # What is checked out may be a stranger's: neither may lead out of its folder.
    for line in git.lines("config", "-z", "--file", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$"):
        key, _, path = line.partition("\n")
        name = key[len("submodule.") : -len(".path")]
        if _is_below(name) and _is_below(path):
            found.append((name, path))
    return found


def _is_below(path: str) -> bool:
    return bool(path) and not os.path.isabs(path) and not {os.pardir, ".git"} & set(path.lower().split("/"))


def _fill_submodule(repository: str, name: str, path: str, folder: str, where: str, processes: Processes) -> None:
    entry = Git(folder, processes).line("ls-tree", "HEAD", "--", path).split()
    if len(entry) < 3 or entry[0] != "160000":
        return
    commit = entry[2]
    source = _module(repository, name, path, processes)
    if not source:
        return  # not here: then the project does without it, or says what it misses
    if Git(source, processes).run("cat-file", "-e", commit + "^{commit}").exit_code != 0:
        message = f"{where} needs commit {commit[:7]} of the submodule {path}, which is not in its local clone"
        raise UserError(with_hint(message, f"git -C {path} fetch origin {commit}"))
    target = os.path.join(folder, path)
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    _clone(source, commit, target, f"{where}: submodule {path}", processes)


def _module(repository: str, name: str, path: str, processes: Processes) -> str:
    """The local clone of a submodule; empty if there is none."""
    git = Git(repository, processes)
    common = git.line("rev-parse", "--git-common-dir")
    kept = os.path.join(repository, common, "modules", name)
    if common and os.path.isdir(os.path.join(kept, "objects")):
        return kept
    inside = os.path.join(repository, path)
    return inside if os.path.exists(os.path.join(inside, ".git")) else ""


def tracked_and_new(repository: str, path: str, build_directory: str, processes: Processes) -> List[str]:
    """The files below a path that git knows or would take, relative to the repository. Those of a submodule are its own; none is of the
    build folder, which git need not ignore."""
    words = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    found = Git(repository, processes).lines(*words, "--", path)
    if path and found == [path] and os.path.isdir(os.path.join(repository, path)):
        found = [os.path.join(path, name) for name in Git(os.path.join(repository, path), processes).lines(*words)]
    build = os.path.relpath(os.path.realpath(build_directory), os.path.realpath(repository)) + os.sep
    return [name for name in dict.fromkeys(found) if not name.startswith(build) and _is_file(os.path.join(repository, name))]


def _is_file(path: str) -> bool:
    return os.path.islink(path) or os.path.isfile(path)


def kept_files(
    revision: BaselineRevision, manifest: Manifest, keep: Iterable[str], processes: Processes
) -> Tuple[List[str], List[str]]:
    """The files of the working tree, and the folders, that AGAINST_KEEP names, relative to the repository. UserError for what is not there."""
    files: List[str] = []
    folders: List[str] = []
    top = os.path.realpath(revision.repository)
    source_directory = manifest.source_directory
    for path in keep:
        absolute = os.path.join(os.path.realpath(source_directory), os.path.expanduser(path))
        below = os.path.relpath(os.path.realpath(absolute), top)
        if not os.path.exists(absolute):
            beside = os.path.dirname(absolute)
            near = near_names(os.path.basename(absolute), os.listdir(beside)) if os.path.isdir(beside) else []
            hint = did_you_mean(os.path.join(os.path.dirname(path), name) for name in near) or "paths are relative to the source folder"
            raise UserError(with_hint(f"AGAINST_KEEP: there is no {path} in {source_directory}", hint))
        if below.split(os.sep)[0] == os.pardir:
            raise UserError(with_hint(f"AGAINST_KEEP: {path} is not in the repository {top}", "what lies elsewhere is the same for both sides"))
        if os.path.isdir(absolute):
            folders.append(below)
            files += tracked_and_new(revision.repository, below, manifest.build_directory, processes)
        else:
            files.append(below)
    return files, folders


def micro_files(revision: BaselineRevision, manifest: Manifest, micro: str, processes: Processes) -> List[str]:
    """Where Micro itself is a part of the repository: its files, without those of the project where that is a part of Micro's folder."""
    top = os.path.realpath(revision.repository)
    below = os.path.relpath(os.path.realpath(micro), top)
    if below.split(os.sep)[0] == os.pardir:
        return []
    project = os.path.relpath(os.path.realpath(manifest.source_directory), top)
    files = tracked_and_new(revision.repository, below, manifest.build_directory, processes)
    project_is_inside = project != below and (below == "." or project.startswith(below + os.sep))
    return [name for name in files if not (project_is_inside and name.startswith(project + os.sep))]


def overlay(repository: str, checkout: str, files: Iterable[str], folders: Iterable[str] = ()) -> None:
    """Puts files of the repository into the checkout, and takes away what folders have there beyond them. What is the same is not touched:
    nothing is built anew for it."""
    wanted: Set[str] = set()
    for name in files:
        wanted.add(os.path.normpath(name))
        _put(os.path.join(repository, name), os.path.join(checkout, name))
    for folder in folders:
        for directory, below, names in os.walk(os.path.join(checkout, folder)):
            below[:] = [name for name in below if name != ".git"]
            for name in names:
                path = os.path.join(directory, name)
                if name != ".git" and os.path.normpath(os.path.relpath(path, checkout)) not in wanted:
                    os.unlink(path)


def _put(source: str, target: str) -> None:
    if os.path.islink(source):
        if os.path.islink(target) and os.readlink(target) == os.readlink(source):
            return
    elif os.path.isfile(target) and not os.path.islink(target) and filecmp.cmp(source, target, shallow=False):
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.lexists(target):
        os.unlink(target)
    # With the time of now: it is younger than what was made of the other one.
    shutil.copyfile(source, target, follow_symlinks=False)
    if not os.path.islink(source):
        shutil.copymode(source, target)
