"""Turn by turn, model and oracle agree: on the board, on the formations and their paths, on the winner."""

import model.trax.oracle as oracle
import pytest
from goldenrules.trax import RULE_SETS, Position
from hypothesis import event, given, settings
from hypothesis import strategies as st
from model.trax.playing import COLOURS, LINES_OF_FOUR, at, board_of, winner_of, wins_of
from model.trax.strategies import games


def agree(rules, referee_rules, game):
    position, referee = Position(rules), oracle.Referee(referee_rules)
    for cell, symbol in game:
        won = referee.play(at(cell), symbol)
        position.play(cell, symbol)
        assert board_of(position) == referee.board
        assert wins_of(position) == won
        assert winner_of(position) == referee.winner
        assert COLOURS[position.to_move] == referee.mover
    event("won" if position.winner else "nobody has won")


def test_the_oracle_knows_every_rule_set():
    assert set(oracle.VARIANTS) == set(RULE_SETS)


@given(games(LINES_OF_FOUR))
def test_boards_and_wins(game):
    agree(LINES_OF_FOUR, oracle.Rules(lines=4), game)


@pytest.mark.parametrize("name", RULE_SETS)
@settings(max_examples=40)
@given(data=st.data())
def test_boards_and_wins_of_each_rule_set(name, data):
    agree(RULE_SETS[name], oracle.VARIANTS[name], data.draw(games(RULE_SETS[name], turns=20)))
