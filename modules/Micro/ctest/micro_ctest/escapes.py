"""Characters that separate words in TEST=, MICRO= and TEST_OPTS=, and how they are written inside a word."""

from __future__ import annotations

import re

_CHARACTERS = {"%20": " ", "%3b": ";", "%25": "%"}


def decoded(word: str) -> str:
    """The word as it is meant: %20 is a blank, %3B a semicolon, %25 a per cent sign; any other % stands for itself."""
    return re.sub("%20|%3B|%25", lambda escape: _CHARACTERS[escape.group().lower()], word, flags=re.IGNORECASE)


def part_decoded(part: str) -> str:
    """A value of PARAM= or EXCLUDE=, where commas separate values, as it is meant: %2C is a comma, %252C is %2C."""
    return re.sub("%2C|%252C", lambda escape: "," if len(escape.group()) == 3 else "%2C", part, flags=re.IGNORECASE)


def encoded_part(value: str) -> str:
    """The value as it must be typed in PARAM= or EXCLUDE= to be meant as it stands."""
    part = re.sub("%(?=2C)", "%25", value, flags=re.IGNORECASE).replace(",", "%2C")
    return re.sub("%(?=20|3B|25)", "%25", part, flags=re.IGNORECASE).replace(" ", "%20").replace(";", "%3B")


def encoded(word: str) -> str:
    """The word as it must be typed in TEST= to be meant as it stands."""
    return re.sub("%(?=20|3B|25)", "%25", word, flags=re.IGNORECASE).replace(" ", "%20")
