"""Errors that the user can correct, and numbers in words."""

from __future__ import annotations

from pathlib import Path


class BadInput(Exception):
    """An input that cannot be used. The text says which file and line, what is wrong, how to mend it. Exit code 2."""

    exit_code = 2


class Notice(UserWarning):
    """A notice for the user, although the run goes on.

    Something could not be checked, or is probably meant otherwise. The command line prints it as one line; pytest lists
    it under its warnings.
    """


def as_named(path: Path) -> str:
    """Return a path as a user in the current folder would write it."""
    full = path.resolve()
    return str(full.relative_to(Path.cwd())) if full.is_relative_to(Path.cwd()) else str(full)


def plural(number: int, thing: str) -> str:
    """Return a number with its thing: `1 turn`, `1,200 turns`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def hyphenated(*parts: object) -> str:
    """Return a name for a folder: `engine-16-gates`.

    What is empty is left out: a game may have one board only.
    """
    return "-".join(filter(None, map(str, parts)))


def duration(seconds: float) -> str:
    """Return a duration with three digits and a unit."""
    for unit, worth in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= worth * 0.9995:
            return f"{_three(seconds / worth)} {unit}"
    return f"{_three(seconds * 1e9)} ns"


def _three(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
