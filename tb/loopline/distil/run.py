"""Finds the deck of a design, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from hypothesis import strategies as st

from loopline.contract.coverage import Coverage
from loopline.contract.game import AnyScript, engine
from loopline.coverage.cover import chosen
from loopline.distil.game import Aim, Bin, DistilJob, Game, aims_of, bins_of
from loopline.distil.simulations import Simulations
from loopline.drawing import examples_of
from loopline.errors import BadInput
from loopline.mutate.job import ITSELF
from loopline.mutate.run import MutationRun
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import DECK, Outcome

#: Cycles that may be spent on one mutant, to see which games kill it, and on making one game smaller: the same on every
#: machine.
_JUDGE, _REDUCE = 500_000, 2_000_000


@dataclass
class Distilling:
    #: Has been run.
    mutation: MutationRun
    #: The games of the deck that it has played first: what stands above each, its text, its delays. They stay.
    before: Sequence[tuple[str, str, str]] = ()
    deck: list[Game] = field(default_factory=list, init=False)
    #: What the deck kills and meets.
    reached: frozenset[Aim] = field(default=frozenset(), init=False)
    #: Where the harness failed, by mutant or game: those could not be judged.
    unjudged: dict[str, str] = field(default_factory=dict, init=False)

    @property
    def interrupted(self) -> bool:
        return self.mutation.interrupted

    @cached_property
    def coverage(self) -> Coverage[AnyScript] | None:
        return engine(self.mutation.dut).coverage()

    def run(self) -> None:
        """Goes on from where an earlier run has come to. After Ctrl-C the deck is of what was known by then."""
        kept = [replace(self._game(text, delays), about=about) for about, text, delays in self.before]
        verdicts = [self.mutation.verdict(one) for one in self.mutation.mutants]
        found = aims_of(kept).union(one.mutant for one in verdicts if (one.state, one.property) == ("killed", DECK))
        games, chosen_ones = list(self._killers()), list[Game]()
        try:
            chosen_ones = _covering(games, found)
            games = self._judged(games)
            games += self._others([*kept, *games])
            chosen_ones = _covering(games, found)
            chosen_ones = self._checked(chosen_ones, self._reduced(chosen_ones))
        except KeyboardInterrupt:
            self.mutation.interrupted = True
        self.deck = [*kept, *sorted(chosen_ones, key=lambda one: -len(one.aims))]
        self.reached = found | aims_of(chosen_ones)

    def _killers(self) -> Iterator[Game]:
        """The examples that have killed mutants, each with those of which that is known. A mutant that stops the
        simulator needs no game."""
        kills: dict[tuple[str, str], set[int]] = {}
        for mutant in self.mutation.mutants:
            verdict = self.mutation.verdict(mutant)
            if verdict.state == "killed" and verdict.property != DECK and not verdict.how:
                kills.setdefault((verdict.script, verdict.delays), set()).add(mutant.number)
        for (text, delays), mutants in kills.items():
            yield replace(self._game(text, delays), mutants=frozenset(mutants))

    def _game(self, text: str, delays: str) -> Game:
        game = self.mutation.game
        script = game.read(text.split())
        bins = bins_of(self.coverage, script, read_delays(delays)) if self.coverage else frozenset[Bin]()
        return Game(text, delays, game.turns(script), bins=bins)

    def _judged(self, games: Sequence[Game]) -> list[Game]:
        """Each with all that it kills."""
        mutants = sorted(frozenset[int]().union(*(one.mutants for one in games)))
        jobs = [self._job(mutants=[one], which=range(len(games)), effort=_JUDGE) for one in mutants]
        kills = [set(one.mutants) for one in games]
        for mutant, outcome in zip(mutants, self._ask("what games kill", games, jobs), strict=True):
            for number in range(len(games)):
                if outcome and str(number) in outcome.figures:
                    kills[number].add(mutant)
        return [replace(one, mutants=frozenset(its)) for one, its in zip(games, kills, strict=True)]

    def _others(self, games: Sequence[Game]) -> list[Game]:
        """Examples that meet situations that no killer meets."""
        if self.coverage is None or self.interrupted:
            return []
        mutation, found = self.mutation, list[Game]()
        met = frozenset[Bin]().union(*(one.bins for one in games))
        properties = mutation.game.properties()
        for number, one in enumerate(properties):
            mutation.watch("situations", number, len(properties))
            with_waiting = st.tuples(one.scripts, st.binary(max_size=64))
            for script, delays in examples_of(with_waiting, mutation.examples, mutation.netlist.seed):
                bins = bins_of(self.coverage, script, delays)
                if not bins <= met:
                    text = mutation.game.write(script)
                    found.append(Game(text, write_delays(delays), mutation.game.turns(script), bins=bins))
        return found

    def _reduced(self, games: Sequence[Game]) -> list[Game]:
        """Each without what it can do without, if it is to kill and meet no more than what it is kept for."""
        jobs = [
            self._job(reduce=True, mutants=sorted(one.mutants), bins=sorted(one.bins), which=[number], effort=_REDUCE)
            for number, one in enumerate(games)
        ]
        outcomes = self._ask("smaller games", games, jobs)
        return [
            replace(self._game(outcome.script, outcome.delays), mutants=one.mutants, bins=one.bins)
            if outcome and outcome.script
            else one
            for one, outcome in zip(games, outcomes, strict=True)
        ]

    def _checked(self, games: Sequence[Game], smaller: Sequence[Game]) -> list[Game]:
        """Each mutant by itself, once more: what was played before it may have had a hand in what was seen of it. And
        the design itself, which has to agree in all of them."""
        pairs = [(number, mutant) for number, one in enumerate(smaller) for mutant in sorted(one.mutants)]
        itself = self._job(mutants=[ITSELF], which=range(len(smaller)))
        jobs = [itself, *(self._job(mutants=[mutant], which=[number]) for number, mutant in pairs)]
        of_itself, *outcomes = self._ask("a last look", smaller, jobs)
        self._agrees(of_itself, smaller)
        doubtful = {
            number
            for (number, _), outcome in zip(pairs, outcomes, strict=True)
            if outcome and str(number) not in outcome.figures
        }
        return [games[number] if number in doubtful else one for number, one in enumerate(smaller)]

    def _agrees(self, itself: Outcome | None, games: Sequence[Game]) -> None:
        if itself and itself.told:
            raise BadInput(f"{self.mutation.netlist.dut.shown}: the design itself cannot be judged\n{itself.told}")
        for number, one in enumerate(games):
            if itself and str(number) in itself.figures:
                dut = self.mutation.netlist.dut
                raise BadInput(f"{dut.shown}: the design disagrees with the model itself: verify it. Game: {one.line}")

    def _job(self, **what: object) -> DistilJob:
        return DistilJob.model_validate({"dut": self.mutation.dut, "properties": [DECK], **what})

    def _ask(self, about: str, games: Sequence[Game], jobs: Sequence[DistilJob]) -> list[Outcome | None]:
        outcomes = Simulations(self.mutation).ask(about, games, jobs)
        for job, outcome in zip(jobs, outcomes, strict=True):
            if outcome and outcome.told:
                kind, numbers = ("game", job.which) if job.reduce else ("mutant", job.mutants)
                self.unjudged[f"{kind}-{numbers[0]}"] = outcome.told
        return outcomes


def _covering(games: Sequence[Game], found: frozenset[Aim]) -> list[Game]:
    """The games that are needed for what is not found yet, each with no more than what it is kept for."""
    everything = dict(enumerate(games))
    kept = chosen(
        {number: one.aims - found for number, one in everything.items()},
        {number: one.turns for number, one in everything.items()},
    )
    return [
        replace(
            everything[number],
            mutants=frozenset(aim for aim in aims if isinstance(aim, int)),
            bins=frozenset(aim for aim in aims if not isinstance(aim, int)),
        )
        for number, aims in kept.items()
    ]
