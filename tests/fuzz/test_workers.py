"""Many simulations fuzz as one does; killed at random, too."""

import pytest
from cosim.engines import described, needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.coverage import CoverageRecord
from loopline.design import Change, simulators
from loopline.fuzz import run as exploration
from loopline.fuzz.run import FuzzRun
from loopline.workers.pool import LocalPool
from workers.killing import Killer

#: Turns of a leg, and of all.
LEG, TURNS = 25, 300


@pytest.fixture(scope="module", autouse=True)
def short_legs():
    needs("icarus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exploration, "_LEG", LEG)
        patch.setattr(exploration, "_SHARE", 2)
        yield


def fuzzed(folder, jobs, watch=lambda *_: None):
    """All that may not depend on who does the work: what came of it, what it has covered, the games that were kept."""
    campaign = Campaign(Plan(Subject.of(described(None, Change("16"))), folder, seed=5), pool=LocalPool(jobs))
    run = FuzzRun(campaign, turns=TURNS)
    outcome = run.fuzz(simulators.find("icarus"), watch)
    (record,) = (CoverageRecord.model_validate_json(path.read_bytes()) for path in campaign.runs.covered)
    games = {path.name: path.read_text() for path in run.corpus_folder.glob("*.trx")}
    assert not list((folder / "run").iterdir())
    return outcome.model_dump(exclude={"seconds"}), record, games


def test_killed_workers_do_not_change_the_result(tmp_path):
    alone = outcome, record, games = fuzzed(tmp_path / "alone", 1)
    assert TURNS <= outcome["turns"] < 3 * TURNS
    assert outcome["explored"]["kept"] == len(games) > 10
    assert record.examples == outcome["examples"] > 5
    kill = Killer(tmp_path / "disturbed", 4)
    disturbed = fuzzed(tmp_path / "disturbed", 3, kill)
    assert disturbed[0].pop("killed") == len(kill.killed) == 4
    assert outcome.pop("killed") == 0
    assert disturbed == alone
