"""Another team's engine agrees with the model: it shares nothing with the bundled one but the contract. So does its
player, of which nothing but the line is known: it plays as it likes, one thing after the other, and has no reset.

So do its engines for other games, which hear a reset late. That for Evening floods the groups where the bundled one
links them; that for Tsolitaire has all stones run at once, and puts them back by having them run anew; that for the
Globe chains positions by their hash where the bundled one compares them all.

What is not `cycle_exact` is held to the contract by such an engine: another order of forced play, other cycles,
answers after a varying number of them, other names, a reset that is active low.
"""

from pathlib import Path

import pytest
from cosim.engines import needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.campaign.saved import deck_of
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.simulation.job import DECK
from loopline.testing import properties, report, verify

HERE = Path(__file__).parent
OUT = HERE.parents[1] / "out" / "stranger"

designs = pytest.mark.parametrize("design", ["spied.toml", "plain.toml"])


def agrees(design, sim, size, examples):
    dut = HERE / "rtl" / design
    verify(
        dut,
        *[name for name in properties(dut) if name != DECK],  # at its speed, a deck takes long
        sim=sim,
        board=size,
        examples=examples,
        seed=1,
        out=OUT / f"{Path(design).stem}-{sim}-{size}",
    )


@designs
def test_a_sample(design):
    agrees(design, "icarus", 8, examples=2)


@pytest.mark.slow
@designs
def test_five_thousand_games(design):
    agrees(design, "verilator", 16, examples=5000 // 8)


@pytest.mark.parametrize(("sim", "examples"), [pytest.param("verilator", 4, marks=pytest.mark.slow), ("icarus", 1)])
def test_the_player(sim, examples):
    agrees("box.toml", sim, None, examples)


@pytest.mark.slow
def test_the_player_with_its_deck():
    """A third of it: most of its games come in several lengths."""
    dut = load(HERE / "rtl" / "box.toml")
    games = deck_of(Subject.of(dut)).games[::3]
    campaign = Campaign(Plan(Subject.of(dut), OUT / "box-deck", seed=0))
    campaign.replay(needs("verilator"), games, lambda *_: None)
    assert [finding.outcome.state for finding in campaign.findings] == ["agrees"] * len(games), report(campaign)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("design", "sim", "size", "examples"), [("spied.toml", "verilator", 32, 2), ("plain.toml", "verilator", 64, 2)]
)
def test_other_boards(design, sim, size, examples):
    agrees(design, sim, size, examples)


GAMES = [
    ("evening_spied.toml", "icarus", "side=2", 2),
    ("tsolitaire_spied.toml", "icarus", None, 1),
    ("globe_spied.toml", "icarus", "history=64", 2),
    ("evening.toml", "icarus", "side=3", 2),
    pytest.param("evening_spied.toml", "verilator", "side=6", 1, marks=pytest.mark.slow),
    ("tsolitaire.toml", "icarus", None, 1),
    ("globe.toml", "icarus", "history=2", 2),
    pytest.param("globe_spied.toml", "verilator", "history=1024", 4, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("design", "sim", "board", "examples"), GAMES)
def test_other_games(design, sim, board, examples):
    out = OUT / f"{Path(design).stem}-{sim}-{board}"
    verify(HERE / "rtl" / design, sim=sim, board=board, examples=examples, seed=1, out=out)
