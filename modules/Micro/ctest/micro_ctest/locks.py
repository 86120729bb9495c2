"""Locks on folders that several ctest processes may use, and who uses them for longer than a lock is held."""

from __future__ import annotations

import fcntl
import os
from typing import IO, Callable, List, Optional

from .ancestors import started
from .documents import write_text


class Lock:
    """An exclusive lock by a file, which goes away with the process that holds it."""

    def __init__(self, path: str, file: IO[bytes]) -> None:
        self._path = path
        self._file = file

    def release(self, remove: bool = False) -> None:
        """Lets go of it; `remove` takes the file away, too."""
        if remove:
            os.unlink(self._path)
        self._file.close()


def take_lock(path: str, before_waiting: Callable[[], None]) -> Lock:
    """Takes the lock, and waits for it if another process has it. OSError if the file can't be made."""
    while True:
        lock = try_lock(path)
        if lock:
            return lock
        before_waiting()
        with _lock_file(path) as file:
            fcntl.flock(file, fcntl.LOCK_EX)


def try_lock(path: str) -> Optional[Lock]:
    """Takes the lock unless another process has it. OSError if the file can't be made."""
    file = _lock_file(path)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # It may have been removed by whoever had it until a moment ago; then the next one locks another file.
        if os.path.exists(path) and os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
            return Lock(path, file)
    except BlockingIOError:
        pass
    except OSError:
        file.close()
        raise
    file.close()
    return None


def _lock_file(path: str) -> IO[bytes]:
    """The file, made if need be; a link is not followed. OSError."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644), "ab")


class Users:
    """Processes that use a folder after the lock on it is released: a ctest measures for hours with what lies there.

    Each is a file named for it, with what tells it from a later process of the same number.
    """

    def __init__(self, folder: str, proc: str = "/proc") -> None:
        self._folder = folder
        self._proc = proc

    def add(self, process: int) -> None:
        """Says that a process uses the folder. OSError if that can't be written."""
        os.makedirs(self._folder, exist_ok=True)
        write_text(os.path.join(self._folder, str(process)), started(process, self._proc))

    def alive(self) -> List[int]:
        """Those that are still at work; what is left of others is removed."""
        found = []
        for name in os.listdir(self._folder) if os.path.isdir(self._folder) else ():
            path = os.path.join(self._folder, name)
            with open(path, encoding="utf-8") as file:
                start = file.read()
            if name.isdecimal() and _exists(int(name)) and started(int(name), self._proc) == start:
                found.append(int(name))
            else:
                os.unlink(path)
        return found


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # somebody else's
    return True
