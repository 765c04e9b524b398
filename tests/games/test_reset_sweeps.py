"""Resets in each cycle of an operation, one after the other."""

import pytest
from loopline.drawing import examples_of
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Hexagon, Op

SIDE, EXAMPLES = 5, 60
#: The cycle of an operation's event is the last one before its answer: docs/reference/evening-engine.md.
LASTS = {Op.PLACE: 4 * SIDE**2 - 2 * SIDE + 16, Op.TAKE_BACK: 4 * SIDE**2 - 2 * SIDE + 8}


@pytest.fixture(scope="module")
def scripts():
    [sweeps] = (one for one in EveningEngine(Hexagon(side=SIDE)).properties() if one.name == "reset sweeps")
    return examples_of(sweeps.scripts, EXAMPLES, seed=1)


@pytest.fixture(scope="module")
def cuts(scripts):
    return {(Op(request.op), request.cut) for script in scripts for request in script.steps if request.cut}


@pytest.mark.parametrize("op", LASTS)
def test_there_are_resets_in_the_last_cycles_of_a_long_operation(cuts, op):
    """A reset that is due after n cycles is seen by the engine in the next one."""
    assert {(op, LASTS[op] - before) for before in (1, 2, 3)} <= cuts


def test_there_are_resets_in_each_of_the_first_cycles(cuts):
    assert set(range(1, 13)) <= {cut for _, cut in cuts}


def test_some_come_late_in_a_game(scripts):
    """When a stone, or the take-back of one, takes most events."""
    late = set()
    for script in scripts:
        stones = 0
        for request in script.steps:
            if request.cut and stones > 30:
                late.add(Op(request.op))
            stones = 0 if request.cut else stones + (request.op == Op.PLACE)
    assert late >= {Op.PLACE, Op.TAKE_BACK}
