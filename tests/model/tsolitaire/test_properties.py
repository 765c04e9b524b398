"""What must hold for every game does hold; `loopline verify-model` checks the same with more examples."""

import pytest
from goldenrules.tsolitaire import Refused
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.contract.checks import Tally
from loopline.games.tsolitaire.model_checks import all_checks
from loopline.games.tsolitaire.properties import PROPERTIES
from loopline.games.tsolitaire.record import Record, records
from model.tsolitaire.playing import after


@pytest.mark.parametrize("one", PROPERTIES, ids=lambda one: one.name)
def test_it_holds(one):
    @settings(max_examples=15)
    @given(st.fixed_dictionaries(one.strategies))
    def check(drawn):
        one.holds(**drawn)

    check()


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


def test_checks_have_names_and_count_what_they_look_at():
    checks = {check.name: check for check in all_checks(1, 1)}
    assert len(checks) == len(all_checks(1, 1)) == 9 + len(PROPERTIES)
    tally = Tally()
    checks["one game, written in two ways"].run(tally)
    assert (tally.examples, tally.turns) == (2, 10)


def test_a_record_without_one_of_its_turns():
    record = Record(tuple(turn.placement for turn in after("6B16B 5F8L 6F12T").turns))
    assert str(record.without(0)) == "5F8L 6F12T"
    with pytest.raises(Refused, match=r"^no-stone:"):
        record.without(1)
