"""Games as they are played, taken back and cut short."""

from __future__ import annotations

from goldenrules.evening import Protocol, other

from loopline.games.evening import requests
from loopline.games.evening.protocol import Op, Request
from loopline.games.evening.strategies.steps import COLOURS, Games, begin, begin_by, empty, load_one, new_game, stone
from loopline.games.strategy import Choices


def games(session: Games, chosen: Choices) -> None:
    """legal games to the end, one after the other, by all rules"""
    begin(session, chosen.digits)
    stone(session, chosen.digits(256))
    for choice in chosen.turns:
        stone(session, choice)


def take_backs(session: Games, chosen: Choices) -> None:
    """games in which stones and declines are taken back, some or all, and others follow"""
    begin(session, chosen.digits)
    stone(session, chosen.digits(256))
    (_slowly if chosen.digits(4) == 3 else _back_and_forth)(session, chosen.turns)
    while not session.model.position.turns:
        stone(session, 0)
    for _ in range(len(session.model.position.turns) + 1):
        session.ask(requests.TAKE_BACK)


def _slowly(session: Games, choices: bytes) -> None:
    """To the end of a free game in which somebody declines before each stone: no other has as much to be taken back."""
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
    """games in which cells and lists are read in between"""
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
    """resets in the middle of operations of every kind"""
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
    """In any cycle of an operation."""
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
    session.ask(kinds[kind % len(kinds)]._replace(cut=1 + choice * longest // 256))
