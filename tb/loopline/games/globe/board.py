"""The board of a Globe engine: always the same, except for the length of its history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field

from loopline import tables
from loopline.design.board import Board
from loopline.design.dut import Identifier


class Globe(Board):
    """The [board] of a Globe engine."""

    #: The number of turns without a capture after which the game is drawn.
    history: Annotated[int, Field(ge=2, le=4096), BeforeValidator(tables.whole)] = 1024
    #: The design's parameter for it, if it has one.
    history_parameter: Identifier | None = None

    def __str__(self) -> str:
        return f"history {self.history}"

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        return {"history_parameter": (self.history_parameter, self.history)} if self.history_parameter else {}

    @property
    def extremes(self) -> list[str]:
        """A short history, which is soon full."""
        return ["history=16"] if self.history > 16 and self.history_parameter else []
