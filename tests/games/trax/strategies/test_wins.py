"""Wins: every kind, whose ever it is; and what happens after the end."""

import pytest
from games.trax.strategies.examples import facts, scripts, share
from goldenrules.trax import CLASSIC, RED, WHITE, Position
from loopline.games.strategy import Digits
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.strategies.rare import crossing

WINS = {
    "loop": lambda win: "loop" in win.kinds,
    "line across": lambda win: "line across" in win.kinds,
    "line down": lambda win: "line down" in win.kinds,
    "loop and line at once": lambda win: "loop" in win.kinds and "line" in win.kinds,
    "both colours at once": lambda win: win.by == "both",
    "the opponent's alone": lambda win: win.by == "opponent",
    "loop without the chosen tile": lambda win: win.kinds == "loop" and not win.through_chosen,
    "line without the chosen tile": lambda win: "line" in win.kinds and not win.through_chosen,
    "short loop": lambda win: win.kinds == "loop" and win.length == 4,
    "long loop": lambda win: win.kinds == "loop" and win.length >= 20,
    "very long loop": lambda win: win.kinds == "loop" and win.length >= 32,
}


@pytest.mark.parametrize("kind", WINS)
@pytest.mark.parametrize("colour", [WHITE, RED])
def test_every_kind_in_both_colours(kind, colour):
    wins = [win for found in facts("wins") for win in found.wins]
    assert sum(win.winner == colour and WINS[kind](win) for win in wins) >= 10


def test_loops_of_every_size():
    assert {win.length for found in facts("wins") for win in found.wins if win.kinds == "loop"} >= {*range(4, 33, 2)}


def test_after_the_end():
    refused = undone = played_on = 0
    for script in scripts("wins"):
        engine = ReferenceEngine(64)
        answers = [engine.answer(request) for request in script.requests(64)]
        end = next(n for n, answer in enumerate(answers) if answer.over)
        refused += any(answer.reason == Reason.GAME_OVER for answer in answers[end:])
        after = script.steps[end + 1 : end + 3]
        undone += len(after) == 2 and after[0].op == Op.TAKE_BACK and after[1].op == Op.PLAY
        later = zip(script.steps[end + 1 :], answers[end + 1 :], strict=True)
        played_on += any(step.op == Op.PLAY and not answer.reason for step, answer in later)
    assert min(refused, undone, played_on) > 200


def test_rules_without_lines_too():
    assert share(lambda script: script.steps[0].rules.lines is None, scripts("wins")) > 0.2


@pytest.mark.parametrize("digits", [b"", b"\x60\x80\x40\x30\x40", b"\xff" * 4 + b"\x80", b"\xff" * 5])
def test_two_lines_that_cross(digits):
    """Nobody has won before the turn, and then both."""
    position = Position(CLASSIC)
    *before, last = crossing(Digits(digits))
    for move in before:
        position.play(*move)
        assert not position.formations
    position.play(*last)
    assert {win.colour for win in position.wins} == {WHITE, RED}
    assert {win.kind for win in position.wins} == {"line across", "line down"}


def test_either_colour_across():
    lines = {win.formations for found in facts("wins") for win in found.wins if len(win.formations) == 2}
    assert {(WHITE, "line across"), (RED, "line down")} in lines
    assert {(RED, "line across"), (WHITE, "line down")} in lines
