"""Functional coverage: which situations of a game have been met, over runs and simulators. Knows no game.

May import: trial and below."""

from __future__ import annotations

from loopline.contract import game as games
from loopline.contract.coverage import Coverage
from loopline.contract.game import AnyScript
from loopline.design.dut import Dut
from loopline.errors import BadInput

__all__ = ["coverage_of"]


def coverage_of(dut: Dut) -> Coverage[AnyScript]:
    """The coverage of the design's game. Raises BadInput if the game has none."""
    if dut.contract != "engine":
        raise BadInput(f"{dut.shown}: there is no coverage model for the contract {dut.contract!r}, only for 'engine'")
    coverage = games.engine(dut).coverage()
    if coverage is None:
        raise BadInput(f"{dut.shown}: {games.find(dut).name} has no coverage model")
    return coverage
