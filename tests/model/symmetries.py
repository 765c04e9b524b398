"""The symmetries of Trax: eight rotations and reflections, with or without swapping the colours."""

from typing import NamedTuple

import model.oracle as oracle

SWAPPED = str.maketrans("wr", "rw")
KINDS = {"line across": "line down", "line down": "line across", "loop": "loop"}


class Symmetry(NamedTuple):
    """(column, row) becomes (a·column + b·row, c·column + d·row)."""

    a: int
    b: int
    c: int
    d: int
    swap: bool

    def cell(self, cell):
        column, row = cell
        return self.a * column + self.b * row, self.c * column + self.d * row

    def colour(self, colour):
        return colour.translate(SWAPPED) if self.swap else colour

    def tile(self, edges):
        turned = dict(zip(map(self.cell, oracle.STEPS), self.colour(edges), strict=True))
        return "".join(turned[step] for step in oracle.STEPS)

    def symbol(self, symbol):
        """Of a symbol any placement will do: the other one has the same shape."""
        return next(oracle.TILES[self.tile(edges)] for edges in oracle.TILES if oracle.TILES[edges] == symbol)

    def board(self, board):
        return {self.cell(cell): self.tile(edges) for cell, edges in board.items()}

    def wins(self, wins):
        return {
            (self.colour(colour), KINDS[kind] if self.b else kind, frozenset(map(self.cell, cells)))
            for colour, kind, cells in wins
        }


ALL = [
    Symmetry(*matrix, swap)
    for a in (1, -1)
    for d in (1, -1)
    for matrix in ((a, 0, 0, d), (0, a, d, 0))
    for swap in (False, True)
]


def keeping(first_tile):
    """Those that turn a first tile into itself, and so a game into a game."""
    return [symmetry for symmetry in ALL if symmetry.tile(first_tile) == first_tile]
