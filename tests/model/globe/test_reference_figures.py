"""RULES 5.8: the figures that independent programs have computed; how long random games are, and what they meet."""

import pytest
from goldenrules.globe import Capture, Position, Rules, count
from loopline.games.globe import model_checks as reference


@pytest.mark.parametrize("capture", Capture)
@pytest.mark.parametrize("plies", [6, *(pytest.param(plies, marks=pytest.mark.slow) for plies in (7, 8))])
def test_perft(plies, capture):
    assert count(Position(Rules(capture)), plies) == (plies, *reference.PERFT[capture][plies - 1])


def test_no_sequence_has_no_plies():
    with pytest.raises(ValueError, match="no sequence has 0 plies"):
        count(Position(), 0)
