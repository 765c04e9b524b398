"""What came of one property or script, and its close-up: the minimal game of a failure, played again with waves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from loopline.design.build import TOP, Build
from loopline.design.simulators import Simulator
from loopline.simulation import runs
from loopline.simulation.job import AFTER, Job, Outcome
from loopline.simulation.simulate import simulate

#: What an outcome tells of its failure.
_OF_A_FAILURE = (
    "cycle",
    "request",
    "signal",
    "expected",
    "found",
    "says",
    "transcript",
    "board",
    "nanoseconds",
    "waveform",
)


class Suspect(NamedTuple):
    """A line of the source that a failure may come from."""

    file: str
    line: int
    text: str
    reason: str


class Mend(NamedTuple):
    """A change of the source with which everything that was played agrees: so many games."""

    file: str
    line: int
    before: str
    after: str
    games: int


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

    @property
    def has_close_up(self) -> bool:
        """Whether its game can be played again with waves."""
        return self.outcome.state in ("mismatch", "agrees") and not self.outcome.same_as

    @property
    def scripts(self) -> list[tuple[str, str, str]]:
        """What a close-up plays: name, text, delays."""
        outcome = self.outcome
        before = [("before it", script, "") for script in outcome.before.splitlines()]
        return [*before, (outcome.name, outcome.script, outcome.delays)]

    def play_again(self, build: Build, job: Job, folder: Path) -> tuple[list[Outcome], bool]:
        """Do the job in a build that makes waves, and keep these of a close-up. Returns its outcomes, and whether
        Ctrl-C came."""
        assert self.game
        run = runs.new(folder, f"{build.folder.name}-")
        outcomes, stopped = simulate(build, job, run)
        waves = run / self.simulator.wave_file(TOP)
        if job.close_up and waves.is_file():
            self.waves = self.game.parent / f"minimal{waves.suffix}"
            waves.replace(self.waves)
        runs.remove(run)
        return outcomes, stopped

    def compare(self, again: Outcome, interrupted: bool) -> None:
        """The report tells of the failure that the waves show, which need not be the same one: a design may keep
        something of the games before, and draw lots. If they show none, the report says so."""
        outcome = self.outcome
        if (again.state, again.cycle, again.signal) == (outcome.state, outcome.cycle, outcome.signal):
            outcome.nanoseconds, outcome.waveform = again.nanoseconds, again.waveform
        elif again.state == outcome.state == "mismatch":
            before = f"in cycle {outcome.cycle:,} on {outcome.signal}"
            outcome.close_up = "" if outcome.before else f"played by itself: after other games it failed {before}"
            for field in _OF_A_FAILURE:
                setattr(outcome, field, getattr(again, field))
            outcome.says += AFTER if outcome.before else ""
        elif not interrupted:
            why = f"when played again with waves, the outcome was different ({again.state})"
            outcome.close_up = f"not of this failure: {why}"
