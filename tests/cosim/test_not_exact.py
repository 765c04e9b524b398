"""A correct engine that promises neither order nor cycles agrees with the model, with the verification port and
without, whatever is cut short by a reset."""

from pathlib import Path

import pytest
from cosim.engines import OUT, needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.testing import properties, report, verify

HERE = Path(__file__).parent / "not_exact"
DESIGNS = [HERE / "port.toml", HERE / "answers.toml"]

#: Of each request, what it shows before the reset is what it would show without one.
CUT_SHORT = [
    "@0/ read:0,0!reset=4",
    "0,0:?!reset=4",
    "@0/ undo!reset=14",
    "@0/ new:classic!reset=14",
    "@0/ A0+!reset=13 undo @0/ undo undo",
    "@0/!reset=1 undo @0/ A0+",
    "@0/ A0+ A0+ A0+ @1+ @1+ B4\\ A4\\ A2/!reset=40 @0+ undo!reset=5 new!reset=3 @0/",
]


@pytest.mark.parametrize("design", DESIGNS, ids=lambda path: path.stem)
@pytest.mark.parametrize("simulator", ["verilator", "icarus"])
def test_cut_short_by_a_reset(design, simulator):
    campaign = Campaign(Plan(Subject.of(load(design).with_board(Change("16"))), OUT, seed=0))
    campaign.replay(needs(simulator), [(text, text, "") for text in CUT_SHORT], lambda *_: None)
    assert [finding.outcome.state for finding in campaign.findings] == ["agrees"] * len(CUT_SHORT), report(campaign)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("simulator", "size", "examples"),
    [("verilator", 16, 6), ("icarus", 8, 1)],
)
def test_agrees_in_every_property(design, simulator, size, examples):
    needs(simulator)
    campaign = verify(design, sim=simulator, board=size, examples=examples, seed=size, out=OUT)
    assert len(campaign.findings) == len(properties(design))
