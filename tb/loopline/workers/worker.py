"""A simulation that is given one batch after the other: it takes a second to start, and a batch little longer.

Every process that works for a campaign keeps the idle ones for the next batch. What a worker has not finished when it
is killed, another does from the beginning; what it has is a result already. So nothing is lost, and nothing counted
twice.
"""

from __future__ import annotations

import platform
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from loopline.design.simulators import SimulatorMissing
from loopline.errors import BadInput
from loopline.simulation import runs
from loopline.simulation.job import START, UNDER_WAY, Job, Outcome
from loopline.simulation.simulate import Simulation, not_begun

#: This many simulations may be killed in one batch. More are no accident.
_TRIES = 10


#: Gets what is known of a batch before its end; returns whether to continue.
Hear = Callable[[Outcome], bool]


class WorkerSetup(NamedTuple):
    """Where and how the simulations of a campaign run: the same for all of its batches."""

    simulator: str
    build: Path
    #: The folder of all runs, and the prefix of this campaign's.
    runs: Path
    prefix: str
    #: The job without anything to do.
    idle: Job
    #: Verilator writes its counts when a simulation ends. So it ends after each batch, to which the counts then belong.
    counting: bool = False
    #: It ends after each batch for another reason: its files are to be complete.
    ends: bool = False


class BatchResult(NamedTuple):
    """A batch's result."""

    outcome: Outcome
    #: Where the simulation ran. The folder still exists if it died.
    folder: Path
    #: The outcomes before that one, if the batch has several scripts.
    before: Sequence[Outcome] = ()


class Stopped(Exception):
    """The campaign is over; the result of this batch is not needed any more."""


class Killed(Exception):
    """The simulation was killed from outside."""


class Worker:
    """One simulation."""

    def __init__(self, setup: WorkerSetup) -> None:
        self.setup = setup
        self.folder = runs.new(setup.runs, setup.prefix)
        self._simulation = Simulation(setup.simulator, setup.build, setup.idle, self.folder)
        self._has_worked = self._interrupted = False

    def do(self, batch: Job, hear: Hear) -> list[Outcome]:
        """The outcomes of a batch, one of them for a property; what is known earlier `hear` gets. Raises Killed and
        Stopped.

        A failure that was known when it was stopped or killed is its outcome.
        """
        ended: list[Outcome] = []
        for outcome in self._simulation.do(batch, self._look):
            if outcome.state in ("died", "hung"):
                return [*ended, self._gone(outcome, batch, len(ended))]
            self._has_worked = True
            if outcome.state not in UNDER_WAY:
                ended.append(outcome)
            elif not hear(outcome):
                self._simulation.finish()
        if ended:
            return ended
        if self._interrupted:
            raise Stopped
        if self._has_worked or self._simulation.was_killed:
            raise Killed  # or it ended because it was idle for too long
        return [not_begun(batch, self.folder)]

    @property
    def lives(self) -> bool:
        """Whether it can do another batch."""
        return self._simulation.lives

    def _gone(self, outcome: Outcome, batch: Job, number: int) -> Outcome:
        """The outcome of a simulation that has died. `number`: of the outcomes before it."""
        if self._interrupted:
            raise Stopped
        if self._simulation.was_killed and outcome.state == "died":
            raise Killed
        if not self._has_worked or outcome.name != START:
            return outcome
        names = batch.names[number:]
        return outcome.model_copy(update={"name": names[0] if names else START})

    def _look(self) -> None:
        """End if nothing more is wanted: the campaign is over, or its folder has been removed."""
        wanted = _ending.get(self.setup.prefix)
        if wanted is None and self.folder.is_dir():
            return
        (self._simulation.interrupt if wanted == "with what there is" else self._simulation.kill)()
        self._interrupted = True

    def end(self) -> None:
        """Let it end by itself. Its folder stays. Raises Killed if its counts are not written."""
        self._simulation.end()
        if self.setup.counting and self._simulation.was_killed:
            raise Killed

    def close(self) -> None:
        """End it. Its folder stays."""
        self._simulation.close()

    def dismiss(self) -> None:
        """End it, and remove its folder."""
        self.close()
        runs.remove(self.folder)


#: How the simulations of a campaign are to end.
End = Literal["with what there is", "now"]

#: The campaigns of which this process does no more, and how they end.
_ending: dict[str, End] = {}


def stop(prefix: str, how: End) -> None:
    """End the simulations of a campaign, those that begin from now on, too."""
    _ending[prefix] = how


#: The idle simulations of this process, for each campaign.
_idle: dict[str, list[Worker]] = defaultdict(list)
_lock = threading.Lock()


def dismiss(prefix: str) -> None:
    """End the idle simulations of a campaign that is over."""
    with _lock:
        for worker in _idle.pop(prefix, []):
            worker.dismiss()


def _take(setup: WorkerSetup) -> Worker:
    with _lock:
        if _idle[setup.prefix]:
            return _idle[setup.prefix].pop()
    return Worker(setup)


def work(setup: WorkerSetup, batch: Job, hear: Hear = lambda _: True) -> BatchResult:
    """Have a batch done by a simulation of this process. Raises Stopped, Killed if that happens time and again, and
    BadInput if it cannot be here."""
    if not setup.runs.is_dir():
        raise BadInput(
            f"the worker on {platform.node()} does not see {setup.runs}. All workers must see the folder that --out "
            "names, under the same name."
        )
    for _ in range(_TRIES):
        try:
            worker = _take(setup)
        except SimulatorMissing as problem:
            raise BadInput(f"the worker on {platform.node()}: {problem}") from None
        try:
            *before, outcome = worker.do(batch, hear)
            if worker.lives and (setup.counting or setup.ends):
                worker.end()
            if not worker.lives:
                worker.close()
        except Killed:
            worker.dismiss()
            continue
        except BaseException:
            worker.dismiss()
            raise
        if worker.lives:
            with _lock:
                _idle[setup.prefix].append(worker)
        return BatchResult(outcome, worker.folder, before)
    raise Killed(f"{_TRIES} simulations in a row were killed in it. Is there enough memory?")
