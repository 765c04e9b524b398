"""A game that may come into the deck, and what it is good for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from loopline.distil.coverage import Bin

#: A mutant that is to be killed, or a situation that is to be met.
Aim: TypeAlias = int | Bin


@dataclass(frozen=True)
class Game:
    script: str
    delays: str
    turns: int
    mutants: frozenset[int] = frozenset()
    bins: frozenset[Bin] = frozenset()
    #: Of one that was in the deck before: what stood above it.
    about: str = ""

    @property
    def aims(self) -> frozenset[Aim]:
        return self.mutants | self.bins

    @property
    def line(self) -> str:
        """As `loopline replay` reads it."""
        return f"delays:{self.delays} {self.script}" if self.delays else self.script


def aims_of(games: Iterable[Game]) -> frozenset[Aim]:
    return frozenset[Aim]().union(*(one.aims for one in games))
