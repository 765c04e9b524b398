"""A game as the list of its moves: what a strategy draws, a property checks and a report shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Generic, Self, TypeVar

MoveT = TypeVar("MoveT")
PositionT = TypeVar("PositionT")


@dataclass(frozen=True)
class GameRecord(ABC, Generic[MoveT, PositionT]):
    """Each game derives its own record, with `str` and, if there is a choice, the rules and the first position."""

    moves: tuple[MoveT, ...] = ()

    @abstractmethod
    def begin(self) -> PositionT:
        """The position before the first move."""

    @abstractmethod
    def make(self, position: PositionT, move: MoveT) -> None:
        """One of its moves. Raises whatever the model raises."""

    @property
    def rules_text(self) -> str:
        """What `--rules` is given for its rules; empty for the usual ones."""
        return ""

    def __len__(self) -> int:
        return len(self.moves)

    def positions(self) -> Iterator[PositionT]:
        """One position, before the first move and after each."""
        position = self.begin()
        yield position
        for move in self.moves:
            self.make(position, move)
            yield position

    def play(self) -> Iterator[PositionT]:
        """One position, after each of the moves."""
        return islice(self.positions(), 1, None)

    def position(self) -> PositionT:
        """The position at the end."""
        *_, position = self.positions()
        return position

    def without(self, turn: int) -> Self:
        """The same without this one of its moves, counted from 0. Raises whatever the model raises if that is no legal
        game."""
        smaller = replace(self, moves=self.moves[:turn] + self.moves[turn + 1 :])
        smaller.position()
        return smaller
