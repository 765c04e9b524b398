"""Bugs of the zoo that so many turns of random games do not find are found by the fuzzer."""

import os
import signal
from pathlib import Path

import pytest
from bugs.hunting import caged
from bugs.zoo import ENGINE
from limited import LimitedFuzzing
from loopline.campaign import Campaign, close_up
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.drawing import examples_of
from loopline.fuzz.run import FuzzRun
from loopline.simulation import plusargs, simulate

TURNS = 6000
#: The game of this one is made small, too.
SMALL = "deep-trap-unnoticed"
OTHERS = ("capacity-off-by-one", "log-of-100", "forced-twice", "second-formation-overwrites-the-first")


class Hunt(Plan):
    """Of the design with all bugs, one of which is let out."""

    def job(self, kind, **what):
        return super().job(kind, **{"does": "limited:LimitedFuzzing", **what})


def hunt(folder, shrink=600, regressions=None):
    subject = Subject.of(caged(ENGINE, "verilator").dut)
    campaign = Campaign(Hunt(subject, folder, seed=1, shrink=shrink), regressions=regressions)
    campaign.builds.get = lambda simulator, waves=False: caged(ENGINE, simulator.name)
    return campaign


@pytest.fixture
def let_out(monkeypatch):
    """A simulation that begins from now on has this bug."""

    def let_out(name):
        number = next(ENGINE.number(bug) for bug in ENGINE.bugs if bug.name == name)
        monkeypatch.setattr(simulate, "plusargs", lambda folder: [*plusargs(folder), f"+bug={number}"])

    return let_out


@pytest.fixture(autouse=True)
def no_close_up(monkeypatch):
    """It would take another build. Modules of tests are found in the simulation."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    monkeypatch.setattr(close_up, "make", lambda campaign, finding, game: finding)


@pytest.mark.parametrize("bug", [SMALL, *(pytest.param(bug, marks=pytest.mark.slow) for bug in OTHERS)])
def test_found_by_fuzzing_and_not_at_random(bug, tmp_path, let_out):
    let_out(bug)
    simulator = simulators.find("verilator")
    shrink, saved_in = 600 if bug == SMALL else 0, tmp_path / "saved"
    baseline = hunt(tmp_path / "random", shrink, saved_in)
    game, turns, saved = baseline.plan.game, 0, []
    for script in examples_of(game.baseline().scripts, 1000, seed=1):
        if turns < TURNS:
            turns += game.turns(script)
            saved.append((f"random {len(saved)}", game.write(script), ""))
    assert turns >= TURNS
    baseline.replay(simulator, saved, lambda *_: None)
    found = [finding.outcome.says for finding in baseline.findings if finding.outcome.state != "agrees"]
    assert not found

    outcome = FuzzRun(hunt(tmp_path / "fuzz", shrink, saved_in), turns=TURNS).fuzz(simulator, lambda *_: None)
    assert outcome.state == "mismatch", outcome.error
    assert outcome.found_at is not None
    assert outcome.turns_left <= (14 if bug == SMALL else outcome.turns_before)
    assert len(list(saved_in.glob("fuzz-*.trx"))) == 1


@pytest.mark.slow
def test_stopped_while_a_game_is_made_small(tmp_path, let_out):
    """It is reported as small as it is by then."""
    let_out("log-of-57")
    run, pressed = hunt(tmp_path), []

    def stop_at_the_first_failure(_, outcome):
        if outcome.script and not pressed:
            pressed.append(True)
            os.kill(os.getpid(), signal.SIGINT)

    outcome = FuzzRun(run).fuzz(simulators.find("verilator"), stop_at_the_first_failure)
    assert run.interrupted
    assert outcome.state == "mismatch"
    assert outcome.cycles < LimitedFuzzing.effort / 2
    assert run.plan.game.read(outcome.script.split()).steps
    assert run.findings[0].game.is_file()
    assert run.exit_code == 1
