"""Every game there is, of one placement with every tile, of more with three decks, on the hardware: compared in every
cycle, and counted from the hardware's own answers (RULES 3.6)."""

import pytest
from cosim.engines import OUT, needs
from games.tsolitaire.engines import ENGINE
from loopline.campaign import Campaign
from loopline.design import simulators
from loopline.design.dut import load
from loopline.testing import report

#: By the first tile of the deck; tile 0 fits nowhere on the empty board.
FIRST = "0 16 16 24 24 24 24 24 24 8 24 24 8 16 32 32 32 32 16 32 32 32 16 16 32 32 16 8 32 16 16 8 16 8 8"
FIGURES = {
    1: {tile: int(number) for tile, number in enumerate(FIRST.split()) if number != "0"},
    3: {16: 7140, 1: 5016, 34: 1024},
    4: {16: 103_536, 1: 103_908, 34: 8080},
}


@pytest.mark.parametrize("plies", [1, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_every_game(plies):
    needs("verilator")
    campaign = Campaign(load(ENGINE), OUT, seed=0)
    campaign.every_game(simulators.find("verilator"), plies, lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
    assert finding.outcome.figures == {f"first tile {tile}": number for tile, number in FIGURES[plies].items()}


def test_all_first_placements():
    assert sum(FIGURES[1].values()) == 720
