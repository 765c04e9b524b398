"""The stones on the board: their groups, and who may place on each empty cell. Knows nothing of turns.

The trick is that **a stone changes only its group**. The new group is the stone and the groups that it joins;
only the empty cells that touch it can have another majority than before. So the cost of a stone is the size of its
group. To lift it again, only the groups that it joined are needed: groups never change, and are put back as they were.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass
from operator import neg
from typing import NamedTuple

from goldenrules.evening.cells import Cell, hexagon
from goldenrules.evening.colours import BLACK, COLOUR_NAMES, WHITE, Colour


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Group:
    """Connected stones of one colour. A group never changes: one more stone makes another group."""

    colour: Colour
    cells: frozenset[Cell]

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"<Group: {COLOUR_NAMES[self.colour]}, {sorted(self.cells)}>"


class Flip(NamedTuple):
    """An empty cell whose owner has changed: the player who may place there, or none."""

    cell: Cell
    before: Colour | None
    after: Colour | None


class LaidStone(NamedTuple):
    """The changes that a stone has made."""

    cell: Cell
    #: The groups of its colour that it touches, clockwise from the upper left, and the one that it makes of them.
    joined: tuple[Group, ...]
    group: Group
    #: By cell.
    flips: tuple[Flip, ...]


class Board:
    """Stones, groups, and who may place where. Knows nothing of turns."""

    def __init__(self, side: int) -> None:
        self.hexagon = hexagon(side)
        self.clear()

    def clear(self) -> None:
        """Take all stones off."""
        cells = len(self.hexagon)
        #: The stone on each cell.
        self.stones: list[Colour | None] = [None] * cells
        #: The player who may place on each empty cell by majority (RULES 4.2); None: neither may, or a stone lies
        #: there. The first stone, which may lie anywhere, is not considered here.
        self.owners: list[Colour | None] = [None] * cells
        self._group_at: list[Group | None] = [None] * cells
        self._sizes: dict[Colour, list[int]] = {WHITE: [], BLACK: []}
        self._owned: dict[Colour | None, int] = {WHITE: 0, BLACK: 0, None: cells}

    def lay(self, colour: Colour, cell: Cell) -> LaidStone:
        """Put a stone on an empty cell, whether it may be placed there or not."""
        beside = (self._group_at[near] for near in self.hexagon.neighbours[cell])
        joined = tuple(dict.fromkeys(group for group in beside if group and group.colour is colour))
        group = Group(colour, frozenset({cell}).union(*(joining.cells for joining in joined)))
        self.stones[cell] = colour
        self._own(cell, None)
        self._regroup(joined, (group,))
        flips = []
        for touching in sorted(self._liberties(group)):
            before, after = self.owners[touching], self.majority(touching)
            if before is not after:
                self._own(touching, after)
                flips.append(Flip(touching, before, after))
        return LaidStone(cell, joined, group, tuple(flips))

    def lift(self, laid: LaidStone) -> None:
        """Take the stone that was laid last off again."""
        self._regroup((laid.group,), laid.joined)
        self.stones[laid.cell] = self._group_at[laid.cell] = None
        self._own(laid.cell, self.majority(laid.cell))
        for flip in laid.flips:
            self._own(flip.cell, flip.before)

    def _regroup(self, old: Iterable[Group], new: Iterable[Group]) -> None:
        for group in old:
            self._sizes[group.colour].remove(len(group))
        for group in new:
            insort(self._sizes[group.colour], len(group), key=neg)
            for cell in group.cells:
                self._group_at[cell] = group

    def _own(self, cell: Cell, owner: Colour | None) -> None:
        self._owned[self.owners[cell]] -= 1
        self._owned[owner] += 1
        self.owners[cell] = owner

    def _liberties(self, group: Group) -> set[Cell]:
        """Return the empty cells that touch a group."""
        neighbours, stones = self.hexagon.neighbours, self.stones
        return {near for cell in group.cells for near in neighbours[cell] if stones[near] is None}

    # --- questions --------------------------------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        """No stone lies on the board."""
        return not self._sizes[WHITE] and not self._sizes[BLACK]

    def group(self, cell: Cell) -> Group | None:
        """Return the group of the stone on this cell."""
        return self._group_at[cell]

    def groups(self, colour: Colour) -> list[Group]:
        """Return all groups, in the order of their first cells."""
        return list(dict.fromkeys(group for group in self._group_at if group and group.colour is colour))

    def sizes(self, colour: Colour) -> list[int]:
        """Return the sizes of the groups, the largest first."""
        return self._sizes[colour].copy()

    def touching(self, cell: Cell) -> list[Group]:
        """Return the groups with a stone beside this cell, each once."""
        beside = (self._group_at[near] for near in self.hexagon.neighbours[cell])
        return list(dict.fromkeys(group for group in beside if group))

    def sums(self, cell: Cell) -> tuple[int, int]:
        """Return the number of stones in the white and in the black groups that touch this cell."""
        white = black = 0
        for group in self.touching(cell):
            if group.colour is WHITE:
                white += len(group)
            else:
                black += len(group)
        return white, black

    def majority(self, cell: Cell) -> Colour | None:
        """Return who may place on an empty cell (RULES 4.2).

        That is the colour whose touching groups have fewer stones; None if they have equally many.
        """
        white, black = self.sums(cell)
        return None if white == black else WHITE if black > white else BLACK
