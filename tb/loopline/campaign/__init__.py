"""All properties of a design, on one or several simulators: builds, runs, and keeps what is known of failures.

May import: coverage, source and below.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from loopline.campaign import close_up, crash, known
from loopline.campaign.findings import Agrees, Finding, Mismatch, Untested, finding_of
from loopline.campaign.plan import failed_in
from loopline.campaign.saved import Saved
from loopline.campaign.workplace import Workplace
from loopline.design.build import stop_all
from loopline.design.simulators import Simulator
from loopline.simulation.job import FAILURES, INSTEAD, START, Job, Outcome, ScriptsJob
from loopline.simulation.simulate import Setup
from loopline.system import interruptible
from loopline.workers.batches import PropertyRun
from loopline.workers.pool import BatchResult, PoolLost
from loopline.workers.scheduler import BuildShare, JobQueue, PropertyQueue, Scheduler, in_background

OnOutcome = Callable[[Simulator, Outcome], None]


#: After more than this many Ctrl-C the command ends at once.
_INSISTING = 2


@dataclass(eq=False)
class Share(BuildShare):
    """The share of a campaign that is played on one simulator."""

    campaign: Campaign = field(kw_only=True)
    simulator: Simulator = field(kw_only=True)
    findings: list[Finding] = field(default_factory=list, kw_only=True)

    def kind(self, outcome: Outcome) -> str:
        """Return the kind of a failure.

        One that may be of a known bug is always made smaller: only its smallest game shows that.
        """
        dut = self.campaign.plan.dut
        known = {dut.known[number].signal for number in dut.known_games}
        return f"{outcome.kind}, {outcome.name}" if outcome.signal in known else outcome.kind

    def end(self) -> None:
        """End the share: give the campaign what has come of it."""
        campaign = self.campaign
        campaign.refused = self.refused
        if self.setup:
            campaign.runs.end(self.setup, self.simulator, [finding.outcome for finding in self.findings])
        places = {run.name: place for place, run in enumerate(self.properties)}
        before = len(campaign.findings) - len(self.findings)
        campaign.findings[before:] = sorted(self.findings, key=lambda finding: places.get(finding.outcome.name, -1))


def play(shares: Sequence[Share]) -> None:
    """Have the pool do the shares of one or several campaigns, all of the same pool.

    A few examples of each property of each campaign come before many of any. Raise BadInput if a design cannot be used.
    """
    first = shares[0].campaign
    queue = PropertyQueue(first.pool, shares, first.stop_at_failure)
    for share, outcome in queue.run():
        assert isinstance(share, Share)
        share.findings.append(share.campaign.keep(share.simulator, outcome, shrinks_crash=True))
        share.campaign.pass_on_interrupt(queue.scheduler)
    for share in shares:
        share.campaign.interrupted |= queue.scheduler.interrupted
        share.end()


@dataclass
class Campaign(Workplace):
    """A campaign: what is planned, played, and found."""

    @contextmanager
    def collect_interrupts(self, *others: Campaign) -> Iterator[None]:
        """Note Ctrl-C, for the others too, instead of ending, so that partial results are reported.

        A third Ctrl-C ends the command.
        """
        times = 0

        def note(*_: object) -> None:
            nonlocal times
            times += 1
            for campaign in (self, *others):
                campaign.interrupted = True
            if times > _INSISTING:
                raise KeyboardInterrupt

        with interruptible(note):
            try:
                yield
            finally:
                stop_all()

    def pass_on_interrupt(self, scheduler: Scheduler) -> None:
        """Interrupt the scheduler, too, if it was a close-up that heard Ctrl-C."""
        if self.interrupted and not scheduler.interrupted:
            scheduler.interrupt()

    def verify(self, simulator: Simulator, properties: Sequence[str], watch: OnOutcome) -> None:
        """Run the properties, by as many simulations as the pool has.

        One that takes a simulator down does not keep the rest from it.

        Args:
            simulator: The simulator.
            properties: The names of the properties.
            watch: Hears of each outcome as it changes.
        """
        if not self.built(simulator):
            self.not_run(simulator, properties)
            return
        play([self.share(simulator, properties, watch)])

    def share(
        self, simulator: Simulator, properties: Sequence[str], watch: OnOutcome, *, sample: bool = False
    ) -> Share:
        """Return what is to be played of these properties, together with other campaigns.

        Args:
            simulator: The simulator.
            properties: The names of the properties.
            watch: Hears of each outcome as it changes.
            sample: Whether only a share of the examples is played.
        """
        job, failed = self.plan.of_properties(sample=sample), failed_in(self.plan.out)
        runs = [PropertyRun(job, name, self.pool.size, failed_before=name in failed) for name in properties]
        return self._share(simulator, runs, job.idle, watch)

    def play(self, simulator: Simulator, run: PropertyRun, idle: Job, watch: OnOutcome) -> Finding | None:
        """Play all batches of a run.

        Args:
            simulator: The simulator.
            run: The run of a property.
            idle: A job with nothing to do.
            watch: Hears of each outcome as it changes.

        Returns:
            The finding; None if the run was interrupted before the design was built.
        """
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
        """Return a listener that keeps a failure as soon as it is known, in case the run does not finish.

        It is called from any thread.
        """
        failures = self.failures

        def on_update(outcome: Outcome) -> None:
            if outcome.state == "shrinking" and failures.save_first(simulator, outcome):
                self.builds.begin(simulator)
            watch(simulator, outcome)

        return on_update

    def replay(self, simulator: Simulator, scripts: Sequence[Saved], watch: OnOutcome) -> None:
        """Play scripts.

        Args:
            simulator: The simulator.
            scripts: The scripts, each with its name, text and waiting cycles.
            watch: Hears of each outcome as it changes.
        """
        places = {name: place for place, (name, *_) in reversed([*enumerate(scripts)])}
        before = len(self.findings)
        left = self.run(simulator, self.plan.of_scripts(scripts), watch)
        self.not_run(simulator, [name for job in left for name in job.names])
        self.findings[before:] = sorted(
            self.findings[before:], key=lambda finding: places.get(finding.outcome.name, -1)
        )

    def replay_known(self, simulator: Simulator, watch: OnOutcome) -> None:
        """Play the saved games of known bugs, which must fail. Raises BadInput."""
        for number, scripts in known.saved_games(self.plan.subject).items():
            self.known_games |= dict.fromkeys((name for name, *_ in scripts), number)
            self.replay(simulator, scripts, watch)

    def run(self, simulator: Simulator, jobs: Sequence[ScriptsJob], watch: OnOutcome) -> Sequence[ScriptsJob]:
        """Have these jobs done, by as many simulations as the pool has, and keep each outcome.

        Args:
            simulator: The simulator.
            jobs: The jobs.
            watch: Hears of each outcome as it changes.

        Returns:
            The jobs left after Ctrl-C, or when a simulation has died before it could play anything.
        """
        if not jobs or not self.built(simulator):  # nothing to play needs no build, and others may play meanwhile
            return jobs
        setup = self.runs.setup(self.builds.get(simulator), jobs[0].idle)
        on_update, played, not_begun = self._listener(simulator, watch), list[Outcome](), list[ScriptsJob]()

        def goes_on(outcome: Outcome) -> bool:
            on_update(outcome)
            return True

        def note(
            put: Callable[[Outcome], None], job: ScriptsJob, outcomes: Sequence[Outcome], folder: Path | None
        ) -> ScriptsJob | None:
            if folder:
                outcomes = [*outcomes[:-1], self.runs.take_from(BatchResult(outcomes[-1], folder))]
            if outcomes[-1].name == START:
                queue.close()
                not_begun.append(job)
                if len(not_begun) > 1:  # the others end as this one has
                    return None
            nameless = {"name": next(iter(job.names), "")}
            for outcome in outcomes:
                named = outcome if outcome.name else outcome.model_copy(update=nameless)
                on_update(named)
                put(named)
            left = job.scripts[len(outcomes) :]
            return job.model_copy(update={"scripts": left}) if left and not not_begun else None

        def work(put: Callable[[Outcome], None]) -> None:
            queue.run(jobs, partial(note, put))

        queue: JobQueue[ScriptsJob] = JobQueue(self.pool, setup, goes_on)
        try:
            for outcome in in_background(queue.scheduler, work):
                played.append(outcome)
                self.keep(simulator, outcome)
                self.pass_on_interrupt(queue.scheduler)
        except PoolLost as lost:
            self.keep(simulator, Outcome(name="workers", state="died", error=str(lost)))
        finally:
            self.interrupted |= queue.scheduler.interrupted
            self.pool.dismiss(setup)
            self.runs.end(setup, simulator, played)
        return [*not_begun, *queue.left]

    def end(self) -> None:
        """End the campaign: the time is over."""
        self.ended = time.monotonic()

    def not_run(self, simulator: Simulator, names: Sequence[str]) -> None:
        """Note that these were not played."""
        self.findings.extend(finding_of(simulator, Outcome(name=name, state="not run")) for name in names)

    def keep(self, simulator: Simulator, outcome: Outcome, *, shrinks_crash: bool = False) -> Finding:
        """Note an outcome, save the game of a failure, write waves of it, and tell of it.

        Args:
            simulator: On which it was played.
            outcome: What came of it.
            shrinks_crash: Whether a game with which the simulator dies is made smaller: a saved one is not.
        """
        if outcome.state == "agrees" and outcome.empty == outcome.examples:
            outcome = outcome.model_copy(update={"state": "nothing asked" if outcome.examples else "nothing ran"})
        finding = known.compared(self, finding_of(simulator, outcome))
        outcome = finding.outcome
        if outcome.script and (outcome.state in FAILURES or self.waves_always):
            finding = replace(finding, game=self.failures.save(simulator, outcome))
        self.findings.append(finding)
        if finding.game and isinstance(finding, Untested) and shrinks_crash:
            finding = self.put(finding, crash.shrink(self, finding))
            finding = self.put(finding, replace(finding, game=self.failures.save(simulator, finding.outcome)))
        is_left = outcome.state == "known" or outcome.same_as or outcome.unshrunk == INSTEAD
        if finding.game and isinstance(finding, Agrees | Mismatch) and not is_left:
            self.busy(f"making waves of {outcome.name}")
            finding = self.put(finding, close_up.make(self, finding, finding.game))
        return self.found(finding) if self.found else finding
