"""Counting every sequence of legal turns (RULES 1.5): the fingerprint of a rules engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goldenrules.trax.errors import Refused, Trap
from goldenrules.trax.position import Position
from goldenrules.trax.rules import CONTEST, RuleSet


class Ply(NamedTuple):
    """The sequences that are so many turns long. A won game is not continued."""

    ply: int
    sequences: int
    won: int
    forced: int
    trapped: int


def perft(plies: int, rules: RuleSet = CONTEST) -> Iterator[Ply]:
    """One row for each ply, as soon as it is counted."""
    for ply in range(1, plies + 1):
        yield Ply(ply, *_count(Position(rules), ply))


def _count(position: Position, plies: int) -> tuple[int, int, int, int]:
    """Sequences, won ones, ones whose last turn forced a tile, candidates lost to a trap at the last turn."""
    sequences = won = forced = trapped = 0
    for move in position.candidates():
        try:
            turn = position.play(*move)
        except Refused as refusal:
            trapped += plies == 1 and isinstance(refusal, Trap)
            continue
        if plies == 1:
            sequences += 1
            won += position.winner is not None
            forced += turn.tiles_after - turn.tiles_before > 1
        else:
            counts = _count(position, plies - 1)
            sequences, won = sequences + counts[0], won + counts[1]
            forced, trapped = forced + counts[2], trapped + counts[3]
        position.take_back()
    return sequences, won, forced, trapped
