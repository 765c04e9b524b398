"""A turn under way: its tiles, and taking it back. What holds of whole turns: test_model_checks.py."""

import pytest
from goldenrules.trax import RULE_SETS, Position, read_move
from goldenrules.trax.svg import svg
from hypothesis import given
from hypothesis import strategies as st
from model.trax.playing import everything_in, play, replay
from model.trax.strategies import games


@given(games(), st.integers(0, 20))
def test_a_turn_in_the_middle_of_forced_play(game, forced_tiles):
    position = replay(game[:-1])
    before = everything_in(position)
    position.begin(*game[-1])
    while position.forced and forced_tiles:
        position.force(min(position.forced))
        forced_tiles -= 1
    position.take_back()
    assert everything_in(position) == before


def test_a_turn_has_to_end_before_another_begins_or_anything_is_asked():
    position = play("@0/ A0+")
    position.begin(*read_move(position, "@1+"))
    forced = dict(position.forced)
    assert forced
    for question in (position.legal_moves, lambda: position.begin(*read_move(position, "A0+"))):
        with pytest.raises(RuntimeError, match="a turn is under way"):
            question()
        assert position.forced == forced
    with pytest.raises(RuntimeError, match="the turn is not over"):
        position.finish()
    while position.forced:
        position.force(min(position.forced))
    assert position.finish().tiles_after == 4
    assert position.legal_moves()
    with pytest.raises(RuntimeError, match="no turn is under way"):
        position.finish()


@pytest.mark.parametrize(
    "rules", [rules for rules in RULE_SETS.values() if rules.can_draw], ids=lambda rules: rules.name
)
def test_nothing_is_drawn_in_the_middle_of_a_turn(rules):
    """As the page of a failure shows it: the board after each tile."""
    position = Position(rules)
    position.begin(*position.legal_moves()[0])
    assert not position.drawn
    assert svg(position).startswith("<svg")
    position.finish()
    assert not position.drawn
