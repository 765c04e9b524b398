"""Sessions that count the events of their requests."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.contract.game import Request
from loopline.games.model import Model
from loopline.games.session import Session


class Counting(Session[Request, Model]):
    """Continues a session, and counts the events of its requests."""

    def __init__(self, session: Session[Request, Model]) -> None:
        super().__init__(session.model)
        self.steps, self.events = session.steps, 0

    def ask(self, request: Request) -> Sequence[int]:
        self.steps.append(request)
        self.model.begin(request)
        while due := self.model.due():
            self.model.happen(next(iter(due)))
            self.events += 1
        return self.model.answer()
