"""Notation (RULES 1.4): what is written is read; labels shift with the box; each mistake has a name and a place."""

import itertools
import string

import model.trax.oracle as oracle
import pytest
from goldenrules.errors import NotationError
from goldenrules.trax import BEFORE_1998, MODERN, ORIGIN, Position, label, read_move, write_move
from goldenrules.trax.errors import Reason
from goldenrules.trax.scan import column_name, column_number
from hypothesis import given, settings
from hypothesis import strategies as st
from model.trax.playing import at, board_of, play, replay
from model.trax.strategies import games

#: @, A to Z, AA to ZZ, AAA …, in this order.
COLUMNS = ["@"] + [
    "".join(letters) for length in (1, 2, 3) for letters in itertools.product(string.ascii_uppercase, repeat=length)
]


def expected_text(board, cell, symbol):
    left, _, top, _ = oracle.bounds(board)
    return f"{COLUMNS[cell[0] - left + 1]}{cell[1] - top + 1}{symbol}"


# --- both ways --------------------------------------------------------------------------------------------------------


@given(games())
def test_what_is_written_is_read(game):
    position = Position()
    for move in game:
        candidates = position.candidates()
        texts = [write_move(position, candidate) for candidate in candidates]
        assert [read_move(position, text) for text in texts] == candidates
        assert len(set(texts)) == len(texts)
        if position.tiles:
            board = board_of(position)
            assert texts == [expected_text(board, at(cell), symbol) for cell, symbol in candidates]
        position.play(*move)


@given(games(turns=12))
def test_a_label_for_each_cell_in_and_beside_the_box_and_for_no_other(game):
    position = replay(game)
    left, right, top, bottom = oracle.bounds(board_of(position))
    labels = [f"{column}{row}" for column in COLUMNS[: right - left + 5] for row in range(bottom - top + 5)]
    read = {}
    for text in labels:
        try:
            read[at(read_move(position, text + "+").cell)] = text
        except NotationError:
            continue
    assert set(read) == {(c, r) for c in range(left - 1, right + 2) for r in range(top - 1, bottom + 2)}


def test_on_the_empty_board_there_is_one_label():
    position = Position()
    assert write_move(position, position.candidates()[0]) in ("@0/", "@0+")
    assert read_move(position, "@0\\") == (ORIGIN, "\\")
    for text in ("A0+", "@1+", "A1+"):
        with pytest.raises(NotationError, match=r"^out of range: .*the board is empty"):
            read_move(position, text)


# --- columns and rows -------------------------------------------------------------------------------------------------


def test_column_names():
    assert [column_name(number) for number in range(len(COLUMNS))] == COLUMNS
    assert [column_number(name) for name in COLUMNS] == list(range(len(COLUMNS)))
    assert [column_name(n) for n in (26, 27, 52, 53, 702, 703)] == ["Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_columns_beyond_z_and_rows_beyond_99():
    position = play("@0/")
    for number in range(2, 31):
        position.play(*read_move(position, f"{COLUMNS[number]}1" + "/\\"[number % 2]))
    for number in range(2, 121):
        position.play(*read_move(position, f"A{number}" + "/\\"[number % 2]))

    assert (position.box.columns, position.box.rows) == (30, 120)
    assert label(position, position.placed[26].cell) == "AA1"
    assert read_move(position, "AD1+").cell == position.placed[29].cell
    assert read_move(position, "A120+").cell == position.placed[-1].cell
    assert position.is_legal(*read_move(position, "AE1/"))
    with pytest.raises(NotationError, match=r"^out of range: .*column AF, expected @ to AE"):
        read_move(position, "AF1/")
    with pytest.raises(NotationError, match=r"^out of range: .*row 122, expected 0 to 121"):
        read_move(position, "A122/")


# --- mistakes ---------------------------------------------------------------------------------------------------------

#: Text → the error, where it is, what was found there, a word of what was expected.
MISTAKES = {
    "": (Reason.EMPTY_MOVE, 0, "nothing", "a move"),
    "a1/": (Reason.LOWER_CASE, 0, "'a'", "capital"),
    "Ab1/": (Reason.LOWER_CASE, 1, "'b'", "capital"),
    "1A/": (Reason.BAD_COLUMN, 0, "'1'", "capital"),
    "+": (Reason.BAD_COLUMN, 0, "'+'", "@"),
    " A1/": (Reason.BAD_COLUMN, 0, "' '", "@"),
    "Ä1/": (Reason.BAD_COLUMN, 0, "'Ä'", "@"),
    "A": (Reason.BAD_ROW, 1, "the end", "row"),
    "A/": (Reason.BAD_ROW, 1, "'/'", "row"),
    "A-1/": (Reason.BAD_ROW, 1, "'-'", "row"),
    "@@1/": (Reason.BAD_ROW, 1, "'@'", "row"),
    "@a1/": (Reason.BAD_ROW, 1, "'a'", "row"),
    "A²/": (Reason.BAD_ROW, 1, "'²'", "row"),
    "A١/": (Reason.BAD_ROW, 1, "'١'", "row"),
    "A01/": (Reason.LEADING_ZERO, 1, "01", "1"),
    "A00/": (Reason.LEADING_ZERO, 1, "00", "0"),
    "A1": (Reason.UNKNOWN_SYMBOL, 2, "the end", "+"),
    "A1|": (Reason.UNKNOWN_SYMBOL, 2, "'|'", "+"),
    "A1S": (Reason.UNKNOWN_SYMBOL, 2, "'S'", "+"),
    "A1//": (Reason.TRAILING_TEXT, 3, "'/'", "end"),
    "A1/ B1/": (Reason.TRAILING_TEXT, 3, "' B1/'", "end"),
    "D1/": (Reason.OUT_OF_RANGE, 0, "column D", "@ to C"),
    "ZZZ1/": (Reason.OUT_OF_RANGE, 0, "column ZZZ", "@ to C"),
    "A4/": (Reason.OUT_OF_RANGE, 1, "row 4", "0 to 3"),
    "A1000000000/": (Reason.OUT_OF_RANGE, 1, "row 1000000000", "0 to 3"),
    "A" * 30 + "1/": (Reason.TOO_LONG, 24, "32 characters", "at most 24"),
}
THREE_TILES = "@0+ B1+ A2/"


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_the_text(text):
    error, where, found, expected = MISTAKES[text]
    with pytest.raises(NotationError) as caught:
        read_move(play(THREE_TILES), text)
    assert caught.value.reason is error
    assert (caught.value.at, caught.value.found) == (where, found)
    assert expected in caught.value.expected
    assert str(caught.value) == f"{error}: found {found}, expected {caught.value.expected}"


@pytest.mark.parametrize("notation", [MODERN, BEFORE_1998], ids=["modern", "1998"])
@settings(max_examples=300)
@given(text=st.text(max_size=30) | st.text("@ABCZ01239+/\\SUDLRab", max_size=8))
def test_any_text_is_a_move_or_a_named_error(notation, text):
    position = play(THREE_TILES)
    try:
        move = notation.read_move(position, text)
    except NotationError as error:
        named = error
    else:
        assert move.symbol in "+/\\"
        assert notation is BEFORE_1998 or write_move(position, move) == text
        return
    assert 0 <= named.at <= len(text)
    assert named.reason in str(named)
