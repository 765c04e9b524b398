"""Resets in each cycle of an operation, one after the other."""

import pytest
from loopline.games.evening.board import Hexagon
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Op
from loopline.property import examples_of

SIDE, EXAMPLES = 5, 60
#: The cycle of an operation's event is the last one before its answer: docs/reference/evening-engine.md.
LASTS = {Op.PLACE: 4 * SIDE**2 - 2 * SIDE + 16, Op.TAKE_BACK: 4 * SIDE**2 - 2 * SIDE + 8}


@pytest.fixture(scope="module")
def cuts():
    [sweeps] = (one for one in EveningEngine(Hexagon(side=SIDE)).properties() if one.name == "reset sweeps")
    scripts = examples_of(sweeps.scripts, EXAMPLES, seed=1)
    return {(Op(request.op), request.cut) for script in scripts for request in script.steps if request.cut}


@pytest.mark.parametrize("op", LASTS)
def test_there_are_resets_in_the_last_cycles_of_a_long_operation(cuts, op):
    """A reset that is due after n cycles is seen by the engine in the next one."""
    assert {(op, LASTS[op] - before) for before in (1, 2, 3)} <= cuts


def test_there_are_resets_in_each_of_the_first_cycles(cuts):
    assert set(range(1, 13)) <= {cut for _, cut in cuts}
