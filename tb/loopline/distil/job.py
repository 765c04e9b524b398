"""What a simulation is to do for a deck. Its first job has all the games, as `scripts`; the others say which."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.distil.coverage import Bin
from loopline.simulation.job import Job


class DistilJob(Job):
    """Of those games, which kill this mutant? Or: how small can one become that kills all these mutants, and meets all
    these situations?"""

    reduce: bool = False
    mutants: Sequence[int] = ()
    bins: Sequence[Bin] = ()
    #: The first game that kills it is all that is asked for.
    first: bool = False
    #: By their places in the first job.
    which: Sequence[int] = ()
