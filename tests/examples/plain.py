"""Reversi as it is at first in the tutorial: nobody has written a strategy, nor said what else may be tried."""

from loopline.contract.game import Game
from loopline.games.requests import RequestGame
from reversi.game import Reversi, Square


class Plain(Reversi):
    tries = RequestGame.tries

    def properties(self):
        return [self.baseline(), *self.general()]


GAME = Game(name="plain", board=Square, suffix=".plain", engine=Plain)
