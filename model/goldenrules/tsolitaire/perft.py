"""Counts of every sequence of legal placements (RULES 3.6): the fingerprint of a rules engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goldenrules.tsolitaire.decks import Deck
from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import PERIOD, TILES, Tile


class Ply(NamedTuple):
    """The sequences of this many placements."""

    ply: int
    sequences: int
    #: The number of times that a tile could not be placed last on a cell that a stone faces: a stone would leave.
    leaves: int


def perft(plies: int, deck: Deck | None = None) -> Iterator[Ply]:
    """Count from the empty board, and yield a row for each ply as soon as it is counted.

    Without a deck every tile that is not placed yet may come next.
    """
    for ply in range(1, plies + 1):
        yield count(Position(deck), ply)


def count(position: Position, plies: int) -> Ply:
    """Count the sequences of this many placements from this position on."""
    if plies < 0:
        raise ValueError(f"no sequence has {plies} placements")
    if plies == 0:
        return Ply(0, 1, 0)
    sequences = leaves = 0
    for tile in _next_tiles(position):
        legal = position.legal_moves(tile)
        if plies == 1:
            sequences += len(legal)
            leaves += len(position.faced()) * PERIOD[tile] - len(legal)
            continue
        for placement in legal:
            position.play(*placement)
            after = count(position, plies - 1)
            position.take_back()
            sequences, leaves = sequences + after.sequences, leaves + after.leaves
    return Ply(plies, sequences, leaves)


def _next_tiles(position: Position) -> list[Tile]:
    if position.deck is not None:
        return [] if position.next_tile is None else [position.next_tile]
    placed = {placement.tile for placement in position.placed.values()}
    return [tile for tile in TILES if tile not in placed]
