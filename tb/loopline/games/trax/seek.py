"""How the bundled engine finds out whether the next player has a legal turn: which turns it tries, cycle by cycle.

The model asks for every turn on the board; the engine tries turns only where the box can grow no more.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.trax import Position
from goldenrules.trax.cells import Cell
from goldenrules.trax.tiles import FITTING, Symbol

from loopline.games.trax.protocol import State

_TRY = (int(State.SEEK), int(State.LOOK), int(State.MATCH))
_WRITES = (int(State.NORTH), int(State.EAST), int(State.SOUTH), int(State.WEST))
_LAID, _LIFTED = (*_WRITES, int(State.LAST)), (int(State.LOOK), int(State.MATCH), *_WRITES)


def cycles(position: Position) -> Iterator[int]:
    """The state of the control in each cycle between the end of a turn without a win and the answer to it."""
    rules = position.rules
    box = position.field if rules.first_cell_free and position.field else position.box
    if not {box.columns} <= {rules.box_limit, rules.field} or not {box.rows} <= {rules.box_limit, rules.field}:
        return
    for cell in box.cells():
        for symbol in rules.symbols:
            yield from _TRY
            entries = position.entries.get(cell)
            if len(position.tiles) == rules.tiles and cell not in position.tiles:
                yield int(State.SEEK)
                return
            if entries is None or cell in position.tiles:
                break
            if FITTING[symbol][entries]:
                tiles, legal = _played(position, cell, symbol)
                yield from _LAID
                for _ in range(tiles - 1):
                    yield from (int(State.LOOK), int(State.MATCH), *_LAID)
                yield int(State.FETCH)
                for _ in range(tiles):
                    yield from _LIFTED
                if legal:
                    return
    yield int(State.SEEK)


def _played(position: Position, cell: Cell, symbol: Symbol) -> tuple[int, bool]:
    """How many tiles the turn takes to its end, or to a trap; and whether it is legal."""
    position.begin(cell, symbol)
    while position.forced and position.trap is None:
        position.force(next(iter(position.forced)))
    tiles, supply = len(position.placed) - position.turns[-1].tiles_before, position.rules.tiles
    legal = position.trap is None and (supply is None or len(position.placed) <= supply)
    position.take_back()
    return tiles, legal
