"""Runs in one --out do not disturb each other, and what is edited during a run comes into the next."""

import json
import shutil

import pytest
from cli.running import run, started, without_progress
from copies import copied
from cosim.engines import ROOT, needs, with_its_box_shifted
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load
from loopline.testing import report

QUICK = ("--sim", "icarus", "--size", 16, "--seed", 3, "--examples", 5, "--only", "games", "--shrink", 0)


@pytest.fixture(autouse=True)
def _icarus():
    needs("icarus")


def test_two_designs_of_one_name_at_the_same_time_get_their_own_verdicts(tmp_path):
    right, wrong = copied(tmp_path / "good"), with_its_box_shifted(tmp_path / "bad")
    running = [(dut, started("verify", dut, *QUICK, "--out", tmp_path / "out")) for dut in (right, wrong) * 2]
    for dut, process in running:
        out, err = process.communicate(timeout=300)
        assert (process.returncode, without_progress(err)) == (int(dut == wrong), ""), out


def test_an_edit_between_two_runs_counts(tmp_path):
    dut = with_its_box_shifted(tmp_path)
    box = dut.with_name("trax_box.v")
    wrong = box.read_text()
    codes = []
    for text in (wrong, (ROOT / "rtl" / "trax" / "trax_box.v").read_text(), wrong):
        box.write_text(text)
        codes.append(run("verify", dut, *QUICK, "--out", tmp_path / "out")[0])
    assert codes == [1, 0, 1]


def test_an_edit_during_a_run_does_not_count(tmp_path):
    dut = with_its_box_shifted(tmp_path)
    campaign = Campaign(
        Plan(Subject.of(load(dut).with_board(Change("16"))), tmp_path / "out", seed=3, examples=5, shrink=0)
    )
    icarus = simulators.find("icarus")
    campaign.builds.get(icarus)
    shutil.copy(ROOT / "rtl" / "trax" / "trax_box.v", dut.parent)
    campaign.verify(icarus, ["games"], lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "mismatch"
    assert finding.outcome.close_up == "none: the sources have been changed since the run began"
    assert "waves     none: the sources have been changed" in report(campaign)


def test_edit_of_the_description_during_a_run_does_not_count(tmp_path):
    """A mistake in it, here: the simulations that the run still starts do not read it."""
    dut = copied(tmp_path)
    campaign = Campaign(Plan(Subject.of(load(dut).with_board(Change("16"))), tmp_path / "out", seed=3, examples=5))
    dut.write_text("what is this?")
    campaign.verify(simulators.find("icarus"), ["games"], lambda *_: None)
    assert [finding.outcome.state for finding in campaign.findings] == ["agrees"]


def test_a_truncated_build_is_no_verdict(tmp_path):
    dut = copied(tmp_path)
    for _ in range(2):
        code, out, err = run("verify", dut, *QUICK, "--out", tmp_path / "out")
        assert (code, err) == (0, ""), out
        (program,) = (tmp_path / "out" / "build").glob("icarus-*/sim.vvp")
        program.write_bytes(program.read_bytes()[:1000])
    (finding,) = json.loads((tmp_path / "out" / "verify.json").read_text())["findings"]
    assert finding["state"] == "agrees"
