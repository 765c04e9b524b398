"""Loading, refusals and texts (RULES 5.6, 5.7), and when positions are the same.

What a turn does: test_model_checks.py.
"""

import pytest
from goldenrules.globe import (
    NAMES,
    NORTH,
    POINT,
    SOUTH,
    START,
    Capture,
    NotationError,
    Position,
    Reason,
    Refused,
    Rules,
    read_side,
)


def board(north, south):
    """Written as the points on which the pieces stand."""
    letters = ["n" if name in north.split() else "s" if name in south.split() else "." for name in NAMES]
    return "".join(letters)


def loaded(north, south, capture="G", to_move=NORTH, **rules):
    return Position(Rules(Capture(capture), **rules), board(north, south), to_move)


SHUFFLE = ["E1-E2", "S1-C3", "E2-E1", "C3-S1"]


@pytest.mark.parametrize(
    ("north", "south"), [("N1 N2", "S1 S2 S3"), ("N1 N2 N3", "S1 S2"), ("N1 N2 N3 N4 W1 W2 W3", "S1 S2 S3")]
)
def test_material(north, south):
    position = Position.from_moves(["N3-C1"])
    before = position.copy()
    with pytest.raises(Refused, match=r"^material:"):
        position.load(board(north, south), SOUTH)
    assert position == before


REFUSALS = [
    ((21, 0), Reason.POINT),
    ((0, 31), Reason.POINT),
    ((-1, 0), Reason.POINT),
    ((POINT["C5"], 40), Reason.POINT),
    ((POINT["C5"], POINT["C5"]), Reason.FROM),
    ((POINT["S1"], POINT["S2"]), Reason.FROM),
    ((POINT["N1"], POINT["S1"]), Reason.LINE),
    ((POINT["N1"], POINT["N1"]), Reason.LINE),
    ((POINT["N1"], POINT["N2"]), Reason.OCCUPIED),
]


@pytest.mark.parametrize(("points", "error"), REFUSALS)
def test_refusals_in_their_order(points, error):
    position = Position()
    with pytest.raises(Refused) as refused:
        position.play(*points)
    assert refused.value.reason is error
    assert str(refused.value).startswith(refused.value.reason + ": ")
    assert position == Position()


def test_over_comes_first():
    position = Position.from_moves(SHUFFLE * 2)
    for play in (lambda: position.play(21, 21), lambda: position.play("pass"), lambda: position.play("N3-C1")):
        with pytest.raises(Refused, match=r"^over: drawn by repetition$"):
            play()


TEXTS = [
    ("", Reason.EMPTY_MOVE, 0),
    ("n3-C1", Reason.LOWER_CASE, 0),
    ("N3-c1", Reason.LOWER_CASE, 3),
    ("PASS", Reason.LOWER_CASE, 0),
    ("N5-C1", Reason.UNKNOWN_POINT, 0),
    ("N3-C6", Reason.UNKNOWN_POINT, 3),
    ("N3-", Reason.UNKNOWN_POINT, 3),
    ("N", Reason.UNKNOWN_POINT, 0),
    ("N3C1", Reason.NO_DASH, 2),
    ("N3", Reason.NO_DASH, 2),
    ("N3-C1+", Reason.TRAILING_TEXT, 5),
    ("N３-C1", Reason.UNKNOWN_POINT, 0),
]


@pytest.mark.parametrize(("text", "error", "at"), TEXTS)
def test_texts_that_are_no_moves(text, error, at):
    with pytest.raises(NotationError) as wrong:
        Position().play(text)
    assert (wrong.value.reason, wrong.value.text, wrong.value.at) == (error, text, at)


@pytest.mark.parametrize(("text", "at"), [("", 0), (START[:-1], 20), (START + ".", 21), ("x" + START[1:], 0)])
def test_texts_that_are_no_boards(text, at):
    with pytest.raises(NotationError, match=r"^bad board:") as wrong:
        Position(board=text)
    assert wrong.value.at == at


@pytest.mark.parametrize("letter", ["", "N", ".", "ns"])
def test_letters_that_are_no_sides(letter):
    with pytest.raises(NotationError, match=r"^bad side:"):
        read_side(letter)


# --- keys ---------------------------------------------------------------------------------------------------------


def test_equal_positions_have_equal_histories():
    assert Position.from_moves(SHUFFLE) != Position()
    assert Position.from_moves(SHUFFLE).key() == Position().key()
    assert Position(Rules(Capture.PIECE)) != Position()


def test_symmetric_positions_share_a_key():
    one, another = Position.from_moves(["W1-W2"]), Position.from_moves(["E1-E4"])
    assert one.key() != another.key()
    assert one.key(symmetric=True) == another.key(symmetric=True)


def test_repr_of_a_position():
    assert repr(Position()) == "<Position: capture=G,history=1024, 0 turns, 6 against 6, North to move>"
    assert repr(loaded("C1 C3 C4 W4", "C2 S2 E4").play("C4-C5")) == "<Turn: North, C4-C5, 1 captured>"


@pytest.mark.parametrize("wrong", [{"capture": "X"}, {"history": 0}])
def test_bad_rules_are_refused(wrong):
    with pytest.raises(ValueError, match=r"X|history of 0"):
        Rules(**wrong)
