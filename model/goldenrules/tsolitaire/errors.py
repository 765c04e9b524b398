"""Reasons why placements and texts are refused: see goldenrules.errors."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from goldenrules.errors import Refused
from goldenrules.tsolitaire.cells import Stone, StoneRun


class Reason(StrEnum):
    """The reason why the rules refuse a placement (RULES 3.4), a tile or a deck; then why a text is refused."""

    #: The next tile cannot be placed, or all tiles are placed.
    OVER = "over"
    #: No tile has been offered to be placed.
    NO_TILE = "no-tile"
    #: No such cell, tile or rotation.
    RANGE = "range"
    #: The tile lies on the board already.
    REPEAT = "repeat"
    #: The deck has another tile next.
    NOT_NEXT = "not-next"
    OCCUPIED = "occupied"
    #: No stone faces the cell.
    NO_STONE = "no-stone"
    #: At least one stone would leave the board.
    LEAVES = "leaves"
    #: Without a placement to take back, or to restore.
    NOTHING = "nothing"

    #: Neither a placement nor anything else that a record may contain.
    BAD_SYNTAX = "syntax"
    BAD_ROW = "row"
    BAD_COLUMN = "column"
    BAD_TILE = "tile"
    BAD_ROTATION = "rotation"
    #: Not `[mm:ss]`, or more than 59 seconds.
    BAD_TIME = "time"
    WRONG_NUMBER = "number"
    #: The record says that a tile ends the game, which lies on the board or has a legal placement.
    NOT_STUCK = "not-stuck"
    #: The game has ended, and the record goes on.
    AFTER_THE_END = "after-end"
    #: A text that cannot be a deck: a word is not the number of a tile, or a tile is there twice.
    BAD_DECK = "deck"


class Leaves(Refused):
    """The refusal of a placement after which at least one stone would leave the board."""

    def __init__(self, runs: Sequence[StoneRun]) -> None:
        #: The runs of all stones that face the cell, those that stay on the board as well.
        self.runs = tuple(runs)
        self.stones: tuple[Stone, ...] = tuple(run.stone for run in runs if run.end is None)
        names = " and ".join(map(str, self.stones))
        stones = "stone" if len(self.stones) == 1 else "stones"
        super().__init__(Reason.LEAVES, f"{stones} {names} would leave the board")
