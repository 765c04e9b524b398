"""The notation used before 1998 (RULES 1.4), and how it is decoded."""

import model.trax.oracle as oracle
import pytest
from goldenrules.errors import NotationError
from goldenrules.trax import Position, label, write_move
from goldenrules.trax.errors import Reason
from goldenrules.trax.notation_1998 import read_move as read_old
from goldenrules.trax.notation_1998 import write_move as write_old
from hypothesis import given
from model.trax.playing import at, board_of, edges_of, play
from model.trax.strategies import games
from model.trax.test_notation import COLUMNS


def new(position, text):
    """What an old text is in today's notation."""
    return write_move(position, read_old(position, text))


def play_old(text):
    position = Position()
    for word in text.split():
        position.play(*read_old(position, word))
    return position


# --- both ways --------------------------------------------------------------------------------------------------------


def expected_text(board, cell, tile):
    """Written from the rules: coordinates after the move, and how the track goes on."""
    left, _, top, _ = oracle.bounds([*board, cell])
    column, row = cell[0] - left + 1, cell[1] - top + 1
    before_left, _, before_top, _ = oracle.bounds(board)
    text = "1A" if (cell[0], cell[1]) == (before_left, before_top - 1) else f"{COLUMNS[column]}{row}"

    sides = [side for side, neighbour in enumerate(oracle.beside(cell)) if neighbour in board]
    if oracle.TILES[tile] == "+":
        return text + "S"
    if len(sides) == 2 and sides[0] + 2 != sides[1]:
        return text + "C"
    entering = sides[0] if len(sides) == 1 else next(side for side in sides if tile[side] == "w")
    (leaving,) = (side for side in range(4) if side != entering and tile[side] == tile[entering])
    return text + "URDL"[leaving]


@given(games())
def test_what_is_written_is_read(game):
    position = Position()
    for move in game:
        candidates = position.candidates()
        texts = [write_old(position, candidate) for candidate in candidates]
        assert [read_old(position, text) for text in texts] == candidates
        assert len(set(texts)) == len(texts)
        board = board_of(position)
        position.play(*move)
        if board:
            tile = edges_of(position.tiles[move.cell])
            assert texts[candidates.index(move)] == expected_text(board, at(move.cell), tile)


def test_a_game_in_both_notations():
    """How the game of 1994 began, as it was written then."""
    old, today = play_old("A1S A1U B2R A2S B1R C3D D3R"), play(r"@0+ @1\ B2\ A2+ B0/ C3\ D3+")
    assert board_of(old) == board_of(today)


# --- where ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "today"), [("A1C", "@0/"), ("A1S", "@0+")])
def test_first_moves(old, today):
    assert new(Position(), old) == today
    assert write_old(Position(), read_old(Position(), old)) == old


#: Three tiles: A1 and B1, and A2 below A1.
CORNER = "@0+ B1+ A2/"


@pytest.mark.parametrize(
    ("old", "cell", "why"),
    [
        ("1AS", "A0", "1A is above A1"),
        ("A1S", "@1", "A1 is occupied: the cell to its left"),
        ("A2S", "@2", "an occupied cell in column A: the cell to its left"),
        ("B1S", "B0", "an occupied cell in row 1: the cell above"),
        ("C1S", "C1", "an empty cell is meant itself"),
        ("B2S", "B2", "an empty cell is meant itself"),
        ("A3S", "A3", "an empty cell is meant itself"),
    ],
)
def test_where(old, cell, why):
    position = play(CORNER)
    move = read_old(position, old)
    assert label(position, move.cell) == cell, why
    assert position.is_legal(*move)
    assert write_old(position, move) == old


def test_a1_may_be_empty():
    position = play("@0+ B1+ B0/")
    assert label(position, read_old(position, "A1S").cell) == "A1"
    assert new(position, "A1C") == "A1\\"
    assert label(position, read_old(position, "A2L").cell) == "@2"
    assert label(position, read_old(position, "B1U").cell) == "B0"


# --- which tile -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "today"),
    [
        # Beside the red track that leaves A1 to the right
        ("B1R", "B1+"),
        ("B1S", "B1+"),
        ("B1U", "B1/"),
        ("B1D", "B1\\"),
        # above its white one
        ("1AU", "A0+"),
        ("1AS", "A0+"),
        ("1AL", "A0\\"),
        ("1AR", "A0/"),
        # and below
        ("A2D", "A2+"),
        ("A2L", "A2/"),
        ("A2R", "A2\\"),
    ],
)
def test_beside_one_tile(old, today):
    assert new(play("@0+"), old) == today


def test_a_curve_beside_one_tile_needs_its_direction():
    with pytest.raises(NotationError, match=r"^ambiguous: .*C, which means /, \\ here, expected one of S U D"):
        read_old(play("@0+"), "B1C")


def test_back_into_the_tile_it_came_from():
    with pytest.raises(NotationError, match=r"^ambiguous: .*L, which means no tile here"):
        read_old(play("@0+"), "B1L")


@pytest.mark.parametrize(
    ("text", "cell", "exits"),
    [
        # white comes from the north, red from the south
        (r"@0/ B1\ C1/ B0+ D2/ B0+ B0\ C1+ E4+ E3+ D1+ E1/", "E2", {"L": "/", "R": "\\"}),
        # white comes from the west or the east, red from the other side
        (r"@0+ B1+ B0/ B0\ @3/ @3/ D0\ A3/ A2\ A1\ C1/", "B1", {"U": "/", "D": "\\"}),
    ],
)
def test_between_two_opposite_tiles_the_exit_of_the_white_track_decides(text, cell, exits):
    position = play(text)
    for letter, symbol in exits.items():
        move = read_old(position, cell + letter)
        assert write_move(position, move) == cell + symbol
        assert write_old(position, move) == cell + letter
        position.begin(*move)
        assert edges_of(position.tiles[move.cell])["URDL".index(letter)] == "w"
        position.take_back()
    with pytest.raises(NotationError, match=r"^ambiguous: .*C, which means /, \\ here"):
        read_old(position, cell + "C")
    with pytest.raises(NotationError, match=r"^ambiguous: .*S, which means no tile here"):
        read_old(position, cell + "S")


def test_on_the_empty_board_no_track_leads_in():
    for letter in "UDLR":
        with pytest.raises(NotationError, match=r"^ambiguous: .*where no track leads in"):
            read_old(Position(), "A1" + letter)


# --- mistakes ---------------------------------------------------------------------------------------------------------

MISTAKES = {
    "": (Reason.EMPTY_MOVE, 0),
    "a1C": (Reason.LOWER_CASE, 0),
    "2A": (Reason.BAD_COLUMN, 0),
    "@1C": (Reason.BAD_COLUMN, 0),
    "AC": (Reason.BAD_ROW, 2),
    "A0C": (Reason.BAD_ROW, 1),
    "A01C": (Reason.LEADING_ZERO, 1),
    "A1": (Reason.UNKNOWN_SYMBOL, 2),
    "1A": (Reason.UNKNOWN_SYMBOL, 2),
    "A1X": (Reason.UNKNOWN_SYMBOL, 2),
    "A1+": (Reason.UNKNOWN_SYMBOL, 2),
    "A1CC": (Reason.TRAILING_TEXT, 3),
    "1AC ": (Reason.TRAILING_TEXT, 3),
    "D1S": (Reason.OUT_OF_RANGE, 0),
    "A4S": (Reason.OUT_OF_RANGE, 0),
    "A" * 30: (Reason.TOO_LONG, 24),
    "B2U": (Reason.AMBIGUOUS, 2),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_the_text(text):
    error, where = MISTAKES[text]
    with pytest.raises(NotationError) as caught:
        read_old(play(CORNER), text)
    assert (caught.value.reason, caught.value.at) == (error, where)
    assert caught.value.found
    assert caught.value.expected
