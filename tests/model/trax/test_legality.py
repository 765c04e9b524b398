"""Every cell and symbol, in the box and two cells around it: legal, or refused for the right reason."""

import model.trax.oracle as oracle
import pytest
from goldenrules.errors import Refused
from goldenrules.trax import CLASSIC, RULE_SETS, cell_at
from hypothesis import given, settings
from hypothesis import strategies as st
from model.trax.playing import at, replay
from model.trax.strategies import games

#: In which reasons are given (RULES 1.6).
ORDER = [
    "game over",
    "bad symbol",
    "first move",
    "occupied",
    "unconnected",
    "outside the field",
    "box limit",
    "mismatch",
]
ORDER_OF_CONNEXION = [
    "game over",
    "bad symbol",
    "outside the field",
    "first move",
    "occupied",
    "unconnected",
    "dead cell",
    "mismatch",
]

SYMBOLS = ("+", "/", "\\", "|")


VARIANTS = sorted(set(RULE_SETS) - {"contest", "classic"})


def neighbourhood(position):
    left, top, right, bottom = position.box if position.tiles else (0, 0, 0, 0)
    return [cell_at(column, row) for row in range(top - 2, bottom + 3) for column in range(left - 2, right + 3)]


def judged(position):
    """What the model says of each cell and symbol: the reason of its refusal, or None."""
    for cell in neighbourhood(position):
        for symbol in SYMBOLS:
            try:
                position.play(cell, symbol)
            except Refused as refusal:
                yield cell, symbol, refusal.reason
            else:
                position.take_back()
                yield cell, symbol, None


def all_are_judged_rightly(rules, referee_rules, game):
    position, referee = replay(game, rules), oracle.Referee(referee_rules)
    for cell, symbol in game:
        referee.play(at(cell), symbol)
    legal, placeable = [], []
    for cell, symbol, reason in judged(position):
        reasons, _, _ = referee.judge(at(cell), symbol)
        if reason is None:
            assert not reasons
            legal.append((cell, symbol))
        elif reasons == {reason}:
            pass
        else:
            assert reasons
            assert reason == min(reasons, key=(ORDER_OF_CONNEXION if rules.first_cell_free else ORDER).index)
        if reason in (None, "trap", "out of tiles"):
            placeable.append((cell, symbol))
    assert sorted(legal) == sorted(position.legal_moves())
    assert sorted(placeable) == sorted(position.candidates())
    assert position.drawn == (rules.can_draw and not legal and not referee.winner)


def test_the_empty_board():
    all_are_judged_rightly(CLASSIC, oracle.Rules(), [])


@settings(max_examples=50)
@given(games(turns=20))
def test_every_turn(game):
    all_are_judged_rightly(CLASSIC, oracle.Rules(), game)


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=20)
@given(data=st.data())
def test_every_turn_in_each_rule_set(name, data):
    all_are_judged_rightly(RULE_SETS[name], oracle.VARIANTS[name], data.draw(games(RULE_SETS[name], turns=16)))
