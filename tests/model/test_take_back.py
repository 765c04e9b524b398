"""Taking a turn back, where it is under way or there is none. That nothing is left behind: test_the_checks.py."""

import pytest
from goldenrules.trax import CLASSIC, Position, read_move
from hypothesis import given
from hypothesis import strategies as st
from model.playing import everything_in, play, replay
from model.strategies import games


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


def test_there_is_nothing_to_take_back_on_the_empty_board():
    with pytest.raises(IndexError):
        Position(CLASSIC).take_back()


def test_a_turn_has_to_end_before_another_begins_or_anything_is_asked():
    position = play("@0/ A0+")
    position.begin(*read_move(position, "@1+"))
    forced = dict(position.forced)
    assert forced
    for question in (position.legal_turns, lambda: position.begin(*read_move(position, "A0+"))):
        with pytest.raises(RuntimeError, match="a turn is under way"):
            question()
        assert position.forced == forced
    while position.forced:
        position.force(min(position.forced))
    position.finish()
    assert position.legal_turns()
    with pytest.raises(RuntimeError, match="no turn is under way"):
        position.finish()
