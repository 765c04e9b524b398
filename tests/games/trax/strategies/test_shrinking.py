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


#: Of the simplest example that shows it: the turns, and the requests.
SIMPLEST = {
    "a trap, of which none is shorter (RULES 1.2)": (traps(), lambda found: found.traps, 9, 9),
    "a trap that is taken back": (traps(), lambda found: found.traps and found.taken_back, 9, 10),
    "a turn": (games(), lambda found: found.turns, 1, 1),
    "a turn of a random game": (random_games(), lambda found: found.turns, 1, 2),
    "a read": (games(), lambda found: found.reads, 1, 2),
    "a win, the shortest of the library": (wins(), lambda found: found.wins, 3, 3),
    "a cascade, the shortest of the library": (cascades(), lambda found: found.longest_cascade >= 6, 9, 9),
    "a turn that is taken back": (take_backs(), lambda found: found.taken_back, 1, 2),
    "four tiles across the seam": (drifting(), lambda found: found.seam_across or found.seam_down, 4, 4),
    "a reset": (resets(), lambda found: found.resets, 1, 1),
}


@pytest.mark.parametrize("what", SIMPLEST)
def test_example_shrinks_to_a_simple_game(what):
    strategy, shows, fewest, requests = SIMPLEST[what]
    script = smallest(strategy, shows)
    assert turns(script) <= fewest
    assert len(script.steps) <= requests


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
