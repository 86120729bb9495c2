"""Reading and writing JSON documents."""

from __future__ import annotations

import json
import os
from typing import IO, Any, Dict, List, Optional


def write_document(path: str, document: Any, indent: Optional[int] = None) -> None:
    """Writes JSON so that a reader sees the old file or the whole new one. OSError if that can't be done."""
    write_text(path, json.dumps(document, ensure_ascii=True, indent=indent) + "\n")


def new_file(path: str) -> IO[str]:
    """Opens a file that was not there before: none that a link leads to, nor what another process of our number has left. OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags, 0o644)
    except FileExistsError:
        os.unlink(path)
        descriptor = os.open(path, flags, 0o644)
    return os.fdopen(descriptor, "w", encoding="utf-8")


def write_text(path: str, text: str) -> None:
    """Writes a file so that a reader sees the old one or the whole new one. OSError if that can't be done."""
    temporary = f"{path}.{os.getpid()}"
    try:
        with new_file(temporary) as file:
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        if os.path.lexists(temporary):
            os.unlink(temporary)
        raise


class DocumentError(Exception):
    """What is wrong with a document; the caller knows the file and what to do."""


class Fields:
    """An object of a document, whose fields must be there and of their type. DocumentError names the field."""

    def __init__(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise DocumentError(f"{where} is not an object")
        self._value = value
        self._where = where

    def text(self, key: str) -> str:
        return self._of_type(key, str, "a string")

    def has(self, key: str) -> bool:
        return key in self._value

    def text_if_any(self, key: str) -> str:
        """A string that may be absent, which is an empty one."""
        return self.text(key) if key in self._value else ""

    def truth(self, key: str) -> bool:
        value = self._value.get(key)
        if not isinstance(value, bool):
            raise DocumentError(f"{self._where}: {key} is neither true nor false")
        return value

    def truth_if_any(self, key: str) -> bool:
        """Whether it is true; what is absent is not."""
        return self.truth(key) if key in self._value else False

    def number(self, key: str) -> int:
        return self._of_type(key, int, "a whole number")

    def items(self, key: str) -> List[Any]:
        return self._of_type(key, list, "a list")

    def items_if_any(self, key: str) -> List[Any]:
        """A list that may be absent, which is an empty one."""
        return self.items(key) if key in self._value else []

    def members(self, key: str) -> Dict[str, Any]:
        return self._of_type(key, dict, "an object")

    def members_if_any(self, key: str) -> Dict[str, Any]:
        """An object that may be absent, which is an empty one."""
        return self.members(key) if key in self._value else {}

    def texts_if_any(self, key: str) -> List[str]:
        """A list of strings that may be absent, which is an empty one."""
        return self.texts(key) if key in self._value else []

    def texts(self, key: str) -> List[str]:
        items = self.items(key)
        if not all(isinstance(item, str) for item in items):
            raise DocumentError(f"{self._where}: {key} is not a list of strings")
        return items

    def _of_type(self, key: str, kind: type, name: str) -> Any:
        value = self._value.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise DocumentError(f"{self._where}: {key} is not {name}")
        return value
