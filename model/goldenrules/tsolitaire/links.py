"""A position for searching: it knows only where paths lead; they are joined in constant time and never traced.

A place is a number, cell · 8 + port. `ends` has for each place the other end of the path that leaves the cell there:
the place where it enters an empty cell, or `OFF`, the edge of the board. That is all that legality depends on: a stone
comes out of a new tile at some port and stands at the end of that path, or is off the board.
"""

from __future__ import annotations

from typing import Final

from goldenrules.tsolitaire.cells import CELLS, CROSSED, STARTS, Cell, Place
from goldenrules.tsolitaire.notation import Placement
from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import JOINTS, PORTS, Joints, Tile, rotations

OFF: Final = -1

#: The placements, the last one first.
Placed = tuple["Placed", Placement] | None


def _number(place: Place | None) -> int:
    return OFF if place is None else place.cell * 8 + place.port


class Links:
    """The links of a board. They never change: a placement makes others."""

    __slots__ = ("ends", "faced", "open", "placed", "stones")

    def __init__(self) -> None:
        self.ends = [_number(CROSSED[cell][port]) for cell in CELLS for port in PORTS]
        self.stones = [_number(place) for place in STARTS]
        #: Of each empty cell: the number of ports that stay on the board, and of stones that face it.
        self.open = [sum(_number(place) != OFF for place in CROSSED[cell]) for cell in CELLS]
        self.faced = [sum(stone // 8 == cell for stone in self.stones) for cell in CELLS]
        self.placed: Placed = None

    @classmethod
    def of(cls, position: Position) -> Links:
        """Return the links of a position; `placed` is None."""
        links = cls()
        for turn in position.turns:
            links = links.after(turn.move)
        links.placed = None
        return links

    def legal(self, tile: Tile) -> list[Placement]:
        """Return the legal placements in the order of `Position.legal_moves`."""
        cells = sorted({Cell(stone >> 3) for stone in self.stones})
        return [
            Placement(cell, tile, rotation)
            for cell in cells
            for rotation in rotations(tile)
            if self._all_stay(cell, JOINTS[tile][rotation])
        ]

    def _all_stay(self, cell: Cell, joints: Joints) -> bool:
        ends, base = self.ends, cell << 3
        for stone in self.stones:
            while stone >> 3 == cell:
                stone = ends[base + joints[stone & 7]]
            if stone < 0:
                return False
        return True

    def after(self, placement: Placement) -> Links:
        """Make a legal placement."""
        cell, tile, rotation = placement
        joints, base = JOINTS[tile][rotation], cell << 3
        twin = Links.__new__(Links)
        twin.placed = self.placed, placement
        twin.open, twin.faced = self.open.copy(), self.faced.copy()
        twin.stones = [self._moved(stone, cell, joints) for stone in self.stones]
        for stone, before in zip(twin.stones, self.stones, strict=True):
            twin.faced[stone >> 3] += stone != before
        twin.ends = ends = self.ends.copy()
        for port in PORTS:
            if port < joints[port]:
                twin._join(ends[base + port], ends[base + joints[port]])
        ends[base : base + 8] = [OFF] * 8
        twin.open[cell] = twin.faced[cell] = 0
        return twin

    def _moved(self, stone: int, cell: Cell, joints: Joints) -> int:
        while stone >> 3 == cell:
            stone = self.ends[(cell << 3) + joints[stone & 7]]
        return stone

    def _join(self, first: int, second: int) -> None:
        """Join two paths: their far ends now belong together."""
        for place, end in ((first, second), (second, first)):
            if place != OFF:
                self.open[place >> 3] -= end == OFF and self.ends[place] != OFF
                self.ends[place] = end

    @property
    def key(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """Equal if the same placements are legal now and ever after."""
        return tuple(self.ends), frozenset(self.stones)

    @property
    def open_ports(self) -> int:
        return sum(self.open)

    @property
    def cannot_be_cleared(self) -> bool:
        """Whether the board can never be cleared.

        Stones stay where they are until their cell is filled, and a port that leads off the board always will. So a
        cell that more stones face than it has open ports can never be filled: it must be the last one empty, and there
        is one such cell at most. In the end a stone stands at each port of the last cell, so now each of its ports is
        open or has a stone.
        """
        might_be_last = sum(ports + stones == 8 for ports, stones in zip(self.open, self.faced, strict=True))
        must_be_last = [
            ports + stones == 8 for ports, stones in zip(self.open, self.faced, strict=True) if stones > ports
        ]
        return not might_be_last or len(must_be_last) > 1 or not all(must_be_last)
