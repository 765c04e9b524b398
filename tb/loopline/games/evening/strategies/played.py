"""Games as they are played, ended after two stones or by declines, taken back and cut short."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from goldenrules.evening import BLACK, WHITE, Cell, Position, Protocol, Rule, RuleSet, other

from loopline.games.evening import requests
from loopline.games.evening.protocol import Op, Request
from loopline.games.evening.strategies.building_blocks import (
    COLOURS,
    Games,
    begin,
    begin_by,
    empty,
    load_one,
    new_game,
    stone,
    stones,
)
from loopline.games.strategy import Choices
from loopline.resets import mostly_in


def games(session: Games, chosen: Choices) -> None:
    """Play legal games to the end, one after the other, by all rules."""
    begin(session, chosen.digits)
    stone(session, chosen.digits(256))
    for choice in chosen.turns:
        stone(session, choice)


def two_stones(session: Games, chosen: Choices) -> None:
    """Play games that end after two stones."""
    for choice in bytes([chosen.digits(256)]) + chosen.turns[::8]:
        begin(session, chosen.digits, free=False)
        rules = session.model.position.rules
        if session.model.position.turns or rules.protocol is Protocol.FREE:
            begin_by(session, Protocol.LOSER_MOVES)
        ends = _pairs(rules.side, rules.rule, _over)
        for colour, cell in zip(COLOURS, ends[choice * len(ends) >> 8], strict=True):
            session.ask(requests.place(colour, cell))
        if choice & 1:
            stones(session, [choice])


def declines(session: Games, chosen: Choices) -> None:
    """Play by the free protocol: either declines, a stone comes in between or is loaded, both decline."""
    begin(session, chosen.digits, free=True)
    for choice in chosen.turns:
        if choice & 3 == 3:
            session.ask(requests.decline(COLOURS[choice >> 2 & 1]))
        elif choice & 15 == 14:
            session.ask(requests.TAKE_BACK)
        elif choice & 15 == 13:
            load_one(session, COLOURS[choice >> 4 & 1], choice)
        else:
            stone(session, choice)
    rule = session.model.position.rules.rule
    begin_by(session, Protocol.FREE)
    pairs = _pairs(session.model.position.rules.side, rule, _both_can_place)
    white, black = pairs[chosen.digits(len(pairs))]
    session.ask(requests.place(WHITE, white))
    session.ask(requests.decline(WHITE))
    session.ask(requests.place(BLACK, black))
    first = COLOURS[chosen.digits(2)]
    for colour in (first, other(first)):
        session.ask(requests.decline(colour))
    for _ in range(chosen.digits(4)):
        session.ask(requests.TAKE_BACK)


@cache
def _pairs(side: int, rule: Rule, wanted: Callable[[Position], bool]) -> list[tuple[Cell, Cell]]:
    """Return all first two stones that lead to a wanted position."""
    found, position = [], Position(RuleSet(side, rule))
    for white in position.hexagon.cells:
        position.place(WHITE, white)
        for black in position.cells(BLACK):
            position.place(BLACK, black)
            if wanted(position):
                found.append((white, black))
            position.take_back()
        position.take_back()
    return found


def _over(position: Position) -> bool:
    return position.over


def _both_can_place(position: Position) -> bool:
    return all(map(position.can_place, COLOURS))


def take_backs(session: Games, chosen: Choices) -> None:
    """Play games in which stones and declines are taken back, some or all, and others follow."""
    begin(session, chosen.digits)
    stone(session, chosen.digits(256))
    (_slowly if chosen.digits(4) == 3 else _back_and_forth)(session, chosen.turns)
    while not session.model.position.turns:
        stone(session, 0)
    for _ in range(len(session.model.position.turns) + 1):
        session.ask(requests.TAKE_BACK)


def _slowly(session: Games, choices: bytes) -> None:
    """Play a free game to its end, with a decline before each stone: no other game has as much to be taken back."""
    begin_by(session, Protocol.FREE)
    position = session.model.position
    for choice in choices.ljust(len(position.hexagon), b"\0"):
        harmless = [requests.decline(colour) for colour in COLOURS if position.can_place(other(colour))]
        if harmless:
            session.pick(harmless, choice * 85 & 255)
            stone(session, choice)


def _back_and_forth(session: Games, choices: bytes) -> None:
    for choice in choices:
        position = session.model.position
        if choice & 3 == 3:
            for _ in range(1 + (choice >> 2 & 3) if choice < 248 else len(position.turns)):
                session.ask(requests.TAKE_BACK)
        elif choice & 31 == 30:
            willing = [colour for colour in position.players if colour not in position.declined]
            session.pick([*map(requests.decline, willing)], choice)
        elif choice & 31 == 29:
            load_one(session, COLOURS[choice >> 5 & 1], choice)
        else:
            stone(session, choice)


def reads(session: Games, chosen: Choices) -> None:
    """Play games in which cells and lists are read in between."""
    begin(session, chosen.digits)
    stone(session, chosen.digits(256))
    cells = session.model.position.hexagon.cells
    session.ask(Request(Op.READ, cell=cells[chosen.digits(len(cells))]))
    for choice in chosen.turns:
        if choice & 3 == 3:
            session.pick([Request(Op.READ, cell=cell) for cell in cells], choice)
        elif choice & 3 == 2:
            session.pick([requests.lists(1 + cell % (3 if choice & 4 else len(cells))) for cell in cells], choice)
        elif choice & 7 == 1:
            session.ask(requests.CELLS)
        else:
            stone(session, choice)


def resets(session: Games, chosen: Choices) -> None:
    """Reset in the middle of operations of every kind, and at any other moment."""
    begin(session, chosen.digits)
    _reset(session, chosen.digits(256), chosen.digits(256))
    before = 0
    for choice in chosen.turns:
        if choice & 7 == 7:
            _reset(session, before, choice)
        elif choice & 31 == 30:
            new_game(session, choice >> 5)
        else:
            stone(session, choice)
        before = choice


def _reset(session: Games, kind: int, choice: int) -> None:
    """Reset in any cycle of an operation, or at another moment."""
    position = session.model.position
    moves = requests.moves(position)
    kinds = [
        *moves[kind * len(moves) >> 8 :][:1],
        *(requests.load(COLOURS[kind & 1], cell) for cell in empty(session)[kind >> 2 :][:1]),
        requests.TAKE_BACK,
        *map(requests.decline, position.players[:1]),
        Request(Op.READ, cell=kind % len(position.hexagon)),
        requests.lists(1 + kind % 3),
        requests.CELLS,
        requests.NEW,
    ]
    longest = 4 * position.rules.side**2 + 12
    for reset in mostly_in(1 + choice * longest // 256, len(session.steps)):
        session.ask(kinds[kind % len(kinds)]._replace(cut=reset.cut))
