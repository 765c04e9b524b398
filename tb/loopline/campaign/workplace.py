"""The workplace of a campaign: its plan, builds, folders of simulations, failures on disk, and what it has found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import assert_never

from loopline.campaign.failures import Failures, say_where
from loopline.campaign.findings import Agrees, Finding, Mismatch, NotPlayed, OneFinding, Untested
from loopline.campaign.plan import Plan
from loopline.coverage import take_lines_and_bits, write_situations
from loopline.design.build import Build, Builds
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.simulation import keep_folder, remove_folder
from loopline.simulation.job import FAILURES, Job, OneTrialJob, Outcome
from loopline.simulation.simulate import Setup, set_up
from loopline.system import interrupted
from loopline.workers.pool import BatchResult, LocalPool, WorkerPool
from loopline.workers.scheduler import JobQueue


def _demanded(finding: Finding) -> int | None:
    """Return the exit code that this finding demands, whatever the others are."""
    match finding:
        case Mismatch():
            return None if finding.is_known else 1
        case Untested():
            return 2 if finding.outcome.set_up else 3
        case Agrees() | NotPlayed():
            return None
        case other:
            assert_never(other)


def worst(codes: Iterable[int]) -> int:
    """Return the worst of the exit codes of several campaigns."""
    found = set(codes)
    return next((code for code in (1, 3, 2) if code in found), max(found, default=0))


OnFinding = Callable[[Finding], Finding]


class Runs:
    """The folders in which the simulations of a plan run, and what is taken from them."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        #: What they have counted of the game's situations, and of the lines and bits of the Verilog.
        self.covered: list[Path] = []
        self.counted: list[Path] = []
        #: Folders of simulations that have died.
        self._crashed: set[Path] = set()

    def setup(self, build: Build, idle: Job) -> Setup:
        """Return the set-up of simulations with this build. `idle` is a job with nothing to do."""
        return set_up(build, self._plan.out / "run", idle)

    def take_from(self, done: BatchResult) -> Outcome:
        """Keep what is in the folder before it is removed.

        If the simulation died, the folder and its session stay. Return the outcome, with what the folder says of it.
        """
        if self._plan.rtl_coverage:
            self.counted += take_lines_and_bits(done.folder, self._coverage)
        if done.outcome.state in ("died", "hung"):
            self._crashed.add(done.folder)
        return say_where(self._plan.subject, done.outcome, done.folder)

    def end(self, setup: Setup, simulator: Simulator, outcomes: Sequence[Outcome]) -> None:
        """Note what these outcomes have covered, and remove the folders: all simulations with this set-up are over.

        Args:
            setup: The set-up, whose prefix the folders have.
            simulator: The simulator that it ran.
            outcomes: The outcomes of all its simulations.
        """
        if any(outcome.covered for outcome in outcomes):
            self.covered.append(self._coverage / f"{setup.prefix}all.json")
            write_situations(self._plan.subject, simulator, self._plan.seed, outcomes, self.covered[-1])
        for folder in setup.runs.glob(f"{setup.prefix}*"):
            (keep_folder if folder in self._crashed else remove_folder)(folder)

    @property
    def _coverage(self) -> Path:
        return self._plan.out / "coverage"


@dataclass
class Workplace:
    """The parts of a campaign. Close-ups, and the search for suspects, play games here, apart from its own."""

    plan: Plan
    #: Has the jobs done.
    pool: WorkerPool = field(default_factory=LocalPool)
    #: The first failure is shrunk, and nothing else is begun.
    stop_at_failure: bool = False
    #: Make waves of every script, and not of failures alone.
    waves_always: bool = False
    #: Where the minimal games of failures are collected, and replayed first the next time.
    regressions: Path | None = None
    #: Whether it is played at the same time as another campaign.
    shares_time: bool = False
    #: Called with each finding at once, when it has its waves. Returns it with what was learnt of it.
    found: OnFinding | None = None
    #: Hears what goes on beside the examples.
    busy: Callable[[str], None] = field(default=lambda words: None)
    #: Campaigns of the same design on other boards, in which the same may have failed.
    elsewhere: Sequence[Workplace] = ()
    findings: list[Finding] = field(default_factory=list)
    interrupted: bool = False
    #: The saved games of known bugs that were played, and the number of the entry of each.
    known_games: dict[str, int] = field(default_factory=dict)
    #: Why nothing could be played.
    refused: BadInput | None = None
    began: float = field(default_factory=time.monotonic)
    ended: float | None = None

    @cached_property
    def builds(self) -> Builds:
        """The builds of the design."""
        plan = self.plan
        return Builds(plan.dut, plan.game.streams, plan.out / "build", plan.rtl_coverage)

    @cached_property
    def runs(self) -> Runs:
        """The folders of its simulations."""
        return Runs(self.plan)

    @cached_property
    def failures(self) -> Failures:
        """The failures of this run, on disk."""
        return Failures(self.plan.subject, self.plan.out, self.plan.seed, self.regressions)

    @property
    def elapsed(self) -> float:
        """Seconds so far.

        Beside another campaign, whose seconds are those of both, its own: of its simulations, as many at a time as
        there are workers.
        """
        if self.shares_time:
            return self.builds.seconds + sum(finding.outcome.seconds for finding in self.findings) / self.pool.size
        return (self.ended or time.monotonic()) - self.began

    @property
    def exit_code(self) -> int:
        """The exit code.

        0 agrees, 1 a mismatch, 2 nothing was run, 3 the simulator died or hung or a result is not final, 130
        interrupted with nothing wrong.
        """
        codes = {_demanded(finding) for finding in self.findings}
        if failed := next((code for code in (1, 2, 3) if code in codes), None):
            return failed
        if self.interrupted:
            return interrupted()
        has_passed = any(isinstance(finding, Agrees) for finding in self.findings)
        return 2 if not has_passed or any(isinstance(finding, NotPlayed) for finding in self.findings) else 0

    def put(self, before: Finding, after: OneFinding) -> OneFinding:
        """Replace a finding by what is known now. Returns it."""
        self.findings[self.findings.index(before)] = after
        return after

    def built(self, simulator: Simulator, waves: bool = False) -> Build | None:
        """Return the build, or None after Ctrl-C. Raises BadInput if it cannot be built."""
        try:
            return None if self.interrupted else self.builds.get(simulator, waves)
        except KeyboardInterrupt:
            self.interrupted = True
        return None

    @property
    def mismatches(self) -> list[Mismatch]:
        """What does not agree with the golden model."""
        return [finding for finding in self.findings if isinstance(finding, Mismatch)]

    @property
    def failed(self) -> set[str]:
        """What something has failed of."""
        return {finding.outcome.name for finding in self.findings if finding.outcome.state in FAILURES}

    def has_failed_on(self, simulators: Sequence[Simulator]) -> bool:
        """Return whether something has failed on one of these simulators."""
        return any(finding.outcome.state in FAILURES for finding in self.findings if finding.simulator in simulators)

    def play_apart(
        self,
        build: Build,
        jobs: Sequence[OneTrialJob],
        keep: Callable[[Path], None] = lambda folder: None,
        again: Callable[[OneTrialJob, Outcome], OneTrialJob | None] = lambda job, outcome: None,
    ) -> list[Outcome]:
        """Return the outcomes of jobs, each in a new simulation, on this machine at the same time; none after Ctrl-C.

        Args:
            build: The build.
            jobs: The jobs.
            keep: Takes what is kept from the folder of a simulation, besides what it says of one that died; by
                default nothing.
            again: Gets a job and its last outcome, and returns what is still to be done of it.
        """
        found, setup = list[Outcome](), self.runs.setup(build, jobs[0].idle)._replace(ends=True)

        def note(job: OneTrialJob, outcomes: Sequence[Outcome], folder: Path | None) -> OneTrialJob | None:
            if folder:
                outcomes = [*outcomes[:-1], say_where(self.plan.subject, outcomes[-1], folder)]
                keep(folder)
                remove_folder(folder)
            found.extend(outcomes)
            return again(job, outcomes[-1])

        with self.pool.beside(len(jobs)) as local:
            queue: JobQueue[OneTrialJob] = JobQueue(local, setup)
            try:
                queue.run((next_job for next_job in jobs if not self.interrupted), note)
            finally:
                self.interrupted |= queue.scheduler.interrupted
                local.dismiss(setup)
        return found
