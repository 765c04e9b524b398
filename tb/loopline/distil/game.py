"""Games that may come into a deck: what each is good for, and what simulations are asked about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from loopline.contract.coverage import Coverage, hits
from loopline.contract.game import AnyScript
from loopline.simulation.job import Job
from loopline.simulation.session import timings_of

#: A group of the coverage model, and one of its bins.
Bin = tuple[str, str]

#: A mutant that is to be killed, or a situation that is to be met.
Aim: TypeAlias = int | Bin


@dataclass(frozen=True)
class Game:
    script: str
    delays: str
    turns: int
    mutants: frozenset[int] = frozenset()
    bins: frozenset[Bin] = frozenset()
    #: Of one that was in the deck before: what stood above it.
    about: str = ""

    @property
    def aims(self) -> frozenset[Aim]:
        return self.mutants | self.bins

    @property
    def line(self) -> str:
        """As `loopline replay` reads it."""
        return f"delays:{self.delays} {self.script}" if self.delays else self.script


def aims_of(games: Iterable[Game]) -> frozenset[Aim]:
    """All that these games kill and meet."""
    return frozenset[Aim]().union(*(one.aims for one in games))


def bins_of(coverage: Coverage[AnyScript], script: AnyScript, delays: bytes) -> frozenset[Bin]:
    """The situations that a script meets."""
    collector = coverage.collector()
    collector.add(script, timings_of(delays))
    found = hits(coverage.model, collector.counts)
    return frozenset((group, name) for group, bins in found.items() for name, times in bins.items() if times)


class DistilJob(Job):
    """Which of the games kill this mutant? Or: how small can one become that kills all these mutants, and meets all
    these situations? The first job of a simulation has all the games, as `scripts`; the others say which."""

    does: str = "loopline.distil.inside:Inside"
    reduce: bool = False
    mutants: Sequence[int] = ()
    bins: Sequence[Bin] = ()
    #: By their places in the first job.
    which: Sequence[int] = ()
