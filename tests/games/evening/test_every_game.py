"""Every sequence of stones there is, by both rules, on the hardware: compared in every cycle, and counted from the
hardware's own answers (RULES 4.7)."""

import pytest
from cosim.engines import OUT, needs
from games.evening.engines import ENGINE
from loopline.campaign import Campaign
from loopline.design import simulators
from loopline.design.change import Change
from loopline.design.dut import load
from loopline.testing import report

#: Side → after so many stones: sequences, and how many of them end a game. On side 2 all games end by the last.
SEQUENCES = {2: [7, 24, 30, 48, 96, 48, 24], 3: [19, 84, 174, 792, 2292, 10248]}
OVER = [0, 6, 6, 0, 72, 24, 24]


def played(side, plies, simulator="icarus"):
    needs(simulator)
    campaign = Campaign(load(ENGINE).with_board(Change(f"side={side}")), OUT, seed=0)
    campaign.every_game(simulators.find(simulator), plies, lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
    return finding.outcome.figures


@pytest.mark.parametrize("plies", [7, *range(1, 7)])
def test_on_side_2_to_the_end(plies):
    figures = played(2, plies)
    for rule in ("base", "odd even"):
        assert figures.pop(rule) == SEQUENCES[2][plies - 1]
        assert figures.pop(f"{rule}, over", 0) == OVER[plies - 1]
    assert not figures


@pytest.mark.parametrize(("plies", "simulator"), [(3, "icarus"), (6, "verilator")])
def test_on_side_3(plies, simulator):
    figures = played(3, plies, simulator)
    assert [figures[rule] for rule in ("base", "odd even")] == 2 * [SEQUENCES[3][plies - 1]]
