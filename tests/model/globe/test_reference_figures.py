"""RULES 5.8: the figures that independent programs have computed; how long random games are, and what they meet."""

import random
from collections import Counter

import pytest
from goldenrules.globe import EMPTY, NORTH, SOUTH, Capture, End, Position, Rules, beside, count, groups
from hypothesis import Phase, given, settings
from loopline.games.globe import model_checks as reference
from loopline.games.globe.record import games

#: Longer than any game: the rates are those of games that do not end by length.
ENDLESS = 1 << 20


@pytest.mark.parametrize("capture", Capture)
@pytest.mark.parametrize("plies", [6, 7, pytest.param(8, marks=pytest.mark.slow)])
def test_perft(plies, capture):
    assert count(Position(Rules(capture)), plies) == (plies, *reference.PERFT[capture][plies - 1])


def test_no_sequence_has_no_plies():
    with pytest.raises(ValueError, match="no sequence has 0 plies"):
        count(Position(), 0)


def playout(rules, dice):
    """A position after each turn of a random game."""
    position = Position(rules)
    while not position.over:
        position.play(dice.choice(position.legal_moves()))
        yield position


def test_under_rule_g_nobody_is_ever_shut_in():
    """So nobody has to pass, and what was just moved is never without an empty point."""
    dice, turns = random.Random(7), 0
    for _ in range(12):
        for position in playout(Rules(), dice):
            room = beside(position.pieces[EMPTY])
            assert all(group & room for side in (NORTH, SOUTH) for group in groups(position.pieces[side]))
            assert not position.must_pass
            turns += 1
    assert turns > 2000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("capture", "what", "of_10_000"), [("G", "two at once", 67), ("P", "pass", 47), ("T", "pass", 0)]
)
def test_the_rates_of_rare_situations(capture, what, of_10_000):
    """In 2,000 games, within three standard deviations of what is to be expected."""
    dice, games, plies, met = random.Random(7), 2000, 0, Counter()
    for _ in range(games):
        game = Counter()
        for position in playout(Rules(Capture(capture), ENDLESS), dice):
            turn = position.turns[-1]
            game["two at once"] |= len(turn.captured) > 1
            game["pass"] |= turn.step is None
        plies += len(position.turns)
        met.update(game)
    expected = of_10_000 * games / 10_000
    assert abs(met[what] - expected) <= 3 * expected**0.5
    if capture == "G":
        assert abs(plies / games - 817) < 817 / 10


def test_random_games_meet_what_the_rules_are_about():
    """Of 300 games, so many have a capture by each rule, two at once, a pass, and each of the ends."""
    met = Counter()

    @settings(max_examples=300, phases=[Phase.generate], database=None, derandomize=True)
    @given(games())
    def look(record):
        turns = record.position().turns
        met.update({("captures", record.rules.capture) for turn in turns if turn.captured})
        met.update({"two at once" for turn in turns if len(turn.captured) > 1})
        met.update({"pass" for turn in turns if turn.step is None})
        met.update({turn.end for turn in turns if turn.end})

    look()
    assert min(met["captures", capture] for capture in Capture) > 15
    assert min(met[end] for end in (End.WIN, End.REPETITION, End.LENGTH)) > 10
    assert met["two at once"] > 3
    assert met["pass"] >= 1
