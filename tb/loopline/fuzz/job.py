"""The job of a fuzzing simulation: a leg of the run."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.fuzz.knowledge import Kept, Known
from loopline.simulation.job import Job

#: The name of its outcome.
NAME = "fuzz"


class FuzzJob(Job):
    """One leg of an exploration."""

    does: str = "loopline.fuzz.explore:FuzzTrial"
    #: The leg ends with the script that reaches this many turns.
    turns: int = 0
    #: What is known when it begins.
    known: Known = Known()
    #: Games of the corpus, which are played instead of anything new.
    saved: Sequence[Kept] = ()
