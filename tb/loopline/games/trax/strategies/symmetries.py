"""The symmetries that make a game of a game: they turn its first tile into itself.

Below the rules about turns all sixteen hold, but a game has to begin with `/` or `+`, red on its right. Four symmetries
keep that `/`, eight keep that `+`.
"""

from __future__ import annotations

from functools import cache

from goldenrules.trax import Tile
from goldenrules.trax.tiles import SIDES

from loopline.games.trax.symmetry import Symmetry

_WAYS = [tuple((sign * side + quarters) % 4 for side in SIDES) for sign in (1, -1) for quarters in range(4)]


@cache
def keeping(first: Tile) -> tuple[Symmetry, ...]:
    """Those that keep the first tile; the first of them changes nothing."""
    symmetries = (Symmetry(sides, swap) for swap in (False, True) for sides in _WAYS)
    return tuple(symmetry for symmetry in symmetries if symmetry.tile(first) == first)
