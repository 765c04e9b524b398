"""Where a game lies across the seam of the torus, the picture in its report says so; and only there."""

import pytest
from cosim.engines import ENGINE
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.simulation.job import Outcome

GAME = Subject.of(load(ENGINE)).engine
SEAM = "seam of the torus: 63 | 0"


def told(words, ascii_only=False):
    script = GAME.read(words.split())
    engine = ReferenceEngine(64)
    board = [(list(map(int, request)), list(map(int, engine.answer(request)))) for request in GAME.requests(script)]
    return GAME.explain(script, Outcome(name="it", request=len(script.steps) - 1, board=board), 80, ascii_only).plain


ACROSS_BOTH = """
       @   A     B   C
    0         ┊
         ╔═╝  ┊  ╚═╗
    1    ╝   ╭┊╮   ╚
         ★ ╭─╯┊╰─╮ ★
      ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈
         ○ ╰─╮┊╭─╯ ●
    2    ╗   ╰┊╯   ╔
         ╚═╗ ★┊★ ╔═╝
    3         ┊
"""


def test_seam_is_between_the_cells():
    assert ACROSS_BOTH in told("at:63,63 @0/ B1\\ B2/")
    assert f"┊┈ {SEAM}" in told("at:63,63 @0/ B1\\ B2/")


@pytest.mark.parametrize(
    ("words", "seams"),
    [
        ("@0/ B1\\ B2/", ""),
        ("at:62,62 @0/ B1\\ B2/", ""),
        ("@0/ @1\\", "┊"),
        ("at:5,63 @0/ A2\\", "┈"),
        ("@0/ @1+", "┊"),
        ("new:connexion=5 A1/ B1\\", ""),
    ],
    ids=["right of it", "left of it", "across columns", "across rows", "only the refused tile", "fixed field"],
)
def test_seam_is_shown_where_the_game_crosses_it(words, seams):
    text = told(words)
    assert (SEAM in text) == bool(seams)
    assert {sign for sign in "┊┈" if sign in text} == set(seams)
    assert (f"~ {SEAM}" in told(words, ascii_only=True)) == bool(seams)
