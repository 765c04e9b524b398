"""Turns that are wrong in more than one way."""

import pytest
from goldenrules.trax import CLASSIC, Position, Trap
from loopline.drawing import examples_of
from loopline.games.trax import strategies
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.reference_engine import ReferenceEngine, flaws
from loopline.games.trax.strategies import NAMED, library


def examples(name, size, many, variants=True):
    return examples_of(strategies.scripts(NAMED[name], size, variants), many, seed=1)


def judged(scripts, size):
    """Of each turn asked for, all that is wrong with it, and the reason that is named."""
    for script in scripts:
        engine = ReferenceEngine(size)
        for request in script.requests(size):
            asked = request.op == Op.PLAY and not request.cut
            found = flaws(engine, request) if asked else []
            answer = engine.answer(request)
            if asked:
                yield found, Reason(answer.reason)


@pytest.mark.parametrize("name", ["two_reasons", "illegal_moves", "supply", "field_edge", "connexion", "draws"])
def test_first_of_two_reasons_is_named(name):
    for found, reason in judged(examples(name, 16, 40), 16):
        assert (found or [Reason.DONE])[0] == reason


def test_no_tile_that_makes_the_box_longer_makes_a_trap():
    for entry in (*library.entries("cascade"), *library.entries("trap")):
        position = Position(CLASSIC)
        for move in entry.game[:-1]:
            position.play(*move)
        for move in position.candidates():
            if move.cell not in position.box:
                try:
                    position.play(*move)
                except Trap:
                    pytest.fail(f"{entry.text}: {move}")
                position.take_back()


def test_the_flaws_of_a_turn_leave_the_position_as_it_was():
    for script in examples("two_reasons", 16, 20):
        engine = ReferenceEngine(16)
        for request in script.requests(16):
            if request.op == Op.PLAY:
                before = engine.position.copy()
                flaws(engine, request)
                assert (engine.position.key(), engine.position.entries) == (before.key(), before.entries)
                assert engine.position.box == before.box
            engine.answer(request)
