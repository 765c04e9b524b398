"""The lines that a contest host sends to a player (RULES 2), as far as they can be read without a board."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from goldenrules.errors import NotationError
from goldenrules.trax.notation import read_label
from goldenrules.trax.tiles import Symbol

__all__ = ["ContestLine", "Kind", "read_line"]


class Kind(IntEnum):
    """The kind of a line; the numbers are those of the hardware."""

    MOVE = 0
    IDENTIFY = 1
    WHITE = 2
    RED = 3
    UNREADABLE = 4


COMMANDS = {"-T": Kind.IDENTIFY, "-W": Kind.WHITE, "-B": Kind.RED}


class ContestLine(NamedTuple):
    kind: Kind
    #: The text of the host, without the end of the line.
    text: str
    #: Of a move, counted from the box: `@` and `0` are 0. The cell may lie off the board.
    column: int = 0
    row: int = 0
    symbol: Symbol = ""


def read_line(line: str | bytes) -> ContestLine | None:
    """Return a line, with or without its end: LF, CR or CR LF. None for an empty line, which means nothing."""
    # In Latin-1 every byte is a character, so a byte that means nothing is just another unknown one.
    text = (line if isinstance(line, str) else line.decode("latin-1")).rstrip("\r\n")
    if not text:
        return None
    if text in COMMANDS:
        return ContestLine(COMMANDS[text], text)
    try:
        label = read_label(text)
    except NotationError:
        return ContestLine(Kind.UNREADABLE, text)
    return ContestLine(Kind.MOVE, text, label.column, label.row, label.symbol)
