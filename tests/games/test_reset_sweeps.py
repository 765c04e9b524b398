"""Resets in each cycle of an operation, one after the other."""

from itertools import pairwise

import pytest
from loopline.drawing import examples_of
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Hexagon, Op
from loopline.resets import IDLE, KINDS, LENGTHS, Reset

SIDE, EXAMPLES = 5, 60
#: The cycle of an operation's event is the last one before its answer: docs/reference/evening-engine.md.
LASTS = {Op.PLACE: 4 * SIDE**2 - 2 * SIDE + 16, Op.TAKE_BACK: 4 * SIDE**2 - 2 * SIDE + 8}


def examples(number):
    [sweeps] = (one for one in EveningEngine(Hexagon(side=SIDE)).properties() if one.name == "reset sweeps")
    return examples_of(sweeps.scripts, number, seed=1)


@pytest.fixture(scope="module")
def scripts():
    return examples(EXAMPLES)


@pytest.fixture(scope="module")
def cuts(scripts):
    """In an operation, whether a request is held meanwhile or not."""
    resets = ((request.op, Reset.of(request.cut)) for script in scripts for request in script.steps if request.cut)
    return {(Op(op), reset.cycles) for op, reset in resets if reset.kind in ("reset", "early")}


@pytest.mark.parametrize("op", LASTS)
def test_resets_come_in_the_last_cycles_of_a_long_operation(cuts, op):
    """A reset that is due after n cycles is seen by the engine in the next one."""
    assert {(op, LASTS[op] - before) for before in (1, 2, 3)} <= cuts


def test_resets_come_in_each_of_the_first_cycles(cuts):
    assert set(range(1, 13)) <= {cut for _, cut in cuts}


def test_some_resets_come_late_in_a_game(scripts):
    """When a stone, or the take-back of one, takes most events."""
    late = set()
    for script in scripts:
        stones = 0
        for request in script.steps:
            if request.cut and stones > 30:
                late.add(Op(request.op))
            stones = 0 if request.cut else stones + (request.op == Op.PLACE)
    assert late >= {Op.PLACE, Op.TAKE_BACK}


def test_swept_resets_come_at_any_moment():
    """Of every kind and length; after each number of idle cycles; and one after the other."""
    resets = [[Reset.of(request.cut) if request.cut else None for request in script.steps] for script in examples(200)]
    every = [reset for script in resets for reset in script if reset]
    assert {reset.kind for reset in every} == set(KINDS)
    assert {reset.longer for reset in every} == set(LENGTHS)
    assert {reset.cycles for reset in every if reset.kind == "idle"} >= set(range(IDLE + 1))
    assert any(reset and after for script in resets for reset, after in pairwise(script))
