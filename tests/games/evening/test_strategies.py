"""How much of what is rare the strategies make. That each makes what it is for: ../test_strategies.py."""

from collections import Counter
from functools import cache

import pytest
from loopline.drawing import examples_of
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Hexagon, Op, Reason
from loopline.games.evening.strategies import STRATEGIES
from loopline.games.evening.strategies.building_blocks import COLOURS
from loopline.games.evening.strategies.facts import facts_of
from loopline.games.evening.strategies.refusals import refused
from loopline.games.strategy import Session

MANY = 40


@cache
def scripts(strategy, side=5, examples=MANY):
    return examples_of(EveningEngine(Hexagon(side=side)).property_of(strategy).scripts, examples, seed=1)


@cache
def facts(strategy, side=5, examples=MANY):
    return [facts_of(script.steps, side) for script in scripts(strategy, side, examples)]


def named(name):
    return next(strategy for strategy in STRATEGIES if strategy.__name__ == name)


def share(strategy, holds):
    found = facts(named(strategy))
    return sum(map(bool, map(holds, found))) / len(found)


def test_the_farthest_changes_cross_the_board():
    assert share("far_changes", lambda one: one.farthest == 8) > 0.25


def test_lists_are_decided_deep_down():
    assert share("lists", lambda one: one.deepest >= 5) > 0.2
    assert share("lists", lambda one: one.prefix) > 0.5
    assert share("lists", lambda one: one.identical_end) > 0.1


def test_lists_are_decided_by_each_bit_of_a_number_of_groups():
    met = set()
    for script in scripts(named("lists")):
        model = EveningEngine(Hexagon(side=5)).model()
        for request in script.steps:
            model.carry_out(request)
            white, black = (model.position.sizes(colour).count(1) for colour in COLOURS)
            met.add(white ^ black)
    assert {1, 2, 4, 8, 16} <= met


def test_a_group_may_be_all_of_the_board():
    assert share("large_groups", lambda one: one.largest == one.cells) > 0.05


def test_more_can_be_taken_back_than_the_board_has_cells():
    """Stones and declines: an engine must have room for both."""
    most = 0
    for script in scripts(named("take_backs")):
        model = EveningEngine(Hexagon(side=5)).model()
        for request in script.steps:
            model.carry_out(request)
            most = max(most, len(model.position.turns))
    assert most > 1.5 * 61


@pytest.mark.parametrize("reason", list(Reason)[1:], ids=str)
@pytest.mark.parametrize("side", [2, 5])
def test_every_reason_can_be_had(side, reason):
    for choice in range(0, 256, 17):
        session = Session(EveningEngine(Hexagon(side=side)).model())
        refused(session, reason, choice)
        assert session.model.answer()[0] == reason or side == 2
        assert len(session.steps) < 10
    found = set().union(*(one.reasons for one in facts(named("refusals"), side)))
    assert reason in found


@pytest.mark.parametrize(("name", "least"), [("refusals", 4), ("histories", 2)])
def test_stones_are_refused_on_boards_of_one_colour(name, least):
    """No game comes to a board of black stones alone: they have been loaded."""
    game = EveningEngine(Hexagon(side=3))
    (found,) = (one.scripts for one in game.properties() if one.name == name)
    reasons = Counter()
    for script in examples_of(found, 60, seed=1):
        model = game.model()
        for step in script.steps:
            white, black = (model.position.sizes(colour) for colour in COLOURS)
            answer = model.carry_out(step)
            if step.op == Op.PLACE and not step.cut and black and not white:
                reasons[Reason(answer[0])] += 1
    del reasons[Reason.DONE]
    assert len(reasons) >= least


def test_requests_are_cut_short_in_every_state():
    cuts = {step.cut for script in scripts(named("resets")) for step in script.steps if step.cut}
    assert min(cuts) == 1
    assert max(cuts) > 105
    assert len(cuts) > 40
