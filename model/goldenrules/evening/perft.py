"""Counts of every sequence of stones (RULES 4.7): the fingerprint of a rules engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goldenrules.evening.position import Key, Position
from goldenrules.evening.rules import STANDARD, RuleSet


class Ply(NamedTuple):
    """The sequences that are this many stones long. No player declines, and a game that has ended is not continued."""

    ply: int
    sequences: int
    ended: int


def perft(plies: int, rules: RuleSet = STANDARD) -> Iterator[Ply]:
    """Count from the empty board: yield a row for each ply as soon as it is counted, until all games have ended.

    What can follow depends on the position alone, and is the same for its images. Each position of a ply is therefore
    continued only once, and weighted by the number of sequences that lead to it or its images.
    """
    start = Position(rules)
    positions: dict[Key, tuple[int, Position]] = {start.key(): (1, start)}
    for ply in range(1, plies + 1):
        positions = _after(positions)
        sequences = sum(number for number, _ in positions.values())
        if not sequences:
            return
        yield Ply(ply, sequences, sum(number for number, position in positions.values() if position.over))


def _after(positions: dict[Key, tuple[int, Position]]) -> dict[Key, tuple[int, Position]]:
    after: dict[Key, tuple[int, Position]] = {}
    for sequences, position in positions.values():
        for move in position.legal_moves():
            position.play(move)
            key = position.key(symmetric=True)
            known, twin = after.get(key) or (0, position.copy())
            after[key] = known + sequences, twin
            position.take_back()
    return after
