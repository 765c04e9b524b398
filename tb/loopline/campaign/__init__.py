"""All properties of a design, on one or several simulators: builds, runs, and keeps what is known of failures.

May import: coverage and below."""

from __future__ import annotations

import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from uuid import uuid4

from loopline import system, workers
from loopline.campaign import close_up
from loopline.campaign.failures import Failures, Finding, failed_in, note_kind, say_where
from loopline.campaign.saved import Deck, Saved
from loopline.contract import game as games
from loopline.coverage import take_lines_and_bits, write_situations
from loopline.design import Change
from loopline.design.build import Build, EarlyBuild, stop_all
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.simulation import keep_folder, remove_folder, sweep_folders
from loopline.simulation.job import DECK, FAILURES, START, Job, OneTrialJob, Outcome, PropertyJob, ScriptsJob
from loopline.system import interruptible
from loopline.workers.batches import PropertyRun
from loopline.workers.pool import BatchResult, LocalPool, Lost, WorkerPool, WorkerSetup
from loopline.workers.scheduler import JobQueue, Part, Scheduler

#: The least number of seconds of a sample, which has the same share of the time as of the examples.
_SHORTEST = 1.0

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


def play(shares: Sequence[Share]) -> None:
    """Have the pool do the shares of one or several campaigns, all of the same pool: a few examples of each property of
    each come before many of any. Raises BadInput."""
    first = shares[0].campaign
    scheduler = Scheduler(first.pool, shares, first.stop_at_failure)
    for share, outcome in scheduler.run():
        assert isinstance(share, Share)
        share.findings.append(share.campaign.keep(share.simulator, outcome))
        if share.campaign.interrupted and not scheduler.interrupted:  # it was a close-up that heard Ctrl-C
            scheduler.interrupt()
    for share in shares:
        share.campaign.take_share(share, scheduler.interrupted)


@dataclass
class Campaign:
    """A design, and how much to test it."""

    dut: Dut
    out: Path
    seed: int
    examples: int = 100
    seconds: float | None = None
    #: Seconds without a sign of life after which a simulator counts as hung.
    timeout: float = 60.0
    #: Seconds that may be spent on shrinking one failure.
    shrink: float = 30.0
    #: The first failure is shrunk, and nothing else is begun.
    stop_at_failure: bool = False
    #: Make waves of every script, and not of failures alone.
    waves_always: bool = False
    #: The board that was asked for instead of the description's.
    board: Change | None = None
    #: Count which situations of the game are met: in OUT/coverage a file for each simulator.
    coverage: bool = False
    #: Count which lines and bits of the Verilog are in use.
    rtl_coverage: bool = False
    #: The description that is played, if not `dut`: with less to compare. A close-up always plays `dut`.
    played: Dut | None = None
    #: Has the jobs done.
    pool: WorkerPool = field(default_factory=LocalPool)
    interrupted: bool = False
    #: Why nothing could be played, and whether it is played at the same time as another campaign.
    refused: BadInput | None = None
    shares_time: bool = False
    #: Campaigns of the same design on other boards, in which the same may have failed.
    elsewhere: Sequence[Campaign] = ()
    #: Where the minimal games of failures are collected, and replayed first the next time.
    regressions: Path | None = None
    #: Hypothesis' observations of each example are added to it.
    observe: Path | None = None
    #: Games that are played before anything random.
    deck: Deck | None = None
    findings: list[Finding] = field(default_factory=list)
    #: Is called with each finding at once, when its waves are there.
    found: OnFinding | None = None
    #: What this campaign has counted, of either.
    covered: list[Path] = field(default_factory=list)
    counted: list[Path] = field(default_factory=list)
    #: When it began, and the seconds in which it has made builds.
    began: float = field(default_factory=time.monotonic)
    building: float = 0.0
    #: The failures that are known.
    _known: set[tuple[str, str]] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    #: By simulator, and whether they make waves: the design stays what it was when the campaign began.
    _builds: dict[tuple[str, bool], Build] = field(default_factory=dict)
    #: By simulator, builds that make waves, begun at the first failure.
    _early: dict[str, EarlyBuild] = field(default_factory=dict)
    #: Folders of simulations that have died.
    _crashed: set[Path] = field(default_factory=set)

    @cached_property
    def failures(self) -> Failures:
        """The failures of this run, on disk."""
        return Failures(self.dut, self.out, self.seed, self.regressions)

    @property
    def game(self) -> games.AnyScripts:
        """The game that the design plays."""
        return games.scripts(self.dut)

    @property
    def workers(self) -> int:
        """How many simulations run at a time."""
        return self.pool.size

    @property
    def elapsed(self) -> float:
        """Seconds so far. Beside another campaign, whose seconds are those of both, its own: of its simulations, as
        many at a time as there are workers."""
        if self.shares_time:
            return self.building + sum(finding.outcome.seconds for finding in self.findings) / self.workers
        return time.monotonic() - self.began

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

    def build(self, simulator: Simulator, waves: bool = False) -> Build:
        """The build of the design for that simulator. Raises BadInput if it cannot be built."""
        if build := self._builds.get((simulator.name, waves)):
            return build
        begun = self._early.get(simulator.name) if waves else None
        build = begun.build if begun else self._described(simulator, waves)
        started = time.monotonic()
        with interruptible(signal.default_int_handler):
            try:
                (begun or build).run()
            except BadInput:
                system.check_disk(self.out)
                raise
            finally:
                self.building += time.monotonic() - started
        return self._builds.setdefault((simulator.name, waves), build)

    def _described(self, simulator: Simulator, waves: bool) -> Build:
        counting = self.rtl_coverage and simulator.counts_lines and not waves
        dut = self.played if self.played and not waves else self.dut
        return Build(dut, self.game.streams, simulator, self.out / "build", waves, counting)

    def built(self, simulator: Simulator, waves: bool = False) -> Build | None:
        """Return the build, or None after Ctrl-C. Raises BadInput if it cannot be built."""
        try:
            return None if self.interrupted else self.build(simulator, waves)
        except KeyboardInterrupt:
            self.interrupted = True
        return None

    def properties(self, only: Sequence[str] = ()) -> list[str]:
        """Return the names of the deck and the properties that are played; only those of `only`, if there are some."""
        names = [one.name for one in self.game.properties()]
        return [name for name in ([DECK, *names] if self.games_of_deck() else names) if not only or name in only]

    @property
    def failed(self) -> set[str]:
        """What something has failed of."""
        return {finding.outcome.name for finding in self.findings if finding.outcome.state in FAILURES}

    def without_failures(self, properties: Sequence[str]) -> list[str]:
        """Return the properties of which nothing has failed; none if a failure ends the campaign."""
        failed = self.failed
        return [] if failed and self.stop_at_failure else [name for name in properties if name not in failed]

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
        own = self._sample if sample else {"deck": self.games_of_deck()}
        job = self._job(requests=workers.REQUESTS, **own)
        failed = failed_in(self.out)
        every = [PropertyRun(job, name, self.pool.size, failed_before=name in failed) for name in properties]
        return self._share_of(simulator, every, job.idle, watch)

    def play(
        self,
        simulator: Simulator,
        run: PropertyRun,
        idle: Job,
        watch: OnOutcome,
    ) -> Finding | None:
        """Play all batches of a run. `idle` is a job with nothing to do. Returns the finding; None if the run was
        interrupted before the design was built."""
        if not self.built(simulator):
            return None
        before = len(self.findings)
        play([self._share_of(simulator, [run], idle, watch)])
        return self.findings[before]

    def _share_of(
        self,
        simulator: Simulator,
        properties: Sequence[PropertyRun],
        idle: Job,
        watch: OnOutcome,
    ) -> Share:
        hear, done = self._hear(simulator, watch), self._take_from
        return Share(partial(self._setup, simulator, idle), properties, hear, done, campaign=self, simulator=simulator)

    def _setup(self, simulator: Simulator, idle: Job) -> WorkerSetup:
        """Raises BadInput if the design cannot be built."""
        return self._setup_of(self.build(simulator), idle)

    def _setup_of(self, build: Build, idle: Job) -> WorkerSetup:
        folder = (self.out / "run").resolve()
        folder.mkdir(parents=True, exist_ok=True)
        sweep_folders(folder)
        prefix = f"{build.folder.name}-{uuid4().hex[:8]}-"
        return WorkerSetup(build.simulator.name, build.folder, folder, prefix, idle, build.coverage)

    def _end(self, setup: WorkerSetup, simulator: Simulator, outcomes: Sequence[Outcome]) -> None:
        """All simulations with this set-up are over: note what these outcomes have covered, and remove the folders."""
        if any(outcome.covered for outcome in outcomes):
            self.covered.append(self._coverage / f"{setup.prefix}all.json")
            write_situations(self.dut, simulator, self.seed, outcomes, self.covered[-1])
        for folder in setup.runs.glob(f"{setup.prefix}*"):
            (keep_folder if folder in self._crashed else remove_folder)(folder)

    def take_share(self, share: Share, interrupted: bool) -> None:
        """What has come of it."""
        self.interrupted |= interrupted
        self.refused = share.refused
        if share.setup:
            self._end(share.setup, share.simulator, [finding.outcome for finding in share.findings])
        places = {one.name: place for place, one in enumerate(share.properties)}
        before = len(self.findings) - len(share.findings)
        self.findings[before:] = sorted(share.findings, key=lambda finding: places.get(finding.outcome.name, -1))

    @property
    def sampled(self) -> int:
        """Examples of each property in a sample."""
        return workers.sampled(self.examples)

    @property
    def _sample(self) -> dict[str, object]:
        seconds = self.seconds and max(_SHORTEST, self.seconds / workers.SAMPLE)
        games = self.games_of_deck(sample=True)
        return {"examples": self.sampled, "seconds": seconds, "deck": games, "cycles": workers.cycles(self.examples)}

    def games_of_deck(self, *, sample: bool = False) -> list[Saved]:
        """Return the games of the deck; those that find most come first. A `sample` has a share of them."""
        saved = self.deck.games if self.deck else []
        return saved[: workers.sampled(len(saved))] if sample else saved

    def _hear(self, simulator: Simulator, watch: OnOutcome) -> Callable[[Outcome], None]:
        """A failure is kept as soon as it is known, in case the run does not finish. Called from any thread."""

        def hear(outcome: Outcome) -> None:
            with self._lock:
                key = simulator.name, outcome.name
                if outcome.state == "shrinking" and key not in self._known:
                    self._known.add(key)
                    self.failures.save(simulator, outcome.cut_short("the run did not finish"))
                    if simulator.name not in self._early:
                        self._early[simulator.name] = EarlyBuild(self._described(simulator, waves=True))
            watch(simulator, outcome)

        return hear

    def _take_from(self, done: BatchResult) -> None:
        """Keep what is in the folder before it is removed. If the simulation died, the folder and its session stay."""
        if self.rtl_coverage:
            self.counted += take_lines_and_bits(done.folder, self._coverage)
        if done.outcome.state in ("died", "hung"):
            say_where(self.dut, done.outcome, done.folder)
            self._crashed.add(done.folder)

    def replay(self, simulator: Simulator, scripts: Sequence[Saved], watch: OnOutcome) -> None:
        """Play scripts, each of a name, text and waiting cycles. Those of a file follow each other in one simulation:
        one of them may take those before it to fail."""
        places = {name: place for place, (name, *_) in reversed([*enumerate(scripts)])}
        jobs = [self.job(ScriptsJob, does=self._does, scripts=list(some)) for _, some in groupby(scripts, _file_of)]
        before = len(self.findings)
        left = self.run(simulator, jobs, watch)
        self.not_run(simulator, [name for job in left for name in job.names])
        self.findings[before:] = sorted(self.findings[before:], key=lambda one: places.get(one.outcome.name, -1))

    def run(self, simulator: Simulator, jobs: Sequence[ScriptsJob], watch: OnOutcome) -> Sequence[ScriptsJob]:
        """Have these jobs done, by as many simulations as the pool has, and keep each outcome. Returns what is left of
        them after Ctrl-C, or when a simulation has died before it could play anything."""
        if not jobs or not self.built(simulator):  # nothing to play needs no build, and others may play meanwhile
            return jobs
        setup = self._setup(simulator, jobs[0].idle)
        hear, played, not_begun = self._hear(simulator, watch), list[Outcome](), list[ScriptsJob]()

        def goes_on(outcome: Outcome) -> bool:
            hear(outcome)
            return True

        def note(job: ScriptsJob, outcomes: Sequence[Outcome], folder: Path | None) -> ScriptsJob | None:
            if folder:
                self._take_from(BatchResult(outcomes[-1], folder))
            if outcomes[-1].name == START:
                queue.close()
                not_begun.append(job)
                if len(not_begun) > 1:  # the others end as this one has
                    return None
            for outcome in outcomes:
                outcome.name = outcome.name or next(iter(job.names), "")
                hear(outcome)
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
            self.interrupted |= queue.interrupted
            self.pool.dismiss(setup)
            self._end(setup, simulator, played)
        return [*not_begun, *queue.left]

    @property
    def _does(self) -> str:
        return "loopline.coverage.collect:CoveredTrial" if self.coverage else "loopline.trial.play:trial"

    def _job(self, **what: object) -> PropertyJob:
        database = (self.out / "cache" / "examples").resolve()
        usual = {"does": self._does, "database": database, "observe": self.observe, "examples": self.examples}
        return self.job(PropertyJob, **{**usual, **what})

    def job(self, kind: type[OneTrialJob], **what: object) -> OneTrialJob:
        """Return a job of this kind on this design, with the limits of the campaign."""
        usual = {
            "dut": self.dut,
            "seconds": self.seconds,
            "seed": self.seed,
            "timeout": self.timeout,
            "shrink": self.shrink,
        }
        return kind.model_validate({**usual, **what})

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
        found, setup = list[Outcome](), self._setup_of(build, jobs[0].idle)._replace(ends=True)

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
            self.interrupted |= queue.interrupted
            here.dismiss(setup)
        return found

    @property
    def _coverage(self) -> Path:
        return self.out / "coverage"

    def not_run(self, simulator: Simulator, names: Sequence[str]) -> None:
        """Note that these were not played."""
        self.findings.extend(Finding(simulator, Outcome(name=name, state="not run")) for name in names)

    def keep(self, simulator: Simulator, outcome: Outcome) -> Finding:
        """Note an outcome, write waves of a failure, and tell of it."""
        finding = self.note(simulator, outcome)
        self.findings.append(finding)
        if finding.game and outcome.state in ("mismatch", "agrees") and not outcome.same_as:
            close_up.make(self, finding, finding.game)
        note_kind(self, finding, self.elsewhere)
        if self.found:
            self.found(finding)
        return finding

    def note(self, simulator: Simulator, outcome: Outcome) -> Finding:
        """A finding of this outcome. The game of a failure is saved."""
        if outcome.state == "agrees" and outcome.empty == outcome.examples:
            outcome.state = "nothing asked" if outcome.examples else "nothing ran"
        finding = Finding(simulator, outcome)
        if outcome.script and (outcome.state in FAILURES or self.waves_always):
            finding.game = self.failures.save(simulator, outcome)
        return finding


def _file_of(saved: Saved) -> str:
    """The file from which a game has been read; the name of one that is from no file."""
    file, _, line = saved[0].rpartition(":")
    return file if line.isdigit() else saved[0]


def replay_command(finding: Finding, campaign: Campaign) -> str:
    """Return the command that plays the game of a failure again."""
    dut, out = campaign.dut, campaign.out
    words = ["loopline", "replay", str(finding.game), "--dut", dut.shown, "--sim", finding.simulator.name]
    words += campaign.board.words if campaign.board else []
    words += ["--seed", str(campaign.seed)] if finding.simulator.unknown(campaign.seed) else []
    return shlex.join([*words, *([] if out == Path("out") else ["--out", str(out)])])
