"""The library: games whose last turn is something rare.

`library.txt` keeps them, and `ci/trax_library.py` finds them again.

A line is a shape, a colon, and the game, the shortest game first. As shapes, of which RULES 1.2 and 1.3 speak:

    trap <three | four | all-four> <white | red> <depth, 9 and more>
    win <kinds of formation> <mover | opponent | both> <chosen | forced> <tiles of a loop>
    cascade <forced tiles, 24 and more>
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib import resources

from goldenrules.trax import ORIGIN, Move, cell_at
from goldenrules.trax.cells import NO_BOX
from goldenrules.trax.notation import read_label
from goldenrules.trax.position import FIRST_TILES

from loopline.games.trax.symmetry import keeping


class Entry:
    """A game of the library. It is read when it is asked for."""

    def __init__(self, line: str) -> None:
        shape, _, self.text = line.rstrip().partition(": ")
        self.kind, *self.shape = shape.split()
        self._images: dict[int, tuple[Move, ...]] = {}

    @cached_property
    def game(self) -> tuple[Move, ...]:
        """A label counts from the box, and forced tiles never widen that: so the game need not be played."""
        box, moves = NO_BOX, list[Move]()
        for word in self.text.split():
            column, row, symbol, _ = read_label(word)
            cell = cell_at(box.left - 1 + column, box.top - 1 + row) if moves else ORIGIN
            box = box.including(cell)
            moves.append(Move(cell, symbol))
        return tuple(moves)

    def image(self, number: int) -> tuple[Move, ...]:
        """Return the game in one of the four or eight symmetries that make a game of it; 0 is the game itself."""
        symmetries = keeping(FIRST_TILES[self.game[0].symbol])
        number %= len(symmetries)
        if number not in self._images:
            self._images[number] = symmetries[number].game(self.game)
        return self._images[number]


@cache
def entries(kind: str) -> tuple[Entry, ...]:
    """Return the entries of one kind, the shortest first."""
    text = resources.files(__package__).joinpath("library.txt").read_text(encoding="ascii")
    return tuple(entry for entry in map(Entry, text.splitlines()) if entry.kind == kind)
