"""RULES 1.1: six placements, three symbols; and what the tables make of them."""

import itertools

import model.trax.oracle as oracle
import pytest
from goldenrules.errors import Refused
from goldenrules.trax import SYMBOL, TILES, Position
from goldenrules.trax.tiles import FITTING, FORCED, RED, TRAP, WHITE, joined
from model.trax.playing import edges_of

ENTRIES = ["".join(edges) for edges in itertools.product(".wr", repeat=4)]


def encoded(edges):
    """The model's number for what enters a cell."""
    return sum(".wr".index(edge) << 2 * side for side, edge in enumerate(edges))


def test_six_placements_of_three_symbols():
    assert {edges_of(tile): SYMBOL[tile] for tile in TILES} == oracle.TILES


@pytest.mark.parametrize("tile", TILES, ids=edges_of)
def test_each_colour_joins_two_edges(tile):
    edges = edges_of(tile)
    for colour, letter in ((WHITE, "w"), (RED, "r")):
        a, b = joined(tile, colour)
        assert a != b
        assert edges[a] == edges[b] == letter


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


def test_the_first_tile_has_red_on_its_right():
    position = Position()
    assert {(cell, symbol) for cell, symbol in position.candidates()} == {(0, "/"), (0, "+")}
    for symbol, edges in (("/", "wrrw"), ("+", "wrwr")):
        position.play(0, symbol)
        assert edges_of(position.tiles[0]) == edges
        position.take_back()
    with pytest.raises(Refused, match=r"^first move:"):
        position.play(0, "\\")
