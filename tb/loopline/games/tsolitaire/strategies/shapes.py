"""Shapes of a placement that are rare in random play (docs/rules/tsolitaire.md says how rare), and so are built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from goldenrules.tsolitaire import Run

#: A run of more tiles than this is long; a stone that leaves after this many or more leaves late.
LONG, LATE = 20, 15
#: As the library files them.
SHAPES = ("long run", "four stones", "four times", "late leaver", "crowd", "cleared")
#: At most this many stones move in one placement, and one stone passes one tile at most this often. A cell that more #:
#: stones face can never be filled.
MOST = 4


def shape_of(runs: Sequence[Run]) -> str:
    """The shape of a placement that makes stones run like this; "" if it has none. A cleared board cannot be told by
    that."""
    if any(run.end is None for run in runs):
        return _refused_shape(runs)
    if most_passes(runs) == MOST:
        return "four times"
    if len(runs) == MOST:
        return "four stones"
    return "long run" if longest(runs) > LONG else ""


def _refused_shape(runs: Sequence[Run]) -> str:
    """The kind of refused placement that these runs make: "crowd", "late leaver", or "" for an ordinary one."""
    if len(runs) > MOST:
        return "crowd"
    leaving = [run for run in runs if run.end is None]
    return "late leaver" if len(leaving) == 1 and longest(leaving) >= LATE else ""


def longest(runs: Sequence[Run]) -> int:
    """Tiles of the longest run, each as often as it is passed."""
    return max((len(run.passes) for run in runs), default=0)


def most_passes(runs: Sequence[Run]) -> int:
    """How often a stone passes one tile."""
    return max((max(Counter(cell for cell, *_ in run.passes).values()) for run in runs), default=0)
