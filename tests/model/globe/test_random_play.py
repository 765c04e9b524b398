"""What random games are like (RULES 5.4 and 5.8): how long, and how seldom the rare situations come up."""

import random
from collections import Counter

import pytest
from goldenrules.globe import EMPTY, NORTH, SOUTH, Capture, Position, Rules, beside, groups

#: Longer than any game: the rates are those of games that do not end by length.
ENDLESS = 1 << 20


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
