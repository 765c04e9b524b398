"""Steering: the choice of the script that comes next, and the job that plays them.

Strategies that should fill what is empty are asked first, and what has met something new is varied.

A *feature* is a situation that a script meets once, or twice and more, four times and more, and so on. A script with a
feature that none had before is kept. The rarer a feature, the sooner one that has it is varied: the shortest. In the
simulation one leg is played after the other, each until one of its scripts fails.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from loopline.contract.checker import Mismatch
from loopline.contract.coverage import Counts, Model
from loopline.contract.game import AnyEngine, AnyScript, Property, Subject
from loopline.coverage import coverage_of
from loopline.drawing import examples_of
from loopline.fuzz import NAME, BinNumbers, CorpusScript, FeatureCount, FuzzJob, FuzzOutcome, Knowledge, ScriptCoverage
from loopline.simulation.channel import Channel
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import Draft
from loopline.simulation.session import timings_of
from loopline.trial import stalls
from loopline.trial.play import trial

#: Of a group, what was met, and how often: the length of that number in bits.
Feature = tuple[str, Hashable, int]

#: The same by its bin's number.
_Feature = tuple[int, int]

#: Makes a variation of a kept script, with another one at hand. Kept scripts come as they were learnt, or as text.
Vary = Callable[[AnyScript, AnyScript, Random], AnyScript]

#: The sources of scripts, besides the strategies: other scripts, and files.
VARIED, CORPUS = "variation", "corpus"

#: Scripts that a strategy generates at a time. What is left of a lot at the end of a leg was made up in vain.
_LOT = 3

#: The share of variations among all scripts: while there are empty bins, and afterwards.
_VARIED = 0.25, 0.75

#: One script in this many comes from any strategy, however little that has found.
_ANYWAY = 16

#: By this factor, what a strategy has found counts less after each further script.
_FADING = 0.98


class NextScript(NamedTuple):
    """A script to play next."""

    script: AnyScript
    delays: bytes
    #: The strategy's property, VARIED or CORPUS.
    source: str


class _KeptScript(NamedTuple):
    script: AnyScript
    delays: bytes
    turns: int


@lru_cache(maxsize=10_000)  # most are the same from leg to leg
def _written(game: _KeptScript) -> CorpusScript:
    return CorpusScript(script=game.script, delays=write_delays(game.delays), turns=game.turns)


def features_of(bins: Mapping[int, int]) -> list[_Feature]:
    """Return the features of a script that met each bin so often."""
    return [(number, n.bit_length()) for number, n in bins.items()]


class Steering:
    """The choice of the next script by what earlier ones have reached."""

    def __init__(
        self, model: Model, properties: Sequence[Property], vary: Vary, seed: int, known: Knowledge | None = None
    ) -> None:
        """Begin a leg.

        `known`: what others have learnt before.
        """
        self._vary = vary
        self._random = Random(seed)
        self._numbers = BinNumbers(model)
        asked = known.spent if known else {}
        self._lots = {
            strategy.name: _drawn(strategy.scripts, self._random.getrandbits(32), strategy.name in asked)
            for strategy in properties
        }
        #: The number of times that each bin was met.
        self._met = Counter[int]()
        #: The empty bins, and the strategies that should fill them.
        self.empty = {
            self._numbers.of(group.name, key): entry.strategy.replace("_", " ")
            for group in model
            for key, entry in group.bins.items()
            if not entry.unreachable
        }
        self.bins = len(self.empty)
        #: The number of scripts with each feature, and the shortest of them.
        self._features = Counter[_Feature]()
        self._shortest: dict[_Feature, _KeptScript] = {}
        #: The features that each strategy has found recently, and the turns that this took.
        self._found: dict[str, float] = dict.fromkeys(self._lots, 0.0)
        self._spent: dict[str, float] = dict.fromkeys(self._lots, 0.0)
        if known:
            self._take_over(known)

    @property
    def met(self) -> Counts:
        """The number of times that each situation was met."""
        return self._numbers.counts(self._met)

    @property
    def reached(self) -> int:
        """How many bins were reached."""
        return self.bins - len(self.empty)

    def next(self) -> NextScript:
        """Return the next script: a variation of one that has found something, or a new one of a strategy."""
        random = self._random
        if self._features and random.random() < _VARIED[not self.empty]:
            parent, second = self._parent(), self._parent()
            delays = random.choice(
                (parent.delays, parent.delays, second.delays, random.randbytes(random.randrange(64)))
            )
            return NextScript(self._vary(parent.script, second.script, random), delays, VARIED)
        return self.of(self._strategy())

    def of(self, name: str) -> NextScript:
        """Return the next script of this property's strategy."""
        return NextScript(*next(self._lots[name]), name)

    def learn(self, tried: NextScript, turns: int, bins: Mapping[int, int]) -> list[Feature]:
        """Take note of a script that agreed. Return what was new in it.

        Args:
            tried: The script.
            turns: Its turns.
            bins: How often it met each bin.
        """
        features = features_of(bins)
        new = [feature for feature in features if feature not in self._features]
        self._features.update(features)
        kept = _KeptScript(tried.script, tried.delays, turns)
        for feature in features:
            if feature not in self._shortest or turns < self._shortest[feature].turns:
                self._shortest[feature] = kept
        for number, n in bins.items():
            self._met[number] += n
            self.empty.pop(number, None)
        self.spend(tried.source, turns, len(new))
        return [(*self._numbers.bin(number), bits) for number, bits in new]

    def gains_by(self, turns: int, bins: Mapping[int, int]) -> bool:
        """Return whether a script is the first or the shortest that has a feature.

        Args:
            turns: Its turns.
            bins: How often it met each bin.
        """
        shortest = (self._shortest.get(feature) for feature in features_of(bins))
        return any(game is None or turns < game.turns for game in shortest)

    def spend(self, source: str, turns: int, new: int = 0) -> None:
        """Take note of what the strategies have found, and of the turns that it took.

        Args:
            source: Where a script came from.
            turns: Its turns.
            new: The number of features that it was the first to have.
        """
        if source in self._lots:
            for name in self._lots:
                self._found[name] *= _FADING
                self._spent[name] *= _FADING
            self._found[source] += new
            self._spent[source] += turns

    def add(self, bins: Mapping[int, int], features: Iterable[FeatureCount]) -> None:
        """Add what scripts by which nothing is gained have met.

        Args:
            bins: How often they met each bin.
            features: Their features.
        """
        for number, n in bins.items():
            self._met[number] += n
        for number, bits, scripts in features:
            self._features[number, bits] += scripts

    def known(self) -> Knowledge:
        """Return all that it has learnt; if its scripts are texts."""
        games = {id(game): game for game in self._shortest.values()}
        place = {key: number for number, key in enumerate(games)}
        return Knowledge(
            bins=[number for number, _ in self._features],
            bits=[bits for _, bits in self._features],
            scripts=[*self._features.values()],
            shortest=[place[id(game)] for game in self._shortest.values()],  # features come there in the same order
            kept=[*map(_written, games.values())],
            found=self._found,
            spent=self._spent,
        )

    def _take_over(self, known: Knowledge) -> None:
        kept = [_KeptScript(game.script, read_delays(game.delays), game.turns) for game in known.kept]
        for number, bits, scripts, shortest in zip(known.bins, known.bits, known.scripts, known.shortest, strict=True):
            self._features[number, bits] = scripts
            self._shortest[number, bits] = kept[shortest]
            self.empty.pop(number, None)
        self._found.update(known.found)
        self._spent.update(known.spent)

    def _strategy(self) -> str:
        """Return a strategy; more often one that finds much per turn and should fill many empty bins."""
        names = list(self._lots)
        if self._random.randrange(_ANYWAY) == 0:
            return self._random.choice(names)
        wanted = Counter(self.empty.values())
        worth = [(1 + self._found[name]) * (1 + wanted[name]) / (100 + self._spent[name]) for name in names]
        return self._random.choices(names, worth)[0]

    def _parent(self) -> _KeptScript:
        """Return a kept script with a rare situation; every other time, with one whose group still has empty bins."""
        features = list(self._features)
        if self.empty and self._random.randrange(2):
            group = self._numbers.group(self._random.choice(list(self.empty)))
            features = [feature for feature in features if self._numbers.group(feature[0]) == group] or features
        (feature,) = self._random.choices(features, [1 / self._features[feature] for feature in features])
        return self._shortest[feature]


def _drawn(scripts: SearchStrategy[AnyScript], seed: int, again: bool) -> Iterator[tuple[AnyScript, bytes]]:
    """Yield scripts and delays that Hypothesis makes up; `again`: without the first, which is always the simplest."""
    while True:
        lot = examples_of(st.tuples(scripts, stalls), _LOT + again, seed)
        yield from lot[again:]
        seed, again = seed + 1, True


class FuzzDraft(FuzzOutcome, Draft, frozen=False):
    """The outcome of the present leg."""


class FuzzSession:
    """The choice of scripts in one simulation, and what was learnt from them."""

    def __init__(self, job: FuzzJob, subject: Subject, vary: Vary) -> None:
        self._job, self._game = job, subject.engine
        model = coverage_of(subject).model
        self._numbers = BinNumbers(model)
        self.steering = Steering(model, self._game.properties(), vary, job.seed, job.known)
        self.met: list[ScriptCoverage] = []
        self._bins, self._features = Counter[int](), Counter[_Feature]()

    def tries(self) -> Iterator[NextScript]:
        """Yield the scripts of the corpus, or new ones until there are enough turns."""
        for game in self._job.saved:
            yield NextScript(self._game.read(game.script.split()), read_delays(game.delays), CORPUS)
        while sum(found.turns for found in self.met) < self._job.turns:
            yield self.steering.next()

    def learn(self, tried: NextScript, counts: Counts) -> None:
        """Take note of a script on which the design agrees."""
        turns, bins = self._game.turns(tried.script), self._numbers.numbered(counts)
        if self.steering.gains_by(turns, bins):
            script = CorpusScript(script=self._game.write(tried.script), delays=write_delays(tried.delays), turns=turns)
            self.met.append(ScriptCoverage(source=tried.source, turns=turns, script=script, bins=bins))
        else:  # then it gains the run nothing, which knows all that this leg knows
            self.met.append(ScriptCoverage(source=tried.source, turns=turns))
            self._bins.update(bins)
            self._features.update(features_of(bins))
        self.steering.learn(tried, turns, bins)

    def tell(self, outcome: FuzzDraft) -> None:
        """Write down what the run has to learn of it."""
        outcome.met, outcome.bins = self.met, dict(self._bins)
        outcome.features = [FeatureCount(number, bits, n) for (number, bits), n in self._features.items()]


def variations(game: AnyEngine) -> Vary:
    """Return what varies scripts, as texts: many legs vary the same."""

    @lru_cache(maxsize=2000)
    def read(text: str) -> AnyScript:
        return game.read(text.split())

    def vary(first: AnyScript, second: AnyScript, random: Random) -> AnyScript:
        first, second = (read(script) if isinstance(script, str) else script for script in (first, second))
        return game.varied(first, second, random)

    return vary


class FuzzRunner:
    """A runner that plays the scripts of legs in a simulation."""

    def __init__(self, top: Any, job: FuzzJob, channel: Channel) -> None:
        self._trial = trial(top, job, channel)
        self._subject = self._trial.account.subject
        self._coverage, self._vary = coverage_of(self._subject), variations(self._subject.engine)

    @property
    def outcome(self) -> Draft:
        """What is known of the present leg."""
        return self._trial.outcome

    async def do(self, job: FuzzJob) -> None:
        """Play a leg, and report what it has met."""
        trial, account, began, source = self._trial, self._trial.account, time.monotonic(), ""
        trial.job, leg, account.longest = job, FuzzSession(job, self._subject, self._vary), None
        account.begin(outcome := FuzzDraft(name=NAME), job.seconds)
        try:
            for tried in leg.tries():
                if trial.limits.enough():
                    break
                source = tried.source
                await trial.play(script := trial.asked(tried.script), tried.delays)
                collector = self._coverage.collector()
                collector.add(script, timings_of(tried.delays))
                leg.learn(tried, collector.counts)
            outcome.state, outcome.partial = "agrees", trial.limits.why or None
        except Mismatch:
            assert account.failed
            before, script, delays = account.failed
            strategy = next((property for property in trial.game.properties() if property.name == source), None)
            await trial.minimise(script, delays, (before, account.longest), strategy)
        leg.tell(outcome)
        outcome.seconds = time.monotonic() - began
        account.report()
