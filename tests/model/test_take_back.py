"""Taking a turn back restores everything there was before it."""

import pytest
from goldenrules.trax import CLASSIC, RULE_SETS, Position, Trap, read_move
from hypothesis import given, settings
from hypothesis import strategies as st
from model.playing import everything_in, play, replay
from model.strategies import games, traps

VARIANTS = sorted(set(RULE_SETS) - {"contest", "classic"})


def back_to_the_empty_board(rules, game):
    position = Position(rules)
    memory = []
    for move in game:
        memory.append((everything_in(position), position.candidates()))
        position.play(*move)
    while memory:
        before, candidates = memory.pop()
        assert position.take_back().move == game[len(memory)]
        assert everything_in(position) == before
        assert position.candidates() == candidates
    assert everything_in(position) == everything_in(Position(rules))


@given(games())
def test_a_whole_game(game):
    back_to_the_empty_board(CLASSIC, game)


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=20)
@given(data=st.data())
def test_a_whole_game_of_each_rule_set(name, data):
    back_to_the_empty_board(RULE_SETS[name], data.draw(games(RULE_SETS[name])))


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
