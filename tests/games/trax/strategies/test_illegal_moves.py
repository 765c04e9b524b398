"""One refusal for each reason."""

import pytest
from games.trax.strategies.examples import scripts
from goldenrules.trax import column_of, row_of
from loopline.drawing import examples_of
from loopline.games.trax.protocol import EVERYWHERE, Reason
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.strategies import illegal_moves

REASONS = [*EVERYWHERE]


def refusals(script, size=64):
    """Each refused request, with the position it was made in."""
    engine = ReferenceEngine(size)
    for step, request in zip(script.steps, script.requests(size), strict=True):
        rules, tiles = engine.position.rules, dict(engine.position.tiles)
        answer = engine.answer(request)
        if answer.reason:
            yield Reason(answer.reason), step, rules, tiles, engine


@pytest.mark.parametrize("reason", REASONS)
def test_a_chosen_reason(reason):
    for script in examples_of(illegal_moves(reason=reason), 60, seed=1):
        assert reason in {found for found, *_ in refusals(script)}


def test_every_reason_under_contest_and_under_classic_rules():
    seen = {
        (reason, rules.fouls_lose) for script in scripts("illegal_moves") for reason, _, rules, *_ in refusals(script)
    }
    assert seen == {(reason, fouls) for reason in REASONS for fouls in (False, True)}


def test_unconnected_cells_near_and_far():
    near, far, aliased = 0, 0, 0
    for script in examples_of(illegal_moves(reason=Reason.UNCONNECTED), 300, seed=1):
        for reason, step, _, tiles, engine in refusals(script):
            if reason == Reason.UNCONNECTED:
                x, y = ((column_of(step.cell) + script.at[0]) % 64, (row_of(step.cell) + script.at[1]) % 64)
                there = {engine.address(cell) for cell in tiles}
                distance = min(
                    max(min(abs(x - a), 64 - abs(x - a)), min(abs(y - b), 64 - abs(y - b))) for a, b in there
                )
                near += distance == 1  # across a corner
                far += distance > 8
                # The engine's memories are addressed by one long number.
                aliased += any(abs((x + 64 * y) - (a + 64 * b)) in (1, 64 * 64 - 1) for a, b in there)
    assert min(near, far, aliased) >= 15
