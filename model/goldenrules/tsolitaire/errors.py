"""Everything that can be wrong with a placement, one class for each named reason, in the order of RULES 3.4.

`reason` is the short name, the same in every report and for the hardware.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldenrules.errors import GameError, TextError

if TYPE_CHECKING:
    from goldenrules.tsolitaire.cells import Stone
    from goldenrules.tsolitaire.position import Run


class TsolitaireError(GameError):
    """Base of all errors of the model."""


class Refused(TsolitaireError):
    """The rules refuse it; the position is what it was before."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{self.reason}: {why}")


class GameOver(Refused):
    """The next tile has no legal placement, or all tiles are placed."""

    reason = "over"


class NoTile(Refused):
    """No tile has been offered to be placed."""

    reason = "no-tile"


class OutOfRange(Refused):
    """No such cell, tile or rotation."""

    reason = "range"


class Repeat(Refused):
    """The tile lies on the board already."""

    reason = "repeat"


class NotNext(Refused):
    """The deck has another tile next."""

    reason = "not-next"


class Occupied(Refused):
    """A tile lies there already."""

    reason = "occupied"


class NoStone(Refused):
    """No stone faces the cell."""

    reason = "no-stone"


class Leaves(Refused):
    """At least one stone would leave the board."""

    reason = "leaves"

    def __init__(self, runs: Sequence[Run]) -> None:
        #: What each stone that faces the cell would do, those that stay on the board as well.
        self.runs = tuple(runs)
        self.stones: tuple[Stone, ...] = tuple(run.stone for run in runs if run.end is None)
        names = " and ".join(map(str, self.stones))
        one = len(self.stones) == 1
        super().__init__(f"{'stone' if one else 'stones'} {names} would leave the board")


class Nothing(Refused):
    """There is no placement to take back, or none to restore."""

    reason = "nothing"


class NotationError(TextError, TsolitaireError):
    """A text that is not what it should be. `at` counts characters from the start of `text`."""


class BadSyntax(NotationError):
    """Neither a placement nor anything else that a record may contain."""

    reason = "syntax"


class BadRow(NotationError):
    reason = "row"


class BadColumn(NotationError):
    reason = "column"


class BadTile(NotationError):
    reason = "tile"


class BadRotation(NotationError):
    reason = "rotation"


class BadTime(NotationError):
    """Not `[mm:ss]`, or more than 59 seconds."""

    reason = "time"


class WrongNumber(NotationError):
    reason = "number"


class NotStuck(NotationError):
    """The record says that a tile ends the game, which lies on the board or has a legal placement."""

    reason = "not-stuck"


class AfterTheEnd(NotationError):
    """The game has ended, and the record goes on."""

    reason = "after-end"


class BadDeck(NotationError):
    """A text that is no deck: a word is no number of a tile, or a tile is there twice."""

    reason = "deck"
