"""The jobs of simulations with all mutants in them, the games of a deck, and the verdicts.

Verdicts are lines of JSON, written at once, so that an interrupted run can be continued. They are in two files: what
was played against a mutant depends on the games; what was proven of it does not.
"""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, TypedDict

from pydantic import BaseModel, Field, ValidationError

from loopline.contract.coverage import Coverage, hits
from loopline.contract.game import AnyScript
from loopline.mutate.netlist import Mutant
from loopline.simulation.job import DECK, Job, Outcome, Replayed
from loopline.simulation.session import timings_of

#: The number of the design without any mutant.
ITSELF = 0


class MutantOutcome(Outcome):
    """The outcome of a mutant."""

    #: None: it ended before the mutant was in the design.
    mutant: int | None = None
    #: The number of the example that was played last.
    example: int = 0
    #: Where the harness has failed.
    trace: str = ""


class MutantJob(Job):
    """Plays examples of the properties, in that order, until one kills the mutant.

    The first job of a simulation has the deck, the others do not repeat it.
    """

    outcome = MutantOutcome
    does: str = "loopline.mutate.inside:Killer"
    mutant: int = ITSELF
    properties: Sequence[str] = ()
    #: The examples of each property.
    examples: int = 0
    deck: Sequence[Replayed] = ()
    #: Examples that have killed others, and how many: property, number, mutants.
    kills: Sequence[tuple[str, int, int]] = ()
    #: Where all simulations of the run share their examples.
    shared: Path = Path()
    #: Of each property these examples are tried: the first of them, and the one behind the last.
    first: int = 0
    last: int = 0

    @property
    def names(self) -> list[str]:
        """The properties."""
        return list(self.properties)


#: A group of the coverage model, and one of its bins.
Bin = tuple[str, str]

#: A mutant that is to be killed, or a situation that is to be met.
Aim: TypeAlias = int | Bin


@dataclass(frozen=True)
class DeckEntry:
    """A game of the deck, or one that may become one."""

    script: str
    delays: str
    turns: int
    mutants: frozenset[int] = frozenset()
    bins: frozenset[Bin] = frozenset()
    #: Of one that was in the deck before: what stood above it.
    about: str = ""

    @property
    def aims(self) -> frozenset[Aim]:
        """All that it kills and meets."""
        return self.mutants | self.bins

    @property
    def line(self) -> str:
        """The game as `loopline replay` reads it."""
        return f"delays:{self.delays} {self.script}" if self.delays else self.script


def aims_of(games: Iterable[DeckEntry]) -> frozenset[Aim]:
    """Return all that these games kill and meet."""
    return frozenset[Aim]().union(*(entry.aims for entry in games))


def bins_of(coverage: Coverage[AnyScript], script: AnyScript, delays: bytes) -> frozenset[Bin]:
    """Return the situations that a script meets.

    Args:
        coverage: The coverage model of the game.
        script: A script that the model can play.
        delays: The delays of its requests and answers, as bytes of a script have them.
    """
    collector = coverage.collector()
    collector.add(script, timings_of(delays))
    found = hits(coverage.model, collector.counts)
    return frozenset((group, name) for group, bins in found.items() for name, times in bins.items() if times)


class DistilOutcome(Outcome):
    """The outcome of games: which of them kill the mutant, by their places; or the smaller game."""

    kills: list[int] = Field(default_factory=list)
    #: Where the harness has failed last.
    trace: str = ""


class DistilJob(Job):
    """Finds out which of the games kill this mutant, or how small a game can become that kills and meets the same.

    It is to kill all these mutants and meet all these situations. The first job of a simulation has all the games, as
    `scripts`; the others say which.
    """

    outcome = DistilOutcome
    does: str = "loopline.mutate.inside:GameSelector"
    scripts: Sequence[Replayed] = ()
    reduce: bool = False
    mutants: Sequence[int] = ()
    bins: Sequence[Bin] = ()
    #: By their places in the first job.
    which: Sequence[int] = ()
    #: Cycles that may be spent on it: the same on every machine.
    effort: int = 1_000_000_000

    @property
    def names(self) -> list[str]:
        """That of a deck."""
        return [DECK]


#: `unjudged`: the harness has failed at what the mutant put out, so it is not known whether a game shows it.
State = Literal["killed", "equivalent", "unobservable", "survived", "unjudged"]

#: The steps of a mutation run, in their order.
Step = Literal["cone", "probe", "proof", "play", "deep", "zeros", "ones"]

#: Those in which every X has the same value.
VALUES: tuple[Literal["zeros", "ones"], ...] = ("zeros", "ones")

#: Those in which nothing is played.
_PROOFS: tuple[Step, ...] = ("cone", "proof", "deep")


class MutantVerdict(BaseModel):
    """A verdict on a mutant."""

    state: State | Literal["open"]
    """`unjudged`: the harness has failed at what the mutant put out; `open`: it was not tried."""
    how: str = ""
    """How a proof was made, or why one was given up; how a mutant was caught if not by a mismatch."""
    property: str = ""
    """If it was killed: by which property."""
    example: int = 0
    """By which of its examples."""
    turns: int = 0
    """The turns that were played."""
    seconds: float = 0.0
    script: str = ""
    """The game."""
    delays: str = ""
    cycle: int | None = None
    """The first wrong cycle."""
    signal: str = ""
    """The first wrong signal."""
    expected: str = ""
    found: str = ""
    says: str = ""
    """What was wrong."""
    trace: str = ""
    """If it could not be judged: where the harness failed."""


class Verdict(MutantVerdict):
    """The verdict on one mutant in one step.

    `open`: it was not caught in this step. `property` and `example`, of the design itself: which has been played.
    """

    step: Step
    mutant: int


class Verdicts:
    """All verdicts of a run, by step and mutant, kept on disk."""

    def __init__(self, path: Path, proofs: Path) -> None:
        self.path, self.proofs = path, proofs
        self._known: dict[tuple[Step, int, str], Verdict] = {}
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        for file in (proofs, path):
            for verdict in _read(file):
                self._known[_key(verdict)] = verdict
        #: How many there were at the beginning.
        self.found = len(self._known)

    def add(self, verdict: Verdict) -> None:
        """Write a verdict down, in place of an earlier one of the same step and mutant."""
        path = self.proofs if verdict.step in _PROOFS else self.path
        with self._lock, path.open("a") as file:
            file.write(verdict.model_dump_json(exclude_defaults=True) + "\n")
            self._known[_key(verdict)] = verdict

    def get(self, step: Step, mutant: int) -> Verdict | None:
        """Return the verdict of a step on a mutant, or None."""
        return self._known.get((step, mutant, ""))

    def of_design(self, step: Step, properties: Iterable[str]) -> list[Verdict]:
        """Return what is known of the design without mutants, by each of these properties."""
        return [known for name in properties if (known := self._known.get((step, ITSELF, name)))]

    def knows(self, step: Step, job: MutantJob) -> bool:
        """Return whether there is a verdict already that a job is to find."""
        if job.mutant == ITSELF:
            return len(self.of_design(step, job.properties)) == len(job.properties)
        return bool(self.get(step, job.mutant))

    def is_open(self, step: Step, mutant: int) -> bool:
        """Return whether a mutant is left after that step; a proof that comes later does not count."""
        verdict, proof = (self.get(name, mutant) for name in (step, "deep"))
        return verdict is not None and verdict.state == "open" and (proof is None or proof.state == "open")

    def on(self, mutant: int, values: Sequence[Step]) -> Verdict:
        """Return the verdict on a mutant as known so far. `values`: the last steps of the run."""
        steps: list[Step] = ["cone", "probe", "proof", "play", "deep", *values]
        verdicts = [self.get(step, mutant) for step in steps]
        known = [verdict for verdict in verdicts if verdict]
        turns = sum(verdict.turns for verdict in known)
        for verdict in known:
            if verdict.state == "killed":
                return verdict.model_copy(update={"turns": turns})
            if verdict.state != "open":
                return verdict
        state = "survived" if all(verdicts[steps.index("play") :]) else "open"
        how = next((verdict.how for verdict in known if verdict.step == "deep"), "")
        return Verdict(step="play", mutant=mutant, state=state, turns=turns, how=how)

    def of(self, step: Step) -> list[Verdict]:
        """Return all verdicts of a step, in the order of the mutants."""
        return [verdict for (a_step, *_), verdict in sorted(self._known.items()) if a_step == step]


def write_traces(traces: Mapping[str, str], folder: Path) -> list[Path]:
    """Write down where the harness failed, a file for each mutant or game, instead of those of the run before.

    Returns the folder, if there are any.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in traces.items():
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.txt").write_text(f"{text}\n")
    return [folder] if traces else []


def _key(verdict: Verdict) -> tuple[Step, int, str]:
    return verdict.step, verdict.mutant, verdict.property if verdict.mutant == ITSELF else ""


def complete_lines(path: Path) -> list[str]:
    """Return the lines of a file, and remove one that was being written when the last run was killed."""
    text = path.read_text() if path.is_file() else ""
    complete = text[: text.rfind("\n") + 1]
    if complete != text:
        path.write_text(complete)
    return complete.splitlines()


def _read(path: Path) -> Iterator[Verdict]:
    for line in complete_lines(path):
        try:
            yield Verdict.model_validate_json(line)
        except ValidationError:
            continue  # cut off by a full disk, or edited: this verdict is found again


# --- what the first verdicts teach ---

#: The number of mutants that are tried before all others: what kills them teaches the order of the examples.
PILOTS = 50


class Order(TypedDict):
    """In which order properties and examples are tried; of an example how many it has killed."""

    properties: Sequence[str]
    kills: Sequence[tuple[str, int, int]]


def evenly(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Return pilots: every n-th mutant."""
    return list(mutants[:: max(1, len(mutants) // PILOTS)][:PILOTS])


def of_all_parts(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Return pilots: the next is always of the part that has the fewest yet, in it of the class that has the fewest.

    (Where classes come in turn, every n-th may be of the same class.)
    """
    left, taken = list(mutants), list[Mutant]()
    parts, kinds = Counter[str](), Counter[str]()
    while left and len(taken) < PILOTS:
        taken.append(min(left, key=lambda mutant: (parts[mutant.part], kinds[mutant.kind], mutant.number)))
        left.remove(taken[-1])
        parts[taken[-1].part] += 1
        kinds[taken[-1].kind] += 1
    return taken


def order(properties: Sequence[str], verdicts: Sequence[Verdict | None]) -> Order:
    """Return the order of properties and examples, from what they have killed of the pilots."""
    kills = Counter(
        (verdict.property, verdict.example) for verdict in verdicts if verdict and verdict.state == "killed"
    )
    by_property: Counter[str] = Counter()
    for (name, _), count in kills.items():
        by_property[name] += count
    return {
        "properties": sorted(properties, key=lambda name: -by_property[name]),
        "kills": [(name, number, count) for (name, number), count in sorted(kills.items())],
    }
