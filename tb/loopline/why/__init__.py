"""Which lines of the source a failure may come from: suspects, and the reasons for each.

`statements` reads the source with slang, `sites` writes a gate around each expression, `effects` tells what changes of
a player would do, `trying` plays the failing game with gates inverted or changed, `evidence` ranks the lines by that,
and `look` does all of it for a finding.

May import: fuzz, latency, mutate, testbench and below.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Any, NamedTuple, TypeVar

from loopline.simulation.job import Outcome, Replayed, ScriptsJob

#: In the design's top: the register that Python writes, the one that says from the next cycle on what is changed, the
#: cycle, and the number of the change that is made.
WRITTEN, CHANGE, NOW, ACTIVE = "loopline_written", "loopline_change", "loopline_now", "loopline_active"

#: The bit of that register with which modules write down what changes would do, and where the number of the game is.
LOOK, WINDOW = 68, 69

#: The name of an outcome if the game agrees although nothing is changed.
NO_CHANGE = "none"

#: The name of the last outcome of a job.
DONE = "done"


def change(number: int, *, mask: int = 0, value: int = 0, keep: int = 2, flip: int = 0, at: int = 0) -> int:
    """Return what is written to the register for a change.

    Args:
        number: The number of the gate or change.
        mask: What is added to a vector, or the bits that are inverted.
        value: The number of a chosen value.
        keep: Two bits, for itself and for the chosen value: whether the expression is kept.
        flip: Two bits, for itself and for the chosen value: whether it is inverted.
        at: The cycle; 0: all.
    """
    return at << 96 | (mask & 0xFFFFFFFF) << 36 | keep << 34 | flip << 32 | value << 16 | number


class TryOutcome(Outcome):
    """The outcome of a gate or a change; the last one of a job tells how many of them were tried."""

    #: Of the gate or the change; None: of the job.
    number: int | None = None
    tried: int = 0


class FlipOutcome(TryOutcome):
    """Tells whether the failing game agrees if the gate is inverted in all cycles, or changed in a single one."""

    always: bool = False
    once: bool = False


class ChangeOutcome(TryOutcome):
    """With this change the failing game agrees, and so do `agreed` of these other games."""

    agreed: int = 0
    games: int = 0


class TryJob(ScriptsJob):
    """The script is the failing game. Gates or changes are tried, one after the other."""

    #: Each begins with its number.
    tries: Sequence[Any] = ()
    #: Other games.
    deck: Sequence[Replayed] = ()
    #: Of a player: the cycles to wait for an answer, and the step in which the game fails.
    patience: int = 0
    step: int = 0


class LookJob(TryJob):
    """Nothing is changed: modules write down what changes would do, in the failing game and in others that pass."""

    outcome = TryOutcome
    does: str = "loopline.why.trying:LookRunner"


class FlipJob(TryJob):
    """Each gate is inverted in all cycles, and changed in single ones."""

    outcome = FlipOutcome
    does: str = "loopline.why.trying:FlipRunner"
    #: The numbers of the gates, their widths, and how many cycles later the wrong signal can show it at the earliest.
    tries: Sequence[tuple[int, int, int]] = ()


class ChangeJob(TryJob):
    """One change after the other is made."""

    outcome = ChangeOutcome
    does: str = "loopline.why.trying:ChangeRunner"
    #: Of each change its number, what is written to the register in hexadecimal, the number of its statement, and of
    #: its group: changes of a group have the same effect where the game fails.
    tries: Sequence[tuple[int, str, int, int]] = ()


class ChangeResult(NamedTuple):
    """How far games agree with a change: the failing game does.

    So do `agreed` of the `games` others that were played, up to the first that does not.
    """

    agreed: int
    games: int

    @property
    def weight(self) -> int:
        """How seldom other games fail with it: of how many one does, as a rounded logarithm to base 2.

        To agree with 100 is more than to agree with 99 of them, and much more than to agree with nine.
        """
        return round(log2((self.games + 2) / (self.games - self.agreed + 1)))

    @property
    def share(self) -> float:
        """The share of the other games that agree with the change."""
        return self.agreed / self.games if self.games else 0.0


OneTry = TypeVar("OneTry", bound=TryJob)
