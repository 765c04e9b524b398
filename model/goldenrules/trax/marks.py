"""Marks in every picture of a position."""

from __future__ import annotations

from collections.abc import Collection

from goldenrules.trax.cells import NO_BOX, ORIGIN, Box, Cell, cell_at
from goldenrules.trax.notation import labelled
from goldenrules.trax.position import Position
from goldenrules.trax.scan import column_name
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


class Frame:
    """The part of the plane that a picture shows."""

    def __init__(self, position: Position, crossed: Collection[Cell]) -> None:
        #: The cells that have a label.
        self.labels = labelled(position)
        #: The cells that are drawn at full size. A picture of hardware may have tiles beyond the box.
        self.area = area(position)
        for cell in (*position.tiles, *crossed):
            self.area = self.area.including(cell)
        #: All cells, those that are drawn small included.
        self.cells = self.labels
        for corner in (cell_at(self.area.left, self.area.top), cell_at(self.area.right, self.area.bottom)):
            self.cells = self.cells.including(corner)

    def columns(self) -> list[tuple[int, str]]:
        """Return each column with its label, which is empty left of `@`."""
        numbers = range(self.cells.left, self.cells.right + 1)
        first = self.labels.left
        return [(number, column_name(number - first) if number >= first else "") for number in numbers]

    def rows(self) -> list[tuple[int, str]]:
        """Return each row with its label, which is empty above `0`."""
        numbers = range(self.cells.top, self.cells.bottom + 1)
        first = self.labels.top
        return [(number, str(number - first) if number >= first else "") for number in numbers]


def area(position: Position) -> Box:
    """Return the box, or the whole field where that does not move."""
    if position.field and position.rules.first_cell_free:
        return position.field
    return position.box if position.tiles else NO_BOX.including(ORIGIN)
