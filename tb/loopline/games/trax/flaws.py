"""All that is wrong with a turn, where an answer names only the first of it (RULES 1.6)."""

from __future__ import annotations

from goldenrules.trax.tiles import FITTING

from loopline.games.trax.protocol import SYMBOL_OF, Reason, Request
from loopline.games.trax.reference_engine import ReferenceEngine

_ENDLESS = 1 << 30


def flaws(engine: ReferenceEngine, request: Request) -> list[Reason]:
    """In the order in which they are named; each as if it was alone, as far as that can be said of it. Of a turn that
    is legal there are none."""
    position, rules = engine.position, engine.position.rules
    cell, symbol = engine.cell(request.x, request.y), SYMBOL_OF[request.symbol]
    tiles, entries, fixed = position.tiles, position.entries.get(cell), rules.first_cell_free
    outside = position.field is not None and cell not in position.field
    after = position.box.including(cell)
    longest = max(after.columns, after.rows) if tiles and not fixed and cell not in position.box else 0
    fitting = [one for one in rules.symbols if entries and FITTING[one][entries]]
    dead = fixed and entries is not None and not fitting
    trapped, needed = False, 1
    if entries and symbol in fitting:
        trapped, needed = position.needs(cell, FITTING[symbol][entries])
    wrong = [
        (Reason.GAME_OVER, engine.over),
        (Reason.BAD_SYMBOL, symbol not in rules.symbols),
        (Reason.OUTSIDE, outside and fixed),  # its field does not wait for a first tile
        (Reason.OCCUPIED, cell in tiles),
        (Reason.FIRST_MOVE, not tiles and symbol == "\\"),
        (Reason.UNCONNECTED, bool(tiles) and cell not in tiles and entries is None and not (outside and fixed)),
        (Reason.OUTSIDE, outside and not fixed and bool(tiles)),
        (Reason.BOX_LIMIT, longest > (rules.box_limit or longest)),
        (Reason.CAPACITY, longest > engine.capacity),
        (Reason.DEAD_CELL, dead),
        (Reason.MISMATCH, entries is not None and symbol in rules.symbols and symbol not in fitting and not dead),
        (Reason.TRAP, trapped),
        (Reason.SUPPLY, len(position.placed) + needed > (rules.tiles or _ENDLESS)),
    ]
    return [reason for reason, holds in wrong if holds]
