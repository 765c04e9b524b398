"""Which games a failure takes before it: of many those that do something, and no more of them."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from loopline.campaign.close_up import EarlierGamesSearch, _CloseUp
from loopline.campaign.findings import Mismatch
from loopline.contract.designs import RTL
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.simulation.job import AFTER, Outcome

GAME = Subject.of(load(RTL / "trax/engine.toml")).engine
FAILING = "@0/", "c0"
#: The tenth of twenty takes back something, which nothing else does.
EARLIER = ["@0+ @1+ @1+", "", *["@0/ A0/"] * 8, "@0+ @1+ undo @1+", *["@0/ A2/", "@0/ @1\\"] * 5]


class Simulations:
    """Each is a new one. In it the game fails, and so does every other, after so many take-backs in earlier games."""

    def __init__(self, takes):
        self.takes, self.played = takes, []

    def play(self, played):
        done, outcomes = 0, []
        for text, _ in played:
            outcomes.append(Outcome(name="", state="mismatch" if done >= self.takes else "agrees"))
            done += text.split().count("undo")
        self.played.append(played)
        return outcomes


def search(simulations, goes_on=lambda: True, at_once=4):
    return EarlierGamesSearch(GAME, FAILING, simulations.play, goes_on, at_once)


def test_one_earlier_game_is_kept_without_needless_turns():
    simulations = Simulations(1)
    before = search(simulations)
    (first,) = before.find(EARLIER)
    assert first == "@0+ @1+ undo @1+"
    assert before.smaller(first) == "undo"
    assert max(len(played) for played in simulations.played) <= 2 * 4
    assert {delays for played in simulations.played for text, delays in played if text != FAILING[0]} == {""}


def test_several_games():
    games = search(Simulations(2), at_once=16).find([*EARLIER, "@0/ undo"])
    assert sum("undo" in text for text in games) == 2


def test_no_earlier_game_is_kept_where_none_is_needed():
    assert search(Simulations(1)).find(EARLIER[:5]) == []


@pytest.mark.parametrize("at_once", [1, 4])
def test_search_for_earlier_games_ends_with_its_time(at_once):
    simulations = Simulations(1)
    assert search(simulations, lambda: False, at_once).find(EARLIER) == []
    assert len(simulations.played) == 1


def test_failure_is_reported_as_the_kept_games_show_it():
    """The game before it was made smaller since: what is found in the same cycle is of the smaller one."""
    told = {"name": "games", "state": "mismatch", "cycle": 8, "signal": "resp_data", "expected": "0"}
    outcome = Outcome(**told, found="30", says=f"it is wrong{AFTER}", before="store:1,7")
    seen = _CloseUp(SimpleNamespace(), Mismatch(None, outcome), Path(), None)
    seen._compare(Outcome(**told, found="7", says="it is wrong", nanoseconds=1_385))
    assert (seen.outcome.found, seen.outcome.nanoseconds) == ("7", 1_385)
    assert (seen.outcome.says, seen.outcome.before) == (f"it is wrong{AFTER}", "store:1,7")
