"""Records of games between two sides: what is wrong with one, and the end of a game as it says it.

White wins             as the board shows
White wins on time     the other side was late
White wins by foul     the other side has broken the rules
draw                   as the board shows
*                      broken off
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from goldenrules.errors import GameError, NotationError
from goldenrules.lines import Word

TIME, FOUL = "time", "foul"
DRAW, OPEN = "draw", "*"
#: The ends that no board shows, and how they are said.
CALLED = {TIME: "on time", FOUL: "by foul"}
#: So much of a long word is repeated in an error.
_SHOWN = 20


class Said(NamedTuple):
    #: The name of the side that has won.
    winner: str | None
    #: TIME, FOUL, DRAW or OPEN; empty: as the board shows.
    how: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.winner and f"{self.winner} wins", CALLED.get(self.how, self.how)]))


class IllegalGame(GameError):
    """A word of a game is wrong: which one, why, and the position before it."""

    reason = "illegal game"

    def __init__(self, position: Any, what: str, number: int, words: Sequence[Word], at: int, error: GameError) -> None:
        word = words[at]
        super().__init__(f"line {word.line}, column {word.column}: {what}, {word.text[:_SHOWN]}: {error}")
        self.position = position
        #: `move 3 of 7`, `option`, …
        self.what = what
        #: Of the move, counted from 1.
        self.number = number
        self.word = word
        #: The texts of the words before it.
        self.before = [one.text for one in words[:at]]
        self.error = error


class Endings:
    """Of a game whose sides have these names."""

    def __init__(self, *names: str) -> None:
        #: A win as one word of a record, whatever blanks are in it.
        self.win = rf"(?:{'|'.join(names)})[ \t]+wins(?:[ \t]+(?:on[ \t]+time|by[ \t]+foul))?(?!\S)"
        said = [Said(name, how) for name in names for how in ("", *CALLED)] + [Said(None, how) for how in (DRAW, OPEN)]
        self._said = {str(one): one for one in said}

    def read(self, text: str) -> Said | None:
        """None for any other word."""
        return self._said.get(re.sub(r"[ \t]+", " ", text))


def is_called(text: str, said: Said, on_board: str, reason: StrEnum, due: str) -> bool:
    """Whether the record says an end that the board does not show. Raises NotationError if it is not the one
    `on_board`, or if there is none and `due` is what must come first."""
    if not on_board and said.winner and said.how in CALLED:
        return True
    if (on_board and str(said) != on_board) or (not on_board and said.how != OPEN):
        raise NotationError(reason, text, 0, repr(text), on_board or due)
    return False
