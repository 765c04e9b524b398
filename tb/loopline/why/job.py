"""The jobs of simulations in which a design is changed, and what they tell."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import Field

from loopline.simulation.job import Job

#: In the design's top: the register that says what is changed, the cycle, and the number of the change that is made.
CHANGE, NOW, ACTIVE = "loopline_change", "loopline_now", "loopline_active"

#: The name of an outcome if the game agrees although nothing is changed.
NO_CHANGE = "none"

#: The name of the last outcome of a job, which tells how many of its gates or changes were tried.
DONE = "done"


def change(number: int, *, mask: int = 0, value: int = 0, keep: int = 2, flip: int = 0, at: int = 0) -> int:
    """What is written to the register. `keep` and `flip` have two bits: one for itself, one for the chosen value."""
    return at << 96 | (mask & 0xFFFFFFFF) << 36 | keep << 34 | flip << 32 | value << 16 | number


class FlipJob(Job):
    """The script is the failing game. Each gate is inverted, always and in single cycles."""

    does: str = "loopline.why.trying:Flipping"
    #: The widths of the gates, and the first that is tried.
    widths: list[int] = Field(default_factory=list)
    first: int = 1


class ChangeJob(Job):
    """The script is the failing game, the deck are others. `changes` are tried, from `first` on."""

    does: str = "loopline.why.trying:Trying"
    #: What is written to the register, in hexadecimal.
    changes: list[str] = Field(default_factory=list)
    #: Of each change, the number of its statement.
    statements: list[int] = Field(default_factory=list)
    first: int = 1


class Tried(NamedTuple):
    """With a change the failing game agrees, and so do `agreed` of the `games` others that were played, up to the first
    that does not."""

    agreed: int
    games: int

    @property
    def share(self) -> float:
        """The share of the other games that agree with the change."""
        return self.agreed / self.games if self.games else 0.0
