"""Building blocks of scripts. A choice is a byte; every byte means something, and 0 the simplest option."""

from __future__ import annotations

from itertools import islice

from goldenrules.tsolitaire import CELLS, TILES, Placement, Position, Tile

from loopline.games.strategy import Digits, Session
from loopline.games.tsolitaire.model import Engine
from loopline.games.tsolitaire.protocol import Request
from loopline.games.tsolitaire.requests import LIST, NEW, REDO, UNDO, next_tile, place, read
from loopline.games.tsolitaire.strategies.shapes import SIDES, entries, seen_from

Games = Session[Request, Engine]


def go_on(session: Games, choice: int) -> None:
    """Draw a tile, or place the one in hand; a new game after the end of one."""
    session.pick(session.model.moves() or [NEW], choice)


def fitting(session: Games, choice: int, among: int = 1) -> tuple[Position, list[Placement]]:
    """Return the position, and where a tile fits in it; if none fits, or the game is over, in a new game.

    The tile is the chosen one of those left, or the first after it that fits.

    Args:
        session: The session.
        choice: Chooses the tile.
        among: The number of tiles of which the one that fits in the fewest ways is taken.
    """
    position = session.model.position
    left = [] if session.model.over else unused(position)
    first = choice * len(left) >> 8
    found = filter(None, map(position.legal_moves, (*left[first:], *left[:first])))
    if placements := min(islice(found, among), key=len, default=None):
        return position, placements
    session.ask(NEW)
    return fitting(session, choice, among)


def unused(position: Position) -> list[Tile]:
    """Return the tiles that are not on the board."""
    used = {placement.tile for placement in position.placed.values()}
    return [tile for tile in TILES if tile not in used]


def turn(session: Games, choice: int) -> None:
    """Draw a tile that fits, and place it."""
    _, placements = fitting(session, choice)
    put(session, placements[(choice * 37 & 255) * len(placements) >> 8])


def draw(session: Games, choice: int, among: int = 1) -> Position:
    """Take a tile that fits in hand. Return the position.

    Args:
        session: The session.
        choice: Chooses the tile.
        among: The number of tiles of which the one that fits in the fewest ways is taken.
    """
    position = session.model.position
    if session.model.over or position.next_tile is None:
        position, placements = fitting(session, choice, among)
        session.ask(next_tile(placements[0].tile))
    return position


def put(session: Games, placement: Placement) -> None:
    """Draw this tile, if it is not in hand, and place it."""
    cell, tile, rotation = placement
    if session.model.position.next_tile != tile:
        session.ask(next_tile(tile))
    session.ask(place(cell, rotation))


def play_from_the_library(session: Games, shape: str, digits: Digits) -> None:
    """Play a game to its last placement, the rare one.

    Args:
        session: The session.
        shape: The shape of that placement.
        digits: Choose the game.
    """
    games = entries(shape)
    for placement in seen_from(digits(SIDES), games[digits(len(games))]):
        put(session, placement)


def anything(session: Games, choice: int) -> None:
    """Go on with the game, usually; otherwise ask for any other request."""
    kind, more = choice & 15, choice >> 4
    position = session.model.position
    if kind == 15:
        session.ask(UNDO)
    elif kind == 14:
        session.ask(REDO)
    elif kind == 13:
        session.ask(LIST)
    elif kind == 12:
        session.pick([place(cell, more & 3) for cell in position.faced()], choice)
    elif kind == 11:
        session.ask(next_tile(TILES[choice * len(TILES) >> 8]))
    elif kind == 10:
        session.ask(read(CELLS[choice * len(CELLS) >> 8]))
    else:
        go_on(session, choice)
