"""One rule after the other, in the order of the rules page."""

import pytest
from goldenrules.tsolitaire import (
    Leaves,
    Position,
    Reason,
    Refused,
    canonical,
    cell_name,
    read_move,
)
from model.tsolitaire.playing import CLEARED, after, everything_in


def test_a_game_that_clears_the_board():
    position = after(CLEARED, -1)
    assert not position.cleared
    position.play("5D0T")
    assert position.cleared
    assert position.over
    assert {str(place) for place in position.stones} == {f"3C/{port}" for port in range(8)}
    assert repr(position) == "<Position: 35 tiles placed, cleared>"


def test_a_stone_runs_from_tile_to_tile():
    turn = after(CLEARED, 18).turns[-1]
    assert repr(turn) == "<Turn: 3F26T, stones 2 and 3 moved>"
    second, third = turn.runs
    assert [(cell_name(cell), *ports) for cell, *ports in second.passes] == [("3F", 1, 5), ("4F", 0, 6)]
    assert (str(second.end), str(third.end)) == ("4E/3", "3E/2")


REFUSED = [
    ("6B16T", Refused, "repeat: tile 16 lies on the board already"),
    ("6B17T", Refused, "occupied: tile 16 lies on 6B already"),
    ("3C17T", Refused, "no-stone: no stone faces 3C"),
    ("1B0T", Leaves, "leaves: stone 0 would leave the board"),
]


@pytest.mark.parametrize(("text", "error", "message"), REFUSED)
def test_refusals(text, error, message):
    position = after("6B16B")
    before = everything_in(position)
    with pytest.raises(error) as refused:
        position.play(text)
    assert str(refused.value) == message
    assert refused.value.reason == message.partition(":")[0]
    assert everything_in(position) == before


def test_the_first_reason_that_holds_is_given():
    """Each of these is refused for all the reasons that come later as well."""
    position = after("6B16B")
    for cell, tile, rotation, error in [
        (36, 16, 0, Reason.RANGE),
        (read_move(None, "6B16B").cell, 16, 4, Reason.RANGE),
        (read_move(None, "6B16B").cell, 35, 0, Reason.RANGE),
        (read_move(None, "6B16B").cell, 16, 0, Reason.REPEAT),
        (read_move(None, "6B16B").cell, 0, 0, Reason.OCCUPIED),
        (read_move(None, "3C16B").cell, 0, 0, Reason.NO_STONE),
    ]:
        with pytest.raises(Refused, match=f"^{error}:"):
            position.play(cell, tile, rotation)
    position = Position([0])
    with pytest.raises(Refused, match=r"^over:"):
        position.place(36, 4)
    with pytest.raises(Refused, match=r"^not-next:"):
        position.play(36 - 1, 1, 0)


def test_the_next_tile_of_a_deck():
    position = Position([16, 8])
    assert position.next_tile == 16
    assert repr(position) == "<Position: 0 tiles placed, tile 16 is next>"
    with pytest.raises(Refused, match=r"^not-next:"):
        position.play("5F8L")
    position.play("6B16B")
    position.place(*read_move(None, "5F8L")[::2])
    assert position.next_tile is None
    with pytest.raises(Refused, match=r"^no-tile:"):
        position.place(0, 0)
    position.take_back()
    assert position.next_tile == 8


@pytest.mark.parametrize(("deck", "error"), [([35], Reason.RANGE), ([-1], Reason.RANGE), ([1, 2, 1], Reason.REPEAT)])
def test_a_deck_has_each_tile_once(deck, error):
    with pytest.raises(Refused, match=f"^{error}:"):
        Position(deck)


def test_the_next_tile_is_offered():
    position = Position()
    with pytest.raises(Refused, match=r"^no-tile:"):
        position.place(0, 0)
    position.offer(3)
    position.offer(16)  # whoever offers may think again
    position.place(*read_move(None, "6B16B")[::2])
    assert position.next_tile is None
    with pytest.raises(Refused, match=r"^repeat:"):
        position.offer(16)
    with pytest.raises(Refused, match=r"^range:"):
        position.offer(35)
    position.offer(1)
    position.take_back()
    assert position.next_tile == 16
    position.redo()
    assert position.next_tile is None


def test_a_game_is_over_when_nothing_fits():
    position = after("1B13R 1E33T")
    assert not position.over
    position.offer(0)
    assert position.over
    for ask in (lambda: position.offer(1), lambda: position.place(0, 0)):
        with pytest.raises(Refused, match=r"^over: .*tile 0 has no legal placement"):
            ask()
    with pytest.raises(Leaves):  # a record has no next tile
        position.play("2A0T")
    with pytest.raises(Refused, match=r"^over: .*all tiles are placed"):
        after(CLEARED).offer(0)
    position.take_back()
    assert not position.over


def test_undo_and_redo():
    position = after(CLEARED, 3)
    before = everything_in(position)
    position.take_back()
    position.take_back()
    assert [str(placement) for placement in position.taken_back] == ["6F12T", "5F8L"]
    position.redo()
    position.redo()
    assert everything_in(position) == before
    with pytest.raises(Refused, match=r"^nothing:"):
        position.redo()
    position.take_back()
    with pytest.raises(Refused):
        position.play("6B3T")
    assert position.taken_back  # a refused placement clears nothing
    position.play("6F12T")
    assert not position.taken_back
    for _ in range(3):
        position.take_back()
    with pytest.raises(Refused, match=r"^nothing:"):
        position.take_back()
    assert everything_in(Position()) == {**everything_in(position), "taken_back": []}


def test_rotations_that_look_the_same_are_one():
    assert canonical(34, 3) == 0
    assert canonical(12, 3) == 1
    assert canonical(1, 3) == 3
    assert after("1B34R") == after("1B34T")
    assert str(after("1B34R").turns[0].move) == "1B34T"


def test_positions_are_equal_by_board_and_next_tile():
    one, other = after("6B16B 1E22T"), after("1E22T 6B16B")
    assert one == other
    assert one != after("6B16B")
    one.offer(3)
    assert one != other
    assert one != "a position"


def test_a_quarter_turn_of_the_board_has_the_same_symmetric_key():
    one, turned_board = after("1B16T"), after("2F16R")
    assert one.key() != turned_board.key()
    assert one.key(symmetric=True) == turned_board.key(symmetric=True)
    assert one.key(symmetric=True) != after("1B16R").key(symmetric=True)
