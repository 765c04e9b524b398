"""A failure that is known stays known, whatever becomes of the run."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
from cosim.engines import described
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load
from loopline.errors import Notice
from loopline.games.trax.game import ENGINE
from loopline.simulation.job import Outcome, PropertyJob
from loopline.testing import report
from loopline.workers.batches import PropertyRun
from loopline.workers.pool import LocalPool

EXAMPLES = 12
#: What comes between, and what the report says of it.
ILLNESSES = {
    "an exception": "KeyError",
    "it ends": "the simulator ended by itself",
    "it is killed": f"the simulator ended by itself ({signal.strsignal(signal.SIGKILL)})",
}


@pytest.fixture(autouse=True)
def _modules_of_tests_are_found(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))


class Ill(Plan):
    def job(self, kind, **what):
        return super().job(kind, **{**what, "does": "workers.ill:IllTrial"})


def verify(dut, folder, watch=lambda *_: None, plan=Ill, **how):
    planned = plan(Subject.of(described(dut, Change("16"))), folder / "out", seed=2, examples=EXAMPLES, **how)
    one = Campaign(planned, pool=LocalPool(1), regressions=folder / "saved")
    one.verify(simulators.find("icarus"), ["wins"], watch)
    return one


@pytest.mark.parametrize("illness", ILLNESSES)
def test_failure_survives_any_end_of_shrinking(illness, broken, tmp_path, monkeypatch):
    monkeypatch.setenv("ILLNESS", illness)
    one = verify(broken, tmp_path)
    (finding,) = one.findings
    outcome = finding.outcome
    assert (outcome.state, one.exit_code) == ("mismatch", 1), outcome
    assert ILLNESSES[illness] in outcome.unshrunk
    assert outcome.turns_left <= outcome.turns_before
    assert outcome.script in finding.game.read_text()
    assert "winner" in outcome.signal
    assert "None" not in report(one)
    assert len(list((tmp_path / "saved").iterdir())) == 1


def test_failure_is_saved_before_it_is_shrunk(broken, tmp_path):
    kept = []

    def watch(_, outcome):
        if outcome.state == "shrinking" and not kept:
            kept.append(json.loads((tmp_path / "out" / "wins" / "failure.json").read_text()))
            kept[0]["files"] = [path.read_text() for path in (tmp_path / "saved").iterdir()]

    one = verify(broken, tmp_path, watch, Plan)
    (first,) = kept
    assert first["state"] == "mismatch"
    assert first["unshrunk"]
    assert first["script"] in first["files"][0]
    last = one.findings[0].outcome
    assert last.turns_left < last.turns_before == first["turns_left"]
    (file,) = (tmp_path / "saved").iterdir()
    assert last.script in file.read_text()


def test_unwritable_regressions_do_not_lose_the_failure(broken, tmp_path):
    (tmp_path / "saved").touch()  # and no folder
    with pytest.warns(Notice, match="saved: cannot save the game of wins there: File exists. It is .*minimal.trx"):
        one = verify(broken, tmp_path, plan=Plan, shrink=0)
    (finding,) = one.findings
    assert one.exit_code == 1
    assert finding.outcome.script in finding.game.read_text()
    assert finding.outcome.turns_left == finding.outcome.turns_before > 0  # without shrinking


@pytest.mark.parametrize("illness", ["none", "it is blocked"])
def test_interrupt_while_shrinking_keeps_the_failure(illness, broken, tmp_path, monkeypatch):
    """What there is comes at once, and be the simulation deaf."""
    monkeypatch.setenv("ILLNESS", illness)
    pressed = []

    def watch(_, outcome):
        if outcome.state == "shrinking" and not pressed:
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

    one = verify(broken, tmp_path, watch)
    assert time.monotonic() - pressed[0] < 15  # two seconds, where nobody else is busy
    assert one.interrupted
    (finding,) = one.findings
    assert (finding.outcome.state, finding.outcome.unshrunk) == ("mismatch", "interrupted")
    assert one.exit_code == 1
    assert finding.game.is_file()


def test_failures_of_one_kind_are_made_smaller_once(broken, tmp_path):
    plan = Plan(Subject.of(described(broken, Change("16"))), tmp_path, seed=2, examples=EXAMPLES, shrink=1)
    one = Campaign(plan, pool=LocalPool(2))
    one.verify(simulators.find("icarus"), ["wins", "games", "take backs"], lambda *_: None)
    failed = [finding.outcome for finding in one.findings if finding.outcome.state == "mismatch"]
    shrunk = {outcome.name: outcome.kind for outcome in failed if not outcome.same_as}
    others = [outcome for outcome in failed if outcome.same_as]
    assert others
    assert len({*shrunk.values()}) == len(shrunk)
    assert all(outcome.kind == shrunk[outcome.same_as] for outcome in others)
    assert all(
        outcome.script in (tmp_path / outcome.name.replace(" ", "-") / "minimal.trx").read_text() for outcome in others
    )


def test_unrepeatable_failure_is_kept(broken, tmp_path):
    """A bug that shows once and never again, whatever is reset."""
    score = broken.parent / "trax_score.v"
    text = score.read_text()
    ends = "!rst && !clear && !turn_back && !foul_back && turn_ends && wins_q != 0"
    head = f"reg shown = 0;\n    always @(posedge clk) if ({ends}) shown <= 1;\n    always @(posedge clk)"
    text = text.replace("always @(posedge clk)", head, 1)
    assert text.count("winner_q <= to_move_q;") == 1
    wrong = "(mover_wins ^ !shown) ? to_move_q : opponent"
    score.write_text(text.replace("winner_q <= to_move_q;", f"winner_q <= {wrong};"))
    design = described(broken, Change("16"))
    one = Campaign(Plan(Subject.of(design), tmp_path / "out", seed=2, examples=40, shrink=2), pool=LocalPool(1))
    one.verify(simulators.find("icarus"), ["wins"], lambda *_: None)
    outcome = one.findings[0].outcome
    assert (outcome.state, one.exit_code) == ("mismatch", 1)
    assert outcome.agreed_again > 0
    text = report(one)
    assert "without failing" in text
    assert "winner" in text
    assert "None" not in text
    assert "Hypothesis" not in text


@pytest.mark.parametrize("state", ["agrees", "died", "hung", "error", "running"])
def test_failed_property_stays_failed(state):
    run = PropertyRun(PropertyJob(dut=load(ENGINE)), "games", workers=1)
    number, _ = run.next_batch()
    run.update(number, Outcome(name="games", state="shrinking", script="@0/", examples=3, found_at=3))
    run.update(number, Outcome(name="games", state=state, examples=3))
    run.drop(number)
    assert (run.outcome.state, run.outcome.script, run.outcome.found_at) == ("mismatch", "@0/", 3)


def test_a_fault_of_loopline_is_not_kept(broken, tmp_path, monkeypatch):
    """The next run would begin with it, whatever its seed."""
    monkeypatch.setenv("ILLNESS", "at first")
    (finding,) = verify(broken, tmp_path).findings
    assert finding.outcome.state == "error"
    assert not [one for one in (tmp_path / "out" / "cache" / "examples").rglob("*") if one.is_file()]
