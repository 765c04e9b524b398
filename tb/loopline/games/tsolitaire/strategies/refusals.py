"""Requests that are refused, for each reason; if possible, with later reasons that apply as well."""

from __future__ import annotations

from collections.abc import Callable

from goldenrules.tsolitaire import CELLS, TILES, Placement, Position, Tile, rotations

from loopline.games.strategy import Choices, Digits
from loopline.games.tsolitaire.protocol import Reason
from loopline.games.tsolitaire.requests import LIST, NEW, REDO, UNDO, next_tile, place, read
from loopline.games.tsolitaire.strategies.building_blocks import (
    Games,
    draw,
    fitting,
    play_from_the_library,
    put,
    turn,
    unused,
)

#: The first numbers beyond cells and tiles; and the numbers that six bits can hold.
_NO_CELL, _NO_TILE, _NUMBERS = len(CELLS), len(TILES), 64


_REASONS = [reason for reason in Reason if reason]


def refusals(session: Games, chosen: Choices) -> None:
    """Ask for what is refused, for every reason."""
    refused(session, _REASONS[chosen.digits(len(_REASONS))], chosen.digits(256))
    for choice in chosen.turns:
        if choice & 3 == 3:
            refused(session, _REASONS[(choice >> 2) % len(_REASONS)], choice)
        else:
            turn(session, choice)


def refused(session: Games, reason: Reason, choice: int) -> None:
    """Ask for something that is refused for this reason, after playing what that needs."""
    _ASK[reason](session, choice)


def get_stuck(session: Games, choice: int) -> None:
    """Draw a tile that fits nowhere; play on until there is one. On the empty board tile 0 is one."""
    while True:
        position, _ = fitting(session, choice)
        if (tile := fits_nowhere(position, choice)) is not None:
            session.ask(next_tile(tile))
            return
        turn(session, choice)


def fits_nowhere(position: Position, choice: int) -> Tile | None:
    """Return a tile that is left and does not fit, if there is one: the chosen one, or the first such after it."""
    left = unused(position)
    first = choice * len(left) >> 8
    return next((tile for tile in (*left[first:], *left[:first]) if not position.legal_moves(tile)), None)


def _over(session: Games, choice: int) -> None:
    """Load a game that is stuck, or now and then cleared."""
    if not session.model.over and choice >= 224:
        session.ask(NEW)
        play_from_the_library(session, "cleared", Digits(bytes([choice << 3 & 255, choice << 5 & 255])))
    elif not session.model.over:
        get_stuck(session, choice)
    session.pick([LIST, place(choice & 63, choice >> 6), next_tile(choice & 63)], choice * 29 & 255)


def _no_tile(session: Games, choice: int) -> None:
    """Ask for a placement without a tile in hand, and to restore one right after a placement."""
    turn(session, choice)
    if session.model.over:
        session.ask(NEW)
    session.pick([LIST, place(choice & 63, choice >> 6)], choice * 29 & 255)


def _range(session: Games, choice: int) -> None:
    draw(session, choice)
    asked = []
    for more in (0, choice):  # the first number that is too large, and any other
        no_cell, no_tile = _NO_CELL + more % (_NUMBERS - _NO_CELL), _NO_TILE + more % (_NUMBERS - _NO_TILE)
        asked += [next_tile(no_tile), read(no_cell), place(no_cell, choice & 3)]
    session.pick(asked, choice * 29 & 255)


def _repeat(session: Games, choice: int) -> None:
    _have_tiles(session, choice)
    for placement in session.model.position.placed.values():
        session.ask(next_tile(placement.tile))


def _occupied(session: Games, choice: int) -> None:
    _have_tiles(session, choice)
    session.pick([place(cell, choice & 3) for cell in draw(session, choice).placed], choice)


def _have_tiles(session: Games, choice: int) -> None:
    """Play until the game goes on with a tile on the board and another that fits."""
    while not fitting(session, choice)[0].placed:
        turn(session, choice)


def _no_stone(session: Games, choice: int) -> None:
    position = draw(session, choice)
    elsewhere = [cell for cell in CELLS if cell not in position.placed and cell not in position.faced()]
    if not elsewhere:
        session.ask(NEW)
        return _no_stone(session, choice)
    session.pick([place(cell, choice & 3) for cell in elsewhere], choice)
    return None


def leaving_of(position: Position, tile: Tile) -> list[Placement]:
    """Return where a tile would send a stone off the board."""
    legal = position.legal_moves(tile)
    tried = (Placement(cell, tile, rotation) for cell in position.faced() for rotation in rotations(tile))
    return [placement for placement in tried if placement not in legal]


def _leaves(session: Games, choice: int) -> None:
    """Place a tile that fits elsewhere where it would send a stone off the board."""
    position, placements = fitting(session, choice)
    leaving = leaving_of(position, placements[0].tile)
    if not leaving:
        turn(session, choice)
        return _leaves(session, choice)
    put(session, leaving[(choice * 37 & 255) * len(leaving) >> 8])
    return None


def _nothing(session: Games, choice: int) -> None:
    """Go to one end of the log or the other, and ask once more."""
    position = session.model.position
    back = len(position.turns) if choice < 128 else len(position.taken_back)
    for _ in range(back + 1):
        session.ask(UNDO if choice < 128 else REDO)


_ASK: dict[Reason, Callable[[Games, int], None]] = {
    Reason.OVER: _over,
    Reason.NO_TILE: _no_tile,
    Reason.RANGE: _range,
    Reason.REPEAT: _repeat,
    Reason.OCCUPIED: _occupied,
    Reason.NO_STONE: _no_stone,
    Reason.LEAVES: _leaves,
    Reason.NOTHING: _nothing,
}
