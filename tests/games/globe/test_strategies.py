"""Each strategy makes what it is for, in every example; and together they meet every situation there is."""

from functools import cache

import pytest
from games.globe.engines import ENGINE
from loopline.contract.coverage import hits
from loopline.design.change import Change
from loopline.design.dut import load
from loopline.games.globe.board import Globe
from loopline.games.globe.coverage import Collector, model
from loopline.games.globe.game import GlobeEngine
from loopline.games.globe.purposes import PURPOSES
from loopline.games.measure import measure
from loopline.property import examples_of
from loopline.simulation.session import Timing

#: Small enough that games end by their length.
HISTORY = 64
GAME = GlobeEngine(Globe(history=HISTORY))
PROPERTIES = {one.name: one.scripts for one in GAME.properties()}
MANY = 100


def facts(script):
    collector = Collector(HISTORY)
    collector.add(script)
    return collector.counts


@cache
def measured(name):
    (one,) = measure({name: PROPERTIES[name]}, facts, MANY, seed=1)
    return one


def test_each_strategy_is_measured():
    assert set(PURPOSES) <= set(PROPERTIES)


@pytest.mark.parametrize("name", PURPOSES)
def test_every_example_is_what_the_strategy_is_for(name):
    one = measured(name)
    assert len(one.facts) == MANY
    assert one.share(PURPOSES[name]) == "100 %"


def test_a_long_history_is_not_filled_by_a_strategy():
    longer = GlobeEngine(Globe(history=1024))
    assert [one.name for one in longer.properties()] == [name for name in PROPERTIES if name != "lengths"]


@pytest.mark.parametrize("history", [2, 3, 4, 7])
def test_a_history_may_be_too_short_for_a_position_to_come_again(history):
    game = GlobeEngine(Globe(history=history))
    for one in game.properties():
        assert len(examples_of(one.scripts, 8, seed=3)) == 8


@pytest.mark.parametrize("name", PROPERTIES)
def test_written_and_read_again_it_is_the_same(name):
    for script in examples_of(PROPERTIES[name], 20, seed=2):
        assert GAME.read(GAME.write(script).split()) == script


@pytest.mark.gate
@pytest.mark.parametrize("history", [HISTORY, pytest.param(1024, marks=pytest.mark.gate)])
def test_every_situation_is_met(history):
    collector = Collector(history)
    for one in GlobeEngine(Globe(history=history)).properties():
        for script in examples_of(one.scripts, 2 * MANY, seed=1):
            collector.add(script, [Timing(1, 0), Timing(0, 1), Timing(1, 1)] * 100)
    found = hits(model(history), collector.counts)
    names = {group.name: {one.name for one in group.bins.values()} for group in model(history)}
    assert {group: sorted(bins - found[group].keys()) for group, bins in names.items()} == {name: [] for name in names}


def test_a_move_is_counted_on_the_board_as_it_is_and_not_as_it_was_read():
    collector = Collector(HISTORY)
    collector.add(GAME.read(["N3-C1", "W3-W2", "read:2", "N3-N1"]))
    assert collector.counts["refusals"] == {("from", "empty"): 1}


def test_the_bundled_engine_has_the_longest_history_of_the_rules():
    assert load(ENGINE).board.history == 1024
    assert load(ENGINE).with_board(Change("history=16")).board.history == 16
