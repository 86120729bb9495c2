"""What goes wrong in a way that the user can mend."""

from __future__ import annotations

from typing import Iterable


class UserError(Exception):
    """Ends the run before anything is measured. The message is whole: place, subject, rule, what came instead, hint."""


def with_hint(message: str, hint: str) -> str:
    """The message, followed by its hint line where there is a hint."""
    return f"{message}\n  hint: {hint}" if hint else message


def all_problems(problems: Iterable[str]) -> UserError:
    """One error that reports every problem found."""
    return UserError("\n".join(problems))
