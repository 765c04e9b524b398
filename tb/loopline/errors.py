"""Errors that the user can correct."""

from pathlib import Path


class BadInput(Exception):
    """Something given cannot be used. The text says which file and line, what is wrong, how to mend it. Exit code 2."""

    exit_code = 2


class Notice(UserWarning):
    """What the user should know although the run goes on: something that could not be checked, or is probably meant
    otherwise. The command line prints it as one line; pytest lists it under its warnings."""


def as_named(path: Path) -> str:
    """A path as a user in the current folder would write it."""
    full = path.resolve()
    return str(full.relative_to(Path.cwd())) if full.is_relative_to(Path.cwd()) else str(full)
