"""Folders that are made for a key, kept for the next call, and removed when they have not been used lately.

<folder>/<key> is one; <key>.lock is held while it is made and built, <key>.users names the processes that measure with what lies there.
"""

from __future__ import annotations

import os
import shutil
from contextlib import AbstractContextManager
from typing import Callable, Dict, List, Tuple

from .documents import write_document
from .locks import Lock, Users, take_lock, try_lock

_KEPT = 5  # where MICRO_SHADOW_KEEP says nothing


class KeptFolders(AbstractContextManager):
    """Those in one folder. What is taken stays locked until this is left.

    `marker` is a file that is written last: a folder without it is what an interrupted call has left. `keep` is how many are kept, as the
    user says it; `user` is the process that measures what is there. `say` takes lines for the user.
    """

    def __init__(self, folder: str, marker: str, keep: str, user: int, say: Callable[[str], None]) -> None:
        self._folder = folder
        self._marker = marker
        self._keep = int(keep) if keep.isdecimal() else _KEPT
        self._user = user
        self._say = say
        self._locks: Dict[str, Lock] = {}

    def __exit__(self, *_: object) -> None:
        for lock in self._locks.values():
            lock.release()
        self._locks = {}

    def path(self, key: str) -> str:
        return os.path.join(self._folder, key)

    def take(self, key: str, what: str) -> bool:
        """Locks a folder, and says whether it is whole. `what` is what it is for, in words. OSError if nothing can be written there."""
        os.makedirs(self._folder, exist_ok=True)
        if key not in self._locks:
            waiting = f"micro: waiting for another ctest, which is at work in the build folder for {what}"
            self._locks[key] = take_lock(self._path_of_lock(key), lambda: self._say(waiting))
            self._users(key).add(self._user)
        whole = os.path.exists(os.path.join(self.path(key), self._marker))
        if whole:
            os.utime(os.path.join(self.path(key), self._marker))
        return whole

    def empty(self, key: str) -> str:
        """Makes a folder that is taken anew, with nothing in it, and returns its path."""
        self.remove(key)
        os.makedirs(self.path(key))
        return self.path(key)

    def complete(self, key: str, document: object) -> None:
        """Says that a folder is whole."""
        write_document(os.path.join(self.path(key), self._marker), document)

    def remove(self, key: str) -> None:
        """Removes a folder that is taken."""
        marker = os.path.join(self.path(key), self._marker)
        if os.path.exists(marker):
            os.unlink(marker)  # first: half a folder must not look whole
        shutil.rmtree(self.path(key), ignore_errors=True)

    def remove_old(self) -> None:
        """Removes those that were not used lately beyond the number that is kept, and what interrupted calls have left."""
        complete: List[Tuple[float, str]] = []
        incomplete: List[str] = []
        for entry in os.scandir(self._folder):
            if entry.is_dir() and "." not in entry.name:
                marker = os.path.join(entry.path, self._marker)
                if os.path.exists(marker):
                    complete.append((os.path.getmtime(marker), entry.name))
                else:
                    incomplete.append(entry.name)
        newest_first = [name for _, name in sorted(complete, reverse=True)]
        for name in [*incomplete, *newest_first[self._keep :]]:
            self._remove_unused(name)

    def _remove_unused(self, key: str) -> None:
        lock = try_lock(self._path_of_lock(key))
        if lock is None:
            return  # another process has it, or this one
        if self._users(key).alive():
            lock.release()
            return
        self.remove(key)
        shutil.rmtree(self.path(key) + ".users", ignore_errors=True)
        lock.release(remove=True)

    def _path_of_lock(self, key: str) -> str:
        return self.path(key) + ".lock"

    def _users(self, key: str) -> Users:
        return Users(self.path(key) + ".users")
