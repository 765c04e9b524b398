"""What every example of a strategy must show, in terms of the coverage."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import cast

from goldenrules.tsolitaire import TILES

from loopline.contract.coverage import Counts
from loopline.games.tsolitaire.protocol import Op, Reason
from loopline.games.tsolitaire.strategies.shapes import LATE, LONG


def _one_of(group: str, *keys: Hashable) -> Callable[[Counts], bool]:
    return lambda counts: not counts[group].keys().isdisjoint(keys)


def _tiles(counts: Counts) -> Iterable[tuple[int, int]]:
    """Each as it was placed, and its rotation."""
    return cast("Iterable[tuple[int, int]]", counts["tiles"])


PURPOSES: Mapping[str, Callable[[Counts], bool]] = {
    "games": _one_of("requests", (Op.NEXT, Reason.DONE)),
    "lists": _one_of("requests", (Op.LIST, Reason.DONE)),
    "long runs": _one_of("longest run", LONG + 1),
    "four stones": _one_of("stones moved", 4),
    "four times": _one_of("passed again", 4),
    "late leavers": _one_of("latest to leave", LATE),
    "crowds": _one_of("stones facing", 5),
    "cleared boards": lambda counts: len({tile for tile, _ in _tiles(counts)}) == len(TILES),
    "stuck": _one_of("stuck", 0, 1, 10, 20, 30),
    "refusals": _one_of("requests", *((op, reason) for op in Op for reason in Reason if reason)),
    "take backs": _one_of("log", "first"),
    "resets": _one_of("resets", *Op),
}
