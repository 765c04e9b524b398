"""What passes between the process that runs a campaign and the simulation that it runs in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel

from loopline.design.dut import Dut

#: `shrinking`: it has failed, and the smallest game that fails is being looked for. `error`: it could not be tested.
State = Literal["running", "shrinking", "agrees", "mismatch", "error", "nothing ran", "died", "hung", "not run"]

#: Not the last word.
UNDER_WAY = ("running", "shrinking")

#: Something is wrong.
FAILURES = ("shrinking", "mismatch", "error", "died", "hung")

#: What an outcome is called when the simulation has not come to anything that has a name.
START = "start of the simulation"


#: What a deck is called where properties have names.
DECK = "deck"


class Job(BaseModel):
    """What a simulation is to do."""

    #: As it was when the run began: its file may have changed since.
    dut: Dut
    properties: list[str] = []
    examples: int = 100
    seconds: float | None = None
    seed: int = 0
    #: Seconds that may be spent on making one failure smaller; 0: it is only reported.
    shrink: float = 30.0
    #: And cycles: for whoever needs the same figures on any machine.
    effort: int = 1_000_000_000
    #: Failing examples are kept there, and come first the next time.
    database: Path | None = None
    #: Play every game of so many plies.
    exhaustive: int | None = None
    #: Scripts to replay: name, text, waiting cycles in hexadecimal.
    scripts: list[tuple[str, str, str]] = []
    #: The same, played as the examples of one property are, if DECK is among the properties.
    deck: list[tuple[str, str, str]] = []
    #: Seconds of processor time without progress after which the simulator is stuck: in a loop in zero time, say.
    timeout: float = 60.0
    #: The first failure ends the job.
    stop_at_failure: bool = False
    #: More arguments for the simulation, for `$plusargs` in the design.
    plusargs: list[str] = []
    #: The build makes waves: say when, in them, the first wrong cycle begins.
    close_up: bool = False
    #: The file in which every outcome is written down; the simulation that does the job says which.
    results: Path = Path()


OneJob = TypeVar("OneJob", bound=Job)


def job_of_this_simulation(kind: type[OneJob]) -> OneJob:
    """Inside a simulation: what it is to do, in the form in which its module takes it."""
    return kind.model_validate_json(Path(os.environ["LOOPLINE_JOB"]).read_text())


class Outcome(BaseModel):
    """What came of a property or a script; while it runs, what is known so far."""

    name: str
    state: State = "running"
    examples: int = 0
    turns: int = 0
    cycles: int = 0
    seconds: float = 0.0
    shrinks: int = 0
    partial: str | None = None
    #: Of a failure: the example at which it was found, its turns then, and those of the smallest script so far.
    found_at: int | None = None
    turns_before: int | None = None
    turns_left: int | None = None
    #: While it is made smaller: the seconds that are left for that.
    shrink_left: float | None = None
    #: Why it is not as small as can be, if so.
    unshrunk: str = ""
    #: The property that has failed in the same way, and whose failure was made smaller instead.
    same_as: str = ""
    #: It has failed once, and then so many times not.
    agreed_again: int = 0
    error: str = ""
    #: It could not be tested for a reason that is the user's to mend, and not a fault of loopline.
    set_up: bool = False
    #: The smallest script that fails, and its waiting cycles.
    script: str = ""
    delays: str = ""
    #: A script to play before it, if it fails only then because a reset does not remove all traces.
    before: str = ""
    #: The first divergence.
    cycle: int | None = None
    request: int | None = None
    signal: str = ""
    expected: str = ""
    found: str = ""
    says: str = ""
    #: When the first wrong cycle begins; known only of a close-up.
    nanoseconds: int | None = None
    #: What is to be said of the close-up, if it was not the same run.
    close_up: str = ""
    #: What the hardware's answers add up to, where something is counted.
    figures: dict[str, int] = {}
    #: Which situations of the game were met, and how often, if that is counted: by group and bin.
    covered: dict[str, dict[str, int]] = {}
    #: What was said, if it was a conversation.
    transcript: list[str] = []
    #: What the hardware says of its board after the failing request: requests to read, and their answers.
    board: list[tuple[list[int], list[int]]] = []

    def cut_short(self, why: str) -> Outcome:
        """What is known of a failure that nobody makes smaller any more."""
        return self.model_copy(update={"state": "mismatch", "unshrunk": why, "shrink_left": None})
