"""Connexion: curves only, on five by five cells, without forced play; loops and paths from side to side win.

The games were found by random search.
"""

import model.trax.oracle as oracle
import pytest
from goldenrules.errors import NotationError, Refused
from goldenrules.trax import RED, WHITE, Position, cell_at, read_move
from goldenrules.trax.rules import CONNEXION
from goldenrules.trax.tiles import entered
from model.trax.playing import at, board_of, play

#: Game → kinds of the winning formations, and whether it is the mover who wins.
WINS = {
    r"A2/ B2\ B3/ A3\ ": (["loop"], True),
    r"E5/ E4\ D4/ D5\ ": (["loop"], False),
    r"A1/ B1\ C1/ D1\ A2/ D2\ E1/ B2\ C2/ B3\ C3/ E2/": (["line across"], True),
    r"B1/ C1/ C2/ D1\ E1/ B2/ A2\ B3/ A3\ E2/ B4\ D2\ ": (["line across"], False),
    r"A5/ A4\ B4\ A3/ B3/ A2/ B2/ C2/ C1\ B1\ D1\ B5/": (["line down"], True),
    r"A3/ A2\ A4\ A5/ B4\ B3/ A1/ B1/ C4\ B5/ B2\ ": (["line down"], False),
    r"A5/ B5\ C5\ D5\ C4/ D4/ C3\ B4/ C2/ B2/ A2\ A1/ B3\ D2/ C1\ E4/ A3/ B1\ ": (["line down", "loop"], True),
}
BOTH_COLOURS = [
    r"B2/ B3\ B4/ A4/ A5\ A2\ A1\ C4\ C5/ C2\ C1\ D4/ D3\ C3/",
    r"D4/ D3/ D2/ D1\ E4\ C4/ C3/ C1\ B3\ B4\ B2\ E2\ A4\ E5\ C5/ B5\ C2/ A3\ A2\ A1\ E1/ E3\ ",
]
#: Game → its tiles.
DRAWS = {
    r"C1/ B1\ A1\ D1/ D2/ D3/ A2\ A3\ E2/ E3/ E1/ E4\ C3/ C2/ B3\ C4\ B4/ B5/ B2\ A4/ D4\ E5\ A5/ D5\ C5\ ": 25,
    r"E4/ E3\ D4/ D5/ E5/ C5\ B5/ A5/ B4\ E2/ B3/ A3\ A2/ D3\ A1/ E1/ B1/ D1\ ": 18,
}


def test_the_first_tile_may_lie_anywhere():
    position = Position(CONNEXION)
    assert {cell for cell, _ in position.candidates()} == {
        cell_at(column, row) for column in range(5) for row in range(5)
    }
    assert {symbol for _, symbol in position.candidates()} == {"/"}
    assert read_move(position, "A1/").cell == cell_at(0, 0)
    assert read_move(position, "E5/").cell == cell_at(4, 4)
    with pytest.raises(Refused, match=r"^first move: .*the first tile is /$"):
        position.play(*read_move(position, "C3\\"))


def test_there_are_curves_only():
    with pytest.raises(Refused, match=r"^bad symbol:"):
        Position(CONNEXION).play(cell_at(2, 2), "+")
    assert "+" not in {symbol for _, symbol in play("C3/", CONNEXION).candidates()}


def test_labels_count_from_the_corner_of_the_field_and_do_not_shift():
    position = play("A1/ A2/ B1/", CONNEXION)
    assert [at(placed.cell) for placed in position.placed] == [(0, 0), (0, 1), (1, 0)]
    for text in ("@1/", "A0/"):
        with pytest.raises(Refused, match=r"^outside the field:"):
            position.play(*read_move(position, text))
    for text in ("F1/", "A6/"):
        with pytest.raises(NotationError, match=r"^out of range:"):
            read_move(position, text)


def test_nothing_is_forced():
    position = play("C3/ C4/ D3/", CONNEXION)
    corner = position.entries[cell_at(3, 3)]
    assert max(len(entered(corner, WHITE)), len(entered(corner, RED))) == 2
    assert len(position.tiles) == 3


def test_a_cell_that_no_curve_fits_stays_empty():
    (text,) = (text for text, tiles in DRAWS.items() if tiles == 18)
    position = play(text, CONNEXION)
    board = board_of(position)
    field = {(column, row) for column in range(5) for row in range(5)}
    unfillable = oracle.empty_cells(board) & field
    assert unfillable
    for cell in unfillable:
        assert {oracle.TILES[tile] for tile in oracle.fitting(oracle.entering(board, cell))} <= {"+"}
        for symbol in "/\\":
            with pytest.raises(Refused, match=r"^dead cell:"):
                position.play(cell_at(*cell), symbol)


@pytest.mark.parametrize("text", WINS)
def test_wins(text):
    kinds, by_mover = WINS[text]
    position = play(text, CONNEXION)
    assert sorted(win.kind for win in position.wins) == kinds
    assert (position.winner == position.turns[-1].mover) == by_mover
    for win in position.wins:
        cells = [at(cell) for cell in position.path(win)]
        if win.kind != "loop":
            axis = 0 if win.kind == "line across" else 1
            assert (cells[0][axis], cells[-1][axis]) == (0, 4)


@pytest.mark.parametrize("text", BOTH_COLOURS)
def test_both_colours_at_once_the_mover_wins(text):
    position = play(text, CONNEXION)
    assert {win.colour for win in position.wins} == {WHITE, RED}
    assert position.winner == position.turns[-1].mover


@pytest.mark.parametrize("text", DRAWS)
def test_draws(text):
    *words, last = text.split()
    position = play(" ".join(words), CONNEXION)
    assert not position.over
    position.play(*read_move(position, last))
    assert len(position.tiles) == DRAWS[text]
    assert position.drawn
    assert position.winner is None
