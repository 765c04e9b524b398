"""Reversi for loopline: a game that lives outside it. reversi.toml names it as `game = "reversi:GAME"`."""

from reversi.block import Reversi
from reversi.strategies import STRATEGIES

GAME = Reversi.game("reversi", strategies=STRATEGIES)
