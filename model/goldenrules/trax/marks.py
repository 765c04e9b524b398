"""What every picture of a position points out."""

from __future__ import annotations

from goldenrules.trax.cells import NO_BOX, ORIGIN, Box, Cell
from goldenrules.trax.position import Position
from goldenrules.trax.tiles import Colour


class Marks:
    """The tiles of the last turn, and the paths that have won."""

    def __init__(self, position: Position) -> None:
        tiles = [placed.cell for turn in position.turns[-1:] for placed in turn.tiles]
        self.turn = set(tiles)
        self.chosen = set(tiles[:1])
        self.forced = set(tiles[1:])
        self.winning: set[tuple[Cell, Colour]] = {
            (cell, win.colour) for win in position.wins for cell in position.path(win)
        }


def area(position: Position) -> Box:
    """The cells to draw: the box, or the whole field where that does not move."""
    if position.field and position.rules.first_cell_free:
        return position.field
    return position.box if position.tiles else NO_BOX.including(ORIGIN)
