"""What came of one property or script on one simulator, and where a failure may come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from loopline.design.simulators import Simulator
from loopline.simulation.job import Outcome
from loopline.tables import Table


class Suspect(Table):
    """A line of the source that a failure may come from."""

    file: str
    line: int
    text: str
    """The line's own text."""
    reason: str


class Mend(Table):
    """A change of the source with which everything that was played agrees, and the number of these games."""

    file: str
    line: int
    before: str
    after: str
    games: int
    """How many were played."""


class Why(NamedTuple):
    """What is known of where a failure comes from."""

    #: The most suspect one comes first.
    suspects: Sequence[Suspect] = ()
    #: The smallest one comes first.
    mends: Sequence[Mend] = ()
    #: If there are suspects and no mends: what was tried.
    no_mends: str = ""
    #: If there are none: why not.
    not_known: str = ""
    seconds: float = 0.0


class Like(NamedTuple):
    """A failure that was found before."""

    finding: Finding
    #: The board on which it was found, if that is another.
    board: str

    @property
    def told(self) -> str:
        """Its name, in words."""
        outcome, simulator = self.finding.outcome, self.finding.simulator
        return ", ".join(filter(None, [f"{outcome.name} ({simulator.name})", self.board]))


@dataclass
class Finding:
    """The outcome of one property or script on one simulator, and the files that were kept of it."""

    simulator: Simulator
    outcome: Outcome
    #: The minimal game, and the waves of it.
    game: Path | None = None
    waves: Path | None = None
    #: None: it was not looked for.
    why: Why | None = None
    #: What failures that are alike have in common; and the first of them, if it is another.
    kind: tuple[str, ...] = ()
    like: Like | None = None
