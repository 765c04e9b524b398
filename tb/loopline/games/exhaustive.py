"""A game over requests in progress, and every game of a given number of turns."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Generic

from loopline.contract.game import Request
from loopline.games.model import Model
from loopline.games.play import sequences

#: Games whose first turns, this many, are the same share a script; what follows is played and taken back.
TOGETHER = 3


class Progress(Generic[Request, Model]):
    """A model whose turns can be taken back: by a request if there is one, else by continuing with a copy."""

    def __init__(
        self, model: Model, moves: Callable[[Model], Sequence[Request]], take_back: Request | None, at: int | None
    ) -> None:
        """`at`: the index of the reason in an answer. None: nothing is refused."""
        self._models, self._moves, self._undo, self._at = [model], moves, take_back, at

    @property
    def model(self) -> Model:
        """The model after the turns played so far."""
        return self._models[-1]

    def moves(self) -> Sequence[Request]:
        """The requests to try next."""
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


def every_game(progress: Progress[Request, Model], take_back: Request, turns: int) -> Iterator[list[Request]]:
    """Requests that together play every game of this many turns, and try everything that may be refused on the way."""
    for beginning in sequences(progress, min(TOGETHER, turns - 1)):
        yield [*beginning, *_endings(progress, take_back, turns - len(beginning))]


def _endings(progress: Progress[Request, Model], take_back: Request, left: int) -> Iterator[Request]:
    for move in progress.moves():
        yield move
        if progress.play(move):
            if left > 1:
                yield from _endings(progress, take_back, left - 1)
            progress.take_back()
            yield take_back
