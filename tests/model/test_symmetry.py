"""A game turned, mirrored, or with its colours swapped is the same game, and so is the verdict."""

import model.symmetries as symmetries
from goldenrules.trax import Board, Position, cell_at
from goldenrules.trax.tiles import TILES
from hypothesis import given
from hypothesis import strategies as st
from model.playing import COLOURS, LINES_OF_FOUR, at, board_of, edges_of, replay, winner_of, wins_of
from model.strategies import games, traps_in

TILE = {edges_of(tile): tile for tile in TILES}


def transformed(symmetry, move):
    return cell_at(*symmetry.cell(at(move.cell))), symmetry.symbol(move.symbol)


def test_how_many_symmetries_keep_a_first_tile():
    """`/` survives the transposition, `+` the mirrors; every other symmetry that keeps them swaps the colours."""
    assert len(set(symmetries.ALL)) == 16
    assert len(symmetries.keeping("wrrw")) == 4
    assert len(symmetries.keeping("wrwr")) == 8
    half_turn = {symmetry for symmetry in symmetries.ALL if (symmetry.a, symmetry.d) == (-1, -1)}
    assert {symmetry.tile("wrrw"): symmetry.swap for symmetry in half_turn} == {"rwwr": False, "wrrw": True}


@given(games(LINES_OF_FOUR), st.data())
def test_a_game_turned_and_mirrored(game, data):
    position = replay(game, LINES_OF_FOUR)
    symmetry = data.draw(st.sampled_from(symmetries.keeping(edges_of(position.placed[0].tile))))
    image = Position(LINES_OF_FOUR)
    for move in game:
        image.play(*transformed(symmetry, move))

    assert board_of(image) == symmetry.board(board_of(position))
    assert wins_of(image) == symmetry.wins(wins_of(position))
    assert {*image.legal_turns()} == {transformed(symmetry, move) for move in position.legal_turns()}
    assert {move for move, _ in traps_in(image)} == {transformed(symmetry, move) for move, _ in traps_in(position)}
    winners = {colour for colour, _, _ in wins_of(position)}
    if len(winners) == 2:
        # Who moves does not change with the colours, and the mover wins.
        assert winner_of(image) == winner_of(position) == COLOURS[position.turns[-1].mover]
    elif winners:
        assert winner_of(image) == symmetry.colour(winner_of(position))


@given(games(LINES_OF_FOUR), st.sampled_from(symmetries.ALL))
def test_a_board_turned_mirrored_and_with_its_colours_swapped(game, symmetry):
    """Below the rules about turns, all sixteen symmetries hold."""
    position = replay(game, LINES_OF_FOUR)
    image = Board()
    image.lines = 4
    for placed in position.placed:
        cell = cell_at(*symmetry.cell(at(placed.cell)))
        image.set_box(image.box.including(cell))
        image.lay(cell, TILE[symmetry.tile(edges_of(placed.tile))])

    assert board_of(image) == symmetry.board(board_of(position))
    won = {(COLOURS[win.colour], win.kind, frozenset(map(at, image.path(win)))) for win in image.formations}
    assert won == symmetry.wins(wins_of(position))
    assert image.trap is None
    left_to_force = [cell for cell in image.forced if cell not in image.tiles]
    assert not left_to_force
