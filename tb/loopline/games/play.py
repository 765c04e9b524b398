"""All short games of any game: every sequence of a given number of legal moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

Move = TypeVar("Move")


class Play(Protocol[Move]):
    """A game in progress that can be taken back."""

    def moves(self) -> Iterable[Move]:
        """The moves that may be legal now; none if the game is over."""

    def play(self, move: Move) -> bool:
        """Play it. Returns whether it was legal; if not, nothing has changed."""

    def take_back(self) -> None:
        """Take back the last turn."""


def sequences(game: Play[Move], length: int) -> Iterator[list[Move]]:
    """Each sequence, while it is on the board. The list is the same object each time."""
    moves: list[Move] = []

    def go_on() -> Iterator[list[Move]]:
        if len(moves) == length:
            yield moves
            return
        for move in game.moves():
            if game.play(move):
                moves.append(move)
                yield from go_on()
                moves.pop()
                game.take_back()

    return go_on()
