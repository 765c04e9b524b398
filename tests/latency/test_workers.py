"""Many simulations measure what one does; also when they are killed at random."""

import pytest
from cosim.engines import described, needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.latency import run as latency_run
from loopline.latency.run import Measurement
from loopline.workers.pool import LocalPool
from workers.killing import Killer

#: Games of a job, of which there are nine; and a game that is known.
GAMES, KNOWN = 1, "new:classic @0/ A0+ A2/"


@pytest.fixture(scope="module", autouse=True)
def short_jobs():
    needs("icarus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(latency_run, "GAMES", GAMES)
        yield


def measurement(folder, jobs=1, **more):
    fields = {"seed": 3, "examples": 9 * GAMES, "turns": 4, "games": [KNOWN], **more}
    how = {name: fields.pop(name) for name in ("turns", "games")}
    return Measurement(
        Campaign(Plan(Subject.of(described(None, Change("16"))), folder, **fields), pool=LocalPool(jobs)),
        **how,
    )


def measured(run, watch=lambda *_: None):
    run.measure(simulators.find("icarus"), watch)
    assert not run.campaign.findings
    assert not list((run.campaign.plan.out / "run").iterdir())
    return run.played


@pytest.fixture(scope="module")
def alone(short_jobs, tmp_path_factory):
    return measured(measurement(tmp_path_factory.mktemp("alone")))


def test_killed_workers_do_not_change_the_measurement(alone, tmp_path):
    kill = Killer(tmp_path, 4)
    assert measured(measurement(tmp_path, 3), kill) == alone
    assert len(kill.killed) == 4
    assert [one.script for one in alone].count(KNOWN) == 1
    assert len(alone) == 9 * GAMES + 1
