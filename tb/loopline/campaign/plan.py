"""The plan of a campaign: the properties and games it plays on a design, how much of each, and the jobs that do so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from loopline import workers
from loopline.campaign.saved import Deck, Saved
from loopline.contract.game import AnyScripts, Subject
from loopline.design import Change
from loopline.design.dut import Dut
from loopline.simulation.job import DECK, FAILURES, OneTrialJob, PropertyJob, ScriptsJob

#: The least number of seconds of a sample, which has the same share of the time as of the examples.
_SHORTEST = 1.0


@dataclass(frozen=True)
class Plan:
    """A design, and how much to test it."""

    subject: Subject
    out: Path
    seed: int
    examples: int = 100
    seconds: float | None = None
    #: Seconds without a sign of life after which a simulator counts as hung.
    timeout: float = 60.0
    #: Seconds that may be spent on shrinking one failure.
    shrink: float = 30.0
    #: The board that was asked for instead of the description's.
    board: Change | None = None
    #: Games that are played before anything random.
    deck: Deck | None = None
    #: Whether to count the situations of the game that are met: in OUT/coverage a file for each simulator.
    coverage: bool = False
    #: Whether to count the lines and bits of the Verilog that are in use.
    rtl_coverage: bool = False
    #: Hypothesis' observations of each example are added to it.
    observe: Path | None = None

    @property
    def dut(self) -> Dut:
        """The design."""
        return self.subject.dut

    @property
    def game(self) -> AnyScripts:
        """The game that the design plays."""
        return self.subject.scripts

    def properties(self, only: Sequence[str] = ()) -> list[str]:
        """Return the names of the deck and the properties that are played; only those of `only`, if there are some."""
        names = [entry.name for entry in self.game.properties()]
        return [name for name in ([DECK, *names] if self.games_of_deck() else names) if not only or name in only]

    @property
    def sampled(self) -> int:
        """Examples of each property in a sample."""
        return workers.sampled(self.examples)

    def games_of_deck(self, *, sample: bool = False) -> list[Saved]:
        """Return the games of the deck; those that find most come first. A `sample` has a share of them."""
        saved = self.deck.games if self.deck else []
        return saved[: workers.sampled(len(saved))] if sample else saved

    def job(self, kind: type[OneTrialJob], **what: object) -> OneTrialJob:
        """Return a job of this kind on the design, with the limits of the plan."""
        usual = {
            "dut": self.dut,
            "seconds": self.seconds,
            "seed": self.seed,
            "timeout": self.timeout,
            "shrink": self.shrink,
        }
        return kind.model_validate({**usual, **what})

    def of_properties(self, *, sample: bool = False) -> PropertyJob:
        """Return the job with all examples of a property. A `sample` is a share of them."""
        how: dict[str, object] = {"examples": self.examples, "deck": self.games_of_deck(sample=sample)}
        if sample:
            seconds = self.seconds and max(_SHORTEST, self.seconds / workers.SAMPLE)
            how |= {"examples": self.sampled, "seconds": seconds, "cycles": workers.cycles(self.examples)}
        elif self.dut.depth > 1:
            how["cycles"] = workers.SEARCHING * self.examples
        database = (self.out / "cache" / "examples").resolve()
        how |= {"does": self._does, "database": database, "observe": self.observe, "requests": workers.REQUESTS}
        return self.job(PropertyJob, **how)

    def of_scripts(self, scripts: Sequence[Saved]) -> list[ScriptsJob]:
        """Return the jobs that play these scripts.

        Those of a file follow each other in one: a game may take those before it to fail.
        """
        return [self.job(ScriptsJob, does=self._does, scripts=list(group)) for _, group in groupby(scripts, _file_of)]

    @property
    def _does(self) -> str:
        return "loopline.coverage.collect:trial" if self.coverage else "loopline.trial.play:trial"


def _file_of(saved: Saved) -> str:
    """Return the file from which a game has been read; the name of a game that was not read from a file."""
    file, _, line = saved[0].rpartition(":")
    return file if line.isdigit() else saved[0]


def failed_in(out: Path) -> set[str]:
    """Return what had failed on any board when the last run of `verify` ended there.

    Nothing without a readable report.
    """
    file = out / "verify.json"
    if not file.is_file():  # a device, perhaps, which never ends
        return set()
    try:
        report = json.loads(file.read_text())
        findings = [finding for run in (report, *report.get("boards", ())) for finding in run.get("findings", ())]
        return {finding["name"] for finding in findings if finding["state"] in FAILURES} | {*report.get("failed", ())}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return set()
