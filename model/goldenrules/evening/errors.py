"""Reasons why moves and texts are refused: see goldenrules.errors."""

from enum import StrEnum


class Reason(StrEnum):
    """The reason why the rules refuse a move, in the order in which they ask (RULES 4.5), or why a text is refused.

    The latter come last: a text is not a move or not a record.
    """

    OVER = "over"
    RANGE = "range"
    OCCUPIED = "occupied"
    #: The first stone is White's (RULES 4.2).
    FIRST = "first"
    #: The leader may neither place nor decline; under the free protocol: the player has declined already.
    TURN = "turn"
    #: The touching groups of both colours have equally many stones: neither player may place there.
    EQUAL = "equal"
    #: The cell is the other player's to place on.
    OTHER = "other"

    EMPTY_MOVE = "empty move"
    BAD_COLOUR = "bad colour"
    #: Neither a cell's name nor its number, or a name that no cell of this board has.
    BAD_CELL = "bad cell"
    #: `side=`, `rule=`, `protocol=` or `board=` with an invalid, repeated or late value.
    BAD_OPTION = "bad option"
    WRONG_NUMBER = "wrong move number"
    #: The game has not ended, or the other player has won.
    WRONG_RESULT = "wrong result"
    AFTER_THE_END = "text after the result"
