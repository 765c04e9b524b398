"""Plays against every mutant, in several simulations at once, and keeps what comes of each."""

from __future__ import annotations

import hashlib
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import goldenrules

import loopline
from loopline.campaign import faithful
from loopline.contract import game as games
from loopline.design.build import Build
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.mutate.cage import Cage
from loopline.mutate.cone import Cone
from loopline.mutate.mutant import Mutant
from loopline.mutate.plan import ITSELF, PLAN, Plan, Shrink
from loopline.mutate.proof import Prover
from loopline.mutate.verdict import Step, Verdict, Verdicts
from loopline.simulation import runs
from loopline.simulation.job import SCRIPT, STOP, UNDER_WAY, Job, Outcome, ours
from loopline.simulation.simulate import simulate

#: Hears what is being done: the step, how many mutants are done with, of how many.
Watch = Callable[[str, int, int], None]

#: A mutant is first tried with one in so many of the examples. What is left then can mostly be proven harmless, which
#: takes less time than all the other examples.
_PROBE = 10
#: What kills most is found out after so many mutants, and again whenever there are twice as many.
_LEARN = 50


@dataclass
class Hunt:
    cage: Cage
    simulator: Simulator
    #: Of each property.
    examples: int
    jobs: int
    #: Seconds without a sign of life after which a mutant has stopped the simulator.
    timeout: float
    watch: Watch
    interrupted: bool = field(default=False, init=False)
    #: Where simulations are running, and the mutants with which one has died.
    _folders: set[Path] = field(default_factory=set, init=False)
    _died: set[int] = field(default_factory=set, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def run(self, baseline: bool = False, shrink: int = 0) -> None:
        """All steps, each from where an earlier run has come to; after Ctrl-C it has been `interrupted`."""
        try:
            self._itself()
            self._cone()
            self._probe()
            self._prove("proof", after="probe")
            self._play()
            self._prove("deep", after="play")
            if baseline:
                self._random()
            if shrink:
                self._shrink(shrink)
        except KeyboardInterrupt:
            self.interrupted = True

    @cached_property
    def verdicts(self) -> Verdicts:
        """Another design, mutant, example or harness, and what is known is not what would come of it now."""
        digest = hashlib.sha256(f"{self.cage.seed} {self.examples} {self.dut.path.read_text()}".encode())
        digest.update(repr([(one.part, one.line, str(one)) for one in self.cage.mutants]).encode())
        for file in _harness():
            digest.update(file.read_bytes())
        return Verdicts(self.cage.folder / f"verdicts-{digest.hexdigest()[:12]}.jsonl")

    @cached_property
    def dut(self) -> Dut:
        return self.cage.close()

    @cached_property
    def game(self) -> games.AnyEngine:
        return games.engine(self.dut)

    @cached_property
    def build(self) -> Build:
        builds = self.cage.folder / "build"
        build = Build(self.dut, self.game.streams, self.simulator, builds, netlist=True)
        build.run()
        return build

    @property
    def properties(self) -> list[str]:
        return [one.name for one in self.game.properties()]

    @property
    def budget(self) -> int:
        """The turns that a mutant has to survive."""
        control = self.verdicts.get("play", ITSELF)
        return control.turns if control else 0

    # --- the steps ----------------------------------------------------------------------------------------------------

    def _itself(self) -> None:
        """The design without mutants must agree; how many turns the whole deck has is learnt on the way."""
        self._round("play", "the design itself", Plan(**self._deck(), last=self.examples, mutants=[ITSELF]))
        control = self.verdicts.get("play", ITSELF)
        if control and control.state == "killed":
            fields = ("script", "waits", "says")
            outcome = Outcome(
                name=control.property, error=control.how, **{one: getattr(control, one) for one in fields}
            )
            folder = self.cage.folder / "itself"
            raise faithful.unlike_the_model(self.cage.dut, self.dut, self.simulator, folder, outcome)

    def _cone(self) -> None:
        cone = Cone(self.cage.netlist)
        for mutant in self.cage.mutants:
            if not cone.shows(mutant) and not self.verdicts.get("cone", mutant.number):
                how = "no output depends on it"
                self.verdicts.add(Verdict(step="cone", mutant=mutant.number, state="unobservable", how=how))

    def _probe(self) -> None:
        mutants = [one.number for one in self.cage.mutants if not self.verdicts.get("cone", one.number)]
        start, size = 0, _LEARN
        while start < len(mutants) and not self.interrupted:
            plan = Plan(**self._deck(mutants[:start]), last=self._probed, mutants=mutants[start : start + size])
            self._round("probe", "first examples", plan, mutants)
            start, size = start + size, start + size

    def _prove(self, step: Step, after: Step) -> None:
        left = [one for one in self.cage.mutants if self._is_open(after, one)]
        todo = [one for one in left if not self.verdicts.get(step, one.number)]
        if not todo or self.interrupted:
            return
        about = "deep proofs" if step == "deep" else "proofs"
        self.watch(about, len(left) - len(todo), len(left))
        prover = Prover(self.cage, self.jobs)
        for verdict in prover.verdicts(todo, step == "deep"):
            self.verdicts.add(verdict)
            self.watch(about, len(self.verdicts.of(step)), len(left))

    def _play(self) -> None:
        mutants = [one.number for one in self.cage.mutants if self._is_open("proof", one)]
        plan = Plan(**self._deck(), first=self._probed, last=self.examples, mutants=mutants)
        self._round("play", "all examples", plan, mutants)

    def _random(self) -> None:
        """The same mutants, but for those that nothing can tell from the design, with as many turns of random games."""
        mutants = [one.number for one in self.cage.mutants if self.verdict(one).state in ("killed", "survived")]
        one = self.game.baseline()
        plan = Plan(
            **{**self._deck(), "properties": [one.name], "kills": []},
            random_turns=self.budget,
            mutants=mutants,
            last=10**9,
        )
        self._round("random", "random games", plan, mutants)

    def _shrink(self, count: int) -> None:
        """As many as asked for, evenly among those that were killed."""
        killed = [verdict for verdict in map(self.verdict, self.cage.mutants) if verdict.script]
        sample = [killed[number * len(killed) // count] for number in range(count)] if count < len(killed) else killed
        plan = Plan(
            **self._deck(),
            shrink=[
                Shrink(mutant=one.mutant, property=one.property, script=one.script, waits=one.waits) for one in sample
            ],
        )
        numbers = [one.mutant for one in sample]
        self._round("shrink", "smaller games", plan, numbers)

    def verdict(self, mutant: Mutant) -> Verdict:
        """The last word on a mutant, as things stand."""
        verdicts = [self.verdicts.get(step, mutant.number) for step in ("cone", "probe", "proof", "play", "deep")]
        known = [verdict for verdict in verdicts if verdict]
        turns = sum(verdict.turns for verdict in known)
        for verdict in known:
            if verdict.state != "open":
                return verdict.model_copy(update={"turns": turns})
        state = "survived" if verdicts[-1] else "open"
        return Verdict(step="play", mutant=mutant.number, state=state, turns=turns)

    def _is_open(self, step: Step, mutant: Mutant) -> bool:
        verdict = self.verdicts.get(step, mutant.number)
        return verdict is not None and verdict.state == "open"

    @property
    def _probed(self) -> int:
        return -(-self.examples // _PROBE)

    def _deck(self, learnt_from: Sequence[int] | None = None) -> dict[str, Any]:
        """The deck, with what is known of its power to kill from these mutants, or from all so far."""
        numbers = range(1, len(self.cage.mutants) + 1) if learnt_from is None else learnt_from
        probes = [self.verdicts.get("probe", number) for number in numbers]
        kills = Counter((one.property, one.example) for one in probes if one and one.state == "killed")
        by_property: Counter[str] = Counter()
        for (name, _), count in kills.items():
            by_property[name] += count
        return {
            "properties": sorted(self.properties, key=lambda name: -by_property[name]),
            "kills": [(name, number, count) for (name, number), count in sorted(kills.items())],
            "examples": self.examples,
            "seed": self.cage.seed,
            "claims": "",
            "hunter": os.getpid(),
        }

    # --- simulations --------------------------------------------------------------------------------------------------

    def _round(self, step: Step, about: str, plan: Plan, everybody: Sequence[int] = ()) -> None:
        """Carry out a plan, but for what is known already."""

        def left(numbers: Iterable[int]) -> list[int]:
            return [number for number in numbers if not self.verdicts.get(step, number)]

        plan.mutants = left(plan.mutants)
        plan.shrink = [one for one in plan.shrink if not self.verdicts.get(step, one.mutant)]
        tasks = len(plan.mutants) + len(plan.shrink)
        if not tasks or self.interrupted:
            return
        everybody = everybody or plan.mutants
        self.watch(about, len(everybody) - len(left(everybody)), len(everybody))
        self.build  # noqa: B018 - once, before the threads want it
        runs.sweep(self._runs)
        home = runs.new(self._runs, "claims-")
        claims = home / "claims"
        claims.mkdir()
        plan.claims = str(claims)

        def note(outcome: Outcome) -> None:
            self.verdicts.add(_verdict(step, outcome))
            self.watch(about, len(everybody) - len(left(everybody)), len(everybody))

        with ThreadPoolExecutor(self.jobs) as pool:
            self._wait([pool.submit(self._work, plan, claims, note) for _ in range(min(self.jobs, tasks))])
        runs.remove(home)

    def _wait(self, workers: Sequence[Future[None]]) -> None:
        """Until all have ended. After Ctrl-C they do with what they have."""
        while True:
            try:
                wait(workers)
                break
            except KeyboardInterrupt:
                with self._lock:
                    self.interrupted = True
                    for folder in self._folders:
                        ours(folder, STOP).touch()
        for worker in workers:
            worker.result()

    @property
    def _runs(self) -> Path:
        return (self.cage.folder / "run").resolve()

    def _work(self, plan: Plan, claims: Path, note: Callable[[Outcome], None]) -> None:
        """One simulation after the other, until every mutant is somebody's."""
        wanted = {str(number) for number in [*plan.mutants, *(one.mutant for one in plan.shrink)]}
        while not self.interrupted and wanted - {claim.name for claim in claims.iterdir()}:
            error = self._simulate(plan, note)
            if error and not self.interrupted and not any(claims.iterdir()) and not self._died:
                raise BadInput(
                    f"{self.cage.dut.path}: its mutants cannot be played; see {self.cage.folder / 'run'}\n{error}"
                )

    def _simulate(self, plan: Plan, note: Callable[[Outcome], None]) -> str:
        """One simulation, to its end; what it has died of."""
        folder = runs.new(self._runs, "hunt-")
        with self._lock:
            self._folders.add(folder)
            if self.interrupted:
                runs.remove(folder)
                return ""
        ours(folder, PLAN).write_text(plan.model_dump_json())
        job = Job(dut=self.dut, timeout=self.timeout, seed=self.cage.seed, results=folder / "results.jsonl")

        def hear(outcome: Outcome) -> None:
            if outcome.state not in UNDER_WAY:
                note(outcome)

        outcomes = simulate(self.build, job, folder, hear, module="loopline.mutate.kill")
        with self._lock:
            self._folders.remove(folder)
        last = outcomes[-1] if outcomes and outcomes[-1].state in ("died", "hung") else None
        if last and "mutant" in last.figures and not self.interrupted:
            self._taken_along(last, plan, folder, note)
        if not last or "mutant" in last.figures:
            runs.remove(folder)
        else:
            runs.keep(folder)
        return last.error if last else ""

    def _taken_along(self, outcome: Outcome, plan: Plan, folder: Path, note: Callable[[Outcome], None]) -> None:
        """A mutant has taken the simulation along; or so it seems, for somebody else may have killed that. So one with
        which a simulation has died has to do it again."""
        number = outcome.figures["mutant"]
        with self._lock:
            again = outcome.state == "died" and number not in self._died
            self._died.add(number)
        if again:
            (Path(plan.claims) / str(number)).unlink()
        else:
            file = ours(folder, SCRIPT)
            outcome.script = file.read_text() if file.is_file() else ""
            note(outcome)


def _verdict(step: Step, outcome: Outcome) -> Verdict:
    fields = ("turns", "script", "waits", "cycle", "signal", "expected", "found", "says", "seconds")
    return Verdict(
        step=step,
        mutant=outcome.figures["mutant"],
        state="open" if outcome.state == "agrees" else "killed",
        how="" if outcome.state in ("agrees", "mismatch") else f"{outcome.state}: {outcome.error.splitlines()[0]}",
        property=outcome.name if outcome.state != "agrees" else "",
        example=outcome.figures.get("example", 0) if outcome.state != "agrees" else 0,
        **{name: getattr(outcome, name) for name in fields},
    )


def _harness() -> list[Path]:
    """Whatever has a say in which games are played, and what is right in them."""
    model, core = (Path(str(package.__file__)).parent for package in (goldenrules, loopline))
    rooms = ("contract", "design", "games", "hdl", "property", "signals", "simulation", "trial")
    folders = [model, *(core / room for room in rooms)]
    files = [
        core / "mutate" / "deck.py",
        *(file for folder in folders for file in folder.rglob("*") if file.is_file()),
    ]
    return sorted(file for file in files if "__pycache__" not in file.parts)
