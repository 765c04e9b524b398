"""Whatever a position lists as legal can be handed to `play` as it is, in every game."""

import pytest
from goldenrules import evening, globe, trax, tsolitaire


@pytest.mark.parametrize(
    ("position", "listed"),
    [
        (trax.Position.from_moves(["@0/", "A0+"]), lambda position: position.legal_moves()),
        (trax.Position(trax.CONNEXION), lambda position: position.legal_moves()),
        (evening.Position.from_moves(["Wc3"]), lambda position: position.legal_moves()),
        (globe.Position(), lambda position: position.legal_moves()),
        (tsolitaire.Position(), lambda position: position.legal_moves(16)),
    ],
    ids=["trax", "connexion", "evening", "globe", "tsolitaire"],
)
def test_legal_moves_are_played(position, listed):
    before = position.copy()
    moves = listed(position)
    assert len(moves) > 1
    for move in moves:
        position.play(move)
        position.take_back()
    assert position.turns == before.turns


def test_a_game_of_trax_takes_moves_too():
    game = trax.Game(trax.CLASSIC)
    for move in trax.Position.from_moves(["@0/", "A0+"]).turns:
        game.play(move.move)
    assert len(game.position.turns) == 2
