"""Contest and classic rules differ in what a trap costs."""

import pytest
from goldenrules.trax import CLASSIC, CONTEST, RED, WHITE, Game, Trap, read_move
from model.playing import everything_in

BEFORE_A_TRAP = r"@0/ A0+ A0+ A0+ @1+ @1+ B4\ A4\ "


def before_a_trap(rules):
    game = Game(rules)
    for word in BEFORE_A_TRAP.split():
        assert game.play(*read_move(game.position, word)) is None
    return game


def test_contest_a_trap_loses_the_game():
    game = before_a_trap(CONTEST)
    result = game.play(*read_move(game.position, "A2/"))
    assert (result.winner, result.how, type(result.foul)) == (RED, "foul", Trap)
    assert game.result is result
    assert len(game.position.turns) == 8


def test_classic_a_trap_is_taken_back_and_the_player_moves_again():
    game = before_a_trap(CLASSIC)
    before = everything_in(game.position)
    with pytest.raises(Trap):
        game.play(*read_move(game.position, "A2/"))
    assert game.result is None
    assert everything_in(game.position) == before
    assert game.position.to_move == WHITE

    assert game.play(*read_move(game.position, "@1+")) is None
    assert game.position.to_move == RED
