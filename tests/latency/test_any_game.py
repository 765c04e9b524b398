"""Of a game that says nothing about its long games, every kind of answer is timed all the same."""

from hypothesis import given
from reversi.engine import Op
from reversi.game import Reversi, Square

GAME = Reversi(Square(size=4))


@given(GAME.long_games(20))
def test_long_games_have_every_kind_of_request(script):
    assert {request.op for request in script.steps} >= {Op.PLAY, Op.TAKE_BACK}
    assert script.steps[-1] == GAME.new
