"""Asks simulations of all mutants about games. What has been answered once, in an earlier run too, stands."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from pydantic import ValidationError

from loopline.distil.game import DistilJob, Game
from loopline.errors import BadInput
from loopline.mutate.run import MutationRun
from loopline.simulation import runs
from loopline.simulation.job import Outcome
from loopline.workers.errands import Errands
from loopline.workers.worker import WorkerSetup

#: This many simulations may end before they have come to anything.
_TRIES = 10


class Simulations:
    def __init__(self, mutation: MutationRun) -> None:
        self._mutation = mutation

    def ask(self, about: str, games: Sequence[Game], jobs: Sequence[DistilJob]) -> list[Outcome | None]:
        """What came of each job. None: that is not known, as somebody has pressed Ctrl-C."""
        known = _Known(self._file(games))
        mutation, left = self._mutation, [job for job in jobs if known.of(job) is None]

        def tell() -> None:
            mutation.watch(about, sum(known.of(job) is not None for job in jobs), len(jobs))

        tries: Counter[str] = Counter()

        def note(job: DistilJob, outcomes: Sequence[Outcome], folder: Path | None) -> DistilJob | None:
            outcome = outcomes[-1]
            if outcome.state in ("died", "hung"):
                if folder:
                    runs.remove(folder)
            elif outcome.state != "agrees":
                tries[_key(job)] += 1
                if outcome.set_up or tries[_key(job)] > _TRIES:
                    raise BadInput(f"{mutation.netlist.dut.shown}: its mutants cannot be played\n{outcome.error}")
                return job
            known.add(job, outcome)
            tell()
            return None

        if left and not mutation.interrupted:
            tell()
            errands: Errands[DistilJob] = Errands(mutation.pool, setup := self._setup(games))
            try:
                errands.run(left, note)
            finally:
                mutation.interrupted |= errands.interrupted
                mutation.pool.dismiss(setup)
        return [known.of(job) for job in jobs]

    def _setup(self, games: Sequence[Game]) -> WorkerSetup:
        mutation = self._mutation
        folder = (mutation.netlist.folder / "run").resolve()
        folder.mkdir(exist_ok=True)
        runs.sweep(folder)
        job = DistilJob(
            dut=mutation.dut,
            timeout=mutation.timeout,
            seed=mutation.netlist.seed,
            scripts=[("", one.script, one.delays) for one in games],
        )
        prefix = f"distil-{uuid4().hex[:8]}-"
        return WorkerSetup(mutation.simulator.name, mutation.build().folder, folder, prefix, job)

    def _file(self, games: Sequence[Game]) -> Path:
        """Other games, and what is known is no answer."""
        digest = hashlib.sha256("\n".join(one.line for one in games).encode())
        verdicts = self._mutation.verdicts.path
        return verdicts.with_name(f"{verdicts.stem}-{digest.hexdigest()[:12]}.jsonl")


class _Known:
    """On disk, a line each."""

    def __init__(self, file: Path) -> None:
        self._file, self._outcomes = file, dict[str, Outcome]()
        text = file.read_text() if file.is_file() else ""
        whole = text[: text.rfind("\n") + 1]  # what follows was being written when the last run was killed
        if whole != text:
            file.write_text(whole)
        for line in whole.splitlines():
            key, _, outcome = line.partition("\t")
            try:
                self._outcomes[key] = Outcome.model_validate_json(outcome)
            except ValidationError:
                continue  # it is found out again

    def of(self, job: DistilJob) -> Outcome | None:
        return self._outcomes.get(_key(job))

    def add(self, job: DistilJob, outcome: Outcome) -> None:
        self._outcomes[_key(job)] = outcome
        with self._file.open("a") as file:
            file.write(f"{_key(job)}\t{outcome.model_dump_json(exclude_defaults=True)}\n")


def _key(job: DistilJob) -> str:
    return job.model_dump_json(include={"reduce", "mutants", "bins", "which", "effort"})
