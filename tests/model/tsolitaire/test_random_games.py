"""How rare the rare situations are in random games: the figures of others, met again within what chance allows."""

from hypothesis import given, settings
from loopline.games.tsolitaire.record import records


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
