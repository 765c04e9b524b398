"""The board of an Evening engine: a hexagon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator

from loopline import tables
from loopline.design.board import Board
from loopline.design.dut import Identifier


class Hexagon(Board):
    """The number of cells along each side."""

    side: Annotated[Literal[2, 3, 4, 5, 6], BeforeValidator(tables.whole)] = 5
    #: The design's parameter for the side, if it has one.
    side_parameter: Identifier | None = None

    def __str__(self) -> str:
        return f"side {self.side}"

    @property
    def label(self) -> str:
        return f"side-{self.side}"

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        return {"side_parameter": (self.side_parameter, self.side)} if self.side_parameter else {}

    @property
    def extremes(self) -> list[str]:
        """The largest side and the smallest."""
        return [f"side={side}" for side in (6, 2) if side != self.side] if self.side_parameter else []
