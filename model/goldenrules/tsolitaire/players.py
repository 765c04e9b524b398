"""A player that does not know the deck."""

from __future__ import annotations

from goldenrules.tsolitaire.links import Links
from goldenrules.tsolitaire.notation import Placement
from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import TILES


def greedy(position: Position) -> Placement:
    """Return the placement of the next tile that leaves the most legal placements for all tiles that may follow.

    These count together. Raise ValueError if the tile cannot be placed.
    """
    links, legal = Links.of(position), position.legal_moves()
    placed = {turn.move.tile for turn in position.turns}
    left = [tile for tile in TILES if tile not in placed and tile != position.next_tile]

    def placements_left(placement: Placement) -> int:
        after = links.after(placement)
        return sum(len(after.legal(tile)) for tile in left)

    return max(legal, key=placements_left)
