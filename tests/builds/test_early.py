"""A build that is begun before anybody waits for it: it is waited for, fails, and ends like any other."""

import os
import threading

import pytest
from cosim.engines import needs, with_its_box_shifted
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design import build as early
from loopline.design.build import Build, EarlyBuild
from loopline.design.dut import load
from loopline.design.simulators import simulator
from loopline.errors import BadInput
from loopline.testing import report
from waiting import until


class Fake:
    """A build that runs this."""

    def __init__(self, run):
        self.run = run


def test_early_build_is_waited_for():
    go_on, ended = threading.Event(), []

    def run():
        assert go_on.wait(60)
        ended.append(threading.current_thread().name)

    begun = EarlyBuild(Fake(run))
    assert not ended
    go_on.set()
    begun.run()
    assert ended[0] == "early build"


def test_error_of_an_early_build_is_raised_by_the_waiter():
    def run():
        raise BadInput("there is no such file")

    with pytest.raises(BadInput, match="no such file"):
        EarlyBuild(Fake(run)).run()


class LatestFirst(list):
    def add(self, one):
        self.insert(0, one)

    discard = list.remove


@pytest.mark.parametrize("order", [set, LatestFirst])
def test_stopped_early_builds_end_and_waiting_ones_never_begin(tmp_path, monkeypatch, order):
    """In whatever order they are stopped: the second waits for the first."""
    monkeypatch.setattr(early, "_under_way", order())
    begun, late = [], []

    def run():
        begun.append(True)
        simulator._run(["sleep", "1000"], tmp_path, dict(os.environ), None)

    first, second = EarlyBuild(Fake(run)), EarlyBuild(Fake(lambda: late.append(True)))
    until(lambda: simulator._builders.get(first._thread.ident))
    process = simulator._builders[first._thread.ident]
    early.stop_all()
    assert begun
    assert process.returncode is not None
    assert not late
    assert not second._thread.is_alive()


@pytest.fixture
def made(monkeypatch):
    """Of each build that is made: whether it makes waves, and in which thread."""
    made, make = [], Build._make

    def noted(self, folder):
        made.append((self.waves, threading.current_thread().name))
        return make(self, folder)

    monkeypatch.setattr(Build, "_make", noted)
    return made


def failing(tmp_path):
    design = load(with_its_box_shifted(tmp_path)).with_board(Change("8"))
    campaign = Campaign(Plan(Subject.of(design), tmp_path / "out", seed=1, examples=10))
    with campaign.collect_interrupts():
        campaign.verify(needs("icarus"), ["games"], lambda *_: None)
    return campaign


def test_the_waves_are_built_while_a_failure_is_made_smaller(tmp_path, made):
    campaign = failing(tmp_path)
    assert made == [(False, "MainThread"), (True, "early build")]
    assert "first wrong cycle at" in report(campaign)


def test_a_finding_stands_without_waves(tmp_path, monkeypatch):
    compile_ = Build._compile

    def no_waves(self, folder, top):
        if self.waves:
            raise BadInput("no room for waves")
        compile_(self, folder, top)

    monkeypatch.setattr(Build, "_compile", no_waves)
    campaign = failing(tmp_path)
    assert [finding.outcome.state for finding in campaign.findings] == ["mismatch"]
    assert "waves     none: no room for waves" in report(campaign)
