"""RULES 5.8: the figures that independent programs have computed."""

import pytest
from goldenrules.globe import Capture, Position, Rules, count, perft
from loopline.contract.checks import Mismatch, Tally
from loopline.games.globe import model_checks, reference
from loopline.games.globe.paper import PAPER
from model.mutations import NewValue

DEPTHS = [6, 7, pytest.param(8, marks=pytest.mark.slow)]


@pytest.mark.parametrize("capture", Capture)
@pytest.mark.parametrize("plies", DEPTHS)
def test_perft(plies, capture):
    assert count(Position(Rules(capture)), plies) == (plies, *reference.PERFT[capture][plies - 1])


@pytest.mark.parametrize("capture", Capture)
def test_perft_ply_by_ply(capture):
    assert list(perft(4, Rules(capture))) == [(n, *row) for n, row in enumerate(reference.PERFT[capture][:4], 1)]


def test_no_sequence_has_no_plies():
    with pytest.raises(ValueError, match="no sequence has 0 plies"):
        count(Position(), 0)


def test_verify_model_checks_figures_and_properties():
    names = [check.name for check in PAPER.checks(10, 7)]
    assert names[:5] == [
        *(f"perft to ply 5, capture {capture}" for capture in Capture),
        "the board",
        "three against three, solved",
    ]
    assert len(names) - 5 >= 6


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("PLACEMENTS", 1),
        ("SYMMETRIES", 4),
        ("NEIGHBOURS", 2),
        ("WORTH", {(3, 3): (1_081_632, 40_388, 1_033_808, 7_436, 8)}),
    ],
)
def test_a_figure_that_differs_is_a_mismatch(name, figure):
    checks = {check.name: check for check in PAPER.checks(1, 7)}
    check = checks["three against three, solved" if name == "WORTH" else "the board"]
    check.run(Tally())
    with NewValue(model_checks.reference, name, figure, name).applied(), pytest.raises(Mismatch):
        check.run(Tally())
