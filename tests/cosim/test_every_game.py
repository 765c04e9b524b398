"""Every sequence of turns there is, on the hardware: by play and take-back, compared in every cycle, and counted from
the hardware's own answers."""

import pytest
from cosim.engines import ENGINE, OUT, needs
from goldenrules.trax import RULE_SETS, perft
from loopline.campaign import Campaign
from loopline.design import simulators
from loopline.design.change import Change
from loopline.design.dut import load
from loopline.games.trax.reference import PERFT
from loopline.testing import report


@pytest.mark.parametrize("plies", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_every_game(plies):
    needs("verilator")
    campaign = Campaign(load(ENGINE).with_board(Change("16")), OUT, seed=0)
    campaign.every_game(simulators.find("verilator"), plies, lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
    sequences, won, forced, trapped = PERFT[plies - 1]
    assert finding.outcome.figures == {"sequences": sequences, "won": won, "forced": forced}
    assert trapped == 0  # the figures have no zeros


#: On boards on which such a game can come to its limits, if it has any.
VARIANTS = {
    "loop": "size=16,rules=loop",
    "limited": "size=16,rules=limited",
    "mini": "size=16,rules=mini",
    "mini-lines": "size=16,rules=mini-lines",
    "zillions": "size=32,rules=zillions",  # whose field has 21 columns
    "connexion": "size=16,rules=connexion",
}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("plies", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_every_game_of_a_variant(name, plies):
    """As many of them as the model counts; RULES 1.6 has the figures of the model."""
    needs("verilator")
    campaign = Campaign(load(ENGINE).with_board(Change(VARIANTS[name])), OUT, seed=0)
    campaign.every_game(simulators.find("verilator"), plies, lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
    *_, expected = perft(plies, RULE_SETS[name])
    figures = {"sequences": expected.sequences, "won": expected.won, "forced": expected.forced}
    assert finding.outcome.figures == {name: number for name, number in figures.items() if number}
