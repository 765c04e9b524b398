"""RULES 5.8: the figures that independent programs have computed; how long random games are, and what they meet."""

from collections import Counter

import pytest
from goldenrules.globe import Capture, End, Position, Rules, count
from hypothesis import Phase, given, settings
from loopline.games.globe import model_checks as reference
from loopline.games.globe.record import games


@pytest.mark.parametrize("capture", Capture)
@pytest.mark.parametrize("plies", [6, 7, pytest.param(8, marks=pytest.mark.slow)])
def test_perft(plies, capture):
    assert count(Position(Rules(capture)), plies) == (plies, *reference.PERFT[capture][plies - 1])


def test_no_sequence_has_no_plies():
    with pytest.raises(ValueError, match="no sequence has 0 plies"):
        count(Position(), 0)


def test_random_games_meet_what_the_rules_are_about():
    """Of 300 games, so many have a capture by each rule, two at once, a pass, and each of the ends."""
    met = Counter()

    @settings(max_examples=300, phases=[Phase.generate], database=None, derandomize=True)
    @given(games())
    def look(record):
        turns = record.position().turns
        met.update({("captures", record.rules.capture) for turn in turns if turn.captured})
        met.update({"two at once" for turn in turns if len(turn.captured) > 1})
        met.update({"pass" for turn in turns if turn.move is None})
        met.update({turn.end for turn in turns if turn.end})

    look()
    assert min(met["captures", capture] for capture in Capture) > 15
    assert min(met[end] for end in (End.WIN, End.REPETITION, End.LENGTH)) > 10
    assert met["two at once"] > 3
    assert met["pass"] >= 1
