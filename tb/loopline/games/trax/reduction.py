"""Making a game smaller by leaving out turns, as long as it still fails.

Hypothesis shrinks what was drawn; a game that comes from a library it can only swap for another.
"""

from __future__ import annotations

from collections.abc import Callable

from loopline.games.trax.record import Record


def reduced(record: Record, fails: Callable[[Record], bool]) -> Record:
    """The same game with no turn that can be left out."""
    number = len(record) - 1
    while number >= 0:
        smaller = Record(record.moves[:number] + record.moves[number + 1 :], record.rules)
        if _is_legal(smaller) and fails(smaller):
            record, number = smaller, len(smaller)
        number -= 1
    return record


def _is_legal(record: Record) -> bool:
    try:
        record.position()
    except Exception:  # of whatever kind: the model may be broken
        return False
    return True
