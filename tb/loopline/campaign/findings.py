"""Findings: what came of a property or a script on a simulator.

The design agrees, or it does not, or it could not be tested, or nothing was played. Findings never change; what is
learnt later makes another finding of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar, assert_never

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


class Fix(Table):
    """A fix: a change of the source with which all games pass that were played with it."""

    file: str
    line: int
    before: str
    after: str
    games: int
    """How many were played."""
    failing: int = 0
    """How many of these had failed in the run: all that did."""


class Proposal(NamedTuple):
    """A change that may be a fix: it is still to be played with all that failed.

    It has its file, and the whole text.
    """

    mend: Fix
    file: Path
    text: str


class Diagnosis(NamedTuple):
    """The lines that a failure may come from, and its fixes."""

    #: The most suspect one comes first.
    suspects: Sequence[Suspect] = ()
    #: The smallest one comes first.
    mends: Sequence[Fix] = ()
    #: With suspects but without mends: what was tried.
    no_mends: str = ""
    #: What may be fixes, until the run has ended.
    proposed: Sequence[Proposal] = ()
    #: Why there are none, if so.
    not_known: str = ""
    seconds: float = 0.0


class EarlierFailure(NamedTuple):
    """A failure that was found before."""

    finding: Failed
    #: The board on which it was found, if that is another.
    board: str

    @property
    def name(self) -> str:
        """Its name, in words."""
        outcome, simulator = self.finding.outcome, self.finding.simulator
        return ", ".join(filter(None, [f"{outcome.name} ({simulator.name})", self.board]))


@dataclass(frozen=True, eq=False)
class BaseFinding:
    """The parts of all findings: the outcome of a property or script on a simulator, and the files that were kept."""

    simulator: Simulator
    outcome: Outcome
    #: The minimal game, and the waves of it.
    game: Path | None = None
    waves: Path | None = None


@dataclass(frozen=True, eq=False)
class Agrees(BaseFinding):
    """The design agrees with the golden model in all that was played."""


@dataclass(frozen=True, eq=False)
class NotPlayed(BaseFinding):
    """Nothing was played, or nothing was asked of the design: a pass would mean nothing."""


@dataclass(frozen=True, eq=False)
class Failed(BaseFinding):
    """A finding in which something is wrong."""

    #: What failures that are alike have in common; and the first of them, if this is a later one.
    kind: tuple[str, ...] = ()
    like: EarlierFailure | None = None


@dataclass(frozen=True, eq=False)
class Mismatch(Failed):
    """The design does not do what the golden model expects.

    Or it fails as a known bug does that the description sets aside.
    """

    #: None: unknown, as the lines were not looked for.
    why: Diagnosis | None = None

    @property
    def is_known(self) -> bool:
        """Whether the description sets it aside."""
        return self.outcome.state == "known"


@dataclass(frozen=True, eq=False)
class Untested(Failed):
    """The design could not be tested to the end.

    The simulator died or hung, something else than the design failed, or the run has ended before the result was final.
    """


Finding = Agrees | Mismatch | Untested | NotPlayed

#: One of the four.
OneFinding = TypeVar("OneFinding", bound=Finding)


def finding_of(simulator: Simulator, outcome: Outcome) -> Finding:
    """Return the finding with this outcome."""
    match outcome.state:
        case "agrees":
            return Agrees(simulator, outcome)
        case "mismatch" | "known":
            return Mismatch(simulator, outcome)
        case "error" | "died" | "hung" | "running" | "shrinking":
            return Untested(simulator, outcome)
        case "nothing ran" | "nothing asked" | "not run":
            return NotPlayed(simulator, outcome)
        case other:
            assert_never(other)
