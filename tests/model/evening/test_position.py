"""RULES 4.2 to 4.5 on small boards: placing, groups, who leads, whose move it is, refusals, taking back."""

import pytest
from goldenrules.evening import (
    BLACK,
    WHITE,
    Flip,
    Move,
    Position,
    Protocol,
    Reason,
    Refused,
    Rule,
    RuleSet,
    hexagon,
)

ODD_EVEN, FREE = Rule.ODD_EVEN, Protocol.FREE


def position(*rows, rule=Rule.BASE, protocol=Protocol.LOSER_MOVES):
    return Position.from_rows(rows, RuleSet(len(rows[0]), rule, protocol))


def test_the_first_stone_lies_anywhere_and_is_white():
    empty = Position(RuleSet(3))
    assert (empty.players, empty.over) == ((WHITE,), False)
    assert (empty.cells(WHITE), empty.cells(BLACK)) == (list(range(19)), [])
    with pytest.raises(Refused, match=r"^first:"):
        empty.place(BLACK, 9)
    turn = empty.place(WHITE, 0)
    assert turn.flips == (Flip(1, None, BLACK), Flip(3, None, BLACK), Flip(4, None, BLACK))
    assert empty.players == (BLACK,)


def test_a_stone_joins_groups_and_decides_far_away():
    """White's stone on b3 makes a group of four, which is too many for c2, though the stone does not touch that."""
    game = position("BB.", "BW.W", "B.W.B", "....", "...")
    turn = game.place(WHITE, 5)
    assert [sorted(group.cells) for group in turn.joined] == [[6], [4, 9]]
    assert game.groups(WHITE) == [turn.laid.group]
    assert turn.flips == (Flip(2, WHITE, None), Flip(8, WHITE, None))


REFUSED = [
    (Reason.OVER, ("WB", "WBW", "WB"), WHITE, 0),  # full
    (Reason.OVER, ("WB", "WBW", "WB"), BLACK, 99),
    (Reason.RANGE, ("W.", "...", ".."), WHITE, 7),
    (Reason.RANGE, ("W.", "...", ".."), BLACK, -1),
    (Reason.OCCUPIED, ("W.", "...", ".."), WHITE, 0),
    (Reason.OCCUPIED, ("W.", "...", ".."), BLACK, 0),
    (Reason.FIRST, ("..", "...", ".."), BLACK, 0),
    (Reason.TURN, ("W.", "...", ".."), WHITE, 1),
    (Reason.TURN, ("W.", "...", ".."), WHITE, 6),
    (Reason.EQUAL, ("W.", "...", ".."), BLACK, 6),
    (Reason.EQUAL, ("WB", "...", ".."), WHITE, 3),
    (Reason.OTHER, ("WB", "...", ".."), WHITE, 2),
]


@pytest.mark.parametrize(("error", "rows", "colour", "cell"), REFUSED)
def test_a_refused_stone_changes_nothing(error, rows, colour, cell):
    before, now = position(*rows), position(*rows)
    with pytest.raises(Refused) as caught:
        now.place(colour, cell)
    assert caught.value.reason is error
    assert vars(now).keys() == vars(before).keys()
    assert (now, now.owners, now.turns) == (before, before.owners, before.turns)
    assert not now.is_legal(Move(colour, cell))


def test_every_refusal_has_its_own_reason():
    names = ["over", "range", "occupied", "first", "turn", "equal", "other"]
    assert [str(reason) for reason in Reason][: len(names)] == names
    assert {error for error, *_ in REFUSED} == set([*Reason][: len(names)])


def test_the_loser_declines():
    game = position("W.", "...", "..")
    with pytest.raises(Refused, match=r"^turn:"):
        game.decline(WHITE)
    game.decline(BLACK)
    assert (game.over, game.winner, game.players) == (True, WHITE, ())
    with pytest.raises(Refused, match=r"^over:"):
        game.decline(WHITE)
    game.take_back()
    assert (game.over, game.winner, game.players) == (False, None, (BLACK,))


def test_free_play():
    game = position("W.", "...", "..", protocol=FREE)
    assert game.players == (WHITE, BLACK)
    assert game.legal_moves() == [Move(BLACK, cell) for cell in (1, 2, 3)]
    game.place(BLACK, 1)
    game.decline(BLACK)
    with pytest.raises(Refused, match=r"^turn:"):
        game.decline(BLACK)
    assert not game.over
    game.place(WHITE, 4)
    assert game.declined == frozenset()
    game.take_back()
    assert game.declined == {BLACK}
    game.decline(WHITE)
    assert (game.over, game.winner) == (True, BLACK)


def test_nothing_to_take_back():
    with pytest.raises(IndexError):
        position("W.", "...", "..").take_back()


@pytest.mark.parametrize("rows", [["W.", "..", ".."], ["W.", "...", ".x"], ["W", ".", "."], ["W......"]])
def test_rows_that_are_no_board(rows):
    with pytest.raises(ValueError, match="board"):
        Position.from_rows(rows)


def test_a_refused_load_changes_nothing():
    game = position("W.", "...", "..")
    with pytest.raises(Refused, match=r"^range:"):
        game.load({0: BLACK, 7: WHITE})
    assert game == position("W.", "...", "..")


def test_equal_positions():
    one = Position.from_moves(["Wa1", "Ba2"], RuleSet(3))
    other = Position.from_rows(["WB.", "....", ".....", "....", "..."])
    assert one == other
    assert one.key() == other.key()
    assert one != Position.from_rows(["WB.", "....", ".....", "....", "..."], RuleSet(3, Rule.ODD_EVEN))
    assert one != Position.from_rows(["BW.", "....", ".....", "....", "..."])
    assert one != "WB."
    with pytest.raises(TypeError):
        hash(one)


def test_who_has_declined_makes_a_difference():
    one, other = (Position.from_moves(["Wa1"], RuleSet(2, protocol=Protocol.FREE)) for _ in range(2))
    one.decline(WHITE)
    assert one != other
    assert one.key(symmetric=True) != other.key(symmetric=True)


def test_the_symmetries():
    """Twelve, all different, each keeps neighbours; a corner has six images, all the corners."""
    board = hexagon(4)
    assert len(set(board.symmetries)) == 12
    for image in board.symmetries:
        assert sorted(image) == board.cells
        for cell, near in enumerate(board.neighbours):
            assert {image[one] for one in near} == set(board.neighbours[image[cell]])
    assert {image[0] for image in board.symmetries} == {0, 3, 15, 21, 33, 36}
