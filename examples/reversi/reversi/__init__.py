"""Reversi for loopline: a game that lives outside it. reversi.toml names it as `game = "reversi:GAME"`."""

from reversi.game import GAME

__all__ = ["GAME"]
