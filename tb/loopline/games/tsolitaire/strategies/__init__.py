"""Scripts that try to break an engine.

They are built, never filtered: each choice is a byte that picks one of the options.

May import: what the game may.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from goldenrules.tsolitaire import TILES

from loopline.contract.coverage import Counts
from loopline.games.strategy import Strategy
from loopline.games.tsolitaire.protocol import Op, Reason
from loopline.games.tsolitaire.strategies.played import (
    cleared_boards,
    crowds,
    four_stones,
    four_times,
    games,
    late_leavers,
    lists,
    long_runs,
    resets,
    stuck,
    take_backs,
)
from loopline.games.tsolitaire.strategies.refusals import refusals
from loopline.games.tsolitaire.strategies.shapes import LATE, LONG


def _one_of(group: str, *keys: Hashable) -> Callable[[Counts], bool]:
    return lambda counts: not counts[group].keys().isdisjoint(keys)


def _every_tile(counts: Counts) -> bool:
    """Return whether each tile has been placed; a key is a tile and its rotation."""
    return len({key[0] for key in counts["tiles"] if isinstance(key, tuple)}) == len(TILES)


#: Each with what every one of its examples has in it.
STRATEGIES: Mapping[Strategy, Callable[[Counts], bool]] = {
    games: _one_of("requests", (Op.NEXT, Reason.DONE)),
    lists: _one_of("requests", (Op.LIST, Reason.DONE)),
    long_runs: _one_of("longest run", LONG + 1),
    four_stones: _one_of("stones moved", 4),
    four_times: _one_of("passed again", 4),
    late_leavers: _one_of("latest to leave", LATE),
    crowds: _one_of("stones facing", 5),
    cleared_boards: _every_tile,
    stuck: _one_of("stuck", 0, 1, 10, 20, 30),
    refusals: _one_of("requests", *((op, reason) for op in Op for reason in Reason if reason)),
    take_backs: _one_of("log", "first"),
    resets: _one_of("resets", *Op),
}
