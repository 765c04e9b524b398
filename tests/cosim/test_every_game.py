"""Every sequence of turns there is, on the hardware: by play and take-back, compared in every cycle, and counted from
the hardware's own answers."""

import pytest
from cosim.engines import ENGINE, OUT, needs
from loopline.campaign import Campaign
from loopline.design import simulators
from loopline.design.change import Change
from loopline.design.dut import load
from loopline.games.trax.reference import PERFT
from loopline.testing import report


@pytest.mark.parametrize("plies", [4, pytest.param(5, marks=pytest.mark.gate), pytest.param(6, marks=pytest.mark.slow)])
def test_every_game(plies):
    needs("verilator")
    campaign = Campaign(load(ENGINE).with_board(Change("16")), OUT, seed=0)
    campaign.every_game(simulators.find("verilator"), plies, lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
    sequences, won, forced, trapped = PERFT[plies - 1]
    assert finding.outcome.figures == {"sequences": sequences, "won": won, "forced": forced}
    assert trapped == 0  # the figures have no zeros
