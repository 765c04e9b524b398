"""Of each game but Trax: every example of a strategy is what the strategy is for, all of them together meet every
situation, and each says the same when it is written and read again. Of Trax: trax/strategies/test_all.py."""

from functools import cache
from pathlib import Path

import pytest
from generators import GAMES  # from ci/
from loopline.contract.coverage import hits
from loopline.design import Change
from loopline.design.board import changed, game_of
from loopline.drawing import examples_of
from loopline.games.strategy import name_of
from loopline.simulation.job import summed
from loopline.simulation.session import Timing

#: Boards, on the first of which every situation can be met, and how many examples there are of each property. Games of
#: the Globe are short enough to end by their length.
BOARDS = {
    "evening": {"side=5": 25, "side=2": 10, "side=3": 6, "side=4": 6, "side=6": 6},
    "globe": {"history=64": 30},
    "tsolitaire": {"": 25},
}
TIMINGS = [Timing(1, 0), Timing(0, 1), Timing(1, 1), Timing(0, 0)] * 100

games = pytest.mark.parametrize("name", BOARDS)


@cache
def engine(name, board):
    found = game_of(name, Path.cwd())
    return found.engine(changed(found.board(), Change(board) if board else None))


@cache
def properties(name, board):
    return {one.name: one.scripts for one in engine(name, board).properties()}


@cache
def counted(name, board, one):
    """The examples of a property, each with the situations that it meets."""
    found = []
    for script in examples_of(properties(name, board)[one], BOARDS[name][board], seed=1):
        collector = engine(name, board).coverage().collector()
        collector.add(script, TIMINGS)
        found.append((script, collector.counts))
    return found


@pytest.mark.parametrize(
    ("name", "board", "strategy"),
    [(name, board, strategy) for name, boards in BOARDS.items() for board in boards for strategy in GAMES[name][0]],
    ids=lambda one: name_of(one) if callable(one) else one,
)
def test_every_example_is_what_the_strategy_is_for(name, board, strategy):
    purposes, facts = GAMES[name]
    found = counted(name, board, name_of(strategy))
    assert len(found) == BOARDS[name][board]
    assert [
        script for script, counts in found if not purposes[strategy](facts(engine(name, board), script, counts))
    ] == []
    assert len({script.steps for script, _ in found}) > 0.75 * len(found)


@games
def test_all_of_them_together_meet_every_situation(name):
    board, *_ = BOARDS[name]
    groups = engine(name, board).coverage().model
    met = summed(hits(groups, counts) for one in properties(name, board) for _, counts in counted(name, board, one))
    every = [(group.name, one) for group in groups for one in group.bins.values()]
    assert [one for group, one in every if bool(one.unreachable) == bool(met[group].get(one.name))] == []
    assert {one.strategy for group in groups for one in group.bins.values()} <= {*properties(name, board), ""}


@games
def test_written_and_read_again_they_are_the_same(name):
    """So everything has room in its field."""
    board, *_ = BOARDS[name]
    game = engine(name, board)
    for one in properties(name, board):
        for script, _ in counted(name, board, one)[:20]:
            assert game.read(game.write(script).split()) == script
