"""What is no board, and when positions are the same.

What a stone does: test_model_checks.py.
"""

import pytest
from goldenrules.evening import (
    BLACK,
    WHITE,
    Position,
    Protocol,
    Refused,
    Rule,
    RuleSet,
)


@pytest.mark.parametrize("rows", [["W.", "..", ".."], ["W.", "...", ".x"], ["W", ".", "."], ["W......"]])
def test_rows_that_are_no_board(rows):
    with pytest.raises(ValueError, match=r"expected (a side|the rows)"):
        Position.from_rows(rows)


def test_a_refused_load_changes_nothing():
    game = Position.from_rows(["W.", "...", ".."])
    with pytest.raises(Refused, match=r"^range:"):
        game.load({0: BLACK, 7: WHITE})
    assert game == Position.from_rows(["W.", "...", ".."])


def test_equal_positions():
    one = Position.from_moves(["Wa1", "Ba2"], RuleSet(3))
    other = Position.from_rows(["WB.", "....", ".....", "....", "..."])
    assert one == other
    assert one.key() == other.key()
    assert one != Position.from_rows(["WB.", "....", ".....", "....", "..."], RuleSet(3, Rule.ODD_EVEN))
    assert one != Position.from_rows(["BW.", "....", ".....", "....", "..."])


def test_positions_differ_by_who_has_declined():
    one, other = (Position.from_moves(["Wa1"], RuleSet(2, protocol=Protocol.FREE)) for _ in range(2))
    one.decline(WHITE)
    assert one != other
    assert one.key(symmetric=True) != other.key(symmetric=True)
