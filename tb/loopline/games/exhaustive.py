"""Every game of a given number of turns: as sequences of moves, and as requests."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from loopline.contract.game import Request
from loopline.games.model import Model

Move = TypeVar("Move")
TakeBack = TypeVar("TakeBack")


class Play(Protocol[Move]):
    """A game in progress that can be taken back."""

    def moves(self) -> Iterable[Move]:
        """Return the moves that may be legal now; none if the game is over."""

    def play(self, move: Move) -> bool:
        """Play it. Returns whether it was legal; if not, nothing has changed."""

    def take_back(self) -> None:
        """Take back the last turn."""


def sequences(game: Play[Move], length: int) -> Iterator[list[Move]]:
    """Yield each sequence of moves while it is on the board; it is the same list each time."""
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


#: Games that agree in this many first turns share a script; the turns after them are played and taken back.
TOGETHER = 3


class Progress(Generic[Request, Model]):
    """A model whose turns can be taken back: by a request if there is one, else by continuing with a copy."""

    def __init__(
        self, model: Model, moves: Callable[[Model], Sequence[Request]], take_back: Request | None, at: int | None
    ) -> None:
        """Begin with a model.

        Args:
            model: The model.
            moves: Returns the requests to try in a position.
            take_back: The request that takes a turn back, if there is one.
            at: The index of the reason in an answer; None if nothing is refused.
        """
        self._models, self._moves, self._undo, self._at = [model], moves, take_back, at

    @property
    def model(self) -> Model:
        """The model after the turns played so far."""
        return self._models[-1]

    def moves(self) -> Sequence[Request]:
        """Return the requests to try next."""
        return self._moves(self.model)

    def play(self, move: Request) -> bool:
        """Play a turn; return whether it was carried out. If it was refused, nothing is kept of it."""
        model = self.model if self._undo is not None else copy.deepcopy(self.model)
        answer = model.carry_out(move)
        if self._at is not None and answer[self._at]:
            return False
        self._models.append(model)
        return True

    def take_back(self) -> None:
        """Return to the model before the last turn."""
        model = self._models.pop()
        if self._undo is not None:
            model.carry_out(self._undo)


def every_game(game: Play[Move], take_back: TakeBack, turns: int) -> Iterator[list[Move | TakeBack]]:
    """Yield moves that together play every game of this many turns, and try all that may be refused on the way.

    Args:
        game: The game, as far as it is played.
        take_back: Stands for each turn that is taken back.
        turns: The number of turns.
    """
    for beginning in sequences(game, min(TOGETHER, turns - 1)):
        yield [*beginning, *_endings(game, take_back, turns - len(beginning))]


def _endings(game: Play[Move], take_back: TakeBack, left: int) -> Iterator[Move | TakeBack]:
    for move in game.moves():
        yield move
        if game.play(move):
            if left > 1:
                yield from _endings(game, take_back, left - 1)
            game.take_back()
            yield take_back
