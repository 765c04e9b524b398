"""Many workers do what one does; killed at random, too."""

import os
import signal
from pathlib import Path

import pytest
from cosim.engines import described
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.campaign.saved import Deck
from loopline.contract.game import Subject
from loopline.coverage import CoverageRecord
from loopline.design import Change, simulators
from loopline.errors import plural
from loopline.report.findings import summary
from loopline.simulation.job import DECK
from loopline.workers.pool import LocalPool
from workers.examples import NAMES, campaign, results
from workers.killing import Killer


@pytest.mark.room(20)
@pytest.mark.gate
def test_killed_workers_do_not_change_the_result(alone, tmp_path):
    """Nothing is counted twice, and nothing lost: neither turns nor what they have covered."""
    kill = Killer(tmp_path, 6)
    disturbed = campaign(tmp_path, LocalPool(2), kill)
    assert len(kill.killed) == 6
    assert results(disturbed) == alone
    assert not list((tmp_path / "run").iterdir())
    told = sum(finding.outcome.killed for finding in disturbed.findings)
    assert 0 < told <= 6  # of a simulation and its guard one is enough, and one that is idle has nothing to play again
    assert f", {plural(told, 'simulation')} killed from outside and started again" in summary(disturbed)


@pytest.mark.room(20)
@pytest.mark.gate
def test_a_design_that_is_wrong_is_wrong_for_any_number_of_workers(tmp_path, broken):
    """The same first failure, and the same smallest game, although others may have found others earlier."""
    found = []
    for jobs in (1, 3):
        one = Campaign(
            Plan(Subject.of(described(broken, Change("16"))), tmp_path / str(jobs), seed=2, examples=12),
            pool=LocalPool(jobs),
        )
        one.verify(simulators.find("icarus"), ["wins"], lambda *_: None)
        assert one.exit_code == 1
        found.append(
            [(f.outcome.state, f.outcome.found_at, f.outcome.examples, f.outcome.script) for f in one.findings]
        )
    assert found[0] == found[1]


def test_interrupt_keeps_results(tmp_path):
    """The first one: every simulation ends with what it has; and the rest is not run."""

    def watch(_, outcome):
        if outcome.examples >= 6 and not pressed:
            pressed.append(True)
            os.kill(os.getpid(), signal.SIGINT)

    pressed = []
    one = Campaign(
        Plan(Subject.of(described(None, Change("16"))), tmp_path, seed=1, examples=10_000, coverage=True),
        pool=LocalPool(2),
    )
    one.verify(simulators.find("icarus"), NAMES, watch)
    assert one.interrupted
    assert one.exit_code == 130
    assert [finding.outcome.name for finding in one.findings] == NAMES
    (path,) = one.runs.covered
    examples = sum(finding.outcome.examples for finding in one.findings)
    assert CoverageRecord.model_validate_json(path.read_bytes()).examples == examples >= 6
    assert all(f.outcome.partial == "interrupted" for f in one.findings if f.outcome.examples)
    assert not list((tmp_path / "run").iterdir())
    one.verify(simulators.find("icarus"), NAMES, watch)  # as for the second one of two simulators
    assert [finding.outcome.state for finding in one.findings[-3:]] == ["not run"] * 3


def test_ctrl_c_while_a_result_is_looked_at_ends_the_rest_too(tmp_path):
    """A close-up, or a search for suspects, hears it, and not the scheduler."""

    def interrupted(finding):
        one.interrupted = True
        return finding

    deck = Deck(Path("deck.trx"), [("deck 1", "@0/", "")])
    one = Campaign(Plan(Subject.of(described(None, Change("16"))), tmp_path, seed=1, examples=500, deck=deck))
    one.found = interrupted
    one.verify(simulators.find("icarus"), [DECK, "games"], lambda *_: None)
    games = one.findings[-1].outcome
    assert (games.name, games.partial) == ("games", "interrupted")
    assert games.examples < 500


class Watched(LocalPool):
    """Notes which jobs are handed out, and when one has ended."""

    def __init__(self, jobs):
        super().__init__(jobs)
        self.events = []

    def submit(self, setup, batch, on_update):
        self.events.append([name for name, *_ in batch.scripts])
        return super().submit(setup, batch, on_update)

    def result(self, future):
        self.events.append("ended")
        return super().result(future)


def test_saved_games_are_for_all_workers_and_those_of_a_file_for_one(tmp_path, broken):
    saved = [("a.trx:1", "@0/", ""), ("a.trx:3", "@0/ @1/", "c0ff"), ("b.trx:1", "@0+", ""), ("@0+ A2+", "@0+ A2+", "")]
    found = []
    for jobs in (1, 3):
        pool = Watched(jobs)
        one = Campaign(Plan(Subject.of(described(broken, Change("16"))), tmp_path / str(jobs), seed=2), pool=pool)
        one.replay(simulators.find("icarus"), saved, lambda *_: None)
        assert sorted(pool.events, key=str)[:3] == [["@0+ A2+"], ["a.trx:1", "a.trx:3"], ["b.trx:1"]]
        assert pool.events.index("ended") == jobs
        assert not list((tmp_path / str(jobs) / "run").iterdir())
        found.append([one.outcome.model_dump(exclude={"seconds", "earlier"}) for one in one.findings])
    assert [one["name"] for one in found[0]] == [name for name, *_ in saved]
    assert {one["state"] for one in found[0]} == {"agrees"}
    assert found[0] == found[1]
