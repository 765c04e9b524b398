"""How rare the rare situations are in random games: the figures of others, met again within what chance allows."""

import random

import pytest
from goldenrules.tsolitaire import Position, shuffled
from hypothesis import given, settings
from loopline.games.tsolitaire.record import records

GAMES = 10_000


def random_game(seed):
    draw = random.Random(seed)
    position = Position(shuffled(seed))
    while legal := position.legal_moves():
        position.play(*draw.choice(legal))
    return position


def passes_of_one_tile(run):
    cells = [one.cell for one in run.passes]
    return max(map(cells.count, cells))


@pytest.mark.slow
def test_rates():
    placements = far = four_moved = four_passes = cleared = 0
    for seed in range(GAMES):
        position = random_game(seed)
        runs = [run for turn in position.turns for run in turn.runs]
        placements += len(position.turns)
        cleared += position.cleared
        far += any(len(run.passes) > 20 for run in runs)
        four_moved += sum(len(turn.runs) == 4 for turn in position.turns)
        four_passes += any(passes_of_one_tile(run) == 4 for run in runs)
        assert all(len(turn.runs) <= 4 for turn in position.turns)
    found = {"far": far, "four stones": four_moved, "four passes": four_passes, "cleared": cleared}
    assert placements / GAMES == pytest.approx(28.08, abs=0.25), found
    assert far <= 12, found
    assert 35 <= four_moved <= 105, found
    assert 35 <= four_passes <= 100, found
    assert cleared <= 2, found


def test_games_are_long_and_reach_what_is_rare():
    """Generated games fill the board, and some stones run far."""
    games = []

    @settings(max_examples=60, database=None, derandomize=True)
    @given(records())
    def collect(record):
        games.append(record)

    collect()
    turns = [turn for game in games for turn in game.position().turns]
    assert max(map(len, games)) >= 25
    assert sum(map(len, games)) / len(games) > 8
    assert max(len(run.passes) for turn in turns for run in turn.runs) >= 6
    assert max(len(turn.runs) for turn in turns) >= 2
