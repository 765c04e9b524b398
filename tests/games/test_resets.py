"""The games' own games with resets have them at every moment, of every length, and one right after the other."""

from collections import Counter

import pytest
from loopline.contract.designs import path_of
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.drawing import examples_of
from loopline.resets import CYCLES_BITS, KINDS, LENGTHS, LONGEST, Reset, is_made
from loopline.simulation import recording
from loopline.simulation.session import endless

#: No bundled engine is busy after its answer.
MOMENTS = {
    recording.IN_OPERATION,
    recording.ANSWER_WAITS,
    recording.HELD,
    recording.AFTER_ANSWER,
    recording.IDLE,
    recording.AGAIN,
}


@pytest.mark.parametrize("name", ["evening", "globe", "trax", "tsolitaire"])
def test_resets_come_at_every_moment(name):
    game = Subject.of(load(path_of(f"{name}-engine"))).engine
    [resets] = [one for one in game.properties() if one.name == "resets"]
    scripts = examples_of(resets.scripts, 30, seed=1)
    met = Counter(moment for script in scripts for moment in recording.moments(game.plan(script, endless([]), 2)[1]))
    assert set(met) == MOMENTS
    assert min(met.values()) > 0.01 * met.total()
    assert met[recording.IN_OPERATION] + met[recording.ANSWER_WAITS] > 0.4 * met.total()
    cuts = [Reset.of(request[-1]) for script in scripts for request in game.requests(script) if request[-1]]
    assert {reset.kind for reset in cuts} == set(KINDS)
    assert {reset.longer for reset in cuts} == set(LENGTHS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_reset_is_the_same_after_the_last_value_of_a_request(kind):
    for cycles in (1, 7, (1 << CYCLES_BITS) - 1):
        for longer in (0, 1, LONGEST):
            reset = Reset(cycles, kind, longer)
            assert Reset.of(reset.cut) == reset


@pytest.mark.parametrize("kind", KINDS)
def test_a_request_is_made_before_a_reset_of_some_kinds(kind):
    assert {is_made(Reset(9, kind, longer).cut) for longer in LENGTHS} == {kind in ("reset", "early")}
