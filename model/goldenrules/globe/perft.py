"""Counts of every sequence of moves (RULES 5.8): the fingerprint of a rules engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goldenrules.globe.position import End, Position
from goldenrules.globe.rules import Rules


class Ply(NamedTuple):
    """The sequences that are this many plies long. A game that is over is not continued."""

    ply: int
    sequences: int
    #: Those whose last move captures; those that it wins; those that it ends by repetition.
    capturing: int
    won: int
    repeated: int


def perft(plies: int, rules: Rules | None = None) -> Iterator[Ply]:
    """Count from the start: yield a row for each ply as soon as it is counted."""
    for ply in range(1, plies + 1):
        yield count(Position(rules), ply)


def count(position: Position, plies: int) -> Ply:
    """Count the sequences of this many plies from this position on, passes included."""
    if plies < 1:
        raise ValueError(f"no sequence has {plies} plies")
    sequences = capturing = won = repeated = 0
    for move in position.legal_moves():
        turn = position.play(move)
        if plies == 1:
            sequences += 1
            capturing += bool(turn.captured)
            won += turn.end == End.WIN
            repeated += turn.end == End.REPETITION
        else:
            _, *after = count(position, plies - 1)
            sequences, capturing = sequences + after[0], capturing + after[1]
            won, repeated = won + after[2], repeated + after[3]
        position.take_back()
    return Ply(plies, sequences, capturing, won, repeated)
