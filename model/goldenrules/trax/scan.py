"""The parts that both notations share: taking a text apart, and saying exactly what is wrong with it and where."""

from __future__ import annotations

import re

from goldenrules.errors import NotationError
from goldenrules.trax.errors import Reason

#: The longest move; no more of a hostile text than this is looked at.
LONGEST = 24

_LABEL = re.compile(r"(@|[A-Z]*)([0-9]*)")


def column_name(number: int) -> str:
    """Return the name of a column: 0 is `@`, 1 `A`, 26 `Z`, 27 `AA`. Raise ValueError below 0.

    That is counting with letters and without a zero.
    """
    if number < 0:
        raise ValueError(f"expected a column from 0 on, got {number}")
    if number == 0:
        return "@"
    name = ""
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def column_number(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("@")
    return number


def scan_length(text: str, example: str) -> None:
    if not text:
        raise NotationError(Reason.EMPTY_MOVE, text, 0, "nothing", f"a move, as in {example}")
    if len(text) > LONGEST:
        raise NotationError(Reason.TOO_LONG, text[:LONGEST], LONGEST, f"{len(text)} characters", f"at most {LONGEST}")


def scan_label(text: str) -> tuple[int, int, int, int]:
    """Return column, row, where the row begins, where it ends."""
    match = _LABEL.match(text)
    assert match
    column, row = match.groups()
    at, end = match.span(2)
    if not column:
        reason = Reason.LOWER_CASE if _is_lower(text[0]) else Reason.BAD_COLUMN
        raise NotationError(reason, text, 0, repr(text[0]), "@ or capital letters")
    if not row:
        if column != "@" and _is_lower(text[at : at + 1]):
            raise NotationError(Reason.LOWER_CASE, text, at, repr(text[at]), "capital letters")
        raise NotationError(Reason.BAD_ROW, text, at, found_at(text, at), "a row number")
    if row[0] == "0" and row != "0":
        raise NotationError(Reason.LEADING_ZERO, text, at, row, row.lstrip("0") or "0")
    return column_number(column), int(row), at, end


def scan_letter(text: str, at: int, letters: str) -> str:
    """Return the letter that ends a move.

    Args:
        text: The move.
        at: The index of the letter.
        letters: The letters that are allowed there.
    """
    letter = text[at : at + 1]
    if not letter or letter not in letters:
        raise NotationError(Reason.UNKNOWN_SYMBOL, text, at, found_at(text, at), f"one of {' '.join(letters)}")
    if at + 1 < len(text):
        raise NotationError(Reason.TRAILING_TEXT, text, at + 1, repr(text[at + 1 :]), "the end of the move")
    return letter


def found_at(text: str, at: int) -> str:
    return repr(text[at]) if at < len(text) else "the end"


def _is_lower(letter: str) -> bool:
    return letter.isalpha() and letter.islower()
