"""Plays against every mutant, by as many simulations as there are workers, and keeps each verdict."""

from __future__ import annotations

import hashlib
import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import cocotbext.hypothesis

import loopline
from loopline.campaign.saved import Saved
from loopline.contract.game import Subject
from loopline.design import top
from loopline.design.build import Build
from loopline.design.simulators import Simulator, Unknown
from loopline.errors import BadInput
from loopline.mutate.netlist import Mutant, MutantNetlist, unlike_the_model
from loopline.mutate.proof import Prover
from loopline.mutate.verdict import (
    ITSELF,
    VALUES,
    MutantJob,
    MutantOutcome,
    Order,
    State,
    Step,
    Verdict,
    Verdicts,
    evenly,
    of_all_parts,
    order,
)
from loopline.simulation import SCRIPT, new_folder, remove_folder, run_file
from loopline.simulation.job import DECK, Job, Outcome
from loopline.simulation.simulate import Setup, set_up
from loopline.workers.pool import WorkerPool
from loopline.workers.scheduler import JobQueue

#: Called with the current step, the number of mutants done, and their total.
OnProgress = Callable[[str, int, int], None]

#: A mutant is first tried with one of this many examples. Most of those that survive can be proven harmless, which
#: takes less time than playing all the other examples.
_PROBE = 10

#: Where the harness lies, and of it what decides which games are played; the bridge draws them.
_CORE = Path(str(loopline.__file__)).parent
_PLAYING = [_CORE / room for room in ("contract", "design", "games", "hdl", "simulation", "trial")]
_PLAYING += [Path(folder) for folder in cocotbext.hypothesis.__path__]

#: This many simulations may end before a mutant could be selected in them.
_TRIES = 10


class Simulations:
    """Simulations with all mutants of a netlist in them."""

    def __init__(self, netlist: MutantNetlist, simulator: Simulator) -> None:
        self._netlist, self._simulator = netlist, simulator
        #: Where they run.
        self.runs = (netlist.folder / "run").resolve()
        #: Those that ended before a mutant was in them, by the job.
        self._vain: Counter[str] = Counter()

    @cached_property
    def subject(self) -> Subject:
        """The design with all mutants in it, and its game."""
        return Subject.of(self._netlist.as_dut())

    def build(self, x: Unknown = "random") -> Build:
        """Return the build with all mutants, in which each X is `x`. Raises BadInput if it cannot be built."""
        builds = self._netlist.folder / "build"
        build = Build(self.subject.dut, self.subject.scripts.streams, self._simulator, builds, netlist=True, x=x)
        build.run()
        return build

    def setup(self, about: str, idle: Job, x: Unknown = "random") -> Setup:
        """Return the set-up of simulations that do jobs of this kind.

        Args:
            about: How the names of their folders begin.
            idle: A job that asks for nothing.
            x: What X is in them.

        Raises:
            BadInput: They cannot be built.
        """
        return set_up(self.build(x), self.runs, idle, about)

    def check_again(self, job: str, outcome: Outcome) -> None:
        """Raise BadInput if a job of which a simulation has said nothing must not be done again.

        What another had left behind can end it before the mutant is in it, but not time and again; and if the set-up is
        wrong, such as a full disk, no second try helps.
        """
        self._vain[job] += 1
        if outcome.set_up or self._vain[job] > _TRIES:
            dut = self._netlist.dut
            raise BadInput(f"{dut.shown}: its mutants cannot be played; see {self.runs}\n{outcome.error}")


class Rounds:
    """Has jobs done by simulations, and keeps the verdicts."""

    def __init__(self, simulations: Simulations, verdicts: Verdicts, pool: WorkerPool, watch: OnProgress) -> None:
        self._simulations, self._verdicts, self._pool, self._watch = simulations, verdicts, pool, watch
        #: Where simulations find the examples.
        self.shared = new_folder(simulations.runs, "examples-")
        #: By what X is in them.
        self._setups: dict[Unknown, Setup] = {}

    def play(self, step: Step, about: str, jobs: Sequence[MutantJob], idle: MutantJob, x: Unknown = "random") -> bool:
        """Have the jobs done, but for what is known already.

        Args:
            step: The step of the run.
            about: What a display says of it.
            jobs: The jobs.
            idle: A job with nothing to do.
            x: What X is in the simulations.

        Returns:
            Whether it was interrupted.
        """
        left = [job for job in jobs if not self._verdicts.knows(step, job)]
        if not left:
            return False

        def tell() -> None:
            self._watch(about, sum(self._verdicts.knows(step, job) for job in jobs), len(jobs))

        def note(job: MutantJob, outcomes: Sequence[Outcome], folder: Path | None) -> MutantJob | None:
            again = self.note(step, job, outcomes[-1], folder)
            tell()
            return again

        tell()
        if x not in self._setups:
            self._setups[x] = self._simulations.setup("mutants", idle, x)
        queue: JobQueue[MutantJob] = JobQueue(self._pool, self._setups[x])
        queue.run(left, note)
        return queue.scheduler.interrupted

    def note(self, step: Step, job: MutantJob, outcome: Outcome, folder: Path | None) -> MutantJob | None:
        """Keep the verdict on a mutant.

        Args:
            step: The step of the run.
            job: The job.
            outcome: Its outcome.
            folder: The folder of the simulation, if it has died.

        Returns:
            The job, if something other than the mutant has kept it from its end.
        """
        assert isinstance(outcome, MutantOutcome)
        if folder is None:  # one simulation of it after the other was killed from outside: no design can do that
            outcome = outcome.model_copy(update={"mutant": job.mutant, "state": "error"})
        if job.mutant == ITSELF:
            outcome = outcome.model_copy(update={"name": job.properties[0]})
        mutant = outcome.mutant
        if outcome.set_up or mutant is None:
            self._simulations.check_again(str(job.mutant), outcome)
            return job
        if outcome.state in ("died", "hung") and folder:
            file = run_file(folder, SCRIPT)
            outcome = outcome.model_copy(update={"script": file.read_text() if file.is_file() else ""})
            remove_folder(folder)
        self._verdicts.add(_verdict(step, mutant, outcome))
        return None

    def end(self) -> None:
        """End the simulations."""
        for setup in self._setups.values():
            self._pool.dismiss(setup)
        remove_folder(self.shared)


@dataclass
class MutationRun:
    """Tries every mutant: by games, by proofs, by games again."""

    netlist: MutantNetlist
    simulator: Simulator
    #: Of each property; and what selects them.
    examples: int
    games_seed: int
    #: What plays; and the number of processes that prove, which run here.
    pool: WorkerPool
    jobs: int
    #: Seconds without a sign of life after which a mutant is taken to have stopped the simulator.
    timeout: float
    watch: OnProgress
    #: Games that are played before any example.
    deck: list[Saved] = field(default_factory=list)
    interrupted: bool = field(default=False, init=False)

    def run(self, proofs: bool = True) -> None:
        """Do all steps, each from where an earlier run has come to; after Ctrl-C it has been `interrupted`.

        Without proofs only kills are of use.
        """
        rounds = self.rounds
        try:
            self._itself()
            self._cone()
            self._probe()
            if proofs:
                self._prove("proof", after="probe")
            self._play(after="proof" if proofs else "probe")
            if proofs:
                self._prove("deep", after="play")
                self._other_values()
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            rounds.end()

    @cached_property
    def simulations(self) -> Simulations:
        """The simulations that play, and of other jobs with the same mutants."""
        return Simulations(self.netlist, self.simulator)

    @cached_property
    def rounds(self) -> Rounds:
        """What has the jobs done."""
        return Rounds(self.simulations, self.verdicts, self.pool, self.watch)

    @cached_property
    def verdicts(self) -> Verdicts:
        """The verdicts known so far.

        Those of earlier runs are used only if the design and its mutants are the same, and for a game also the games
        and the harness, for a proof the ports that count and the prover.
        """
        subject = self.simulations.subject
        mutants = repr([(mutant.part, mutant.line, str(mutant)) for mutant in self.netlist.mutants]).encode()
        asked = f"{self.games_seed} {self.examples} {subject.dut.path.read_text()} {self.deck}"
        played = hashlib.sha256(asked.encode() + mutants)
        for file in _harness(subject):
            played.update(file.read_bytes())
        proven = hashlib.sha256(mutants + repr(top.wires(self.netlist.dut, subject.scripts.streams)).encode())
        for file in sorted((_CORE / "mutate").rglob("*.py")):
            proven.update(file.read_bytes())
        return Verdicts(
            *(
                self.netlist.folder / f"{name}-{digest.hexdigest()[:12]}.jsonl"
                for name, digest in (("verdicts", played), ("proofs", proven))
            )
        )

    @cached_property
    def pilots(self) -> list[Mutant]:
        """The mutants that are tried first: they teach in what order to play."""
        mutants = self.netlist.mutants
        return of_all_parts(mutants) if self.netlist.origin.classes else evenly(mutants)

    @cached_property
    def properties(self) -> list[str]:
        """The names of the deck, if there is one, and of the properties of the game."""
        names = [property.name for property in self.simulations.subject.scripts.properties()]
        return [DECK, *names] if self.deck else names

    @property
    def budget(self) -> int:
        """The turns that a mutant has to survive, known once the design itself was played."""
        return sum(verdict.turns for verdict in self.verdicts.of_design("play", self.properties))

    def verdict(self, mutant: Mutant) -> Verdict:
        """Return the verdict on a mutant as known so far."""
        return self.verdicts.on(mutant.number, () if self.simulator.has_x else VALUES)

    def _itself(self, step: Step = "play", x: Unknown = "random") -> None:
        """Check that the design without mutants agrees; how many turns there are in all is learnt on the way.

        There is a job for each property: the workers draw at the same time.
        """
        jobs = [self._job(ITSELF, properties=[name], last=self.examples) for name in self.properties]
        self._round(step, "the design itself", jobs, x=x)
        for control in self.verdicts.of_design(step, self.properties):
            if control.state != "open":
                fields = ("script", "delays", "says")
                outcome = Outcome(
                    name=control.property, error=control.how, **{field: getattr(control, field) for field in fields}
                )
                folder = self.netlist.folder / "itself"
                raise unlike_the_model(
                    self.netlist.subject, self.simulations.subject.dut, self.simulator, folder, outcome
                )

    def _cone(self) -> None:
        for mutant in self.netlist.origin.hidden(self.netlist.original, self.netlist.mutants):
            if not self.verdicts.get("cone", mutant.number):
                how = "no output depends on it"
                self.verdicts.add(Verdict(step="cone", mutant=mutant.number, state="unobservable", how=how))

    def _probe(self) -> None:
        """Play against the pilots first; what they have taught orders the examples of the others."""
        first, mutants = (
            [mutant.number for mutant in group if not self.verdicts.get("cone", mutant.number)]
            for group in (self.pilots, self.netlist.mutants)
        )
        self._round("probe", "first mutants", [self._job(number, last=self._probed) for number in first])
        if not self.interrupted:
            learnt = self._order()
            jobs = [self._job(number, last=self._probed, **learnt) for number in mutants]
            self._round("probe", "first examples", jobs)

    def _prove(self, step: Step, after: Step) -> None:
        left = self._open(after)
        todo = [mutant for mutant in left if not self.verdicts.get(step, mutant.number)]
        if not todo or self.interrupted:
            return
        about = "deep proofs" if step == "deep" else "proofs"
        self.watch(about, len(left) - len(todo), len(left))
        prover = Prover(self.netlist, self.jobs)
        for verdict in prover.verdicts(todo, step == "deep"):
            self.verdicts.add(verdict)
            self.watch(about, len(self.verdicts.of(step)), len(left))

    def _play(self, after: Step) -> None:
        learnt = self._order()
        jobs = [
            self._job(mutant.number, first=self._probed, last=self.examples, **learnt) for mutant in self._open(after)
        ]
        self._round("play", "all examples", jobs)

    def _other_values(self) -> None:
        """Play against the survivors with all X 0, and all X 1: each had one random value till now."""
        learnt = self._order()
        for step in VALUES if not self.simulator.has_x else ():
            left = [mutant for mutant in self._open("deep") if self.verdict(mutant).state != "killed"]
            if left:
                self._itself(step, x=step)
                jobs = [self._job(mutant.number, last=self.examples, **learnt) for mutant in left]
                self._round(step, f"X is all {step}", jobs, x=step)

    def _open(self, after: Step) -> list[Mutant]:
        """Return the mutants that are left after that step."""
        return [mutant for mutant in self.netlist.mutants if self.verdicts.is_open(after, mutant.number)]

    @property
    def _probed(self) -> int:
        return -(-self.examples // _PROBE)

    def _order(self) -> Order:
        return order(self.properties, [self.verdicts.get("probe", pilot.number) for pilot in self.pilots])

    def _job(self, mutant: int, **what: Any) -> MutantJob:
        fields = {"properties": self.properties, "examples": self.examples, "mutant": mutant, **what}
        return self._idle.model_copy(update=fields)

    @cached_property
    def _idle(self) -> MutantJob:
        dut, shared = self.simulations.subject.dut, self.rounds.shared
        return MutantJob(dut=dut, timeout=self.timeout, seed=self.games_seed, shared=shared)

    def _round(self, step: Step, about: str, jobs: Sequence[MutantJob], x: Unknown = "random") -> None:
        if not self.interrupted:
            idle = self._idle.model_copy(update={"deck": self.deck})
            self.interrupted |= self.rounds.play(step, about, jobs, idle, x)


#: Of outcomes. Any other is a kill: a simulator that dies or hangs does so by the mutant.
_STATES: dict[str, State | Literal["open"]] = {"agrees": "open", "error": "unjudged"}


def _verdict(step: Step, mutant: int, outcome: MutantOutcome) -> Verdict:
    fields = ("turns", "script", "delays", "cycle", "signal", "expected", "found", "says", "seconds")
    return Verdict(
        step=step,
        mutant=mutant,
        state=_STATES.get(outcome.state, "killed"),
        how="" if outcome.state in ("agrees", "mismatch") else f"{outcome.state}: {outcome.error.splitlines()[0]}",
        property=outcome.name if outcome.state != "agrees" or mutant == ITSELF else "",
        example=outcome.example if outcome.state != "agrees" else 0,
        trace=outcome.trace or outcome.error if outcome.state == "error" else "",
        **{name: getattr(outcome, name) for name in fields},
    )


def _harness(subject: Subject) -> list[Path]:
    """Return the files on which it depends which games are played, and what is right in them."""
    folders = [*subject.game.code, *_PLAYING]
    files = {_CORE / name for name in ("mutate/inside.py", "mutate/verdict.py", "drawing.py", "signals.py")}
    files.update(Path(inspect.getfile(type(subject.scripts))).parent.glob("*.py"))
    files.update(file for folder in folders for file in folder.rglob("*") if file.is_file())
    return sorted(file for file in files if "__pycache__" not in file.parts)
