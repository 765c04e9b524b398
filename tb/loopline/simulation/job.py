"""What is exchanged between the process of a campaign and a simulation: jobs and outcomes."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self, TypeVar

from pydantic import BaseModel

from loopline.design.dut import Dut

#: `shrinking`: it has failed, and the smallest game that fails is being looked for. `error`: it could not be tested.
#: `nothing asked`: there were examples, and all of them were empty.
State = Literal[
    "running", "shrinking", "agrees", "mismatch", "error", "nothing ran", "nothing asked", "died", "hung", "not run"
]

#: States that are not final.
UNDER_WAY = ("running", "shrinking")

#: States of a failure.
FAILURES = ("shrinking", "mismatch", "error", "died", "hung")

#: The name of an outcome if the simulation ended before anything that has a name.
START = "start of the simulation"


#: Of a failure that takes another game before it: what is said of it ends so.
AFTER = "; but only after another game, of which the reset leaves something behind"

#: The name of a deck among the names of properties.
DECK = "deck"


class Job(BaseModel):
    """What a simulation is to do."""

    #: The description as it was when the run began: its file may have changed since.
    dut: Dut
    properties: list[str] = []
    examples: int = 100
    seconds: float | None = None
    #: Cycles after which no further example of a property is begun, and a conversation is not continued.
    cycles: int | None = None
    seed: int = 0
    #: Seconds that may be spent on making one failure smaller; 0: it is only reported.
    shrink: float = 30.0
    #: The same in cycles, which gives the same figures on any machine.
    effort: int = 1_000_000_000
    #: Failing examples are kept there, and come first the next time.
    database: Path | None = None
    #: Play every game of this many plies.
    exhaustive: int | None = None
    #: Scripts to replay: name, text, waiting cycles in hexadecimal.
    scripts: list[tuple[str, str, str]] = []
    #: The same, played as the examples of one property are, if DECK is among the properties.
    deck: list[tuple[str, str, str]] = []
    #: Seconds of processor time without progress after which the simulator counts as hung, as in a zero-time loop.
    timeout: float = 60.0
    #: The build writes waves: the outcome is to say when, in them, the first wrong cycle begins.
    close_up: bool = False
    #: Seconds without anything to do after which the simulation ends; None: it waits.
    waits: float | None = 60.0
    #: What does it inside the simulation, as MODULE:NAME. It is called with the top, the first job and the channel, and
    #: returns a `JobRunner` (trial/play.py).
    does: str = "loopline.trial.play:trial"

    @property
    def idle(self) -> Self:
        """The same with nothing to do: what a simulation has to know at its start."""
        return self.model_copy(update={"properties": [], "scripts": [], "deck": [], "exhaustive": None})


OneJob = TypeVar("OneJob", bound=Job)


class Trace(BaseModel):
    """A signal, with its value in each column of a waveform, in words; empty where it does not count."""

    name: str
    found: list[str]
    #: Empty if it is what was found.
    expected: list[str] = []


class Waveform(BaseModel):
    """The signals around the first wrong cycle, in columns of cycles in which nothing changes."""

    #: The first cycle of each column, and the one after the last column.
    cycles: list[int]
    #: The column of the first wrong cycle.
    wrong: int
    traces: list[Trace]


class Outcome(BaseModel):
    """What came of a property or a script; while it runs, what is known so far."""

    name: str
    state: State = "running"
    examples: int = 0
    turns: int = 0
    cycles: int = 0
    #: Of a property: the examples in which nothing was asked.
    empty: int = 0
    #: Of a property: the examples that were ended early, as its cycles were played.
    cut: int = 0
    seconds: float = 0.0
    shrinks: int = 0
    partial: str | None = None
    #: Of a failure: the number of the failing example, its turns, and the turns of the smallest script so far.
    found_at: int | None = None
    turns_before: int | None = None
    turns_left: int | None = None
    #: While it is shrunk: the seconds that are left.
    shrink_left: float | None = None
    #: If the game cannot write the script: why.
    unwritten: str = ""
    #: If it was not shrunk to the end: why.
    unshrunk: str = ""
    #: The property that has failed in the same way, and whose failure was made smaller instead.
    same_as: str = ""
    #: It failed once, and then agreed this many times.
    agreed_again: int = 0
    error: str = ""
    #: It could not be tested for a reason that the user can mend; not a fault of loopline.
    set_up: bool = False
    #: The smallest script that fails, and its delays.
    script: str = ""
    delays: str = ""
    #: Scripts to play before it, a line each, if it fails only then because a reset does not remove all traces.
    before: str = ""
    #: Of a failure: what the simulation had played until then, the failing script included. The oldest comes first.
    earlier: list[str] = []
    #: What fields that must not matter carried, where it takes that to fail: a line for each.
    carried: list[str] = []
    #: The first divergence.
    cycle: int | None = None
    request: int | None = None
    signal: str = ""
    expected: str = ""
    found: str = ""
    says: str = ""
    #: When the first wrong cycle begins; known only of a close-up.
    nanoseconds: int | None = None
    #: The signals around that cycle; known only of the close-up of an engine.
    waveform: Waveform | None = None
    #: A remark on the close-up, if it was not the same run.
    close_up: str = ""
    #: Totals of the hardware's answers, where they are counted.
    figures: dict[str, int] = {}
    #: Which situations of the game were met, and how often, if that is counted: by group and bin.
    covered: dict[str, dict[str, int]] = {}
    #: What else the simulation tells, in a form that its kind of job says.
    told: str = ""
    #: The transcript, if it was a conversation.
    transcript: list[str] = []
    #: The hardware's board after the failing request: requests that read it, and their answers.
    board: list[tuple[list[int], list[int]]] = []

    def cut_short(self, why: str) -> Outcome:
        """The failure as far as it is known, not shrunk further."""
        return self.model_copy(update={"state": "mismatch", "unshrunk": why, "shrink_left": None})
