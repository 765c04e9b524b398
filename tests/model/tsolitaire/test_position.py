"""Decks, offered tiles, the order of reasons, and when positions are the same.

What a placement does: test_model_checks.py.
"""

import pytest
from goldenrules.tsolitaire import (
    Position,
    Reason,
    Refused,
    canonical,
    read_move,
)
from model.tsolitaire.playing import after


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


def test_a_quarter_turn_of_the_board_has_the_same_symmetric_key():
    one, turned_board = after("1B16T"), after("2F16R")
    assert one.key() != turned_board.key()
    assert one.key(symmetric=True) == turned_board.key(symmetric=True)
    assert one.key(symmetric=True) != after("1B16R").key(symmetric=True)
