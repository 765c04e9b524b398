"""Counts of every sequence of legal turns (RULES 1.5): the fingerprint of a rules engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goldenrules.errors import Refused
from goldenrules.trax.errors import Trap
from goldenrules.trax.position import Position
from goldenrules.trax.rules import CONTEST, RuleSet


class Ply(NamedTuple):
    """The sequences that are this many turns long. A won game is not continued."""

    ply: int
    sequences: int
    won: int
    forced: int
    trapped: int


def perft(plies: int, rules: RuleSet = CONTEST) -> Iterator[Ply]:
    """Count from the empty board, and yield a row for each ply as soon as it is counted."""
    for ply in range(1, plies + 1):
        yield count(Position(rules), ply)


def count(position: Position, plies: int) -> Ply:
    """Count the sequences of this many turns from this position on.

    Also those of them that are won, those whose last turn has forced a tile, and the candidates for the last turn that
    are lost to a trap.
    """
    if plies < 0:
        raise ValueError(f"no sequence has {plies} turns")
    if plies == 0:
        return Ply(0, 1, int(position.winner is not None), 0, 0)
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
            after = count(position, plies - 1)
            sequences, won = sequences + after.sequences, won + after.won
            forced, trapped = forced + after.forced, trapped + after.trapped
        position.take_back()
    return Ply(plies, sequences, won, forced, trapped)
