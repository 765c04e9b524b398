"""The job of a simulation that plays against a mutant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from loopline.simulation.job import Job

#: The number of the design without any mutant.
ITSELF = 0


class MutantJob(Job):
    """One mutant: the examples of the properties, in that order, until one kills it. Scripts, if there are some, are
    known to kill it, and to be made smaller.

    The first job of a simulation has the deck, the others do not repeat it."""

    does: str = "loopline.mutate.kill:Killer"
    mutant: int = ITSELF
    #: Examples that have killed others, and how many: property, number, mutants.
    kills: Sequence[tuple[str, int, int]] = ()
    #: Where all simulations of the run share their examples.
    shared: Path = Path()
    #: Play as many examples as have this many turns together, instead of a fixed number.
    turns: int | None = None
    #: Of each property these examples are tried: the first of them, and the one behind the last.
    first: int = 0
    last: int = 0
