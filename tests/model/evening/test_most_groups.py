"""How many groups of a colour a board has room for: so high the engine has to count, and no higher."""

from functools import reduce
from itertools import product

import pytest
from goldenrules.evening import hexagon


@pytest.mark.parametrize(("side", "groups"), [(2, 3), (3, 7), (4, 13), (5, 21), (6, 31)])
def test_the_most_groups_of_a_colour(side, groups):
    """No two cells of two groups touch: so no more groups than cells of which none touches another."""
    assert _apart(side) == groups == side * (side - 1) + 1


def _apart(side):
    """Row by row: for each choice of cells in the last row, the most in all rows so far."""
    board = hexagon(side)
    best = {frozenset(): 0}
    for row in board.rows:
        choices = [cells for cells in map(frozenset, _subsets(row)) if not _touch(board, cells, cells)]
        best = {
            here: len(here) + max(most for above, most in best.items() if not _touch(board, above, here))
            for here in choices
        }
    return max(best.values())


def _subsets(row):
    for kept in product((False, True), repeat=len(row)):
        yield (cell for cell, keep in zip(row, kept, strict=True) if keep)


def _touch(board, some, others):
    around = reduce(set.union, (set(board.neighbours[cell]) for cell in some), set())
    return not around.isdisjoint(others)
