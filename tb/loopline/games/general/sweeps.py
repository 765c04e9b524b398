"""A reset in each cycle of an operation, one after the other: random resets seldom hit a certain cycle."""

from __future__ import annotations

from loopline.contract.game import Request
from loopline.games.choices import Choices
from loopline.games.general.means import Means
from loopline.games.model import Model
from loopline.games.session import Session

#: The most moves before the operation, and after the reset.
_BEFORE, _AFTER = 12, 3


def reset_sweeps(means: Means[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """the same operation again and again, and each time a reset one cycle later, among its first cycles or its last"""
    digits = chosen.digits
    first, times = digits(256) ** 2 >> 9, 2 + digits(9)
    kind, which, looked_at, rules = digits(8), digits(256), digits(4), digits(4) and digits(1 << 16)
    some, last = digits(_BEFORE), digits(3) == 2
    for number in range(times):
        if rules and (begun := means.begin(rules)):
            session.ask(begun)
        for choice in chosen.turns[:some]:
            means.moves_on(session, choice)
        operation, cycle = _operation(means, session, kind, which), first + number + 1
        if last and means.lasts is not None:  # what it does to the model ends with the reset
            cycle = max(1, means.lasts(session.model, operation) - times + number)
        session.ask(means.cut(operation, cycle))
        _look(means, session, looked_at, which)
        for choice in chosen.turns[some : some + _AFTER]:
            means.moves_on(session, choice)


def _operation(means: Means[Request, Model], session: Session[Request, Model], kind: int, which: int) -> Request:
    """Usually a move; or an alias of one, a take-back, a new game, a read."""
    model = session.model
    move, reads = means.move(model, which), means.reads(model)
    begun = means.begin(which << 8)
    others = [
        *([*means.flipped(move)][which % 8 : which % 8 + 1] if move else []),
        *([means.take_back] * 2 if means.take_back is not None else []),
        *([begun] if begun is not None else []),
        *reads[:1],
    ]
    if (move and kind < 4) or not others:
        assert move, "there is nothing to ask for"
        return move
    return others[(kind * 5 + which) % len(others)]


def _look(means: Means[Request, Model], session: Session[Request, Model], way: int, which: int) -> None:
    """Requests that show what is left of the game before: a take-back, a read, a request that old rules would
    refuse."""
    reads = means.reads(session.model)
    if way == 1 and means.take_back is not None:
        session.ask(means.take_back)
    elif way == 2 and reads:
        session.ask(reads[which % len(reads)])
    elif way == 3 and (move := means.move(session.model, which)):
        means.tried(session, next(means.flipped(move)))
