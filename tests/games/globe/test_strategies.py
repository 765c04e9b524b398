"""Each strategy makes what it is for, in every example; and together they meet every situation there is."""

from functools import cache
from itertools import pairwise, product

import pytest
from cosim.engines import ROOT
from goldenrules.globe import FEWEST, MOST
from loopline.design import Change
from loopline.design.dut import load
from loopline.drawing import examples_of
from loopline.games.globe.coverage import Collector
from loopline.games.globe.game import GlobeEngine
from loopline.games.globe.protocol import Globe, Op, SideCode, halves, index
from loopline.games.globe.requests import NEW
from loopline.games.globe.strategies.building_blocks import beginning

ENGINE = ROOT / "rtl" / "globe" / "engine.toml"

#: Small enough that games end by their length.
HISTORY = 64
GAME = GlobeEngine(Globe(history=HISTORY))
PROPERTIES = {one.name: one.scripts for one in GAME.properties()}
MANY = 100


@cache
def scripts(name, examples):
    return examples_of(PROPERTIES[name], examples, seed=1)


def test_a_long_history_is_filled_in_a_few_games():
    (endings,) = (one for one in GlobeEngine(Globe(history=1024)).properties() if one.name == "endings")
    full = sum(len(script.steps) > 1024 for script in examples_of(endings.scripts, 30, seed=1))
    assert 0 < full < 10


def test_whole_games_are_longer_than_four_long_histories_and_read_back():
    (games,) = (one for one in GlobeEngine(Globe(history=1024)).properties() if one.name == "whole games")
    longest = max((script.steps for script in examples_of(games.scripts, 40, seed=1)), key=len)
    model = GlobeEngine(Globe(history=1024)).model()
    plies, read = 0, set()
    for request in longest:
        model.carry_out(request)
        plies = max(plies, len(model.boards))
        read |= {(len(model.boards), request.back)} if request.op == Op.READ else set()
    assert plies > 4 * 1024
    assert {(4095, 1 << bit) for bit in range(12)} <= read


@pytest.mark.parametrize("history", [64, 128])
def test_whole_games_set_the_highest_bit_of_a_number_of_turns(history):
    (games,) = (one for one in GlobeEngine(Globe(history=history)).properties() if one.name == "whole games")
    model, plies = GlobeEngine(Globe(history=history)).model(), 0
    for request in max((script.steps for script in examples_of(games.scripts, 15, seed=1)), key=len):
        model.carry_out(request)
        plies = max(plies, len(model.boards))
    assert plies >> (index(history) - 1) == 1


def test_positions_come_that_were_there_before_but_for_one_piece():
    found = 0
    for script in scripts("repetitions", MANY):
        model, seen = GAME.model(), set()
        for request in script.steps:
            model.carry_out(request)
            found += any(model.board | 1 << bit in seen for bit in range(42) if not model.board >> bit & 1)
            seen = seen | {model.board} if request.op == Op.MOVE else {model.board}
    assert found > 300


def test_as_many_turns_ago_are_read_as_any_power_of_two_and_one_more():
    asked = {one.back for script in scripts("looks", MANY) for one in script.steps if one.op == Op.READ}
    assert {1 << bit for bit in range(9)} | {(1 << bit) + 1 for bit in range(9)} <= asked


def test_some_sessions_have_more_events_than_twelve_bits_can_count():
    """A turn has two at least."""
    assert 2 * max(len(script.steps) for script in scripts("long sessions", MANY)) > 4096


def test_a_reset_comes_after_whatever_leaves_something_and_a_pass_may_follow():
    pairs = [pair for script in scripts("resets", MANY) for pair in pairwise(script.steps)]
    assert {one.op for one, _ in pairs if one.cut} == {*Op}
    assert {one.to_move for one, _ in pairs if one.cut and one.op == Op.LOAD} == {*SideCode}
    assert {Op.LOAD, Op.MOVE, Op.READ} <= {after.op for one, after in pairs if one.cut}


def test_games_begin_by_every_option_and_with_every_material_of_either_side():
    begun = {beginning(number) for number in range(1 << 16)}
    assert {*NEW.values()} <= begun
    sides = {(one.to_move, *(half.bit_count() for half in halves(one.board))) for one in begun if one.op == Op.LOAD}
    assert sides == {*product(SideCode, range(FEWEST, MOST + 1), range(FEWEST, MOST + 1))}
    assert not any(refused(one) for one in begun)


def refused(request):
    return GlobeEngine(Globe(history=HISTORY)).model().carry_out(request)[0]


@pytest.mark.parametrize("history", [2, 3, 4, 7])
def test_a_history_may_be_too_short_for_a_position_to_come_again(history):
    game = GlobeEngine(Globe(history=history))
    for one in game.properties():
        assert len(examples_of(one.scripts, 8, seed=3)) == 8


def test_a_move_is_counted_on_the_board_as_it_is_and_not_as_it_was_read():
    collector = Collector(HISTORY)
    collector.add(GAME.read(["N3-C1", "W3-W2", "read:2", "N3-N1"]))
    assert collector.counts["refusals"] == {("from", "empty"): 1}


def test_the_bundled_engine_has_the_longest_history_of_the_rules():
    assert load(ENGINE).board.history == 1024
    assert load(ENGINE).with_board(Change("history=16")).board.history == 16
