"""Placing all tiles of a deck, by searching.

The search goes ply by ply, and of each ply keeps the boards with the most open ports: those from which the fewest paths
lead off the board. If it gets stuck it begins again and keeps twice as many. If it gets stuck without ever having
dropped a board, that is a proof: nothing was overlooked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from goldenrules.tsolitaire.links import Links, Placed
from goldenrules.tsolitaire.notation import Placement
from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import TILES, Tile

_NARROWEST = 32


@dataclass(frozen=True, slots=True)
class Progress:
    #: Placements tried so far.
    nodes: int
    #: The number of boards of a ply that are kept now.
    width: int
    #: The number of tiles placed on them, and the most so far.
    placed: int
    most: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a search.

    `solved`: `line` places all tiles of the deck. `impossible`: it is proved that nothing does. `gave up`: neither is
    known. In the last two `line` is the longest that was found.
    """

    state: Literal["solved", "impossible", "gave up"]
    line: tuple[Placement, ...]
    nodes: int


class _NodeLimit(Exception):
    pass


def solve(position: Position, nodes: int, watch: Callable[[Progress], object] = lambda _: None) -> Solution:
    """Find placements for all tiles of the deck that are left.

    Args:
        position: Where to go on from; it must have a deck.
        nodes: End after this many placements have been tried.
        watch: Called with the progress of the search.
    """
    if position.deck is None:
        raise ValueError("expected a position with a deck")
    return _Search(position, nodes, watch).solution()


class _Search:
    def __init__(self, position: Position, nodes: int, watch: Callable[[Progress], object]) -> None:
        self._begin = Links.of(position)
        self._placed = len(position.turns)
        self._tiles = (position.deck or ())[self._placed :]
        #: Only then may boards be dropped that cannot be cleared.
        self._whole = self._placed + len(self._tiles) == len(TILES)
        self._nodes, self._limit, self._watch = 0, nodes, watch
        self._best: Placed = None
        self._most = 0

    def solution(self) -> Solution:
        width = _NARROWEST
        try:
            while True:
                solved, complete = self._search(width)
                if solved or complete:
                    return self._end("solved" if solved else "impossible")
                width *= 2
        except _NodeLimit:
            return self._end("gave up")

    def _end(self, state: Literal["solved", "impossible", "gave up"]) -> Solution:
        return Solution(state, tuple(reversed(list(_placements(self._best)))), self._nodes)

    def _search(self, width: int) -> tuple[bool, bool]:
        """Return whether all tiles could be placed, and whether all boards have been tried."""
        boards, complete = [self._begin], True
        for depth, tile in enumerate(self._tiles, 1):
            following = self._following(boards, tile)
            if not following:
                return False, complete
            complete &= len(following) <= width
            boards = sorted(following.values(), key=lambda links: -links.open_ports)[:width]
            if depth > self._most:
                self._most, self._best = depth, boards[0].placed
            self._watch(Progress(self._nodes, width, self._placed + depth, self._placed + self._most))
        return True, complete

    def _following(self, boards: list[Links], tile: Tile) -> dict[object, Links]:
        """Return all boards that can be reached by placing the tile. Those with the same future count once."""
        following: dict[object, Links] = {}
        for board in boards:
            for placement in board.legal(tile):
                if self._nodes == self._limit:
                    raise _NodeLimit
                self._nodes += 1
                after = board.after(placement)
                if self._whole and after.cannot_be_cleared:
                    self._note_longest(after)
                else:
                    following.setdefault(after.key, after)
        return following

    def _note_longest(self, board: Links) -> None:
        """Note a board that cannot be cleared, but may still be the one with the most tiles."""
        depth = sum(1 for _ in _placements(board.placed))
        if depth > self._most:
            self._most, self._best = depth, board.placed


def _placements(placed: Placed) -> Iterator[Placement]:
    while placed is not None:
        placed, placement = placed
        yield placement
