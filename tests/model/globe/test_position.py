"""Rule by rule, in the order of the rules page."""

import pytest
from goldenrules.globe import (
    LINES,
    NAMES,
    NORTH,
    POINT,
    SOUTH,
    START,
    Capture,
    End,
    NotationError,
    Position,
    Reason,
    Refused,
    Rules,
    read_side,
    symmetries,
)


def board(north, south):
    """Written as the points on which the pieces stand."""
    letters = ["n" if name in north.split() else "s" if name in south.split() else "." for name in NAMES]
    return "".join(letters)


def loaded(north, south, capture="G", to_move=NORTH, **rules):
    return Position(Rules(Capture(capture), **rules), board(north, south), to_move)


def names(parts):
    return [" ".join(NAMES[point] for point in part) for part in parts]


# --- 5.1 the board ------------------------------------------------------------------------------------------------


def test_the_symmetries_are_a_group_and_keep_the_lines():
    lines = {frozenset(line) for line in LINES}
    for one in symmetries():
        assert {frozenset(one[point] for point in line) for line in lines} == lines
        for other in symmetries():
            assert tuple(one[point] for point in other) in symmetries()


def test_the_start():
    position = Position()
    assert position.board == START == board("N1 N2 N3 N4 W1 E1", "S1 S2 S3 S4 W3 E3")
    assert position.to_move == NORTH
    assert " ".join(map(str, position.legal_moves())) == "N3-C1 W1-W2 W1-W4 E1-E2 E1-E4"


# --- 5.2 and 5.3: a turn, captures --------------------------------------------------------------------------------


#: What stands where, the step, and what each rule captures.
CAPTURES = [
    ("C1 C3 C4 W4", "C2 S2 E4", "C4-C5", "C2", "C2", "C2"),
    # Three pieces in a group. P spares them, as each stands beside a friend; T spares W1, which was shut in before.
    ("N4 C1 W2 W4", "N1 N2 W1 E4 E3 S3", "C1-N3", "N1 N2 W1", "", "N1 N2"),
    # The group lives by the empty point beside N2; T takes N1, which has none.
    ("N4 W1 W2 C1", "N1 N2 E4 E3", "C1-C2", "", "", ""),
    ("N3 W1 W2 E1", "N1 N2 E4 E3", "E1-N4", "N1 N2", "", "N1"),
    # N2 is loaded without an empty point: under T it stays.
    ("N1 N3 W1 E2", "N2 S1 S2 S3", "E2-E4", "N2", "N2", ""),
]


@pytest.mark.parametrize(("north", "south", "step", "by_groups", "by_pieces", "trapped"), CAPTURES)
def test_captures(north, south, step, by_groups, by_pieces, trapped):
    for capture, expected in zip("GPT", (by_groups, by_pieces, trapped), strict=True):
        turn = loaded(north, south, capture).play(step)
        assert " ".join(names(turn.captured)) == expected


# --- 5.4 passing --------------------------------------------------------------------------------------------------

LOCKED = ("........nnnsnssn...n.", SOUTH)


def test_who_has_no_move_passes():
    position = Position(Rules(Capture.PIECE), *LOCKED)
    assert position.must_pass
    assert position.legal_moves() == [None]
    turn = position.play("pass")
    assert (turn.move, turn.mover, turn.occurrence) == (None, SOUTH, 1)
    assert (position.to_move, position.quiet) == (NORTH, 1)
    position.take_back()
    assert position == Position(Rules(Capture.PIECE), *LOCKED)


def test_who_has_a_move_does_not():
    with pytest.raises(Refused, match=r"^pass: North has a move, N3-C1 for one$"):
        Position().play("pass")


# --- 5.5 the end --------------------------------------------------------------------------------------------------

SHUFFLE = ["E1-E2", "S1-C3", "E2-E1", "C3-S1"]


def test_the_third_occurrence_is_a_draw():
    position = Position.from_moves(SHUFFLE)
    assert position.turns[-1].occurrence == 2
    for move in SHUFFLE[:3]:
        assert position.play(move).occurrence == 2
    turn = position.play(SHUFFLE[3])
    assert (turn.occurrence, turn.end, position.drawn, position.winner) == (3, End.REPETITION, True, None)
    assert position.verdict == "drawn by repetition"


def test_length():
    position = Position(Rules(history=7))
    for move in [*SHUFFLE, *SHUFFLE[:2]]:
        assert position.play(move).end is None
    assert position.play(SHUFFLE[2]).end == End.LENGTH
    assert position.verdict == "drawn by length"


def test_repetition_is_judged_before_length():
    position = Position.from_moves(SHUFFLE * 2, Rules(history=8))
    assert position.end == End.REPETITION


def test_a_win_is_judged_before_length():
    position = loaded("C1 C3 C4 W4", "C2 S2 E4", history=1)
    assert position.play("C4-C5").end == End.WIN


# --- 5.6 and 5.7: notation, loading, refusals ---------------------------------------------------------------------


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


def test_the_key_of_all_that_can_be_turned_into_each_other():
    one, another = Position.from_moves(["W1-W2"]), Position.from_moves(["E1-E4"])
    assert one.key() != another.key()
    assert one.key(symmetric=True) == another.key(symmetric=True)


def test_a_position_says_what_it_is():
    assert repr(Position()) == "<Position: capture=G,history=1024, 0 turns, 6 against 6, North to move>"
    assert repr(loaded("C1 C3 C4 W4", "C2 S2 E4").play("C4-C5")) == "<Turn: North, C4-C5, 1 captured>"


@pytest.mark.parametrize("wrong", [{"capture": "X"}, {"history": 0}])
def test_rules_that_are_none(wrong):
    with pytest.raises(ValueError, match=r"X|history of 0"):
        Rules(**wrong)
