"""The board of a Trax engine: a torus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, model_validator

from loopline import tables
from loopline.design.board import Board
from loopline.design.dut import Identifier

#: The names in goldenrules.trax.RULE_SETS, which is not loaded for every command.
RuleSetName = Literal["contest", "classic", "loop", "limited", "mini", "mini-lines", "zillions", "connexion"]


class Torus(Board):
    """A torus of `size` × `size` cells."""

    size: Annotated[Literal[8, 16, 32, 64, 128], BeforeValidator(tables.whole)] = 64
    #: The design's parameter for the binary logarithm of the size, if it has one.
    size_parameter: Identifier | None = None
    #: Whether the design also plays the variants of the rules, and has the ports for them.
    variants: bool = False
    #: The rules for playing every game of a given number of plies.
    rules: RuleSetName = "classic"

    @model_validator(mode="after")
    def _has_the_ports(self) -> Self:
        if not self.variants and self.rules not in ("contest", "classic", "loop"):
            raise ValueError(f"rules {self.rules!r} take a design with variants = true")
        return self

    def __str__(self) -> str:
        return f"{self.size} × {self.size}" + (f", {self.rules}" if self.rules != "classic" else "")

    @property
    def label(self) -> str:
        return f"{self.size}-{self.rules}" if self.rules != "classic" else str(self.size)

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        return {"size_parameter": (self.size_parameter, self.size.bit_length() - 1)} if self.size_parameter else {}

    @property
    def extremes(self) -> list[str]:
        """Small boards, on which addresses and counters soon reach their limits."""
        return [f"size={size}" for size in (16, 8) if size < self.size] if self.size_parameter else []

    @property
    def extremes_of_players(self) -> list[str]:
        """Where clearing the board takes so long that bytes have to wait; and where there is soon no room left."""
        return [f"size={size}" for size in (128, 8) if size != self.size] if self.size_parameter else []
