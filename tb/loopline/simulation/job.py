"""What is exchanged between the process of a campaign and a simulation: jobs and outcomes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from loopline.design.dut import Dut

#: `shrinking`: it has failed, and the smallest game that fails is being looked for. `error`: it could not be tested.
#: `nothing asked`: there were examples, and all of them were empty.
State = Literal[
    "running",
    "shrinking",
    "agrees",
    "mismatch",
    "known",
    "error",
    "nothing ran",
    "nothing asked",
    "died",
    "hung",
    "not run",
]

#: States that are not final.
UNDER_WAY = ("running", "shrinking")

#: States of a failure.
FAILURES = ("shrinking", "mismatch", "error", "died", "hung")

#: The name of an outcome if the simulation ended before anything that has a name.
START = "start of the simulation"


#: Of a failure that takes another game before it: what is said of it ends so.
AFTER = "; but only after another game: reset leaves state behind"

#: Of a failure that is not shrunk to the end: why, if another is.
INSTEAD = "another failure was made smaller instead"

#: Where a line of a simulator's output names a line of the source.
PLACE = re.compile(r"[^\s:]+\.(s?vh?|vhdl?):\d+", re.I)

#: The name of a deck among the names of properties.
DECK = "deck"


class Trace(BaseModel):
    """A signal, with its value in each column of a waveform, in words; empty where it does not count."""

    name: str
    found: list[str]
    expected: list[str] = []
    """Empty if it is what was found."""


class ServedRequest(BaseModel):
    """A request of the failing game, as the design has carried it out up to the first wrong cycle."""

    taken: int
    """The cycle in which it was taken, or in which a reset came instead."""
    answered: int | None = None
    """The first cycle in which its answer was valid. None: it was not answered."""
    events: list[tuple[int, list[int]]] = []
    """Each event of the verification port: its cycle, and its fields but for `order`."""


class Waveform(BaseModel):
    """The signals around the first wrong cycle, in columns of cycles in which nothing changes."""

    cycles: list[int]
    """The first cycle of each column, and the one after the last column."""
    wrong: int
    """The column of the first wrong cycle."""
    traces: list[Trace]
    requests: list[ServedRequest] = []
    """The requests that were taken before the first wrong cycle."""


class Answer(NamedTuple):
    """An answer. Times are in cycles from the end of the host's last stop bit, or from when the request is accepted."""

    kind: str
    #: The step of the script that it answers.
    request: int
    #: The time until its first start bit, or until it is valid.
    begins: int
    #: The time until the end of its last stop bit.
    ends: int
    #: The characters on the line, including the line end; 0 for an engine.
    characters: int
    #: The amount of work, as the game counts it.
    facts: Mapping[str, int]

    def to_first(self, dut: Dut) -> float:
        """Return the seconds to the end of its first stop bit, on a line as slow as in earnest."""
        characters = min(self.characters, 1)
        return dut.seconds(self.begins + round(10 * characters * dut.bit), characters)

    def to_last(self, dut: Dut) -> float:
        """Return the seconds to the end of its last stop bit, on a line as slow as in earnest."""
        return dut.seconds(self.ends, self.characters)


class Result(BaseModel):
    """What came of a property or a script. It does not change: what is learnt later makes another of it."""

    model_config = ConfigDict(frozen=True)

    name: str
    state: State = "running"
    """`agrees` or `mismatch`; `known`: it failed as a bug does that the description sets aside; `error`, `died`,
    `hung`: it could not be tested; `nothing ran`, `nothing asked`: a pass would mean nothing; `not run`; `running` and
    `shrinking` only in a report that is not final."""
    examples: int = 0
    replayed: int = 0
    """The failing examples of earlier runs that were played before them; they are not among them."""
    turns: int = 0
    cycles: int = 0
    """The cycles that were compared."""
    empty: int = 0
    """The examples of a property in which nothing was asked."""
    cut: int = 0
    """The examples of a property that were ended early, as its cycles or requests were played."""
    left_out: int = 0
    """The requests that were not asked, as the description sets a known bug aside."""
    known: str = ""
    """The known bug that it failed with: its reason."""
    resets: dict[str, int] = {}
    """How many resets came at which moment, those that begin a session left out."""
    longest_wait: int = 0
    """The most cycles that a request or an answer was left waiting, or the line to a player."""
    longest_session: int = 0
    """The most requests between two resets, or the most lines of a script for a player."""
    aims: dict[str, int] = {}
    """What the property is for, and how many of its examples have come to it, as far as that is counted."""
    seconds: float = 0.0
    killed: int = 0
    """The simulations that were killed from outside meanwhile; others have played it from the beginning."""
    shrinks: int = 0
    """How many times the failure became smaller."""
    partial: str | None = None
    """Why not all examples were played."""
    found_at: int | None = None
    """The number of the failing example, if one fails; 0: it is of an earlier run."""
    turns_before: int | None = None
    """The turns of that example."""
    turns_left: int | None = None
    """The turns of the smallest script."""
    unwritten: str = ""
    """If the game cannot write the script: why."""
    unshrunk: str = ""
    """If it was not shrunk to the end: why."""
    same_as: str = ""
    """The property that has failed in the same way, and whose failure was made smaller instead."""
    agreed_again: int = 0
    """It failed once, and then agreed this many times."""
    error: str = ""
    """If it could not be tested: why."""
    set_up: bool = False
    """It could not be tested for a reason that the user can mend; not a fault of loopline."""
    script: str = ""
    """The smallest script that fails."""
    delays: str = ""
    """The delays of that script, as after `delays:` in its file."""
    before: str = ""
    """Scripts to play before it, a line each, if it fails only then because a reset does not remove all traces."""
    carried: list[str] = []
    """What fields that must not matter carried, where it takes that to fail: a line for each."""
    late: list[str] = []
    """The signals of the request that the design reads after the request was accepted: where they keep their values
    until it is answered, the script agrees."""
    kept: Literal["", "as found", "once"] = ""
    """`as found`: made smaller, or by itself, it agrees in a new simulation; so it is the script that was found, after
    those that its simulation had played before. `once`: these agree, too: nothing shows the failure again."""
    cycle: int | None = None
    """The first wrong cycle."""
    request: int | None = None
    """The request, counted from 0, in which that cycle is."""
    signal: str = ""
    """The first wrong signal."""
    expected: str = ""
    found: str = ""
    says: str = ""
    """What is wrong, in words."""
    power_up: int | None = None
    """The seed of the bits that were never written, in a simulator without X: what `replay` takes as `--seed`. Of a
    failure; a property is played with several."""
    printed: list[str] = []
    """Warnings that the simulator has printed, once each, and assertions of the design that are only shown."""
    nanoseconds: int | None = None
    """When the first wrong cycle begins in the waves."""
    waveform: Waveform | None = None
    """The signals around that cycle; of an engine."""
    close_up: str = ""
    """A remark on the waves, if they are not of the same run."""
    figures: dict[str, int] = {}
    """Totals of the hardware's answers, where they are counted."""
    transcript: list[str] = []
    """What was said, if it was a conversation."""
    board: list[tuple[list[int], list[int]]] = []
    """The hardware's board after the failing request: requests that read it, and their answers."""

    @property
    def sentence(self) -> str:
        """What is wrong. Of a simulator that died: the line of the source first, if one is known."""
        if self.says or not self.error:
            return self.says or self.state
        why, *words = self.error.splitlines()
        places = [word[place.start() :] for word in words if (place := PLACE.search(word))]
        return ": ".join([*places[:1], why])


class Omission(BaseModel):
    """What must not matter, and is left out when a script is played."""

    #: The bits of requests that are sent as 0, by the number of the request.
    cleared: dict[int, int] = {}
    #: The bits of the request port that keep their values between the acceptance of a request and its answer.
    held: int = 0


class Cause(BaseModel):
    """What must not matter and still makes a script fail, as far as one simulation shows.

    With `fails` it fails, and with `agrees` it agrees.
    """

    fails: Omission
    agrees: Omission
    #: What it is in words, if it is what fields carry; and the signals of the request, if they are read late.
    carried: list[str] = []
    late: list[str] = []


#: Script → the groups and bins that it was the first to fill.
Filled = dict[str, list[tuple[str, str]]]

Counted = TypeVar("Counted", bound=Hashable)


class Outcome(Result):
    """A result, with what only loopline needs of it."""

    #: While it is shrunk: the seconds that are left.
    shrink_left: float | None = None
    #: Of a failure: what the simulation had played until then, the failing script included. The oldest comes first.
    earlier: list[str] = []
    #: Of a failure: what others that are alike have in common with it.
    kind: str = ""
    #: All that the simulation had played, the failing script as it was found included, each with its delays.
    history: list[str] = []
    #: What seems to make it fail. What comes out again in new simulations is in `carried` and `late`.
    causes: list[Cause] = []
    #: Which situations of the game were met, and how often, if that is counted: by group and bin.
    covered: dict[str, dict[str, int]] = {}
    filled: Filled = {}
    #: By kind of answer, how many took each number of cycles, of those that were timed.
    latency: dict[str, dict[int, int]] = {}

    def divergence(self) -> dict[str, Any]:
        """Return what is said of the first divergence: the fields that may differ when the game is played again."""
        return {
            "cycle": self.cycle,
            "request": self.request,
            "signal": self.signal,
            "expected": self.expected,
            "found": self.found,
            "says": self.says,
            "transcript": self.transcript,
            "board": self.board,
            "nanoseconds": self.nanoseconds,
            "waveform": self.waveform,
        }

    def result(self) -> dict[str, Any]:
        """Return what a report has of it: the fields of `Result`."""
        return {name: getattr(self, name) for name in Result.model_fields}

    def joined(self, parts: Sequence[Outcome]) -> dict[str, Any]:
        """Return the fields of this kind of outcome that add up, of the outcomes of several batches."""
        return {}

    def cut_short(self, why: str) -> Self:
        """Return the failure as far as it is known, not shrunk further."""
        return self.model_copy(update={"state": "mismatch", "unshrunk": why, "shrink_left": None})


class Draft(Outcome):
    """An outcome inside its simulation, while it is put together.

    It leaves as JSON, through the channel, of which an `Outcome` is made; in a test of one's own, which is the same
    process, by `done`.
    """

    model_config = ConfigDict(frozen=False)

    def done(self) -> Outcome:
        """Return the outcome as it is now."""
        return Outcome.model_validate(dict(self))


def summed(parts: Iterable[Mapping[str, Mapping[Counted, int]]]) -> dict[str, dict[Counted, int]]:
    """Add up several counts, by group."""
    sums: dict[str, Counter[Counted]] = {}
    for part in parts:
        for group, counts in part.items():
            sums.setdefault(group, Counter()).update(counts)
    return {group: dict(counts) for group, counts in sums.items()}


def all_filled(parts: Iterable[Filled]) -> Filled:
    """Return what the scripts of all parts have filled; a bin may occur several times."""
    filled: Filled = {}
    for part in parts:
        for script, bins in part.items():
            filled.setdefault(script, []).extend(bins)
    return filled


#: A script to replay: name, text, waiting cycles in hexadecimal.
Replayed = tuple[str, str, str]


class Job(BaseModel):
    """What every job of a simulation has. Of itself it asks for nothing."""

    model_config = ConfigDict(extra="forbid")

    #: What is told of it; kinds of jobs have kinds of outcomes.
    outcome: ClassVar[type[Outcome]] = Outcome
    #: The build of its simulation writes waves.
    waves: ClassVar[bool] = False
    #: Seconds without anything to do after which its simulation ends; None: it waits.
    waits: ClassVar[float | None] = 60.0

    #: The description as it was when the run began: its file may have changed since.
    dut: Dut
    seed: int = 0
    #: The seed of bits that were never written, if not that one: a simulation has one for all of its jobs.
    power_up: int | None = None
    #: Seconds of processor time without progress after which the simulator counts as hung, as in a zero-time loop.
    timeout: float = 60.0
    #: What does it inside the simulation, as MODULE:NAME. It is called with the top, the first job and the channel, and
    #: returns a `JobRunner` (trial/play.py).
    does: str = "loopline.trial.play:trial"

    @property
    def names(self) -> list[str]:
        """The names of its outcomes, in their order, as far as they are known before."""
        return []

    @property
    def idle(self) -> Self:
        """This job with nothing to do: what a simulation has to know at its start."""
        return type(self).model_validate({name: getattr(self, name) for name in Job.model_fields})


class TrialJob(Job):
    """A job of a trial: the time for it, and for what fails."""

    seconds: float | None = None
    #: Seconds that may be spent on making one failure smaller; 0: it is only reported.
    shrink: float = 30.0


class PropertyJob(TrialJob):
    """Play examples of properties; and the games of the deck as those of one property, if DECK is among them."""

    properties: Sequence[str] = ()
    examples: int = 100
    #: Cycles after which no further example of a property is begun, and a conversation is not continued. They limit the
    #: requests of an engine's session, too.
    cycles: int | None = None
    #: For each example and each property of the design: the requests after which a lengthy property ends.
    requests: int | None = None
    #: Failing examples are kept there, and come first the next time.
    database: Path | None = None
    #: Hypothesis' observations of each example are added to it.
    observe: Path | None = None
    deck: Sequence[Replayed] = ()

    @property
    def names(self) -> list[str]:
        """The properties."""
        return list(self.properties)


class ScriptsJob(TrialJob):
    """Replay scripts."""

    scripts: Sequence[Replayed] = ()
    #: What they are played without.
    spared: Omission = Omission()

    @property
    def names(self) -> list[str]:
        """The names of the scripts."""
        return [name for name, *_ in self.scripts]


class CloseUpJob(ScriptsJob):
    """Replay scripts in a build that writes waves. The outcome says when, in them, the first wrong cycle begins."""

    waves = True

    #: Whether the waveform has the request port in each cycle, and not only while a request is valid.
    whole_requests: bool = False


OneJob = TypeVar("OneJob", bound=Job)
OneTrialJob = TypeVar("OneTrialJob", bound=TrialJob)
