"""Reversi as it is at first in the tutorial: nobody has written a strategy, nor said what else may be tried."""

from dataclasses import replace

from reversi.block import Reversi


class Plain(Reversi):
    play = replace(vars(Reversi)["play"], tries=None)
    decline = replace(vars(Reversi)["decline"], tries=None)


GAME = Plain.game("plain")
