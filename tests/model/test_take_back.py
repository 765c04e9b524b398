"""Taking a turn back restores everything there was before it."""

import pytest
from goldenrules.trax import CLASSIC, RULE_SETS, Position, Trap
from hypothesis import given, settings
from hypothesis import strategies as st
from model.playing import everything_in, replay
from model.strategies import games, traps


@pytest.mark.parametrize("name", RULE_SETS)
@settings(max_examples=30)
@given(data=st.data())
def test_a_whole_game_back_to_the_empty_board(name, data):
    position = Position(RULE_SETS[name])
    memory = []
    for move in data.draw(games(RULE_SETS[name])):
        memory.append((everything_in(position), position.candidates()))
        position.play(*move)
        assert position.turns[-1].move == move
    while memory:
        before, candidates = memory.pop()
        position.take_back()
        assert everything_in(position) == before
        assert position.candidates() == candidates
    assert everything_in(position) == everything_in(Position(RULE_SETS[name]))


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


@settings(max_examples=30)
@given(traps())
def test_a_trap_leaves_nothing_behind(trap):
    game, move = trap
    position = replay(game)
    before = everything_in(position)
    with pytest.raises(Trap):
        position.play(*move)
    assert everything_in(position) == before


@given(games(winning=False), games(winning=False))
def test_a_game_goes_on_as_if_the_turn_had_never_been(game, other):
    """After a detour through another game the same moves give the same position."""
    position = replay(game)
    for _ in game:
        position.take_back()
    for move in other:
        position.play(*move)
    assert everything_in(position) == everything_in(replay(other))


def test_there_is_nothing_to_take_back_on_the_empty_board():
    with pytest.raises(IndexError):
        Position(CLASSIC).take_back()
