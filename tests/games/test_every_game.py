"""Every game there is, up to a number of turns, on the hardware: compared in every cycle, and counted from the
hardware's own answers. The figures are the models' references; they count no zeros."""

import pytest
from cosim.engines import OUT, ROOT, needs
from games.exhaustive import ExhaustiveJob
from goldenrules.trax import RULE_SETS, perft
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.games.evening.model_checks import ENDED, SEQUENCES
from loopline.games.globe import model_checks as globe
from loopline.games.trax import model_checks as trax
from loopline.games.tsolitaire import model_checks as tsolitaire
from loopline.testing import report


@pytest.fixture(autouse=True)
def _modules_of_tests_are_found(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))


def counted(game, board, plies, simulator="verilator"):
    design = load(ROOT / "rtl" / game / "engine.toml")
    campaign = Campaign(Plan(Subject.of(design.with_board(Change(board)) if board else design), OUT, seed=0))
    campaign.run(needs(simulator), [campaign.plan.job(ExhaustiveJob, plies=plies)], lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
    return finding.outcome.figures


def without_zeros(figures):
    return {name: number for name, number in figures.items() if number}


@pytest.mark.parametrize("plies", [4, *(pytest.param(plies, marks=pytest.mark.slow) for plies in (5, 6))])
def test_of_trax(plies):
    figures = dict(zip(("sequences", "won", "forced", "trapped"), trax.PERFT[plies - 1], strict=True))
    assert counted("trax", "16", plies) == without_zeros(figures)


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
@pytest.mark.parametrize("plies", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_of_a_variant(name, plies):
    """As many of them as the model counts; RULES 1.6 has the figures of the model."""
    *_, expected = perft(plies, RULE_SETS[name])
    figures = {"sequences": expected.sequences, "won": expected.won, "forced": expected.forced}
    assert counted("trax", VARIANTS[name], plies) == without_zeros(figures)


@pytest.mark.parametrize("plies", [7, 6])  # an odd number and an even one: whose move it is at the end
def test_of_evening_on_side_2_to_the_end(plies):
    figures = {}
    for rule, sequences in zip(("base", "odd even"), SEQUENCES[2], strict=True):
        figures |= {rule: sequences[plies - 1], f"{rule}, over": ENDED[plies - 1]}
    assert counted("evening", "side=2", plies, "icarus") == without_zeros(figures)


@pytest.mark.parametrize(
    ("plies", "simulator"), [(5, "verilator"), pytest.param(6, "verilator", marks=pytest.mark.slow)]
)
def test_of_evening_on_side_3(plies, simulator):
    figures = counted("evening", "side=3", plies, simulator)
    assert [figures[rule] for rule in ("base", "odd even")] == [sequences[plies - 1] for sequences in SEQUENCES[3]]


@pytest.mark.parametrize("plies", [1, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_of_tsolitaire(plies):
    """Of one placement with every tile as the first, of more with three decks."""
    figures = {int(deck.split()[0]): sequences[plies - 1] for deck, sequences in tsolitaire.PERFT.items()}
    if plies == 1:
        figures = dict(enumerate(tsolitaire.FIRST_PLACEMENTS))
    expected = {f"first tile {tile}": number for tile, number in figures.items()}
    assert counted("tsolitaire", "", plies) == without_zeros(expected)


@pytest.mark.parametrize("plies", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_of_the_globe(plies):
    rows = {capture: rows[plies - 1] for capture, rows in globe.PERFT.items()}
    figures = {capture: sequences for capture, (sequences, *_) in rows.items()}
    figures |= {f"{capture}, captures": captures for capture, (_, captures, *_) in rows.items()}
    assert counted("globe", "history=64", plies) == without_zeros(figures)
