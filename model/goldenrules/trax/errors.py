"""Reasons why turns and texts are refused: see goldenrules.errors."""

from __future__ import annotations

from enum import StrEnum

from goldenrules.errors import Refused
from goldenrules.trax.cells import Cell, column_of, row_of
from goldenrules.trax.tiles import COLOUR_NAMES, RED, SIDE_NAMES, WHITE, Colour, Entries, Symbol, entered


class Reason(StrEnum):
    """The reason why the rules refuse a turn; then why a text is not a turn or not a game."""

    GAME_OVER = "game over"
    #: Not a tile of this rule set.
    BAD_SYMBOL = "bad symbol"
    #: The first tile is `/` or `+`, red on its right (RULES 1.1).
    FIRST_MOVE = "first move"
    OCCUPIED = "occupied"
    #: The rule set's board ends before this cell.
    OUTSIDE = "outside the field"
    #: No tile beside this cell (RULES 1.2, step 1).
    UNCONNECTED = "unconnected"
    #: A chosen tile may not make the box larger than the rule set allows.
    BOX_LIMIT = "box limit"
    #: The symbol fits the cell's neighbours in neither colouring.
    MISMATCH = "mismatch"
    #: No tile of the rule set fits there, now or ever: in Connexion, where one colour enters from opposite sides.
    DEAD_CELL = "dead cell"
    #: The turn, with all its forced tiles, needs more tiles than are left.
    SUPPLY = "out of tiles"
    #: Forced play brings three or four edges of one colour into one cell (RULES 1.2, step 3).
    TRAP = "trap"

    EMPTY_MOVE = "empty move"
    LOWER_CASE = "lower case"
    BAD_COLUMN = "bad column"
    BAD_ROW = "bad row"
    LEADING_ZERO = "leading zero"
    UNKNOWN_SYMBOL = "unknown symbol"
    TRAILING_TEXT = "text after the symbol"
    #: A well-formed label of a cell that is neither in the box nor right beside it.
    OUT_OF_RANGE = "out of range"
    #: Pre-1998 notation that leaves more than one reading, or none.
    AMBIGUOUS = "ambiguous"
    TOO_LONG = "too long"
    UNCLOSED_COMMENT = "unclosed comment"
    NOT_TEXT = "not a text"
    WRONG_NUMBER = "wrong move number"
    #: The result that the text states is not the one on the board.
    WRONG_RESULT = "wrong result"
    #: Several moves in a second line of a game, which may as well be another game.
    MISSING_NUMBER = "missing move number"
    #: Words in the middle of a game that are neither moves nor a comment.
    TEXT_IN_GAME = "text inside a game"
    #: Words of a result that do not say one.
    UNKNOWN_RESULT = "unknown result"
    #: The name of the rule set is unknown.
    UNKNOWN_RULES = "unknown rules"
    #: Rules that exclude each other, or that a design does not play.
    WRONG_RULES = "wrong rules"
    #: A move after a resignation or a result.
    AFTER_THE_END = "move after the end"


class Trap(Refused):
    """The refusal of a turn: forced play brings three or four edges of one colour into a cell (RULES 1.2, step 3)."""

    def __init__(self, cell: Cell, symbol: Symbol, trap: Cell, entries: Entries) -> None:
        self.cell = cell
        self.symbol = symbol
        self.trap = trap
        self.entries = entries
        self.colour: Colour = WHITE if len(entered(entries, WHITE)) > 2 else RED
        self.sides = list(entered(entries, self.colour))
        sides = ", ".join(SIDE_NAMES[side] for side in self.sides)
        colour = COLOUR_NAMES[self.colour].lower()
        super().__init__(
            Reason.TRAP, f"forced play brings {len(self.sides)} {colour} edges into one cell, from the {sides}"
        )

    @property
    def offset(self) -> tuple[int, int]:
        """From the chosen tile to the trapped cell, in columns and rows."""
        return column_of(self.trap) - column_of(self.cell), row_of(self.trap) - row_of(self.cell)
