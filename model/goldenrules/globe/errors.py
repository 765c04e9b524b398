"""Reasons why moves, positions and texts are refused: see goldenrules.errors."""

from enum import StrEnum


class Reason(StrEnum):
    """The reason why the rules refuse a move (RULES 5.7) or a position; then why a text cannot be read."""

    OVER = "over"
    POINT = "point"
    #: No piece of the player to move stands there.
    FROM = "from"
    #: The two points are not joined by a line.
    LINE = "line"
    OCCUPIED = "occupied"
    #: Only a player without a move passes (RULES 5.4).
    PASS = "pass"
    #: A position with too few or too many pieces of a side.
    MATERIAL = "material"

    EMPTY_MOVE = "empty move"
    LOWER_CASE = "lower case"
    UNKNOWN_POINT = "unknown point"
    #: The two points of a move are joined by `-`.
    NO_DASH = "no dash"
    TRAILING_TEXT = "text after the move"
    #: Not a board of 21 points.
    BAD_BOARD = "bad board"
    #: Neither `n` nor `s`.
    BAD_SIDE = "bad side"
    #: `capture=`, `history=`, `board=` or `side=` with an invalid, repeated or late value; or another option.
    BAD_OPTION = "bad option"
    #: The game has not ended, or has ended otherwise.
    WRONG_RESULT = "wrong result"
    AFTER_THE_END = "text after the result"
