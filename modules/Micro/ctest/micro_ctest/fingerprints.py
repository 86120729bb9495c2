"""What tells one content of a file from another."""

from __future__ import annotations

import hashlib

_BLOCK = 1 << 20  # bytes


def digest_of(path: str) -> str:
    """SHA-256 of a file's content, in hexadecimal digits. OSError if it can't be read."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            block = file.read(_BLOCK)
            if not block:
                return digest.hexdigest()
            digest.update(block)
