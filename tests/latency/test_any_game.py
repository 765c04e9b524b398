"""Of a game that says nothing about its long games, every kind of answer is timed all the same."""

from hypothesis import given
from reversi import GAME as REVERSI
from reversi.block import Reversi, Square

GAME = REVERSI.engine(Square(size=4))


@given(GAME.long_games(20))
def test_long_games_have_every_kind_of_request(script):
    assert {request[0] for request in script.steps} >= {Reversi.play(0, 0)[0], Reversi.undo()[0]}
    assert script.steps[-1] == GAME.new
