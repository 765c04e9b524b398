"""The common parts of all games' positions: they are copied, compared and played from texts in one way."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, Generic, Self, TypeVar

from goldenrules.drawing import Drawable

Move = TypeVar("Move")
Rules = TypeVar("Rules")


class Playable(Drawable, Generic[Move, Rules]):
    """A position of a game with these moves and rules."""

    def __init__(self, *rules: Rules) -> None:
        """Begin a game."""

    def play(self, move: Move | str, /) -> object:
        """Play a move, or its text."""
        raise NotImplementedError

    @classmethod
    def from_moves(cls, moves: Iterable[Move | str], *rules: Rules) -> Self:
        """Return the position after these moves, or their texts. Raise what `play` raises."""
        position = cls(*rules)
        for move in moves:
            position.play(move)
        return position

    def copy(self) -> Self:
        """Return the same position once more: playing on in one leaves the other as it is."""
        twin = self.__new__(type(self))
        twin.__dict__.update({name: copy(value) for name, value in vars(self).items()})
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def _state(self) -> tuple[Any, ...]:
        """Return what is the same in equal positions."""
        raise NotImplementedError

    def __eq__(self, another: object) -> bool:
        return self._state() == another._state() if isinstance(another, type(self)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a position changes: look its key up instead
