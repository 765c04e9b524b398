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
from loopline.contract import game as games
from loopline.design import top
from loopline.design.build import Build
from loopline.design.dut import Dut
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
    #: Where their simulations find the examples.
    _shared: Path | None = field(default=None, init=False)
    #: By what X is in their simulations.
    _setups: dict[Unknown, Setup] = field(default_factory=dict, init=False)
    #: Simulations that ended before a mutant was in them, by the job.
    _vain: Counter[str] = field(default_factory=Counter, init=False)

    def run(self, proofs: bool = True) -> None:
        """All steps, each from where an earlier run has come to; after Ctrl-C it has been `interrupted`. Without proofs
        only kills are of use."""
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
            for setup in self._setups.values():
                self.pool.dismiss(setup)
            if self._shared:
                remove_folder(self._shared)

    @cached_property
    def verdicts(self) -> Verdicts:
        """The verdicts known so far. Those of earlier runs are used only if the design and its mutants are the same,
        and for a game also the games and the harness, for a proof the ports that count and the prover."""
        mutants = repr([(one.part, one.line, str(one)) for one in self.netlist.mutants]).encode()
        asked = f"{self.games_seed} {self.examples} {self.dut.path.read_text()} {self.deck}"
        played = hashlib.sha256(asked.encode() + mutants)
        for file in _harness(games.find(self.dut), self.game):
            played.update(file.read_bytes())
        proven = hashlib.sha256(mutants + repr(top.wires(self.netlist.dut, self.game.streams)).encode())
        for file in sorted((_CORE / "mutate").rglob("*.py")):
            proven.update(file.read_bytes())
        return Verdicts(
            *(
                self.netlist.folder / f"{name}-{digest.hexdigest()[:12]}.jsonl"
                for name, digest in (("verdicts", played), ("proofs", proven))
            )
        )

    @property
    def mutants(self) -> list[Mutant]:
        """All mutants of the netlist."""
        return self.netlist.mutants

    @cached_property
    def pilots(self) -> list[Mutant]:
        """The mutants that are tried first: they teach in what order to play."""
        return of_all_parts(self.mutants) if self.netlist.origin.classes else evenly(self.mutants)

    @cached_property
    def dut(self) -> Dut:
        """The design with all mutants in it."""
        return self.netlist.as_dut()

    @cached_property
    def game(self) -> games.AnyScripts:
        """The game that the design plays."""
        return games.scripts(self.dut)

    def build(self, x: Unknown = "random") -> Build:
        """Return the build with all mutants, in which each X is `x`. Raises BadInput if it cannot be built."""
        builds = self.netlist.folder / "build"
        build = Build(self.dut, self.game.streams, self.simulator, builds, netlist=True, x=x)
        build.run()
        return build

    @cached_property
    def properties(self) -> list[str]:
        """The names of the deck, if there is one, and of the properties of the game."""
        names = [one.name for one in self.game.properties()]
        return [DECK, *names] if self.deck else names

    @property
    def budget(self) -> int:
        """The turns that a mutant has to survive, known once the design itself was played."""
        return sum(one.turns for one in self._controls("play"))

    # --- the steps ----------------------------------------------------------------------------------------------------

    def _itself(self, step: Step = "play", x: Unknown = "random") -> None:
        """The design without mutants must agree; how many turns there are in all is learnt on the way. A job for each
        property: the workers draw at the same time."""
        jobs = [self._job(ITSELF, properties=[name], last=self.examples) for name in self.properties]
        self._round(step, "the design itself", jobs, x=x)
        for control in self._controls(step):
            if control.state != "open":
                fields = ("script", "delays", "says")
                outcome = Outcome(
                    name=control.property, error=control.how, **{one: getattr(control, one) for one in fields}
                )
                folder = self.netlist.folder / "itself"
                raise unlike_the_model(self.netlist.dut, self.dut, self.simulator, folder, outcome)

    def _controls(self, step: Step) -> list[Verdict]:
        """What is known of the design without mutants."""
        return [known for name in self.properties if (known := self.verdicts.of_itself(step, name))]

    def _cone(self) -> None:
        for mutant in self.netlist.origin.hidden(self.netlist.original, self.mutants):
            if not self.verdicts.get("cone", mutant.number):
                how = "no output depends on it"
                self.verdicts.add(Verdict(step="cone", mutant=mutant.number, state="unobservable", how=how))

    def _probe(self) -> None:
        """First the pilots; what they have taught orders the examples of the others."""
        first, mutants = (
            [one.number for one in some if not self.verdicts.get("cone", one.number)]
            for some in (self.pilots, self.mutants)
        )
        self._round("probe", "pilots", [self._job(one, last=self._probed) for one in first])
        if not self.interrupted:
            learnt = self._order()
            jobs = [self._job(one, last=self._probed, **learnt) for one in mutants]
            self._round("probe", "first examples", jobs)

    def _prove(self, step: Step, after: Step) -> None:
        left = [one for one in self.mutants if self._is_open(after, one)]
        todo = [one for one in left if not self.verdicts.get(step, one.number)]
        if not todo or self.interrupted:
            return
        about = "deep proofs" if step == "deep" else "proofs"
        self.watch(about, len(left) - len(todo), len(left))
        prover = Prover(self.netlist, self.jobs)
        for verdict in prover.verdicts(todo, step == "deep"):
            self.verdicts.add(verdict)
            self.watch(about, len(self.verdicts.of(step)), len(left))

    def _play(self, after: Step) -> None:
        mutants = [one.number for one in self.mutants if self._is_open(after, one)]
        learnt = self._order()
        jobs = [self._job(one, first=self._probed, last=self.examples, **learnt) for one in mutants]
        self._round("play", "all examples", jobs)

    def _other_values(self) -> None:
        """Each X has had one random value till now. The survivors are played against with both."""
        learnt = self._order()
        for step in VALUES if not self.simulator.has_x else ():
            left = [one for one in self.mutants if self._is_open("deep", one) and self.verdict(one).state != "killed"]
            if left:
                self._itself(step, x=step)
                jobs = [self._job(one.number, last=self.examples, **learnt) for one in left]
                self._round(step, f"X is all {step}", jobs, x=step)

    def verdict(self, mutant: Mutant) -> Verdict:
        """Return the verdict on a mutant as known so far."""
        steps: list[Step] = ["cone", "probe", "proof", "play", "deep", *(() if self.simulator.has_x else VALUES)]
        verdicts = [self.verdicts.get(step, mutant.number) for step in steps]
        known = [verdict for verdict in verdicts if verdict]
        turns = sum(verdict.turns for verdict in known)
        for verdict in known:
            if verdict.state == "killed":
                return verdict.model_copy(update={"turns": turns})
            if verdict.state != "open":
                return verdict
        state = "survived" if all(verdicts[steps.index("play") :]) else "open"
        how = next((verdict.how for verdict in known if verdict.step == "deep"), "")
        return Verdict(step="play", mutant=mutant.number, state=state, turns=turns, how=how)

    def _is_open(self, step: Step, mutant: Mutant) -> bool:
        """After that step; and not because a proof is known that comes later."""
        verdict, proof = (self.verdicts.get(one, mutant.number) for one in (step, "deep"))
        return verdict is not None and verdict.state == "open" and (proof is None or proof.state == "open")

    @property
    def _probed(self) -> int:
        return -(-self.examples // _PROBE)

    def _job(self, mutant: int, **what: Any) -> MutantJob:
        fields = {"properties": self.properties, "examples": self.examples, "mutant": mutant, **what}
        return self._nothing_to_do.model_copy(update=fields)

    def _order(self) -> Order:
        return order(self.properties, [self.verdicts.get("probe", one.number) for one in self.pilots])

    # --- simulations --------------------------------------------------------------------------------------------------

    def _round(self, step: Step, about: str, jobs: Sequence[MutantJob], x: Unknown = "random") -> None:
        """Have the jobs done, but for what is known already."""
        left = [job for job in jobs if not self._known(step, job)]
        if not left or self.interrupted:
            return

        def tell() -> None:
            self.watch(about, sum(self._known(step, job) for job in jobs), len(jobs))

        def note(job: MutantJob, outcomes: Sequence[Outcome], folder: Path | None) -> MutantJob | None:
            again = self._note(step, job, outcomes[-1], folder)
            tell()
            return again

        tell()
        queue: JobQueue[MutantJob] = JobQueue(self.pool, self._setup(x))
        try:
            queue.run(left, note)
        finally:
            self.interrupted |= queue.scheduler.interrupted

    def _known(self, step: Step, job: MutantJob) -> bool:
        if job.mutant == ITSELF:
            return all(self.verdicts.of_itself(step, name) for name in job.properties)
        return bool(self.verdicts.get(step, job.mutant))

    def _note(self, step: Step, job: MutantJob, outcome: Outcome, folder: Path | None) -> MutantJob | None:
        """The verdict on a mutant; or its job, if that has not come to anything through no fault of the mutant's."""
        assert isinstance(outcome, MutantOutcome)
        if folder is None:  # one simulation of it after the other was killed from outside: no design can do that
            outcome.mutant, outcome.state = job.mutant, "error"
        if job.mutant == ITSELF:
            (outcome.name,) = job.properties
        if outcome.set_up or outcome.mutant is None:
            self.check_again(str(job.mutant), outcome)
            return job
        if outcome.state in ("died", "hung") and folder:
            file = run_file(folder, SCRIPT)
            outcome.script = file.read_text() if file.is_file() else ""
            remove_folder(folder)
        self.verdicts.add(_verdict(step, outcome.mutant, outcome))
        return None

    def check_again(self, job: str, outcome: Outcome) -> None:
        """Raise BadInput if a job is not to be done again, of which a simulation has said nothing. What another had
        left behind can end it before the mutant is in it, but not time and again; and if the set-up is wrong, such as a
        full disk, no second try helps."""
        self._vain[job] += 1
        if outcome.set_up or self._vain[job] > _TRIES:
            raise BadInput(f"{self.netlist.dut.shown}: its mutants cannot be played; see {self._runs}\n{outcome.error}")

    @property
    def _runs(self) -> Path:
        return (self.netlist.folder / "run").resolve()

    def _setup(self, x: Unknown) -> Setup:
        if x not in self._setups:
            job = self._nothing_to_do.model_copy(update={"deck": self.deck})
            self._setups[x] = self.worker_setup("mutants", job, x)
        return self._setups[x]

    def worker_setup(self, about: str, idle: Job, x: Unknown = "random") -> Setup:
        """Return the set-up of simulations with all mutants in them. Raises BadInput if they cannot be built."""
        return set_up(self.build(x), self._runs, idle, about)

    @cached_property
    def _nothing_to_do(self) -> MutantJob:
        self._shared = new_folder(self._runs, "examples-")
        return MutantJob(dut=self.dut, timeout=self.timeout, seed=self.games_seed, shared=self._shared)


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


def _harness(game: games.Game[Any], scripts: games.AnyScripts) -> list[Path]:
    """The files on which it depends which games are played, and what is right in them."""
    folders = [*game.code, *_PLAYING]
    files = {_CORE / name for name in ("mutate/inside.py", "mutate/verdict.py", "drawing.py", "signals.py")}
    files.update(Path(inspect.getfile(type(scripts))).parent.glob("*.py"))
    files.update(file for folder in folders for file in folder.rglob("*") if file.is_file())
    return sorted(file for file in files if "__pycache__" not in file.parts)
