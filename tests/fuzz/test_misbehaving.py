"""Designs that end the simulation, or stop it: a finding, with the game that was being played."""

import pytest
import reports
from cosim.engines import ROOT, needs
from cosim.test_misbehaving import HANGS, STUB
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.fuzz.run import FuzzRun


@pytest.mark.parametrize(("manners", "state", "code"), [("crashes", "mismatch", 1), ("loops in zero time", "hung", 3)])
def test_game_that_ends_the_simulator_is_reported(manners, state, code, tmp_path):
    file = tmp_path / "stub.toml"
    file.write_text(STUB.format(folder=ROOT / "tests" / "cosim" / "misbehaving", manners=manners))
    saved = tmp_path / "saved"
    run = Campaign(Plan(Subject.of(load(file)), tmp_path / "out", seed=1, timeout=HANGS), regressions=saved)
    outcome = FuzzRun(run).fuzz(needs("icarus"), lambda *_: None)
    assert outcome.state == state
    assert run.exit_code == code
    assert outcome.script
    assert len(list(saved.glob("fuzz-*.trx"))) == 1
    assert reports.read(tmp_path / "out" / "fuzz" / "failure.json")["state"] == state
