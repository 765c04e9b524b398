"""`mutate --write-deck`: the fewest games that kill all mutants that can be killed, and fill all bins of the coverage.

A mutation run knows which game kills which mutant first. Simulations say which others it kills, and make games smaller
(`inside`); `DeckSelection` chooses, and `write` writes the deck down.
"""

from __future__ import annotations

import hashlib
import platform
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from hypothesis import strategies as st
from pydantic import ValidationError

from loopline import system
from loopline.campaign.saved import Deck, head
from loopline.contract.coverage import Coverage, chosen
from loopline.contract.game import AnyScript
from loopline.drawing import examples_of
from loopline.errors import BadInput, plural
from loopline.mutate.run import MutationRun
from loopline.mutate.verdict import (
    ITSELF,
    Aim,
    Bin,
    DeckEntry,
    DistilJob,
    DistilOutcome,
    aims_of,
    bins_of,
    complete_lines,
    write_traces,
)
from loopline.simulation import remove_folder
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import DECK, Outcome
from loopline.simulation.simulate import Setup
from loopline.workers.scheduler import JobQueue

#: Cycles that may be spent on one mutant, to see which games kill it, and on making one game smaller: the same on every
#: machine.
_JUDGE, _REDUCE = 500_000, 2_000_000


@dataclass
class DeckSelection:
    """Chooses the deck of a mutation run."""

    #: The run, which is over.
    mutation: MutationRun
    #: The games of the deck that it has played first: what stands above each, its text, its delays. They stay.
    before: Sequence[tuple[str, str, str]] = ()
    deck: list[DeckEntry] = field(default_factory=list, init=False)
    #: What the deck kills and meets.
    reached: frozenset[Aim] = field(default=frozenset(), init=False)
    #: Where the harness failed, by mutant or game: those could not be judged.
    unjudged: dict[str, str] = field(default_factory=dict, init=False)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has ended it."""
        return self.mutation.interrupted

    @cached_property
    def coverage(self) -> Coverage[AnyScript] | None:
        """The coverage of the game, if it has one."""
        return self.mutation.simulations.subject.engine.coverage()

    def run(self) -> None:
        """Find the deck, beginning with what an earlier run has found.

        After Ctrl-C it rests on what was known by then.
        """
        kept = [replace(self._game(text, delays), about=about) for about, text, delays in self.before]
        verdicts = [self.mutation.verdict(mutant) for mutant in self.mutation.netlist.mutants]
        found = aims_of(kept).union(
            verdict.mutant for verdict in verdicts if (verdict.state, verdict.property) == ("killed", DECK)
        )
        games, chosen_ones = list(self._killers()), list[DeckEntry]()
        try:
            chosen_ones = _covering(games, found)
            games = self._judged(games)
            games += self._others([*kept, *games])
            chosen_ones = _covering(games, found)
            chosen_ones = self._checked(chosen_ones, self._reduced(chosen_ones))
        except KeyboardInterrupt:
            self.mutation.interrupted = True
        self.deck = [*kept, *sorted(chosen_ones, key=lambda entry: -len(entry.aims))]
        self.reached = found | aims_of(chosen_ones)

    def _killers(self) -> Iterator[DeckEntry]:
        """Yield the examples that have killed mutants, each with the mutants that it is known to kill.

        A mutant that stops the simulator needs no game.
        """
        kills: dict[tuple[str, str], set[int]] = {}
        for mutant in self.mutation.netlist.mutants:
            verdict = self.mutation.verdict(mutant)
            if verdict.state == "killed" and verdict.property != DECK and not verdict.how:
                kills.setdefault((verdict.script, verdict.delays), set()).add(mutant.number)
        for (text, delays), mutants in kills.items():
            yield replace(self._game(text, delays), mutants=frozenset(mutants))

    def _game(self, text: str, delays: str) -> DeckEntry:
        game = self.mutation.simulations.subject.engine
        script = game.read(text.split())
        bins = bins_of(self.coverage, script, read_delays(delays)) if self.coverage else frozenset[Bin]()
        return DeckEntry(text, delays, game.turns(script), bins=bins)

    def _judged(self, games: Sequence[DeckEntry]) -> list[DeckEntry]:
        """Return the games, each with all that it kills."""
        mutants = sorted(frozenset[int]().union(*(entry.mutants for entry in games)))
        jobs = [self._job(mutants=[mutant], which=range(len(games)), effort=_JUDGE) for mutant in mutants]
        kills = [set(entry.mutants) for entry in games]
        for mutant, outcome in zip(mutants, self._ask("what games kill", games, jobs), strict=True):
            for number in range(len(games)):
                if outcome and number in outcome.kills:
                    kills[number].add(mutant)
        return [replace(entry, mutants=frozenset(mutants)) for entry, mutants in zip(games, kills, strict=True)]

    def _others(self, games: Sequence[DeckEntry]) -> list[DeckEntry]:
        """Return examples that meet situations that no killer meets."""
        if self.coverage is None or self.interrupted:
            return []
        mutation, game, found = self.mutation, self.mutation.simulations.subject.engine, list[DeckEntry]()
        met = frozenset[Bin]().union(*(entry.bins for entry in games))
        properties = game.properties()
        for number, property in enumerate(properties):
            mutation.watch("situations", number, len(properties))
            with_waiting = st.tuples(property.scripts, st.binary(max_size=64))
            for script, delays in examples_of(with_waiting, mutation.examples, mutation.netlist.seed):
                bins = bins_of(self.coverage, script, delays)
                if not bins <= met:
                    entry = DeckEntry(game.write(script), write_delays(delays), game.turns(script), bins=bins)
                    found.append(entry)
        return found

    def _reduced(self, games: Sequence[DeckEntry]) -> list[DeckEntry]:
        """Return the games, each made smaller as far as it still kills and meets what it is kept for."""
        jobs = [
            self._job(
                reduce=True, mutants=sorted(entry.mutants), bins=sorted(entry.bins), which=[number], effort=_REDUCE
            )
            for number, entry in enumerate(games)
        ]
        outcomes = self._ask("smaller games", games, jobs)
        return [
            replace(self._game(outcome.script, outcome.delays), mutants=entry.mutants, bins=entry.bins)
            if outcome and outcome.script
            else entry
            for entry, outcome in zip(games, outcomes, strict=True)
        ]

    def _checked(self, games: Sequence[DeckEntry], smaller: Sequence[DeckEntry]) -> list[DeckEntry]:
        """Play each mutant by itself once more, and the design itself, and return the games that are kept.

        What was played before a mutant may have changed what it did; the design has to agree in all games.
        """
        pairs = [(number, mutant) for number, entry in enumerate(smaller) for mutant in sorted(entry.mutants)]
        itself = self._job(mutants=[ITSELF], which=range(len(smaller)))
        jobs = [itself, *(self._job(mutants=[mutant], which=[number]) for number, mutant in pairs)]
        of_itself, *outcomes = self._ask("a last look", smaller, jobs)
        self._agrees(of_itself, smaller)
        doubtful = {
            number
            for (number, _), outcome in zip(pairs, outcomes, strict=True)
            if outcome and number not in outcome.kills
        }
        return [games[number] if number in doubtful else entry for number, entry in enumerate(smaller)]

    def _agrees(self, itself: DistilOutcome | None, games: Sequence[DeckEntry]) -> None:
        if itself and itself.trace:
            raise BadInput(f"{self.mutation.netlist.dut.shown}: the design itself cannot be judged\n{itself.trace}")
        for number, entry in enumerate(games):
            if itself and number in itself.kills:
                dut = self.mutation.netlist.dut
                raise BadInput(
                    f"{dut.shown}: the design disagrees with the model itself: verify it. Game: {entry.line}"
                )

    def _job(self, **what: object) -> DistilJob:
        return DistilJob.model_validate({"dut": self.mutation.simulations.subject.dut, **what})

    def _ask(self, about: str, games: Sequence[DeckEntry], jobs: Sequence[DistilJob]) -> list[DistilOutcome | None]:
        """Return what came of each job; None for a job that was not done before Ctrl-C.

        What an earlier run has found out is taken from there.
        """
        known, mutation = _JobLog(self._answers(games)), self.mutation
        left = [job for job in jobs if known.of(job) is None]

        def tell() -> None:
            mutation.watch(about, sum(known.of(job) is not None for job in jobs), len(jobs))

        def note(job: DistilJob, outcomes: Sequence[Outcome], folder: Path | None) -> DistilJob | None:
            outcome = outcomes[-1]
            assert isinstance(outcome, DistilOutcome)
            if outcome.state in ("died", "hung"):
                if folder:
                    remove_folder(folder)
            elif outcome.state != "agrees":
                mutation.simulations.check_again(_key(job), outcome)
                return job
            known.add(job, outcome)
            tell()
            return None

        if left and not mutation.interrupted:
            tell()
            queue: JobQueue[DistilJob] = JobQueue(mutation.pool, setup := self._setup(games))
            try:
                queue.run(left, note)
            finally:
                mutation.interrupted |= queue.scheduler.interrupted
                mutation.pool.dismiss(setup)
        outcomes = [known.of(job) for job in jobs]
        for job, outcome in zip(jobs, outcomes, strict=True):
            if outcome and outcome.trace:
                kind, numbers = ("game", job.which) if job.reduce else ("mutant", job.mutants)
                self.unjudged[f"{kind}-{numbers[0]}"] = outcome.trace
        return outcomes

    def _setup(self, games: Sequence[DeckEntry]) -> Setup:
        job = self._job(
            timeout=self.mutation.timeout,
            seed=self.mutation.netlist.seed,
            scripts=[("", entry.script, entry.delays) for entry in games],
        )
        return self.mutation.simulations.setup("deck", job)

    def _answers(self, games: Sequence[DeckEntry]) -> Path:
        """Return the file with the answers of simulations about these games."""
        digest = hashlib.sha256("\n".join(entry.line for entry in games).encode())
        verdicts = self.mutation.verdicts.path
        return verdicts.with_name(f"{verdicts.stem}-{digest.hexdigest()[:12]}.jsonl")


def _covering(games: Sequence[DeckEntry], found: frozenset[Aim]) -> list[DeckEntry]:
    """Return the games that are needed for what is not found yet, each with no more than what it is kept for."""
    everything = dict(enumerate(games))
    kept = chosen(
        {number: entry.aims - found for number, entry in everything.items()},
        {number: entry.turns for number, entry in everything.items()},
    )
    return [
        replace(
            everything[number],
            mutants=frozenset(aim for aim in aims if isinstance(aim, int)),
            bins=frozenset(aim for aim in aims if not isinstance(aim, int)),
        )
        for number, aims in kept.items()
    ]


class _JobLog:
    """What came of jobs, on disk, a line each."""

    def __init__(self, file: Path) -> None:
        self._file, self._outcomes = file, dict[str, DistilOutcome]()
        for line in complete_lines(file):
            key, _, outcome = line.partition("\t")
            try:
                self._outcomes[key] = DistilOutcome.model_validate_json(outcome)
            except ValidationError:
                continue  # it is found out again

    def of(self, job: DistilJob) -> DistilOutcome | None:
        """Return what came of a job, or None."""
        return self._outcomes.get(_key(job))

    def add(self, job: DistilJob, outcome: DistilOutcome) -> None:
        """Write down what came of a job."""
        self._outcomes[_key(job)] = outcome
        with self._file.open("a") as file:
            file.write(f"{_key(job)}\t{outcome.model_dump_json(exclude_defaults=True)}\n")


def _key(job: DistilJob) -> str:
    return job.model_dump_json(include={"reduce", "mutants", "bins", "which", "effort"})


#: This many situations are named behind a game; the JSON file has all.
_NAMED = 4


def write(run: DeckSelection, words: Sequence[str], deck: Path, out: Path) -> list[Path]:
    """Write the deck, and below `out` where the harness failed. At every moment the deck is whole.

    Args:
        run: The run.
        words: The words of the command.
        deck: The file of the deck.
        out: The folder of the run.

    Returns:
        The files that were written.
    """
    deck.parent.mkdir(parents=True, exist_ok=True)
    system.replace_file(
        deck, "\n".join([*_head(run, words), *(line for entry in run.deck for line in _lines(run, entry))]) + "\n"
    )
    return [deck, *write_traces(run.unjudged, out / "deck-could-not-judge")]


def summary(run: DeckSelection) -> str:
    """Return in a sentence what the deck finds."""
    turns = sum(entry.turns for entry in run.deck)
    mutants = sum(isinstance(aim, int) for aim in run.reached)
    bins = len(run.reached) - mutants
    of = f"of {len(run.mutation.netlist.mutants):,} mutants"
    kill, meet = ("kills", "meets") if len(run.deck) == 1 else ("they kill", "meet")
    text = f"{plural(len(run.deck), 'game')} of {plural(turns, 'turn')}: {kill} {mutants:,} {of}"
    text += f" and {meet} {plural(bins, 'situation')}" if bins else ""
    text += f", could not judge: {len(run.unjudged):,}" if run.unjudged else ""
    return f"PARTIAL, interrupted: {text}" if run.interrupted else text


def _head(run: DeckSelection, words: Sequence[str]) -> Iterator[str]:
    mutation = run.mutation
    yield head(mutation.netlist.subject)
    yield f"# {summary(run)}"
    yield f"# Made by: {_plain(shlex.join(words))}"
    yield f"# {', '.join(f'{name} {number}' for name, number in _versions(run).items())}"


def _lines(run: DeckSelection, entry: DeckEntry) -> Iterator[str]:
    yield ""
    yield entry.about or f"# {plural(entry.turns, 'turn')}: {'; '.join(_purposes(run, entry))}"
    yield entry.line


def _purposes(run: DeckSelection, entry: DeckEntry) -> Iterator[str]:
    if entry.mutants:
        mutants = {mutant.number: mutant for mutant in run.mutation.netlist.mutants}
        parts = Counter(mutants[number].part for number in entry.mutants)
        yield f"kills {', '.join(f'{count} of {part}' for part, count in parts.most_common())}"
    if entry.bins:
        names = [f"{group}: {name}" for group, name in sorted(entry.bins)]
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        yield _plain(f"meets {', '.join(names[:_NAMED])}{more}")


def _plain(text: str) -> str:
    """Return a comment of one line."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _versions(run: DeckSelection) -> dict[str, str]:
    names = {name: version(name) for name in ("loopline", "hypothesis")}
    simulator = run.mutation.simulator
    return {**names, "Python": platform.python_version(), simulator.name: simulator.version}


def games_of(deck: Deck) -> list[tuple[str, str, str]]:
    """Return the games of a deck, each with the line above it."""
    lines = deck.file.read_text(errors="replace").splitlines()
    above = dict(zip(lines[1:], lines, strict=False))
    found = []
    for _, text, delays in deck.games:
        about = above.get(DeckEntry(text, delays, 0).line, "")
        found.append((about if about.startswith("#") else "# kept", text, delays))
    return found
