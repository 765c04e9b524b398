"""Sessions longer than counters that only a reset sets back are wide."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.contract.game import Request
from loopline.games.choices import Choices
from loopline.games.general.means import Means
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


#: The bits that can count what happens, and how much more happens. The longest sessions are rare, as they take long.
_BITS = (*range(4, 13), *range(4, 13), *range(4, 13), 16, 16)
_MORE = 8

#: This many events are of games. Then the turn with the most events, of this many, is made and taken back repeatedly.
_OF_GAMES, _TURNS = (1 << 12) + _MORE, 24


def long_sessions(means: Means[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """more events than some bits can count, and no reset in between"""
    means.begins(session, chosen.digits)
    goal = (1 << _BITS[chosen.digits(len(_BITS))]) + _MORE
    turns, counting = chosen.turns or b"\0", Counting(session)
    for number in range(goal):
        # A block without events has no number of theirs to overflow: requests are counted instead.
        if (counting.events or number) >= min(goal, _OF_GAMES):
            break
        means.moves_on(counting, turns[number % len(turns)])
    if means.take_back is not None and counting.events < goal:
        _again_and_again(means, counting, goal)


def _again_and_again(means: Means[Request, Model], counting: Counting[Request, Model], goal: int) -> None:
    """The turn with the most events. What has been tried may have ended the game, if it cannot be taken back."""
    events = {}
    for choice in range(0, 256, 256 // _TURNS):
        while (move := means.move(counting.model, choice)) is None:
            means.moves_on(counting, 0)
        before = counting.events
        means.tried(counting, move)
        events[move] = counting.events - before
    busiest = max(events, key=lambda move: events[move])
    while events[busiest] and counting.events < goal:
        means.tried(counting, busiest)
