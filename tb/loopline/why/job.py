"""The jobs of simulations that count what runs, or try changes of a design."""

from __future__ import annotations

from typing import NamedTuple

from loopline.simulation.job import Job

#: The register in the design's top that holds the number of the change that is made; 0: none.
SELECT = "loopline_change"


class SpectraJob(Job):
    """The script is the failing game, the deck are others."""

    does: str = "loopline.why.inside:Look"


class ChangeJob(Job):
    """The same."""

    does: str = "loopline.why.inside:Trying"
    #: Numbers of changes: the first that is tried, and the last.
    first: int = 1
    last: int = 0


class Tried(NamedTuple):
    """With a change the failing game agrees, and so do `agreed` of `games` others, one after the other."""

    agreed: int
    games: int

    @property
    def share(self) -> float:
        """The share of the other games that agree with the change."""
        return self.agreed / max(1, self.games)
