"""A reset in the middle of every kind of operation, early and late in it, and something is played after it."""

from collections import Counter
from itertools import pairwise

from games.trax.strategies.examples import scripts, share
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.resets import Reset


def what_is_cut_short(script, size=64):
    engine = ReferenceEngine(size)
    for request in script.requests(size):
        if request.cut:
            answer = engine.answer(request._replace(cut=0))
            kind = "trap" if answer.reason == Reason.TRAP else "refused" if answer.reason else request.op
            yield kind, Reset.of(request.cut).cycles
            engine.reset()
        else:
            engine.answer(request)


def test_at_once_and_late():
    cycles = [cycle for script in scripts("resets") for _, cycle in what_is_cut_short(script)]
    assert share(lambda cycle: cycle == 1, cycles) > 0.05
    assert share(lambda cycle: cycle > 20, cycles) > 0.2
    assert max(cycles) > 200


def test_surviving_state_is_asked_for_right_after_a_reset():
    """Right after a reset: is there anything to take back, to read, and is a foul a foul?"""
    steps = [script.steps for script in scripts("resets")]
    pairs = [(before, after) for script in steps for before, after in pairwise(script) if before.cut and not after.cut]
    asked = Counter("foul" if after.symbol == "?" else after.op for _, after in pairs)
    assert min(asked[kind] for kind in (Op.TAKE_BACK, Op.READ, "foul")) > len(pairs) // 8
