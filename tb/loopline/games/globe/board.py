"""The board of a Globe engine is always the same; what differs is how long its history is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field

from loopline import tables
from loopline.design.board import Board
from loopline.design.dut import Identifier


class Globe(Board):
    #: So many turns without a capture, and the game is drawn.
    history: Annotated[int, Field(ge=2, le=4096), BeforeValidator(tables.whole)] = 1024
    #: The parameter that says so, if the design has one.
    history_parameter: Identifier | None = None

    def __str__(self) -> str:
        return f"history {self.history}"

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        return {"history_parameter": (self.history_parameter, self.history)} if self.history_parameter else {}

    @property
    def extremes(self) -> list[str]:
        """A history that is soon full."""
        return ["history=16"] if self.history > 16 and self.history_parameter else []
