"""Counters: sessions so long that a counter which only a reset sets back overflows, and counts at a power of two."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.contract.game import Request
from loopline.games.general.means import Toolkit
from loopline.games.model import Model
from loopline.games.strategy import Choices, Digits, Session


class CountingSession(Session[Request, Model]):
    """A session that continues another, and counts the events of its requests."""

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


#: The widths of counters to overflow, and how far beyond. The longest sessions are rare, as they take long.
_BITS = (*range(4, 13), *range(4, 13), *range(4, 13), 16, 16)
_MORE = 8

#: The events that come from games; and of how many turns the one with the most events is then repeated.
_OF_GAMES, _TURNS = (1 << 12) + _MORE, 24


def long_sessions(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Ask for more events than some bits can count, without a reset in between."""
    means.begins(session, chosen.digits)
    goal = (1 << _BITS[chosen.digits(len(_BITS))]) + _MORE
    turns, counting = chosen.turns or b"\0", CountingSession(session)
    for number in range(goal):
        # In a block without events, requests are counted instead.
        if (counting.events or number) >= min(goal, _OF_GAMES):
            break
        means.moves_on(counting, turns[number % len(turns)])
    if means.take_back is not None and counting.events < goal:
        _again_and_again(means, counting, goal)


def _again_and_again(means: Toolkit[Request, Model], counting: CountingSession[Request, Model], goal: int) -> None:
    """Repeat the turn with the most events.

    What has been tried may have ended the game, if it cannot be taken back.
    """
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


#: The largest power, and the moves tried instead of one that counts too much.
_LARGEST, _TRIES = 8, 32


def powers_of_two(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Play until a power of two, or one more or less, is on the board or played; then ask for each operation."""
    digits = chosen.digits
    if digits(3) == 2:
        _climb(means, session, chosen)
        return
    means.begins(session, digits)
    goal = (1 << 1 + digits(_LARGEST)) + (0, 0, -1, 1)[digits(4)]
    for ways in range(1 + digits(3)):
        _fill(means, session, goal, chosen.turns or b"\0")
        _then(means, session, digits(8), digits)
        goal = goal if ways else goal // 2 or 1


#: The lengths of games that pass all powers of two up to there; and the step between the choices of a repeated byte, so
#: that a game changes when its bytes repeat.
_FAR, _STRIDE = (64, 256, 256), 37


def _climb(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Play turns, and take each that is next to a power of two back and make it again.

    Then ask for a refusal a power of two times; take all turns back, and one more.
    """
    digits, choices, back, made, failures = chosen.digits, chosen.turns or b"\0", means.take_back, 0, 0
    goal, again = _FAR[digits(len(_FAR))] + 1, 1 << digits(7)
    if digits(2):
        means.begins(session, digits)
    while made < goal and failures < goal // 2:
        choice = choices[(made + failures) % len(choices)] + _STRIDE * made + 85 * failures & 255
        move = means.move(session.model, choice)
        if move is None or not session.changes(move):
            failures += 1
            continue
        made += 1
        over = means.move(session.model, 0) is None
        if back is not None and (over or _is_next_to_a_power_of_two(made)):
            session.ask(back)
            made, failures = made - over, failures + over
            if not over:
                session.ask(move)
    if (refused := means.in_vain(session, 0)) is not None:
        for _ in range(1 + again):
            session.ask(refused)
    if back is not None:
        for _ in range(made + 1):
            session.ask(back)


def _is_next_to_a_power_of_two(number: int) -> bool:
    return any(near & near - 1 == 0 for near in (number - 1, number, number + 1))


def _fill(means: Toolkit[Request, Model], session: Session[Request, Model], goal: int, choices: bytes) -> None:
    """Make moves, repeating the same bytes, until the count is reached or no move gets nearer.

    A move that ends the game, or counts too much, is taken back.
    """
    model, back, failures, turns = session.model, means.take_back, 0, 0
    for number in range(goal + _TRIES):
        move = means.move(model, (choices[number % len(choices)] + failures * 85) & 255)
        now = means.count(model) if means.count else turns
        if now == goal or failures == _TRIES or (move is None and back is None):
            return
        settled = tuple(model.settled())
        if move is not None:
            session.ask(move)
            turns += 1
        after = means.count(model) if means.count else turns
        if after > goal or means.move(model, 0) is None:
            failures += 1
            if back is not None:
                session.ask(back)
                turns -= 1
        failures += tuple(model.settled()) == settled


def _then(means: Toolkit[Request, Model], session: Session[Request, Model], way: int, digits: Digits) -> None:
    """Ask for one operation, or one that undoes the one before, and make a move."""
    model, back = session.model, means.take_back
    move, reads = means.move(model, digits(256)), means.reads(model)
    if way == 0 and back is not None:
        session.ask(back)
    elif way == 1 and (begun := means.begin(digits(1 << 16))) is not None:
        session.ask(begun)
    elif way == 2 and back is not None:
        for _ in range(2 + digits(64)):
            session.ask(back)
    elif way == 3 and move is not None:
        for alias in list(means.flipped(move))[:: 1 + digits(4)]:
            means.tried(session, alias)
    elif way == 4 and reads:
        session.ask(reads[digits(len(reads))])
    elif way == 5 and move is not None:
        means.resets(session, move, digits(1 << 16))
    if (move := means.move(session.model, digits(256))) is not None:
        means.tried(session, move)
