"""Text of others as a terminal may show it: what it would obey instead is written out, as the engine does (src/text/obeyed.h)."""

from __future__ import annotations

import re

# Control characters (C0, DEL, C1), the controls of writing direction, and Unicode's separators of lines and paragraphs.
_OBEYED = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_OBEYED_IN_A_LINE = re.compile(_OBEYED)
# Colours, as compilers write them, do no harm there.
_OBEYED_IN_LINES = re.compile(f"(?P<harmless>[\n\t]|\x1b\\[[0-9;]*[mK])|{_OBEYED}")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    """The text as it can stand in one line."""
    return _OBEYED_IN_A_LINE.sub(lambda found: _written(found.group()), text)


def visible_lines(text: str) -> str:
    """A text of several lines, which stay lines; tabs and colours stay, too."""
    return _OBEYED_IN_LINES.sub(lambda found: found.group() if found["harmless"] else _written(found.group()), text)


def _written(character: str) -> str:
    code = ord(character)
    return _SHORT.get(character, f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}")
