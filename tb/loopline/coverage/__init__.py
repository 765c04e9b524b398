"""Functional coverage: which situations of a game have been met, over runs and simulators. Knows no game.

May import: trial and below."""

from __future__ import annotations

import importlib
from typing import Any

from loopline.coverage.model import Bin, Collector, Group, Hits, Model
from loopline.design.dut import Dut
from loopline.errors import BadInput

__all__ = ["Bin", "Collector", "Group", "Hits", "Model", "collector_of", "model_of"]


def model_of(dut: Dut) -> Model:
    """The situations of the design's game. Raises BadInput if there is no model of them."""
    return _of(dut).model(dut.size)  # type: ignore[no-any-return]


def collector_of(dut: Dut) -> Collector:
    return _of(dut).Collector(dut.size)  # type: ignore[no-any-return]


def _of(dut: Dut) -> Any:
    if dut.contract != "engine":
        raise BadInput(f"{dut.path}: there is no coverage model for the contract {dut.contract!r}, only for 'engine'")
    return importlib.import_module(f"loopline.games.{dut.game}.coverage")
