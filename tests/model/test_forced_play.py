"""RULES 1.2: what forced play does. That its order does not matter: test_the_checks.py."""

import model.oracle as oracle
import pytest
from goldenrules.trax import Position, read_move
from hypothesis import given
from model.playing import at, board_of, edges_of, play
from model.strategies import games


@given(games())
def test_forced_tiles_never_widen_the_box(game):
    position = Position()
    for move in game:
        position.begin(*move)
        box = position.box
        while position.forced:
            placed = position.force(max(position.forced))
            assert placed.cell in box
            assert position.box == box
        position.finish()
        left, right, top, bottom = oracle.bounds(board_of(position))
        assert position.box == (left, top, right, bottom)


@given(games(winning=False))
def test_after_a_turn_no_cell_has_two_edges_of_one_colour(game):
    """So with one neighbour every symbol fits, with two adjacent + and a curve, with two opposite the curves."""
    position = Position()
    for move in game:
        position.play(*move)
        board = board_of(position)
        assert set(map(at, position.entries)) == oracle.empty_cells(board)
        for cell in oracle.empty_cells(board):
            edges = oracle.entering(board, cell)
            assert edges.count("w") <= 1
            assert edges.count("r") <= 1
            fitting = sorted(oracle.TILES[tile] for tile in oracle.fitting(edges))
            if edges.count(".") == 3:
                assert fitting == ["+", "/", "\\"]
            elif ".." in (edges[::2], edges[1::2]):
                assert fitting == ["/", "\\"]
            else:
                assert fitting in (["+", "/"], ["+", "\\"])


@given(games())
def test_the_tiles_of_a_turn_are_listed_in_order(game):
    """The chosen one first; each forced one had two edges of one colour pointing into it when it was laid."""
    position = Position()
    for move in game:
        turn = position.play(*move)
        tiles = position.placed[turn.tiles_before : turn.tiles_after]
        assert tiles[0].cell == move.cell
        for placed in tiles[1:]:
            colours = [placed.entries >> 2 * side & 3 for side in range(4)]
            assert 2 in (colours.count(1), colours.count(2))
        assert all(edges_of(position.tiles[placed.cell]) == edges_of(placed.tile) for placed in tiles)


def test_a_turn_does_not_end_while_a_cell_is_forced():
    position = play("@0+ A0/")
    position.begin(*read_move(position, "@1/"))
    (cell,) = position.forced
    with pytest.raises(RuntimeError):
        position.finish()
    position.force(cell)
    assert position.finish().tiles_after == 4
