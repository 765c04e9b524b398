"""The checks of a game's golden model, as `loopline verify-model` runs them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class ModelRecord(Protocol):
    """A game that shows a mismatch. `str` gives its moves, as the game's reader reads them."""

    def __len__(self) -> int:
        """The number of turns."""

    @property
    def rules_text(self) -> str:
        """What `--rules` is given for its rules; empty for the usual ones."""


class Mismatch(Exception):
    """Two things that should agree do not. The text says which; the record is the smallest game that shows it."""

    def __init__(self, text: str, record: ModelRecord | None = None, found: str = "") -> None:
        super().__init__(text)
        self.record = record
        #: How it was found: at which example, shrunk from what.
        self.found = found


@dataclass
class Tally:
    """How much a check has looked at so far."""

    examples: int = 0
    turns: int = 0
    #: The smallest failure so far. It is the result if shrinking is interrupted.
    failure: Mismatch | None = None

    def add(self, turns: int) -> None:
        """Count one more example of this many turns."""
        self.examples += 1
        self.turns += turns


@dataclass(frozen=True)
class Check:
    """One check of a golden model."""

    name: str
    #: Raises Mismatch.
    run: Callable[[Tally], None]
    #: How many examples it is going to look at.
    examples: int
