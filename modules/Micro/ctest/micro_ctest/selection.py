"""Words of TEST= → suites and benchmarks, by the five rules of the README; the first rule that gives something wins.

1  `micro`, `micro:`, `micro:all`: everything.
2  exactly a suite; else a dotted prefix of suites; else a full name `suite.benchmark`: that.
3  a regular expression that matches whole names of suites: those suites.
4  `S.B`, S being suites as in 2 or 3: their benchmarks in which B is found.
5  found anywhere in the full names of all suites.

What is "found" is found as it stands or as a regular expression. Benchmarks are only known of suites that have been built, so a
word is judged twice: first which suites it can mean (`candidates`), then, with their contents, what it does mean (`choose`).
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Set, Tuple

from .benchmarks import Benchmark, Contents, Listing
from .errors import UserError, with_hint
from .escapes import decoded, encoded
from .manifest import DEFAULT
from .near import did_you_mean, near_names

@dataclass(frozen=True)
class Word:
    """A word of TEST= that asks for benchmarks: micro[:PATTERN[@VARIANT,VARIANT]]."""

    text: str  # as typed
    pattern: str
    variants: Tuple[str, ...]  # empty: all
    unknown_variants: Tuple[str, ...] = ()  # that no suite has; then the pattern is the word as it stands


@dataclass
class Candidates:
    """What a word can mean, by the names of suites alone."""

    suites: List[str] = field(default_factory=list)  # rule 1: all; rule 2: a suite, or the suites below a prefix
    full_names: Dict[str, str] = field(default_factory=dict)  # rule 2: suite → the benchmark if the word is a full name
    matched: List[str] = field(default_factory=list)  # rule 3
    parts: Dict[str, List[str]] = field(default_factory=dict)  # rule 4: suite → texts to be found in its benchmarks

    def needed(self) -> List[str]:
        """Suites that must be built to decide; none of them: only rule 5 is left, which needs all."""
        return list(dict.fromkeys([*self.suites, *self.full_names, *self.matched, *self.parts]))


class Choice:
    """Suites, and which of their benchmarks; contains failed and skipped suites too, which have none."""

    def __init__(self) -> None:
        self._benchmarks: Dict[str, Set[str]] = {}
        self._variants: Dict[str, Set[str]] = {}  # those that words have named
        self._in_all_variants: Set[str] = set()  # suites

    def add(self, suite: str, contents: Contents, keeps: Callable[[Benchmark], bool] = lambda _: True) -> None:
        """Adds the benchmarks of a suite that `keeps` accepts.

        A failed or skipped suite is added as it is: it may have held what was asked for, and must not go missing silently.
        """
        names = {b.name for b in contents.benchmarks if keeps(b)} if isinstance(contents, Listing) else set()
        if names or not isinstance(contents, Listing):
            self._benchmarks.setdefault(suite, set()).update(names)

    def join(self, other: "Choice", variants: Sequence[str] = ()) -> None:
        """Adds what another word means, in these variants of its suites; none of them named: in all."""
        for suite, names in other._benchmarks.items():
            self._benchmarks.setdefault(suite, set()).update(names)
            if not variants:
                self._in_all_variants.add(suite)
            self._variants.setdefault(suite, set()).update(variants)

    def variants(self, suite: str, known: Sequence[str]) -> List[str]:
        """Which of the known variants of a suite are chosen, in their order."""
        return [name for name in known if suite in self._in_all_variants or name in self._variants.get(suite, set())]

    def suites(self) -> Set[str]:
        return set(self._benchmarks)

    def names(self, suite: str) -> Set[str]:
        return self._benchmarks.get(suite, set())

    def is_empty(self) -> bool:
        """Whether it has no suite."""
        return not self._benchmarks


def micro_words(test: str) -> List[str]:
    """The words of TEST= that are ours, as typed."""
    return [word for word in test.split() if word == "micro" or word.startswith("micro:")]


def other_words(test: str) -> List[str]:
    """The words of TEST= that are not ours, and don't look like another test tool's (tool:name)."""
    return [word for word in test.split() if word not in micro_words(test) and ":" not in word]


def parse_words(test: str, known_variants: Sequence[str] = (DEFAULT,)) -> List[Word]:
    """Parses the words of TEST= that are ours; others are ctest's, or somebody else's. An @ may be a part of a name, too: that is what it is
    where there are no such variants."""
    words = []
    for text in micro_words(test):
        pattern = decoded(text.partition(":")[2])
        head, at, tail = pattern.rpartition("@")
        if at and re.fullmatch("[A-Za-z0-9_.+-]+(,[A-Za-z0-9_.+-]+)*", tail):
            variants = tuple(tail.split(","))
            unknown = tuple(variant for variant in variants if variant not in known_variants)
            words.append(Word(text, pattern, (), unknown) if unknown else Word(text, head, variants))
        else:
            words.append(Word(text, pattern, ()))
    return words


def candidates(word: Word, suites: Sequence[str]) -> Candidates:
    """What the word can mean, by the names of the suites."""
    if word.unknown_variants:  # then it can only be a full name that holds an @
        return Candidates(full_names=_full_names(word.pattern, suites))
    if word.pattern in ("", "all"):
        return Candidates(suites=list(suites))
    named = _named(word.pattern, suites)
    if named:
        return Candidates(suites=named)
    full_names = _full_names(word.pattern, suites)
    matched = _matched(word.pattern, suites)
    return Candidates(full_names=full_names, matched=matched, parts={} if matched else _parts(word.pattern, suites))


def choose(found: Candidates, contents: Mapping[str, Contents]) -> Optional[Choice]:
    """What the word means by rules 1 to 4; None if they give nothing. `contents` has all needed suites."""
    choice = Choice()
    if found.suites:
        for suite in found.suites:
            choice.add(suite, contents[suite])
        return choice
    exact = {s: b for s, b in found.full_names.items() if _holds(contents[s], b)}
    if exact:
        for suite, benchmark in exact.items():
            choice.add(suite, contents[suite], lambda b, name=benchmark: b.name == name)
        return choice
    for suite in found.matched:
        choice.add(suite, contents[suite])
    for suite, texts in found.parts.items():
        finders = [_finder(text) for text in texts]
        choice.add(suite, contents[suite], lambda b, finders=finders: any(finds(b.name) for finds in finders))
    return None if choice.is_empty() else choice


def choose_anywhere(word: Word, contents: Mapping[str, Contents]) -> Optional[Choice]:
    """What the word means by rule 5; None if it is found nowhere.

    Suites that could not be built or listed, or are skipped, are chosen with what is found.
    """
    finds = _finder(word.pattern)
    choice = Choice()
    for suite, content in contents.items():
        if isinstance(content, Listing):
            choice.add(suite, content, lambda b, suite=suite: finds(f"{suite}.{b.name}"))
    if choice.is_empty():
        return None
    for suite, content in contents.items():
        if not isinstance(content, Listing):
            choice.add(suite, content)
    return choice


def nothing_found(word: Word, contents: Mapping[str, Contents], elsewhere: str = "", named: Sequence[str] = ()) -> UserError:
    """The error for a word that no rule has found in `contents`.

    `elsewhere` says where it would have been found, or is empty; `named` are the suites with whose name the word begins.
    """
    failed = [suite for suite, content in contents.items() if not isinstance(content, Listing)]
    full_names = [f"{s}.{b.name}" for s, c in contents.items() if isinstance(c, Listing) for b in c.benchmarks]
    message = f"TEST: {word.text} is neither a suite nor found in the name of a benchmark"
    if named:
        message = f"TEST: {word.text} is found in no benchmark of {', '.join(named)}"
    _, invalid = _compiled(word.pattern)
    if invalid:
        message += f", and is no regular expression: {invalid}"
    if failed:
        message += f"; not searched, because they could not be built or listed: {', '.join(failed)}"
    if elsewhere:
        return UserError(with_hint(message, elsewhere))
    near = near_names(word.pattern, [*contents, *full_names], ".")
    if near and near[0] in contents:
        near = [name for name in near if name in contents]
    hint = did_you_mean(as_word(name) for name in near) or "there are " + _some([as_word(suite) for suite in contents])
    return UserError(with_hint(message, hint))


def unknown_variant(word: Word, variant: str, known: Iterable[str], suites: Sequence[str] = ()) -> UserError:
    """The error for a variant that no suite has, or none of those that are meant."""
    names = list(dict.fromkeys(known))
    near = did_you_mean(near_names(variant, names))
    without = f"{_some(list(suites))} {'does' if len(suites) == 1 else 'do'} not have" if suites else "there is not"
    message = f"TEST: {word.text} asks for the variant {variant}, which {without}"
    return UserError(with_hint(message, f"{near} variants are {', '.join(names)}".strip()))


def as_word(name: str) -> str:
    """The word of TEST= that selects a suite or a benchmark by its full name."""
    return "micro:" + encoded(name)


def _named(text: str, suites: Sequence[str]) -> List[str]:
    if text in suites:
        return [text]
    return [suite for suite in suites if suite.startswith(text + ".")]


def _full_names(text: str, suites: Sequence[str]) -> Dict[str, str]:
    rests = {suite: text[len(suite) + 1 :] for suite in suites if text.startswith(suite + ".")}
    return {suite: rest for suite, rest in rests.items() if rest}


def _matched(text: str, suites: Sequence[str]) -> List[str]:
    expression, _ = _compiled(text)
    return [suite for suite in suites if expression.fullmatch(suite)] if expression else []


def _parts(text: str, suites: Sequence[str]) -> Dict[str, List[str]]:
    parts: Dict[str, List[str]] = {}
    for dot in re.finditer("[.]", text):
        left, right = text[: dot.start()], text[dot.end() :]
        for suite in (_named(left, suites) or _matched(left, suites)) if left else ():
            parts.setdefault(suite, []).append(right)
    return parts


def _holds(content: Contents, benchmark: str) -> bool:
    return isinstance(content, Listing) and any(b.name == benchmark for b in content.benchmarks)


def _finder(text: str) -> Callable[[str], bool]:
    expression, _ = _compiled(text)
    return lambda name: text in name or (expression is not None and expression.search(name) is not None)


def _compiled(text: str) -> Tuple[Optional["re.Pattern[str]"], str]:
    """The regular expression, or why it is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an odd expression is the user's; Python's remarks on it would not help
        try:
            return re.compile(text), ""
        except (re.error, OverflowError, RecursionError) as error:
            return None, str(error)


def _some(names: List[str]) -> str:
    shown = ", ".join(names[:10])
    return f"{shown} and {len(names) - 10} more" if len(names) > 10 else shown
