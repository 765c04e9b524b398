"""Every sequence of moves there is, with all three options, on the hardware: compared in every cycle, and counted from
the hardware's own answers (RULES 5.8)."""

import pytest
from cosim.engines import OUT, needs
from games.globe.engines import ENGINE
from loopline.campaign import Campaign
from loopline.design import simulators
from loopline.design.change import Change
from loopline.design.dut import load
from loopline.testing import report

FIGURES = {
    5: {"G": 8369, "P": 8369, "T": 8477, "T, captures": 315},
    6: {"G": 66497, "P": 66497, "T": 68138, "T, captures": 2430},
}


@pytest.mark.parametrize("plies", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_every_game(plies):
    needs("verilator")
    campaign = Campaign(load(ENGINE).with_board(Change("history=64")), OUT, seed=0)
    campaign.every_game(simulators.find("verilator"), plies, lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
    assert finding.outcome.figures == FIGURES[plies]
