"""The board of a Trax engine: a torus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator

from loopline import tables
from loopline.design.board import Board
from loopline.design.dut import Identifier


class Torus(Board):
    """So many cells each way."""

    size: Annotated[Literal[8, 16, 32, 64, 128], BeforeValidator(tables.whole)] = 64
    #: The parameter that is the binary logarithm of the size, if the design has one.
    size_parameter: Identifier | None = None

    def __str__(self) -> str:
        return f"{self.size} × {self.size}"

    @property
    def label(self) -> str:
        return str(self.size)

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        return {"size_parameter": (self.size_parameter, self.size.bit_length() - 1)} if self.size_parameter else {}
