"""What a strategy works with: it writes down requests, and carries them out so that the next one can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

from loopline.contract.game import Request
from loopline.games.model import Model


class Session(Generic[Request, Model]):
    """The requests of a script in the making, and the model after them."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.steps: list[Request] = []

    def ask(self, request: Request) -> Sequence[int]:
        """Write a request down and carry it out. Returns the answer."""
        self.steps.append(request)
        return self.model.carry_out(request)

    def pick(self, requests: Sequence[Request], choice: int, order: Callable[[Request], Any] | None = None) -> None:
        """Ask for one of these requests, chosen by a byte; 0 means the first. Without requests, do nothing."""
        if requests:
            self.ask((sorted(requests, key=order) if order else requests)[choice * len(requests) >> 8])
