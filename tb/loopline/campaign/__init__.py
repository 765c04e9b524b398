"""All properties of a design, on one or several simulators: builds, runs, and keeps what is known of failures.

May import: coverage and below."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from loopline.campaign import close_up, known
from loopline.campaign.failures import Failures, Finding, note_kind, say_where
from loopline.campaign.plan import Plan, failed_in
from loopline.campaign.saved import Saved
from loopline.coverage import take_lines_and_bits, write_situations
from loopline.design.build import Build, Builds, stop_all
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.simulation import keep_folder, remove_folder
from loopline.simulation.job import FAILURES, START, Job, OneTrialJob, Outcome, ScriptsJob
from loopline.simulation.simulate import Setup, set_up
from loopline.system import interruptible
from loopline.workers.batches import PropertyRun
from loopline.workers.pool import BatchResult, LocalPool, Lost, WorkerPool
from loopline.workers.scheduler import JobQueue, Part, PropertyQueue

OnOutcome = Callable[[Simulator, Outcome], None]
OnFinding = Callable[[Finding], None]


#: After more than this many Ctrl-C the command ends at once.
_INSISTING = 2


@dataclass(eq=False)
class Share(Part):
    """What a campaign has to play on one simulator."""

    campaign: Campaign = field(kw_only=True)
    simulator: Simulator = field(kw_only=True)
    findings: list[Finding] = field(default_factory=list, kw_only=True)

    def end(self) -> None:
        """Nothing more is played of it: give the campaign what has come of it."""
        campaign = self.campaign
        campaign.refused = self.refused
        if self.setup:
            campaign.runs.end(self.setup, self.simulator, [finding.outcome for finding in self.findings])
        places = {one.name: place for place, one in enumerate(self.properties)}
        before = len(campaign.findings) - len(self.findings)
        campaign.findings[before:] = sorted(self.findings, key=lambda one: places.get(one.outcome.name, -1))


def play(shares: Sequence[Share]) -> None:
    """Have the pool do the shares of one or several campaigns, all of the same pool: a few examples of each property of
    each come before many of any. Raises BadInput."""
    first = shares[0].campaign
    queue = PropertyQueue(first.pool, shares, first.stop_at_failure)
    for share, outcome in queue.run():
        assert isinstance(share, Share)
        share.findings.append(share.campaign.keep(share.simulator, outcome))
        if share.campaign.interrupted and not queue.scheduler.interrupted:  # it was a close-up that heard Ctrl-C
            queue.scheduler.interrupt()
    for share in shares:
        share.campaign.interrupted |= queue.scheduler.interrupted
        share.end()


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

    def take_from(self, done: BatchResult) -> None:
        """Keep what is in the folder before it is removed. If the simulation died, the folder and its session stay."""
        if self._plan.rtl_coverage:
            self.counted += take_lines_and_bits(done.folder, self._coverage)
        if done.outcome.state in ("died", "hung"):
            say_where(self._plan.dut, done.outcome, done.folder)
            self._crashed.add(done.folder)

    def end(self, setup: Setup, simulator: Simulator, outcomes: Sequence[Outcome]) -> None:
        """All simulations with this set-up are over: note what these outcomes have covered, and remove the folders."""
        if any(outcome.covered for outcome in outcomes):
            self.covered.append(self._coverage / f"{setup.prefix}all.json")
            write_situations(self._plan.dut, simulator, self._plan.seed, outcomes, self.covered[-1])
        for folder in setup.runs.glob(f"{setup.prefix}*"):
            (keep_folder if folder in self._crashed else remove_folder)(folder)

    @property
    def _coverage(self) -> Path:
        return self._plan.out / "coverage"


@dataclass
class Campaign:
    """What is planned, played, and found."""

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
    #: Is called with each finding at once, when its waves are there.
    found: OnFinding | None = None
    #: Campaigns of the same design on other boards, in which the same may have failed.
    elsewhere: Sequence[Campaign] = ()
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
        return Failures(self.plan.dut, self.plan.out, self.plan.seed, self.regressions)

    @property
    def elapsed(self) -> float:
        """Seconds so far. Beside another campaign, whose seconds are those of both, its own: of its simulations, as
        many at a time as there are workers."""
        if self.shares_time:
            return self.builds.seconds + sum(finding.outcome.seconds for finding in self.findings) / self.pool.size
        return (self.ended or time.monotonic()) - self.began

    @contextmanager
    def collect_interrupts(self, *others: Campaign) -> Iterator[None]:
        """Meanwhile Ctrl-C is only noted, for the others too, so that partial results are reported. (A third Ctrl-C
        ends the command.)"""
        times = 0

        def note(*_: object) -> None:
            nonlocal times
            times += 1
            for one in (self, *others):
                one.interrupted = True
            if times > _INSISTING:
                raise KeyboardInterrupt

        with interruptible(note):
            try:
                yield
            finally:
                stop_all()

    def built(self, simulator: Simulator, waves: bool = False) -> Build | None:
        """Return the build, or None after Ctrl-C. Raises BadInput if it cannot be built."""
        try:
            return None if self.interrupted else self.builds.get(simulator, waves)
        except KeyboardInterrupt:
            self.interrupted = True
        return None

    @property
    def failed(self) -> set[str]:
        """What something has failed of."""
        return {finding.outcome.name for finding in self.findings if finding.outcome.state in FAILURES}

    def has_failed_on(self, simulators: Sequence[Simulator]) -> bool:
        """Whether something has failed on one of these."""
        return any(one.outcome.state in FAILURES for one in self.findings if one.simulator in simulators)

    def verify(self, simulator: Simulator, properties: Sequence[str], watch: OnOutcome) -> None:
        """Run the properties, by as many simulations as the pool has; one that takes a simulator down does not keep the
        rest from it."""
        if not self.built(simulator):
            self.not_run(simulator, properties)
            return
        play([self.share(simulator, properties, watch)])

    def share(
        self, simulator: Simulator, properties: Sequence[str], watch: OnOutcome, *, sample: bool = False
    ) -> Share:
        """Return what is to be played of these properties, together with other campaigns. A `sample` is a share of the
        examples."""
        job, failed = self.plan.of_properties(sample=sample), failed_in(self.plan.out)
        every = [PropertyRun(job, name, self.pool.size, failed_before=name in failed) for name in properties]
        return self._share(simulator, every, job.idle, watch)

    def play(self, simulator: Simulator, run: PropertyRun, idle: Job, watch: OnOutcome) -> Finding | None:
        """Play all batches of a run. `idle` is a job with nothing to do. Returns the finding; None if the run was
        interrupted before the design was built."""
        if not self.built(simulator):
            return None
        before = len(self.findings)
        play([self._share(simulator, [run], idle, watch)])
        return self.findings[before]

    def _share(self, simulator: Simulator, runs: Sequence[PropertyRun], idle: Job, watch: OnOutcome) -> Share:
        def begin() -> Setup:
            return self.runs.setup(self.builds.get(simulator), idle)

        on_update = self._listener(simulator, watch)
        return Share(begin, runs, on_update, self.runs.take_from, campaign=self, simulator=simulator)

    def _listener(self, simulator: Simulator, watch: OnOutcome) -> Callable[[Outcome], None]:
        """A failure is kept as soon as it is known, in case the run does not finish. Called from any thread."""

        def on_update(outcome: Outcome) -> None:
            if outcome.state == "shrinking" and self.failures.save_first(simulator, outcome):
                self.builds.begin(simulator)
            watch(simulator, outcome)

        return on_update

    def replay(self, simulator: Simulator, scripts: Sequence[Saved], watch: OnOutcome) -> None:
        """Play scripts, each of a name, text and waiting cycles."""
        places = {name: place for place, (name, *_) in reversed([*enumerate(scripts)])}
        before = len(self.findings)
        left = self.run(simulator, self.plan.of_scripts(scripts), watch)
        self.not_run(simulator, [name for job in left for name in job.names])
        self.findings[before:] = sorted(self.findings[before:], key=lambda one: places.get(one.outcome.name, -1))

    def replay_known(self, simulator: Simulator, watch: OnOutcome) -> None:
        """Play the saved games of known bugs, which must fail. Raises BadInput."""
        for number, scripts in known.saved_games(self.plan.dut).items():
            self.known_games |= dict.fromkeys((name for name, *_ in scripts), number)
            self.replay(simulator, scripts, watch)

    def run(self, simulator: Simulator, jobs: Sequence[ScriptsJob], watch: OnOutcome) -> Sequence[ScriptsJob]:
        """Have these jobs done, by as many simulations as the pool has, and keep each outcome. Returns what is left of
        them after Ctrl-C, or when a simulation has died before it could play anything."""
        if not jobs or not self.built(simulator):  # nothing to play needs no build, and others may play meanwhile
            return jobs
        setup = self.runs.setup(self.builds.get(simulator), jobs[0].idle)
        on_update, played, not_begun = self._listener(simulator, watch), list[Outcome](), list[ScriptsJob]()

        def goes_on(outcome: Outcome) -> bool:
            on_update(outcome)
            return True

        def note(job: ScriptsJob, outcomes: Sequence[Outcome], folder: Path | None) -> ScriptsJob | None:
            if folder:
                self.runs.take_from(BatchResult(outcomes[-1], folder))
            if outcomes[-1].name == START:
                queue.close()
                not_begun.append(job)
                if len(not_begun) > 1:  # the others end as this one has
                    return None
            for outcome in outcomes:
                outcome.name = outcome.name or next(iter(job.names), "")
                on_update(outcome)
            played.extend(outcomes)
            for outcome in outcomes:
                self.keep(simulator, outcome)
            left = job.scripts[len(outcomes) :]
            return job.model_copy(update={"scripts": left}) if left and not not_begun else None

        queue: JobQueue[ScriptsJob] = JobQueue(self.pool, setup, goes_on)
        try:
            queue.run(jobs, note)
        except Lost as lost:
            self.keep(simulator, Outcome(name="workers", state="died", error=str(lost)))
        finally:
            self.interrupted |= queue.scheduler.interrupted
            self.pool.dismiss(setup)
            self.runs.end(setup, simulator, played)
        return [*not_begun, *queue.left]

    def play_apart(
        self,
        build: Build,
        jobs: Sequence[OneTrialJob],
        keep: Callable[[Path], None] = lambda folder: None,
        again: Callable[[OneTrialJob, Outcome], OneTrialJob | None] = lambda job, outcome: None,
    ) -> list[Outcome]:
        """Return the outcomes of jobs, each in a new simulation of this build, on this machine at the same time; none
        after Ctrl-C. Nothing is kept but what `keep` takes from a folder. `again` gets a job and its last outcome, and
        returns what is still to be done of it."""
        found, setup = list[Outcome](), self.runs.setup(build, jobs[0].idle)._replace(ends=True)

        def note(job: OneTrialJob, outcomes: Sequence[Outcome], folder: Path | None) -> OneTrialJob | None:
            found.extend(outcomes)
            if folder:
                keep(folder)
                remove_folder(folder)
            return again(job, outcomes[-1])

        queue: JobQueue[OneTrialJob] = JobQueue(here := LocalPool(len(jobs)), setup)
        try:
            queue.run((one for one in jobs if not self.interrupted), note)
        finally:
            self.interrupted |= queue.scheduler.interrupted
            here.dismiss(setup)
        return found

    def end(self) -> None:
        """Nothing more is played: the time is over."""
        self.ended = time.monotonic()

    def not_run(self, simulator: Simulator, names: Sequence[str]) -> None:
        """Note that these were not played."""
        self.findings.extend(Finding(simulator, Outcome(name=name, state="not run")) for name in names)

    def keep(self, simulator: Simulator, outcome: Outcome) -> Finding:
        """Note an outcome, save the game of a failure, write waves of it, and tell of it."""
        if outcome.state == "agrees" and outcome.empty == outcome.examples:
            outcome.state = "nothing asked" if outcome.examples else "nothing ran"
        finding = Finding(simulator, outcome)
        if outcome.state == "mismatch" and not outcome.same_as:
            note_kind(self, finding, self.elsewhere)
        known.recognise(self, finding)
        if outcome.script and (outcome.state in FAILURES or self.waves_always):
            finding.game = self.failures.save(simulator, outcome)
        self.findings.append(finding)
        if finding.game and outcome.state in ("mismatch", "agrees") and not outcome.same_as:
            close_up.make(self, finding, finding.game)
        if outcome.state in FAILURES and outcome.state != "mismatch" and not outcome.same_as:
            note_kind(self, finding, self.elsewhere)
        if self.found:
            self.found(finding)
        return finding
