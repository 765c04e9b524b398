"""The symmetries of Trax: eight ways to turn and mirror the board, each with or without swapping the colours."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from goldenrules.trax import (
    RED,
    SYMBOL,
    SYMBOLS,
    TILES,
    Cell,
    Colour,
    Move,
    Tile,
    column_of,
    neighbour,
    row_of,
)
from goldenrules.trax.cells import ORIGIN
from goldenrules.trax.tiles import EAST, SIDES, SOUTH, Side, Symbol, colour_at, other


class Symmetry(NamedTuple):
    """A symmetry: where the north, east, south and west sides go, and whether white becomes red."""

    sides: tuple[Side, ...]
    swap: bool

    def __str__(self) -> str:
        north, east = self.sides[:2]
        mirrored = ["mirrored"] if east == (north - 1) % 4 else []
        turned = [f"turned by {90 * north}°"] if north else []
        return ", ".join([*mirrored, *turned, *(["colours swapped"] if self.swap else [])])

    @property
    def _steps(self) -> tuple[Cell, Cell]:
        """Where a step to the east and one to the south go."""
        return neighbour(ORIGIN, self.sides[EAST]), neighbour(ORIGIN, self.sides[SOUTH])

    def cell(self, cell: Cell) -> Cell:
        """Return where a cell goes; the first tile stays."""
        east, south = self._steps
        return ORIGIN + column_of(cell) * east + row_of(cell) * south

    def colour(self, colour: Colour) -> Colour:
        """Return the colour that this one becomes."""
        return other(colour) if self.swap else colour

    def tile(self, tile: Tile) -> Tile:
        """Return the tile turned, and with the colours exchanged if the symmetry does so."""
        return Tile(sum(1 << self.sides[side] for side in SIDES if self.colour(colour_at(tile, side)) == RED))

    def symbol(self, symbol: Symbol) -> Symbol:
        """Return the symbol of the tiles that those of this symbol become."""
        return SYMBOL[self.tile(next(tile for tile in TILES if SYMBOL[tile] == symbol))]

    def move(self, move: Move) -> Move:
        """Return the image of a first move. For later ones, use `game`."""
        (image,) = self.game([move])
        return image

    def game(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """Return the image of each move: quicker than one by one."""
        east, south = self._steps
        symbols = {symbol: self.symbol(symbol) for symbol in SYMBOLS}
        return tuple(
            Move(ORIGIN + column_of(cell) * east + row_of(cell) * south, symbols[symbol]) for cell, symbol in moves
        )

    def kind(self, kind: str) -> str:
        """Return the kind of a formation's image: a quarter turn exchanges lines across and down."""
        turned = self.sides[SOUTH] in (EAST, EAST ^ 2)
        return {"line across": "line down", "line down": "line across"}.get(kind, kind) if turned else kind


_TURNS = [tuple((side + quarters) % 4 for side in SIDES) for quarters in range(4)]
_MIRRORS = [tuple((quarters - side) % 4 for side in SIDES) for quarters in range(4)]
TURNED_OR_MIRRORED = [Symmetry(sides, swap=False) for sides in (*_TURNS[1:], *_MIRRORS)]
COLOURS_SWAPPED = Symmetry(SIDES, swap=True)


@cache
def keeping(first: Tile) -> tuple[Symmetry, ...]:
    """Return the symmetries that keep the first tile; the first of them changes nothing.

    All sixteen hold, but a game has to begin with `/` or `+`, red on its right. Four keep that `/`, eight that `+`.
    """
    symmetries = (Symmetry(sides, swap) for swap in (False, True) for sides in (*_TURNS, *_MIRRORS))
    return tuple(symmetry for symmetry in symmetries if symmetry.tile(first) == first)
