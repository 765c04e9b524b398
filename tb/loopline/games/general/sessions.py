"""Counters that only a reset sets back: they must be wide enough for the longest session."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.contract.game import Request
from loopline.games.choices import Choices
from loopline.games.general.means import Means
from loopline.games.model import Model
from loopline.games.session import Session

#: The fewest and the most bits that can count what happens, and how much more happens.
_BITS, _MORE = range(4, 13), 8


def long_sessions(means: Means[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """more events than some bits can count, and no reset in between"""
    means.begins(session, chosen.digits)
    goal = (1 << _BITS[chosen.digits(len(_BITS))]) + _MORE
    turns, counting = chosen.turns or b"\0", _Counting(session)
    for number in range(goal):
        if counting.events >= goal:
            return
        means.moves_on(counting, turns[number % len(turns)])


class _Counting(Session[Request, Model]):
    """Goes on with a session, and counts the events of what is asked."""

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
