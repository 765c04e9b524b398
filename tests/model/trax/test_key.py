"""When two positions are the same, also up to rotations and reflections."""

import pytest
from goldenrules.trax import CLASSIC, RULE_SETS, Position
from model.trax.playing import play


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("@0+ B1+ C1+", "the player to move"),
        ("@0+ B1+", "fewer tiles"),
        (r"@0+ B1+ C1+ D1\ ", "other tiles"),
    ],
)
def test_positions_differ_for_each_reason(text, why):
    assert play("@0+ B1+ C1+ D1+") != play(text), why


def test_rules_make_a_difference():
    assert Position(CLASSIC) != Position(RULE_SETS["loop"])


def test_a_mirror_image_is_another_position():
    one, other = play(r"@0/ B1+ C1/"), play(r"@0/ B1+ C1\ ")
    assert one.key(symmetric=True) != other.key(symmetric=True)


def test_repr_of_a_position():
    assert repr(Position()) == "<Position: contest, 0 turns, 0 tiles, White to move>"
    assert [repr(turn) for turn in play("@0/ @1+").turns] == ["<Turn: White, /, 0 forced>", "<Turn: Red, +, 0 forced>"]
    assert repr(play("@0/ A0+ @1+").turns[-1]) == "<Turn: White, +, 1 forced>"
    assert repr(play(r"@0/ B1\ B2/")) == "<Position: classic, 3 turns, 4 tiles, Red has won>"
