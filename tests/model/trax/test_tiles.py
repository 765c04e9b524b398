"""RULES 1.1: six placements, three symbols; and what the tables make of them."""

import itertools

import model.trax.oracle as oracle
import pytest
from goldenrules.trax.tiles import FITTING, FORCED, TRAP
from model.trax.playing import edges_of

ENTRIES = ["".join(edges) for edges in itertools.product(".wr", repeat=4)]


def encoded(edges):
    """The model's number for what enters a cell."""
    return sum(".wr".index(edge) << 2 * side for side, edge in enumerate(edges))


@pytest.mark.parametrize("edges", ENTRIES[1:])
def test_what_fits_a_cell_and_what_is_forced_there(edges):
    fitting = oracle.fitting(edges)
    for symbol in "+/\\":
        tile = FITTING[symbol][encoded(edges)]
        # Where something enters, a symbol has at most one colouring.
        assert [edges_of(tile)] * bool(tile) == [t for t in fitting if oracle.TILES[t] == symbol]

    most = max(edges.count("w"), edges.count("r"))
    forced = FORCED[encoded(edges)]
    if most > 2:
        assert forced == TRAP
    elif most == 2:
        assert [edges_of(forced)] == fitting
    else:
        assert forced == 0
