"""Small helpers for English text."""

from __future__ import annotations


def plural(number: int, thing: str) -> str:
    """`1 turn`, `1,200 turns`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def hyphenated(*parts: object) -> str:
    """`engine-16-gates`, for names of folders. What is empty is left out: a game may have one board only."""
    return "-".join(filter(None, map(str, parts)))
