"""What a strategy works with: it writes down requests, and carries them out so that the next one can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

from loopline.contract.game import Request
from loopline.games.model import Model


class Session(Generic[Request, Model]):
    def __init__(self, model: Model) -> None:
        self.model = model
        self.steps: list[Request] = []

    def ask(self, request: Request) -> Sequence[int]:
        """What is answered."""
        self.steps.append(request)
        return self.model.carry_out(request)

    def pick(self, requests: Sequence[Request], choice: int, order: Callable[[Request], Any] | None = None) -> None:
        """Ask one of these, in this order: the first if the choice, a byte, is 0. If there are none, nothing."""
        if requests:
            self.ask((sorted(requests, key=order) if order else requests)[choice * len(requests) >> 8])
