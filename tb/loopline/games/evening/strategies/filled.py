"""Boards that are full, or nearly."""

from __future__ import annotations

from goldenrules.evening import other

from loopline.games.choices import Choices
from loopline.games.evening import requests
from loopline.games.evening.strategies.steps import COLOURS, Games, begin, lay, load, stones, turned


def full_boards(session: Games, chosen: Choices) -> None:
    """boards that fill up to the last cell, the last ones by the rules where they allow it"""
    begin(session, chosen.digits)
    cells, colour = turned(session, chosen.digits), COLOURS[chosen.digits(2)]
    left = 1 + chosen.digits(min(6, len(cells)))
    choices = chosen.turns[: len(cells) - left].ljust(len(cells) - left, b"\0")
    for cell, choice in zip(cells, choices, strict=False):
        session.ask(requests.load(other(colour) if choice & 1 else colour, cell))
    for cell in cells[len(cells) - left :]:
        owner = session.model.position.owners[cell]
        lay(session, owner or colour, cell)
    if chosen.digits(2):
        stones(session, chosen.turns[len(cells) :])
    else:
        session.ask(requests.TAKE_BACK)


def large_groups(session: Games, chosen: Choices) -> None:
    """groups as large as the board, grown and joined from large ones"""
    begin(session, chosen.digits)
    image, colour = turned(session, chosen.digits), COLOURS[chosen.digits(2)]
    rows = [[image[cell] for cell in row] for row in session.model.position.hexagon.rows]
    apart, between = [cell for row in rows[::2] for cell in row], [cell for row in rows[1::2] for cell in row]
    foreign = chosen.digits(len(image) // 6 + 1)
    load(session, colour, [*apart[foreign:], *between])
    load(session, other(colour), apart[: chosen.digits(foreign + 1)])
    stones(session, chosen.turns[:16])
