"""Requests that are refused, for each reason, and for several at once."""

from __future__ import annotations

from collections.abc import Sequence

from goldenrules.evening import BLACK, Protocol, other

from loopline.games.evening import requests
from loopline.games.evening.protocol import Op, Reason, Request
from loopline.games.evening.strategies.building_blocks import (
    COLOURS,
    Games,
    begin,
    begin_by,
    load_one,
    new_game,
    stone,
)
from loopline.games.strategy import Choices


def refusals(session: Games, chosen: Choices) -> None:
    """Ask for what is refused, for every reason, and for several at once."""
    begin(session, chosen.digits)
    refused(session, Reason(1 + chosen.digits(len(Reason) - 1)), chosen.digits(256))
    for choice in chosen.turns:
        if choice & 1:
            refused(session, Reason(1 + (choice >> 1) % (len(Reason) - 1)), choice)
        elif choice & 28 == 28:
            new_game(session, choice >> 5)
            if not choice & 2:  # a board of one colour, which no game comes to
                load_one(session, COLOURS[choice >> 7], choice)
                refused(session, _THERE[session.model.position.rules.protocol][choice >> 6 & 1], choice)
        else:
            stone(session, choice)


#: The reasons for refusals on such a board.
_THERE = {Protocol.LOSER_MOVES: (Reason.TURN, Reason.OCCUPIED), Protocol.FREE: (Reason.EQUAL, Reason.OTHER)}


def refused(session: Games, reason: Reason, choice: int) -> None:
    """Ask for a request refused for this reason; if the position offers none, for the next reason."""
    _READY.get(reason, _nothing_needed)(session, choice)
    position = session.model.position
    cells = position.hexagon.cells
    empty = [cell for cell in cells if position.stones[cell] is None]
    taken = [cell for cell in cells if position.stones[cell] is not None]
    unowned = [cell for cell in empty if position.owners[cell] is None]
    leader = position.leader
    others = [(other(owner), cell) for cell in empty if (owner := position.owners[cell])]
    most = 1 << len(cells).bit_length()
    beyond, sizes = [*range(len(cells), most)], [0, *range(len(cells) + 1, most)]
    reads = [*(Request(Op.READ, cell=cell) for cell in beyond), *(Request(Op.LISTS, cell=size) for size in sizes)]
    candidates = {
        Reason.OVER: _a_quarter_of([*map(requests.decline, COLOURS)], [*_both(cells), *_both(beyond)]),
        Reason.RANGE: [*_both(beyond), *_loads(beyond), *reads],
        Reason.OCCUPIED: [*_both(taken), *_loads(taken)],
        Reason.FIRST: [requests.place(BLACK, cell) for cell in cells],
        Reason.TURN: _a_quarter_of([requests.decline(leader)], [requests.place(leader, cell) for cell in empty]),
        Reason.EQUAL: _both(unowned),
        Reason.OTHER: [requests.place(*place) for place in others],
        Reason.NOTHING: [requests.TAKE_BACK],
    }[reason]
    session.pick(candidates, choice)


def _a_quarter_of(few: list[Request], many: list[Request]) -> list[Request]:
    """Return both lists, the few repeated until they are a quarter."""
    return [*many, *few * max(1, len(many) // (3 * len(few)))]


def _both(cells: Sequence[int]) -> list[Request]:
    return [requests.place(colour, cell) for cell in cells for colour in COLOURS]


def _loads(cells: Sequence[int]) -> list[Request]:
    return [requests.load(colour, cell) for cell in cells for colour in COLOURS]


def _nothing_needed(session: Games, choice: int) -> None:
    pass


def _end(session: Games, choice: int) -> None:
    while players := session.model.position.players:
        session.ask(
            requests.decline(next(player for player in players if player not in session.model.position.declined))
        )


def _have_stones(session: Games, choice: int) -> None:
    if session.model.position.empty:
        stone(session, choice)


def _begin_again(session: Games, choice: int) -> None:
    new_game(session, choice >> 4)  # the lower bits have chosen the reason


def _free_move(session: Games, choice: int) -> None:
    """Begin a game by the free protocol, so that it does not matter whose turn it is."""
    rules = session.model.position.rules
    if rules.protocol is not Protocol.FREE or session.model.position.over:
        begin_by(session, Protocol.FREE)
    _have_stones(session, choice)


def _go_on(session: Games, choice: int) -> None:
    """Make a player lead, and so not have the move, or decline."""
    if session.model.position.over:
        new_game(session, choice >> 4)
    _have_stones(session, choice)
    position = session.model.position
    if position.rules.protocol is Protocol.FREE and position.leader not in position.declined:
        session.ask(requests.decline(position.leader))
        if position.over:
            session.ask(requests.TAKE_BACK)


def _take_all_back(session: Games, choice: int) -> None:
    for _ in range(len(session.model.position.turns)):
        session.ask(requests.TAKE_BACK)


_READY = {
    Reason.OVER: _end,
    Reason.OCCUPIED: _have_stones,
    Reason.FIRST: _begin_again,
    Reason.TURN: _go_on,
    Reason.EQUAL: _free_move,
    Reason.OTHER: _free_move,
    Reason.NOTHING: _take_all_back,
}
