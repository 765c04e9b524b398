"""Sweeps: each bit of a request flipped, and a reset in each cycle of an operation. At random both are seldom hit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Generic, NamedTuple

from loopline.contract.game import Request
from loopline.games.general.counters import CountingSession
from loopline.games.general.means import Toolkit
from loopline.games.model import Model
from loopline.games.strategy import Choices, Session
from loopline.resets import IDLE, LENGTHS, Reset

#: One move in this many, or a refused request, is tried with each of its bits flipped; the first move always is.
_SELDOM = 8


def aliases(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Make moves that are worth making, and some that are not, with each bit of each field flipped."""
    means.begins(session, chosen.digits)
    for number, choice in enumerate(chosen.turns or b"\0"):
        move = means.move(session.model, choice)
        if number == 0 or choice % _SELDOM == 0:
            if move is None or (number and choice % (2 * _SELDOM)):
                move = means.in_vain(session, choice)
            for bit, alias in enumerate(means.flipped(move) if move is not None else ()):
                means.tried(session, alias, choice + bit)
        means.moves_on(session, choice)


#: The most moves before the operation, and after the reset.
_BEFORE, _AFTER = 12, 3

#: Of a late operation: the most moves before it, the moves of all games foreseen together, the most resets, and about
#: the number of requests for all of them.
_LATE, _FORESEEN, _RESETS, _REQUESTS = 80, 200, 20, 250
#: The cycles of the operation among which resets come, if its length is unknown.
_CYCLES = 96


def reset_sweeps(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Repeat an operation with a reset one cycle later each time: in the operation, before it or after it."""
    digits = chosen.digits
    if digits(3) == 2:
        _late(means, session, chosen)
        return
    first, times = digits(256) ** 2 >> 9, 2 + digits(9)
    kind, which, looked_at, rules = digits(8), digits(256), digits(4), digits(4) and digits(1 << 16)
    moves, last = digits(_BEFORE), digits(3) == 2
    moment, longer, twice = _MOMENTS[digits(len(_MOMENTS))], LENGTHS[digits(len(LENGTHS))], digits(4) == 3
    for number in range(times):
        if rules and (begun := means.begin(rules)):
            session.ask(begun)
        for choice in chosen.turns[:moves]:
            means.moves_on(session, choice)
        operation = _operation(means, session, kind, which)
        if operation is not None:
            if moment == "idle":
                idle = (first + _IN_A_ROW * number + more for more in range(_IN_A_ROW))
                after = [Reset(cycles % (IDLE + 1), moment, longer) for cycles in idle]
            else:
                after = [Reset(first + number + 1, moment, longer)]
            for reset in after:
                _reset(means, session, operation, reset, times - number if last else 0)
            if twice:
                session.ask(means.cut(operation, Reset(number, "idle", longer).cut))
        _look(means, session, looked_at, which)
        for choice in chosen.turns[moves : moves + _AFTER]:
            means.moves_on(session, choice)


#: Most resets come in an operation, or while its answer waits.
_MOMENTS = ("reset", "reset", "reset", "early", "held", "idle", "idle", "idle")

#: The idle cycles after an answer that are tried at once; in an operation each cycle is tried by itself.
_IN_A_ROW = 3


def _reset(
    means: Toolkit[Request, Model], session: Session[Request, Model], operation: Request, reset: Reset, from_end: int
) -> None:
    """Ask for the operation with a reset in it, or after its answer.

    The reset comes after its cycles or, if the operation's length is known, `from_end` cycles before the end.
    """
    if reset.kind == "idle":
        session.ask(operation)
    elif from_end and means.lasts is not None:  # what it does to the model ends with the reset
        reset = reset._replace(cycles=max(1, means.lasts(session.model, operation) - from_end))
    session.ask(means.cut(operation, reset.cut))


class ForeseenGame(NamedTuple, Generic[Request]):
    """The moves of a game before it is played."""

    played: list[Request]
    #: The events of each.
    events: list[int]
    #: The last move, if nothing can be asked for after it. Else the moves that changed how the game stands: a field
    #: with few values, of the answer or the state, had a value for the first time.
    news: list[int]

    @property
    def busiest(self) -> int:
        """The most events that a move has."""
        return max(self.events, default=0)


def _late(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Reset in the turn of a game in which most happens, or in one of the last that changed something.

    Or such a turn is taken back. Each time the game is played again.
    """
    digits, turns = chosen.digits, chosen.turns or b"\0"
    kind, first, last = digits(4), 1 + digits(24), digits(3) == 2
    rules = digits(4) and digits(1 << 16)
    begun = means.begin(rules) if rules else None
    games = [_foreseen(means, session, begun, turns)]
    while 0 < len(games[0].played) * len(games) < _FORESEEN:
        others = bytes((choice + 85 * len(games)) & 255 for choice in turns)
        games.append(_foreseen(means, session, begun, others))
    session.model.reset()
    if kind % 2 == 0:
        played, events, _ = game = max(games, key=lambda game: game.busiest)
        at = events.index(game.busiest) if played else 0
    else:
        played, _, news = max(games, key=lambda game: (len(game.news), game.busiest))
        at = news[max(-len(news), _NEWS[digits(len(_NEWS))])] if news else len(played) - 1
    if not played:
        means.moves_on(session, 0)
        return
    operation = played[at]
    if kind > 1 and means.take_back is not None:
        operation, at = means.take_back, at + 1
    times = max(2, min(_RESETS, _REQUESTS // (at + 1)))
    apart, moment = 1 + digits(_CYCLES // times), "idle" if digits(4) == 3 else "reset"
    for number in range(times):
        for request in (*([begun] if begun is not None else []), *played[:at]):
            session.ask(request)
        reset = Reset(first + number * apart, moment)
        _reset(means, session, operation, reset, times - number if last else 0)


#: The most values of a field that says how a game stands; and the choice among turns that changed such a field, counted
#: from the end.
_VALUES, _NEWS = 4, (-1, -2, -3)


def _foreseen(
    means: Toolkit[Request, Model], session: Session[Request, Model], begun: Request | None, choices: bytes
) -> ForeseenGame[Request]:
    session.model.reset()
    rehearsal = CountingSession(Session[Request, Model](session.model))
    if begun is not None:
        rehearsal.ask(begun)
    played: list[Request] = []
    events: list[int] = []
    shown = list[Sequence[int]]()
    while len(played) < _LATE and (move := means.move(session.model, choices[len(played) % len(choices)])) is not None:
        before = rehearsal.events
        answer = rehearsal.ask(move)
        played.append(move)
        events.append(rehearsal.events - before)
        shown.append((*answer, *session.model.settled()))
    if 0 < len(played) < _LATE:
        return ForeseenGame(played, events, [len(played) - 1])
    return ForeseenGame(played, events, sorted({*chain(*map(_first_times, zip(*shown, strict=True)))}))


def _first_times(values: Sequence[int]) -> Sequence[int]:
    """Return when a field had each of its values but the first for the first time.

    Empty for a field that has had too many values.
    """
    first = {value: number for number, value in reversed([*enumerate(values)])}
    return sorted(first.values())[1:] if len(first) <= _VALUES else ()


def _operation(
    means: Toolkit[Request, Model], session: Session[Request, Model], kind: int, which: int
) -> Request | None:
    """Return an operation to be reset: usually a move; None if nothing can be asked for.

    Or an alias of a move, a take-back, a new game, a read; if none of these is possible, a request that is refused.
    """
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
        return move or means.in_vain(session, which)
    return others[(kind * 5 + which) % len(others)]


def _look(means: Toolkit[Request, Model], session: Session[Request, Model], way: int, which: int) -> None:
    """Ask for what shows remains of the game before: a take-back, a read, a request that old rules would refuse."""
    reads = means.reads(session.model)
    if way == 1 and means.take_back is not None:
        session.ask(means.take_back)
    elif way == 2 and reads:
        session.ask(reads[which % len(reads)])
    elif way == 3 and (move := means.move(session.model, which)):
        means.tried(session, next(means.flipped(move)))
