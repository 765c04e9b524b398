"""The rules of examples/reversi, by what others have published and by what must hold in every position."""

import random

import pytest
from reversi.rules import BLACK, WHITE, Position, Reason, Refused, cell_of, label

#: How many games there are of 1, 2, … turns, as counted by many programs.
PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216]


def moves(position):
    return [None] if position.must_pass else position.moves()


def games(position, turns):
    if turns == 1:
        return len(moves(position))
    count = 0
    for cell in moves(position):
        position.play(cell)
        count += games(position, turns - 1)
        position.take_back()
    return count


@pytest.mark.parametrize(("turns", "expected"), [*enumerate(PERFT, 1)])
def test_the_number_of_games(turns, expected):
    position = Position()
    assert len(position.moves()) == 4
    position.play(position.moves()[0])  # the four are alike
    assert 4 * (games(position, turns - 1) if turns > 1 else 1) == expected


def best(position, ends):
    """What Black wins by, if both play their best; and count the games."""
    if position.over:
        ends.append(position.winner)
        return position.count(BLACK) - position.count(WHITE)
    values = []
    for cell in moves(position):
        position.play(cell)
        values.append(best(position, ends))
        position.take_back()
    return (max if position.to_move == BLACK else min)(values)


def test_all_games_on_the_smallest_board():
    """60,060 games; White wins the best one by 11 to 3, two cells stay empty. By symmetry one first move is enough."""
    position, ends = Position(4), []
    position.play(position.moves()[0])
    assert best(position, ends) == 3 - 11
    assert 4 * len(ends) == 60060


def everything(position):
    return dict(position.discs), position.to_move, position.must_pass, position.over, position.winner, position.moves()


@pytest.mark.parametrize("size", range(4, 18, 2))
def test_a_turn_taken_back_leaves_nothing_behind(size):
    dice, position, before = random.Random(size), Position(size), []
    while not position.over:
        before.append(everything(position))
        position.play(dice.choice(moves(position)))
    assert position.must_pass is False
    for expected in reversed(before):
        position.take_back()
        assert everything(position) == expected
    with pytest.raises(Refused, match="nothing to take back"):
        position.take_back()


def played(text, size=8):
    position = Position(size)
    for word in text.split():
        position.play(None if word == "pass" else cell_of(word))
    return position


@pytest.mark.parametrize(
    ("game", "size", "move", "reason"),
    [
        ("", 8, "d3", Reason.DONE),
        ("", 8, "d4", Reason.OCCUPIED),
        ("", 8, "e3", Reason.FLIPS_NOTHING),
        ("", 8, "i1", Reason.OUTSIDE),
        ("", 8, "a9", Reason.OUTSIDE),
        ("", 8, "pass", Reason.MUST_MOVE),
        ("b1 c1 d3 a1", 4, "pass", Reason.DONE),
        ("b1 c1 d3 a1", 4, "d1", Reason.FLIPS_NOTHING),
        ("b1 c1 d1 a1 a3 pass d4", 4, "a4", Reason.GAME_OVER),
        ("b1 c1 d1 a1 a3 pass d4", 4, "pass", Reason.GAME_OVER),
    ],
)
def test_why_a_turn_is_refused(game, size, move, reason):
    position = played(game, size)
    before = everything(position)
    cell = None if move == "pass" else cell_of(move)
    assert position.refusal(cell) == reason
    if reason:
        with pytest.raises(Refused) as refused:
            position.play(cell)
        assert refused.value.reason == reason
        assert everything(position) == before


def test_a_game_may_end_early():
    position = played("b1 c1 d1 a1 a3 pass d4", 4)
    assert (position.over, position.winner, len(position.discs)) == (True, BLACK, 10)


@pytest.mark.parametrize("text", ["", "d", "3d", "D3", "d0", "d03", "d33", "dd3", "d3 "])
def test_bad_cells_are_refused(text):
    with pytest.raises(ValueError, match="is not a cell"):
        cell_of(text)


def test_cells_have_names():
    assert (cell_of("a1"), cell_of("d3"), cell_of("p16")) == ((0, 0), (3, 2), (15, 15))
    assert all(cell_of(label(cell)) == cell for cell in Position(16).cells)
