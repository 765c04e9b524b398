"""Every situation of the coverage model comes up, or cannot: for each reason that the model gives, all positions of the
smallest board show that it is so."""

import random
from itertools import product

import pytest
from games.evening.test_strategies import scripts
from goldenrules.evening import BLACK, WHITE, Position, RuleSet
from loopline.games.evening.coverage import NO_ROOM, SEVEN_CELLS, Collector, model, verdict
from loopline.games.evening.protocol import Op
from loopline.games.evening.strategies import STRATEGIES
from loopline.simulation.session import timings_of


def counted(side, examples):
    collector, dice = Collector(side), random.Random(side)
    for strategy in STRATEGIES:
        for script in scripts(strategy, side, examples):
            collector.add(script, timings_of(dice.randbytes(64)))
    return collector.counts


def test_every_bin_is_filled():
    counts = counted(5, 30)
    empty = [
        (group.name, one.name) for group in model(5) for key, one in group.bins.items() if not counts[group.name][key]
    ]
    assert not empty


@pytest.mark.parametrize("side", [2, 4])
def test_whatever_is_counted_has_a_bin_that_can_be_filled(side):
    counts = counted(side, 15)
    bins = {group.name: group.bins for group in model(side)}
    assert counts.keys() <= bins.keys()
    for name, keys in counts.items():
        assert keys.keys() <= bins[name].keys()
        assert not [bins[name][key].name for key in keys if bins[name][key].unreachable]


def unreachable(group, side):
    (found,) = (one for one in model(side) if one.name == group)
    return {key: one.unreachable for key, one in found.bins.items() if one.unreachable}


def positions():
    """All of side 2."""
    for stones in product((None, WHITE, BLACK), repeat=7):
        position = Position(RuleSet(side=2))
        position.load({cell: stone for cell, stone in enumerate(stones) if stone})
        yield position


def test_no_position_of_seven_cells_has_such_lists():
    never = unreachable("verdicts", 2)
    assert {*never.values()} == {SEVEN_CELLS}
    assert not never.keys() & {verdict(position) for position in positions()}


def test_on_side_2_no_legal_stone_joins_three_groups():
    never = unreachable("stones", 2)
    assert never == {(Op.PLACE, WHITE, 3): NO_ROOM, (Op.PLACE, BLACK, 3): NO_ROOM}
    for position in positions():
        for colour in (WHITE, BLACK):
            for cell in position.cells(colour):
                assert sum(group.colour is colour for group in position.touching(cell)) < 3


@pytest.mark.parametrize("side", range(3, 7))
def test_on_larger_boards_everything_can_be_met(side):
    assert not [one for group in model(side) for one in group.bins.values() if one.unreachable]
