"""Zillions: a field of 21×21 cells, the first tile in its centre, 128 tiles."""

import pytest
from goldenrules.errors import Refused
from goldenrules.trax import CLASSIC, Position, cell_at, choose, column_of, read_move, row_of
from goldenrules.trax.rules import ZILLIONS
from model.trax.playing import everything_in, play, replay

#: Ten tiles out of the centre, in curves, which make no line, and one more.
TO_THE_EDGE = {
    r"@0/ A0/ A0\ A0/ A0\ A0/ A0\ A0/ A0\ A0/ A0\ ": (0, -10),
    r"@0/ B1/ C1\ D1/ E1\ F1/ G1\ H1/ I1\ J1/ K1\ ": (10, 0),
    r"@0/ A2/ A3\ A4/ A5\ A6/ A7\ A8/ A9\ A10/ A11\ ": (0, 10),
    r"@0/ @1/ @1\ @1/ @1\ @1/ @1\ @1/ @1\ @1/ @1\ ": (-10, 0),
}
#: 128 tiles. Found by random search; with so many tiles on the board this move needs too many.
ALL_TILES = r"""
    @0/ A2/ A3+ A0/ A5+ @5/ C2\ @5\ A4\ E2\ D0\ B4\ F1+ B1+ A7\ F4+ A1/ @2\ A0/ H3/ @7/ E1\ G1\ @3\ @6+ L2/ G0+ M3+ L6+
    @8+ A5+ H10/ D9/ G2\ K1\ N2\ N4+ F1+ M0/ E11+ C4\ O5+ M8+ B2/ F12/ H12\ L9\ L10\ K10+ A11\ C1\
"""
TOO_MANY = {121: "I8\\", 124: "E1/", 125: "B1+", 128: "C0+"}


def test_the_first_tile_lies_in_the_centre():
    position = Position(ZILLIONS)
    assert position.field == (-10, -10, 10, 10)
    assert {cell for cell, _ in position.candidates()} == {cell_at(0, 0)}
    with pytest.raises(Refused, match=r"^first move:"):
        position.play(cell_at(1, 0), "+")


@pytest.mark.parametrize("text", TO_THE_EDGE)
def test_no_turn_leaves_the_field(text):
    column, row = TO_THE_EDGE[text]
    position = play(text, ZILLIONS)
    last = position.placed[-1].cell
    assert (column_of(last), row_of(last)) == (column, row)

    beyond = cell_at(column + column // 10, row + row // 10)
    assert beyond not in {cell for cell, _ in position.candidates()}
    with pytest.raises(Refused, match=r"^outside the field:"):
        position.play(beyond, "+")
    assert play(text, CLASSIC).is_legal(beyond, "+")


@pytest.mark.parametrize("tiles", TOO_MANY)
def test_a_turn_that_needs_too_many_tiles_is_refused(tiles):
    position = Position(ZILLIONS)
    for word in ALL_TILES.split():
        if len(position.tiles) < tiles:
            position.play(*read_move(position, word))
    assert len(position.tiles) == tiles
    before = everything_in(position)
    move = read_move(position, TOO_MANY[tiles])
    with_more_tiles = replay([turn.move for turn in position.turns], CLASSIC)
    with_more_tiles.play(*move)
    needed = len(with_more_tiles.tiles) - tiles

    with pytest.raises(Refused, match=rf"^out of tiles: .*the turn needs {needed} tiles, {128 - tiles} are left"):
        position.play(*move)

    assert everything_in(position) == before
    assert move not in position.legal_moves()
    assert choose(position, depth=1) in [*position.legal_moves(), None]


def test_without_a_tile_left_it_is_a_draw():
    position = play(ALL_TILES, ZILLIONS)
    assert len(position.tiles) == 128
    assert position.candidates()
    assert position.drawn
    position.take_back()
    assert not position.drawn
