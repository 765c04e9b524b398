"""What a campaign plays, and what it says of what it has not played."""

from pathlib import Path

import pytest
from loopline import workers
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.campaign.saved import Deck
from loopline.contract.designs import path_of
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.design.dut import load
from loopline.simulation.job import Outcome

GAMES = [(f"deck {number}", "@0/", "") for number in range(100)]


def campaign(folder, **what):
    return Campaign(Plan(Subject.of(load(path_of("trax-engine"))), folder, seed=1, **what))


def test_a_sample_has_the_first_games_of_a_deck(tmp_path):
    one = campaign(tmp_path, deck=Deck(Path("deck.trx"), GAMES)).plan
    assert one.games_of_deck() == GAMES
    assert one.games_of_deck(sample=True) == GAMES[: workers.sampled(100)]
    assert len(one.games_of_deck(sample=True)) == 5


@pytest.mark.parametrize("played", [0, 2])
def test_games_that_are_left_when_it_is_interrupted_are_not_run(played, tmp_path, monkeypatch):
    one = campaign(tmp_path)
    one.interrupted = played == 0

    def run(simulator, jobs, watch):
        one.interrupted = True
        for job in jobs[:played]:
            one.keep(simulator, Outcome(name=job.scripts[0][0], state="agrees", examples=1))
        return jobs[played:]

    monkeypatch.setattr(one, "run", run)
    one.replay(simulators.find("verilator"), GAMES[:5], lambda *_: None)
    found = {finding.outcome.name: finding.outcome.state for finding in one.findings}
    assert found == {f"deck {number}": "agrees" if number < played else "not run" for number in range(5)}


def test_where_no_games_are_saved_nothing_is_built_for_them(tmp_path):
    """Otherwise all boards were built before the first game on any was played."""
    one = campaign(tmp_path)
    one.replay(simulators.find("verilator"), [], lambda *_: None)
    assert not one.findings
    assert not (tmp_path / "build").exists()
