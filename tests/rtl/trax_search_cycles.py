"""How long the player thinks: the search of `trax_search` on the model, each request at the engine's price.

docs/reference/player.md has the same as a table.
"""

from __future__ import annotations

from typing import NamedTuple

from goldenrules.errors import Refused
from goldenrules.trax import ORIGIN, SYMBOLS, Box, Cell, Position, Symbol
from goldenrules.trax.errors import Trap

LOSES, THREATENED, SAFE, WINS = range(4)


class Tried(NamedTuple):
    cycles: int
    #: Tiles placed; 0 if the turn is not legal. Then there is nothing to take back.
    placed: int


def thinking(position: Position, depth: int) -> int:
    """Cycles of the search in this position."""
    cycles, best = 0, (LOSES, 0)
    for cell in _scanned(position):
        cycles += 5
        for symbol in SYMBOLS if cell in position.entries or not position.tiles else ():
            tried = _try(position, cell, symbol)
            cycles += tried.cycles
            if not tried.placed:
                continue
            winner = position.winner
            if winner:
                worth = WINS if winner != position.to_move else LOSES, tried.placed
            else:
                worth = SAFE, tried.placed
                if depth == 2 and worth > best:
                    threatened, replies = _replies(position)
                    cycles += replies
                    worth = THREATENED if threatened else SAFE, tried.placed
            best = max(best, worth)
            position.take_back()
            cycles += _take_back(tried)
            if best[0] == WINS:
                return cycles
    return cycles


def _replies(position: Position) -> tuple[bool, int]:
    """Is there one that wins? And the cycles until that is known."""
    cycles = 0
    for cell in _scanned(position):
        cycles += 5
        for symbol in SYMBOLS if cell in position.entries else ():
            tried = _try(position, cell, symbol)
            cycles += tried.cycles
            if tried.placed:
                winner, mover = position.winner, position.turns[-1].mover
                position.take_back()
                cycles += _take_back(tried)
                if winner == mover:
                    return True, cycles
    return False, cycles


def _scanned(position: Position) -> list[Cell]:
    if not position.tiles:
        return [ORIGIN]
    left, top, right, bottom = position.box
    return Box(left - 1, top - 1, right + 1, bottom + 1).cells()


def _try(position: Position, cell: Cell, symbol: Symbol) -> Tried:
    """Leaves the turn on the board if it is legal."""
    before = len(position.placed)
    try:
        position.begin(cell, symbol)
    except Refused:
        return Tried(5, 0)
    while position.forced and position.trap is None:
        position.force(next(iter(position.forced)))  # in the engine's order: a trap's price depends on it
    placed = len(position.placed) - before
    try:
        position.finish()
    except Trap:
        return Tried(13 * placed + 4, 0)
    return Tried(7 * placed + 3, placed)


def _take_back(tried: Tried) -> int:
    return 6 * tried.placed + 4
