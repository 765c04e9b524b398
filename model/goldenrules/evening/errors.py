"""Everything that can be wrong with a move or with its text, one class for each named error.

`Refused` is about the board, `NotationError` about the text. `reason` is the error's short name, the same in every
report and for the hardware. The classes of `Refused` stand in the order in which the rules ask (RULES 4.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldenrules.errors import GameError, TextError

if TYPE_CHECKING:
    from goldenrules.evening.position import Move


class EveningError(GameError):
    """Base of all errors of the model."""


class Refused(EveningError):
    """The rules refuse this move; the position is what it was before it."""

    def __init__(self, move: Move, why: str) -> None:
        super().__init__(f"{self.reason}: {why}")
        self.move = move


class GameOver(Refused):
    """The game has ended."""

    reason = "over"


class OutOfRange(Refused):
    """The board has no such cell."""

    reason = "range"


class Occupied(Refused):
    """A stone lies there already."""

    reason = "occupied"


class FirstStone(Refused):
    """The first stone is White's (RULES 4.2)."""

    reason = "first"


class OutOfTurn(Refused):
    """The leader may neither place nor decline; under the free protocol: the player has declined already."""

    reason = "turn"


class Equal(Refused):
    """The touching groups of both colours have equally many stones: neither player may place there."""

    reason = "equal"


class Other(Refused):
    """The cell is the other player's to place on."""

    reason = "other"


#: In the order in which the rules ask.
REFUSALS: tuple[type[Refused], ...] = (GameOver, OutOfRange, Occupied, FirstStone, OutOfTurn, Equal, Other)


class NotationError(TextError, EveningError):
    """A text that is not a move. `at` counts characters from the start of `text`."""


class EmptyMove(NotationError):
    reason = "empty move"


class BadColour(NotationError):
    reason = "bad colour"


class BadCell(NotationError):
    """Neither a cell's name nor its number, or a name that no cell of this board has."""

    reason = "bad cell"


class BadOption(NotationError):
    """`side=`, `rule=`, `protocol=` or `board=` with a value that is none, twice, or behind a move."""

    reason = "bad option"


class WrongNumber(NotationError):
    reason = "wrong move number"


class WrongResult(NotationError):
    """The game has not ended, or the other player has won."""

    reason = "wrong result"


class AfterTheEnd(NotationError):
    reason = "text after the result"
