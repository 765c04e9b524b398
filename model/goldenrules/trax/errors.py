"""Everything that can be wrong with a turn or with its text, one class for each named error.

`Refused` is about the board, `NotationError` about the text. `reason` is the error's short name, the same in every
report and for the hardware.
"""

from __future__ import annotations

from goldenrules.errors import GameError
from goldenrules.trax.cells import Cell, column_of, row_of
from goldenrules.trax.tiles import COLOUR_NAMES, RED, SIDE_NAMES, WHITE, Colour, Entries, Symbol, entered


class TextError(GameError):
    """A text that is not what it should be. `at` counts characters from the start of `text`."""

    def __init__(self, text: str, at: int, found: str, expected: str) -> None:
        super().__init__(f"{self.reason}: found {found}, expected {expected}")
        self.text = text
        self.at = at
        self.found = found
        self.expected = expected


class TraxError(GameError):
    """Base of all errors of the model."""


class Refused(TraxError):
    """The rules refuse this turn; the position is what it was before it."""

    def __init__(self, cell: Cell, symbol: Symbol, why: str) -> None:
        super().__init__(f"{self.reason}: {why}")
        self.cell = cell
        self.symbol = symbol


class GameOver(Refused):
    """Somebody has won already."""

    reason = "game over"


class BadSymbol(Refused):
    """Not a tile of this rule set."""

    reason = "bad symbol"


class FirstMove(Refused):
    """The first tile is `/` or `+`, red on its right (RULES 1.1)."""

    reason = "first move"


class Occupied(Refused):
    """A tile lies there already."""

    reason = "occupied"


class OutsideField(Refused):
    """The rule set's board ends before this cell."""

    reason = "outside the field"


class Unconnected(Refused):
    """No tile beside this cell (RULES 1.2, step 1)."""

    reason = "unconnected"


class BoxLimit(Refused):
    """A chosen tile may not make the box larger than the rule set allows."""

    reason = "box limit"


class Mismatch(Refused):
    """The symbol fits the cell's neighbours in neither colouring."""

    reason = "mismatch"


class DeadCell(Refused):
    """No tile of the rule set fits there, now or ever: in Connexion, where one colour enters from opposite sides."""

    reason = "dead cell"


class OutOfTiles(Refused):
    """The turn, with all its forced tiles, needs more tiles than are left."""

    reason = "out of tiles"


class Trap(Refused):
    """Forced play brings three or four edges of one colour into one cell (RULES 1.2, step 3)."""

    reason = "trap"

    def __init__(self, cell: Cell, symbol: Symbol, trap: Cell, entries: Entries) -> None:
        self.trap = trap
        self.entries = entries
        self.colour: Colour = WHITE if len(entered(entries, WHITE)) > 2 else RED
        self.sides = list(entered(entries, self.colour))
        sides = ", ".join(SIDE_NAMES[side] for side in self.sides)
        colour = COLOUR_NAMES[self.colour].lower()
        super().__init__(
            cell, symbol, f"forced play brings {len(self.sides)} {colour} edges into one cell, from the {sides}"
        )

    @property
    def offset(self) -> tuple[int, int]:
        """From the chosen tile to the trapped cell, in columns and rows."""
        return column_of(self.trap) - column_of(self.cell), row_of(self.trap) - row_of(self.cell)


class NotationError(TextError, TraxError):
    """A text that is not a turn. `at` counts characters from the start of `text`."""


class EmptyMove(NotationError):
    reason = "empty move"


class LowerCase(NotationError):
    reason = "lower case"


class BadColumn(NotationError):
    reason = "bad column"


class BadRow(NotationError):
    reason = "bad row"


class LeadingZero(NotationError):
    reason = "leading zero"


class UnknownSymbol(NotationError):
    reason = "unknown symbol"


class TrailingText(NotationError):
    reason = "text after the symbol"


class OutOfRange(NotationError):
    """A well-formed label of a cell that is neither in the box nor right beside it."""

    reason = "out of range"


class Ambiguous(NotationError):
    """Pre-1998 notation that leaves more than one reading, or none."""

    reason = "ambiguous"


class TooLong(NotationError):
    reason = "too long"


class UnclosedComment(NotationError):
    reason = "unclosed comment"


class NotText(NotationError):
    reason = "not a text"


class WrongNumber(NotationError):
    reason = "wrong move number"


class WrongResult(NotationError):
    """The result that the text states is not the one on the board."""

    reason = "wrong result"


class MissingNumber(NotationError):
    """Several moves in a second line of a game, which may as well be another game."""

    reason = "missing move number"


class TextInGame(NotationError):
    """Words in the middle of a game that are neither moves nor a comment."""

    reason = "text inside a game"


class UnknownResult(NotationError):
    """Words of a result that do not say one."""

    reason = "unknown result"


class UnknownRules(NotationError):
    """The name of the rule set is unknown."""

    reason = "unknown rules"


class WrongRules(NotationError):
    """Rules that exclude each other, or that a design does not play."""

    reason = "wrong rules"


class AfterTheEnd(NotationError):
    """A move after a resignation or a result."""

    reason = "move after the end"
