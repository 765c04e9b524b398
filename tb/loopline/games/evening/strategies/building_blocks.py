"""Building blocks of strategies."""

from __future__ import annotations

from collections.abc import Iterable

from goldenrules.evening import BLACK, WHITE, Cell, Colour, Protocol

from loopline.games.evening import requests
from loopline.games.evening.model import Engine
from loopline.games.evening.protocol import Request
from loopline.games.strategy import Digits, Session

Games = Session[Request, Engine]

COLOURS = (WHITE, BLACK)
_RULES = list(requests.RULES.values())


def begin(session: Games, digits: Digits, free: bool | None = None) -> None:
    """Begin a new game of some kind or, if allowed, keep the one that the reset has left.

    Args:
        session: The session.
        digits: Choose the kind.
        free: Whether the free protocol is a must, or ruled out; None: any will do.
    """
    kinds = [kind for kind in _RULES if free is None or kind.protocol == free]
    choice = digits(len(kinds) + (not free))
    if choice or free:
        session.ask(kinds[choice - (not free)])


def new_game(session: Games, choice: int) -> None:
    """Start a game by the rules that the choice means."""
    session.ask(_RULES[choice % len(_RULES)])


def begin_by(session: Games, protocol: Protocol) -> None:
    """Begin a game by this protocol, and by the rule of the game before."""
    session.ask(requests.RULES[f"{session.model.position.rules.rule.value},{protocol.value}"])


def stone(session: Games, choice: int) -> None:
    """Place any legal stone; when the game is over, begin a new one."""
    position = session.model.position
    cells = [(colour, cell) for colour in position.players for cell in position.cells(colour)]
    if cells:
        session.ask(requests.place(*cells[choice * len(cells) >> 8]))
    else:
        new_game(session, choice)


def stones(session: Games, choices: Iterable[int]) -> None:
    """Place one stone for each choice."""
    for choice in choices:
        stone(session, choice)


def lay(session: Games, colour: Colour, cell: Cell) -> None:
    """Place a stone if the rules allow it, otherwise load it."""
    position = session.model.position
    legal = colour in position.players and cell in position.cells(colour)
    session.ask(requests.place(colour, cell) if legal else requests.load(colour, cell))


def load(session: Games, colour: Colour, cells: Iterable[Cell]) -> None:
    """Put stones of one colour on these cells, without moves."""
    for cell in cells:
        session.ask(requests.load(colour, cell))


def empty(session: Games) -> list[int]:
    """Return the cells without a stone, in the order of their numbers."""
    return [cell for cell, found in enumerate(session.model.position.stones) if found is None]


def load_one(session: Games, colour: Colour, choice: int) -> None:
    """Load a stone on an empty cell, if there is one."""
    session.pick([requests.load(colour, cell) for cell in empty(session)], choice)


def turned(session: Games, digits: Digits) -> tuple[Cell, ...]:
    """Return where each cell lies after one of the rotations or reflections of the board."""
    images = session.model.position.hexagon.symmetries
    return images[digits(len(images))]
