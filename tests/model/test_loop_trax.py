"""Loop Trax: only loops win."""

import pytest
from goldenrules.trax import CLASSIC, RED
from goldenrules.trax.rules import LOOP_TRAX
from model.playing import play


@pytest.mark.parametrize("text", ["@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", "@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+"])
def test_a_line_does_not_win(text):
    assert play(text, CLASSIC).over
    position = play(text, LOOP_TRAX)
    assert position.wins == []
    assert not position.over
    assert position.legal_turns()


def test_a_loop_does():
    assert play(r"@0/ B1\ B2/", LOOP_TRAX).winner == RED
