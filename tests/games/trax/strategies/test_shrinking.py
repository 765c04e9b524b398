"""What fails shrinks to few, early, simple moves."""

import random

import pytest
from hypothesis import HealthCheck, find, settings
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.strategies import (
    cascades,
    drifting,
    games,
    illegal_moves,
    random_games,
    resets,
    take_backs,
    traps,
    wins,
)
from loopline.games.trax.strategies.facts import facts_of
from loopline.games.trax.strategies.texts import texts

SETTINGS = settings(max_examples=2000, database=None, deadline=None, suppress_health_check=list(HealthCheck))


def smallest(strategy, condition, seed=0):
    return find(strategy, lambda script: condition(facts_of(script, 64)), settings=SETTINGS, random=random.Random(seed))


def turns(script):
    return sum(step.op == Op.PLAY for step in script.steps)


@pytest.mark.parametrize("seed", range(3))
def test_a_trap_to_nine_turns_of_a_contest(seed):
    """There is none with fewer (RULES 1.2)."""
    script = smallest(traps(), lambda found: found.traps, seed)
    assert script.at == (0, 0)
    assert [step.op for step in script.steps] == [Op.PLAY] * 9


def test_what_happens_after_a_trap_to_the_trap_and_that():
    script = smallest(traps(), lambda found: found.traps and found.taken_back)
    assert [step.op for step in script.steps] == [*[Op.PLAY] * 9, Op.TAKE_BACK]


def test_games_to_one_turn():
    for strategy, ops in ((games(), [Op.PLAY]), (random_games(), [Op.NEW, Op.PLAY])):
        script = smallest(strategy, lambda found: found.turns)
        assert [step.op for step in script.steps] == ops
        assert script.at == (0, 0)


def test_a_read_to_a_read():
    assert len(smallest(games(), lambda found: found.reads).steps) == 2


def test_a_win_to_the_shortest_of_the_library():
    assert turns(smallest(wins(), lambda found: found.wins)) == 3


def test_a_cascade_to_the_shortest_of_the_library():
    assert turns(smallest(cascades(), lambda found: found.longest_cascade >= 6)) <= 9


def test_take_backs_to_one_turn_taken_back():
    script = smallest(take_backs(), lambda found: found.taken_back)
    assert [step.op for step in script.steps] == [Op.PLAY, Op.TAKE_BACK]


def test_drifting_to_four_tiles():
    assert turns(smallest(drifting(), lambda found: found.seam_across or found.seam_down)) == 4


def test_resets_to_the_first_cycle_of_one_turn():
    script = smallest(resets(), lambda found: found.resets)
    assert [(step.op, step.cut) for step in script.steps] == [(Op.PLAY, 1)]


#: Of turns, the refused one included.
FEWEST = {
    Reason.GAME_OVER: 4,
    Reason.BAD_SYMBOL: 1,
    Reason.OCCUPIED: 2,
    Reason.FIRST_MOVE: 1,
    Reason.UNCONNECTED: 2,
    Reason.BOX_LIMIT: 2,
    Reason.CAPACITY: 63,
    Reason.MISMATCH: 4,
    Reason.TRAP: 9,
    Reason.NOTHING_TO_TAKE_BACK: 0,
}


@pytest.mark.parametrize("reason", FEWEST)
def test_an_illegal_move_to_as_few_turns_as_it_takes(reason):
    script = smallest(illegal_moves(reason=reason), lambda found: found.reasons[reason])
    assert turns(script) == FEWEST[reason]


def test_a_text_to_one_line_too_many():
    text = find(texts(), lambda text: b"\x00" in text, settings=SETTINGS, random=random.Random(0))
    assert len(text) <= 16
