"""Everything that can be wrong with a move, a position or a text, one class for each named error.

`Refused` is about the game, `NotationError` about the text. `reason` is the error's short name, the same in every
report and for the hardware.
"""

from __future__ import annotations

from goldenrules.errors import GameError, TextError


class GlobeError(GameError):
    """Base of all errors of the model."""


class Refused(GlobeError):
    """The rules refuse this (RULES 5.7); the position is what it was before it."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{self.reason}: {why}")


class GameOver(Refused):
    """Somebody has won, or the game is drawn."""

    reason = "over"


class NoSuchPoint(Refused):
    """A number that is no point."""

    reason = "point"


class NotYours(Refused):
    """No piece of the player to move stands there."""

    reason = "from"


class NoLine(Refused):
    """The two points have no line between them."""

    reason = "line"


class Occupied(Refused):
    """A piece stands there already."""

    reason = "occupied"


class MoveAtHand(Refused):
    """Only a player without a move passes (RULES 5.4)."""

    reason = "pass"


class Material(Refused):
    """A position with too few or too many pieces of a side."""

    reason = "material"


class NotationError(TextError, GlobeError):
    """A text that cannot be read. `at` counts characters from the start of `text`."""


class EmptyMove(NotationError):
    reason = "empty move"


class LowerCase(NotationError):
    reason = "lower case"


class UnknownPoint(NotationError):
    reason = "unknown point"


class NoDash(NotationError):
    """The two points of a move are joined by `-`."""

    reason = "no dash"


class TrailingText(NotationError):
    reason = "text after the move"


class BadBoard(NotationError):
    """Not a board of 21 points."""

    reason = "bad board"


class BadSide(NotationError):
    """Neither `n` nor `s`."""

    reason = "bad side"


class UnknownOption(NotationError):
    """A game file knows no such option."""

    reason = "unknown option"


class BadValue(NotationError):
    """No value of this option."""

    reason = "bad value"


class OptionTwice(NotationError):
    reason = "option twice"


class WrongResult(NotationError):
    """The game has not ended, or has ended otherwise."""

    reason = "wrong result"


class AfterTheEnd(NotationError):
    reason = "text after the result"


class LateOption(NotationError):
    """An option behind a move."""

    reason = "late option"
