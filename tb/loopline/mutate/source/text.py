"""Many changes in one text, none of them let out: each has a condition, and the original is what else there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

#: In what is written for a change, stands for its wire, and begins the names that belong to it.
OWN = "loopline_own"


@dataclass(frozen=True)
class Edit:
    """What stands from start to end is something else: an expression, or a statement."""

    start: int
    end: int
    text: str
    statement: bool = False


@dataclass(frozen=True)
class Change:
    """One thing that somebody could have got wrong."""

    #: Its class: `wrong operator`.
    kind: str
    file: Path
    module: str
    #: Where it begins, for the report, and what stands there, before and after.
    start: int
    before: str
    after: str
    edits: tuple[Edit, ...]
    #: What it needs beside them, at the beginning of its module and at its end.
    declaration: str = ""
    assignment: str = ""


@dataclass(frozen=True)
class Choice:
    """An edit, and the name of the wire that is 1 if it is the one."""

    edit: Edit
    chosen: str


@dataclass(frozen=True)
class Insertion:
    """What is written into the text whoever is chosen."""

    at: int
    text: str


def rewritten(text: str, choices: Iterable[Choice], insertions: Iterable[Insertion]) -> str:
    """Each edit lies beside or within another; at the same place one is an alternative to the other."""
    ordered = sorted(choices, key=lambda one: (one.edit.start, -one.edit.end, not one.edit.statement))
    return _part(text, 0, len(text), ordered, sorted(insertions, key=lambda one: one.at))


def _part(text: str, start: int, end: int, choices: Sequence[Choice], insertions: Sequence[Insertion]) -> str:
    written, at = [], start
    while choices:
        first, edit = choices[0], choices[0].edit
        within = [one for one in choices[1:] if one.edit.start < edit.end]
        assert all(one.edit.end <= edit.end for one in within), f"{edit} overlaps with {within}"
        written.append(_plain(text, at, edit.start, insertions))
        its = [one for one in insertions if edit.start <= one.at < edit.end]
        original = _part(text, edit.start, edit.end, within, its)
        if edit.statement:
            written.append(f"begin if ({first.chosen}) begin {edit.text} end else {original} end")
        else:
            written.append(f"({first.chosen} ? {edit.text} : ({original}))")
        choices, at = choices[1 + len(within) :], edit.end
    return "".join([*written, _plain(text, at, end, insertions)])


def _plain(text: str, start: int, end: int, insertions: Sequence[Insertion]) -> str:
    parts, at = [], start
    for one in insertions:
        if start <= one.at < end:
            parts += [text[at : one.at], one.text]
            at = one.at
    return "".join([*parts, text[at:end]])
