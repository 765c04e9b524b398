"""The jobs of simulations with all mutants in them, and the games of a deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pydantic import Field

from loopline.contract.coverage import Coverage, hits
from loopline.contract.game import AnyScript
from loopline.simulation.job import DECK, Job, Outcome, Replayed
from loopline.simulation.session import timings_of

#: The number of the design without any mutant.
ITSELF = 0


class MutantOutcome(Outcome):
    """What came of a mutant."""

    #: None: it ended before the mutant was in the design.
    mutant: int | None = None
    #: The number of the example that was played last.
    example: int = 0
    #: Where the harness has failed.
    trace: str = ""


class MutantJob(Job):
    """Plays examples of the properties, in that order, until one kills the mutant.

    The first job of a simulation has the deck, the others do not repeat it."""

    outcome = MutantOutcome
    does: str = "loopline.mutate.inside:Killer"
    mutant: int = ITSELF
    properties: Sequence[str] = ()
    #: The examples of each property.
    examples: int = 0
    deck: Sequence[Replayed] = ()
    #: Examples that have killed others, and how many: property, number, mutants.
    kills: Sequence[tuple[str, int, int]] = ()
    #: Where all simulations of the run share their examples.
    shared: Path = Path()
    #: Play as many examples as have this many turns together, instead of a fixed number.
    turns: int | None = None
    #: Of each property these examples are tried: the first of them, and the one behind the last.
    first: int = 0
    last: int = 0

    @property
    def names(self) -> list[str]:
        """The properties."""
        return list(self.properties)


#: A group of the coverage model, and one of its bins.
Bin = tuple[str, str]

#: A mutant that is to be killed, or a situation that is to be met.
Aim: TypeAlias = int | Bin


@dataclass(frozen=True)
class Game:
    """A game of the deck, or one that may become one."""

    script: str
    delays: str
    turns: int
    mutants: frozenset[int] = frozenset()
    bins: frozenset[Bin] = frozenset()
    #: Of one that was in the deck before: what stood above it.
    about: str = ""

    @property
    def aims(self) -> frozenset[Aim]:
        """All that it kills and meets."""
        return self.mutants | self.bins

    @property
    def line(self) -> str:
        """The game as `loopline replay` reads it."""
        return f"delays:{self.delays} {self.script}" if self.delays else self.script


def aims_of(games: Iterable[Game]) -> frozenset[Aim]:
    """Return all that these games kill and meet."""
    return frozenset[Aim]().union(*(one.aims for one in games))


def bins_of(coverage: Coverage[AnyScript], script: AnyScript, delays: bytes) -> frozenset[Bin]:
    """Return the situations that a script meets."""
    collector = coverage.collector()
    collector.add(script, timings_of(delays))
    found = hits(coverage.model, collector.counts)
    return frozenset((group, name) for group, bins in found.items() for name, times in bins.items() if times)


class DistilOutcome(Outcome):
    """What came of games: which of them kill the mutant, by their places; or the smaller game."""

    kills: list[int] = Field(default_factory=list)
    #: Where the harness has failed last.
    trace: str = ""


class DistilJob(Job):
    """Finds out which of the games kill this mutant, or how small one can become that kills all these mutants and meets
    all these situations. The first job of a simulation has all the games, as `scripts`; the others say which."""

    outcome = DistilOutcome
    does: str = "loopline.mutate.inside:Judge"
    scripts: Sequence[Replayed] = ()
    reduce: bool = False
    mutants: Sequence[int] = ()
    bins: Sequence[Bin] = ()
    #: By their places in the first job.
    which: Sequence[int] = ()
    #: Cycles that may be spent on it: the same on every machine.
    effort: int = 1_000_000_000

    @property
    def names(self) -> list[str]:
        """That of a deck."""
        return [DECK]
