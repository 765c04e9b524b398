"""Every example of a strategy is what the strategy is for; measured by the same counts as the coverage."""

from functools import cache

import pytest
from goldenrules.tsolitaire import Position
from loopline.contract.coverage import hits
from loopline.drawing import examples_of
from loopline.games.script import Script
from loopline.games.strategy import name_of
from loopline.games.tsolitaire.coverage import MODEL, Collector
from loopline.games.tsolitaire.game import TsolitaireEngine
from loopline.games.tsolitaire.protocol import Op, Reason, Square
from loopline.games.tsolitaire.strategies import STRATEGIES
from loopline.games.tsolitaire.strategies.shapes import SHAPES, SIDES, entries, seen_from, shape_of
from loopline.simulation.job import summed
from loopline.simulation.session import Timing

GAME = TsolitaireEngine(Square())
PROPERTIES = {one.name: one for one in GAME.properties()}
FEW = 25

every_strategy = pytest.mark.parametrize("name", PROPERTIES)


@cache
def examples(name):
    return examples_of(PROPERTIES[name].scripts, FEW, seed=1)


@cache
def counted(name):
    """What each example shows."""
    collectors = [Collector() for _ in examples(name)]
    for collector, script in zip(collectors, examples(name), strict=True):
        collector.add(script, [Timing(1, 0), Timing(0, 1), Timing(1, 1)] * 100)
    return [collector.counts for collector in collectors]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=name_of)
def test_every_example_is_what_the_strategy_is_for(strategy):
    name = name_of(strategy)
    shown = zip(examples(name), counted(name), strict=True)
    assert [GAME.write(script) for script, counts in shown if not STRATEGIES[strategy](counts)] == []


def test_cleared_boards_are_cleared_and_others_end_stuck():
    for name, placed in (("cleared boards", {35}), ("games", {*range(36)})):
        for script in examples(name):
            model = GAME.model()
            most = 0
            for request in script.steps:
                model.carry_out(request)
                most = max(most, len(model.position.turns))
            assert most in placed


def test_what_is_taken_back_is_taken_back_to_the_first_and_restored_to_the_last():
    for counts in counted("take backs"):
        assert counts["log"]["first"]
        assert counts["log"]["last"]
        assert {(Op.UNDO, Reason.NOTHING), (Op.REDO, Reason.NOTHING)} <= counts["requests"].keys()


@every_strategy
def test_examples_differ(name):
    assert len({script.steps for script in examples(name)}) > 0.9 * FEW


@every_strategy
def test_written_and_read_again_it_is_the_same(name):
    for script in examples(name):
        assert GAME.read(GAME.write(script).split()) == script


def test_all_of_them_together_fill_every_bin():
    filled = summed(hits(MODEL, counts) for name in PROPERTIES for counts in counted(name))
    empty = [one for group in MODEL for one in group.bins.values() if not filled[group.name].get(one.name)]
    assert not empty


def test_bins_name_strategies():
    assert {one.strategy for group in MODEL for one in group.bins.values()} <= PROPERTIES.keys()


# --- the library ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_game_of_the_library_is_of_the_shape_it_is_filed_under_from_all_sides(shape):
    assert len(entries(shape)) >= 5
    assert len({*entries(shape)}) == len(entries(shape))
    for game in entries(shape):
        for side in range(SIDES):
            *before, last = seen_from(side, game)
            position = Position.from_moves(before)
            found = "cleared" if len(before) == 34 and position.is_legal(*last) else shape_of(position.runs(*last))
            assert found == shape


def test_from_eight_sides_a_game_looks_different_each_time():
    for game in entries("crowd"):
        assert len({seen_from(side, game) for side in range(SIDES)}) == SIDES


# --- files ------------------------------------------------------------------------------------------------------------


def test_records_are_scripts():
    starred = "1: 2F8B [00:01] 2: 2A17B 3: 1F2B 4: 3A7L* 5: 1E4R* 4: 3A7L 5: 5F4B"
    undone = "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L 5: 1E4R Undo Undo Redo 5: 5F4B"
    plain, undone = (GAME.read(words.split()) for words in (starred, undone))
    boards = [GAME.after(script.steps).position for script in (plain, undone)]
    assert boards[0].placed == boards[1].placed
    assert len(boards[0].placed) == 5
    assert GAME.write(GAME.read(["1B13R", "1E33T", "0/"])) == "1B13R 1E33T next:0"


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("jump", "is not a request; requests are new, next, place, list, undo, redo, read"),
        ("7A1T", "row: found row 7"),
        ("1A35T", "tile: found tile 35"),
        ("place:1A", "is not a request"),
        ("next:64", "no room for"),
    ],
)
def test_a_word_that_means_nothing_is_refused(word, says):
    with pytest.raises(ValueError, match=says):
        GAME.read([word])


def test_a_reset_in_a_placement_is_written_with_it():
    script = GAME.read(["1B13R!reset=5", "next:3", "list"])
    assert GAME.write(script) == "1B13R!reset=5 next:3 list"
    assert isinstance(script, Script)
