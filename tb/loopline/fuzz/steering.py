"""Which script comes next. Who should fill what is empty is asked first, and what has met something new is varied.

A *feature* is a situation that a script meets once, or twice and more, four times and more, and so on. A script with a
feature that none had before is kept. The rarer a feature, the sooner one that has it is varied: the shortest.

Knows neither game nor hardware: it is asked for a script, and told what that has met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from loopline.contract.coverage import Counts, Model
from loopline.contract.game import AnyScript, Property
from loopline.drawing import examples_of
from loopline.fuzz.knowledge import Kept, Known, Numbers, Seen
from loopline.simulation.delays import read_delays, write_delays
from loopline.trial.trial import stalls

#: Of a group, what was met, and how often: the length of that number in bits.
Feature = tuple[str, Hashable, int]

#: Makes a variation of a kept script, with another one at hand. Kept scripts come as they were learnt, or as text.
Vary = Callable[[AnyScript, AnyScript, Random], AnyScript]

#: Where scripts come from, besides the strategies: other scripts, and files.
VARIED, CORPUS = "variation", "corpus"

#: Scripts that a strategy generates at a time. What is left of a lot at the end of a leg was made up in vain.
_LOT = 3

#: The share of variations among all scripts: while there are empty bins, and afterwards.
_VARIED = 0.25, 0.75

#: One script in this many comes from any strategy, however little that has found.
_ANYWAY = 16

#: By this factor, what a strategy has found counts less after each further script.
_FADING = 0.98


class Try(NamedTuple):
    """A script to play next."""

    script: AnyScript
    delays: bytes
    #: The strategy's property, VARIED or CORPUS.
    source: str


class _Kept(NamedTuple):
    script: AnyScript
    delays: bytes
    turns: int


class Steering:
    """Chooses the next script by what earlier ones have reached."""

    def __init__(
        self, model: Model, properties: Sequence[Property], vary: Vary, seed: int, known: Known | None = None
    ) -> None:
        """`known`: what others have learnt before."""
        self._vary = vary
        self._random = Random(seed)
        self._numbers = Numbers(model)
        asked = known.spent if known else {}
        self._lots = {
            one.name: _drawn(one.scripts, self._random.getrandbits(32), one.name in asked) for one in properties
        }
        #: How often each situation was met.
        self.met: dict[str, Counter[Hashable]] = {group.name: Counter() for group in model}
        #: The empty bins, and the strategies that should fill them.
        self.empty = {
            (group.name, key): one.strategy.replace("_", " ")
            for group in model
            for key, one in group.bins.items()
            if not one.unreachable
        }
        self.bins = len(self.empty)
        #: How many scripts had each feature, and the shortest of them.
        self._features: Counter[Feature] = Counter()
        self._shortest: dict[Feature, _Kept] = {}
        #: The features that each strategy has found recently, and the turns that this took.
        self._found: dict[str, float] = dict.fromkeys(self._lots, 0.0)
        self._spent: dict[str, float] = dict.fromkeys(self._lots, 0.0)
        if known:
            self._take_over(known)

    @property
    def reached(self) -> int:
        """How many bins were reached."""
        return self.bins - len(self.empty)

    def next(self) -> Try:
        """The next script: a variation of one that has found something, or a new one of a strategy."""
        random = self._random
        if self._features and random.random() < _VARIED[not self.empty]:
            one, other = self._parent(), self._parent()
            delays = random.choice((one.delays, one.delays, other.delays, random.randbytes(random.randrange(64))))
            return Try(self._vary(one.script, other.script, random), delays, VARIED)
        return self.of(self._strategy())

    def of(self, name: str) -> Try:
        """The next script of this property's strategy."""
        return Try(*next(self._lots[name]), name)

    def learn(self, tried: Try, turns: int, counts: Counts) -> list[Feature]:
        """Take note of a script that agreed. Returns what was new in it."""
        bins = self._numbers.numbered(counts)
        features = [(*self._numbers.bin(number), n.bit_length()) for number, n in bins.items()]
        new = [one for one in features if one not in self._features]
        self._features.update(features)
        kept = _Kept(tried.script, tried.delays, turns)
        for one in features:
            if one not in self._shortest or turns < self._shortest[one].turns:
                self._shortest[one] = kept
        for group, seen in counts.items():
            self.met[group].update(seen)
            for key in seen:
                self.empty.pop((group, key), None)
        if tried.source in self._lots:
            for name in self._lots:
                self._found[name] *= _FADING
                self._spent[name] *= _FADING
            self._found[tried.source] += len(new)
            self._spent[tried.source] += turns
        return new

    def known(self) -> Known:
        """All that it has learnt; if its scripts are texts."""
        every = {id(one): one for one in self._shortest.values()}
        place = {key: number for number, key in enumerate(every)}
        return Known(
            features=[
                Seen(
                    bin=self._numbers.of(group, key),
                    bits=bits,
                    scripts=scripts,
                    shortest=place[id(self._shortest[group, key, bits])],
                )
                for (group, key, bits), scripts in self._features.items()
            ],
            kept=[Kept(script=one.script, delays=write_delays(one.delays), turns=one.turns) for one in every.values()],
            found=self._found,
            spent=self._spent,
        )

    def _take_over(self, known: Known) -> None:
        kept = [_Kept(one.script, read_delays(one.delays), one.turns) for one in known.kept]
        for one in known.features:
            group, key = self._numbers.bin(one.bin)
            self._features[group, key, one.bits] = one.scripts
            self._shortest[group, key, one.bits] = kept[one.shortest]
            self.empty.pop((group, key), None)
        self._found.update(known.found)
        self._spent.update(known.spent)

    def _strategy(self) -> str:
        """A strategy; more often one that finds much per turn and should fill many empty bins."""
        names = list(self._lots)
        if self._random.randrange(_ANYWAY) == 0:
            return self._random.choice(names)
        wanted = Counter(self.empty.values())
        worth = [(1 + self._found[one]) * (1 + wanted[one]) / (100 + self._spent[one]) for one in names]
        return self._random.choices(names, worth)[0]

    def _parent(self) -> _Kept:
        """A kept script with a rare situation; every other time, with one whose group still has empty bins."""
        features = list(self._features)
        if self.empty and self._random.randrange(2):
            group, _ = self._random.choice(list(self.empty))
            features = [one for one in features if one[0] == group] or features
        (feature,) = self._random.choices(features, [1 / self._features[one] for one in features])
        return self._shortest[feature]


def _drawn(scripts: SearchStrategy[AnyScript], seed: int, again: bool) -> Iterator[tuple[AnyScript, bytes]]:
    """The first that Hypothesis makes up is always the simplest; `again`: it has been there."""
    while True:
        lot = examples_of(st.tuples(scripts, stalls), _LOT + again, seed)
        yield from lot[again:]
        seed, again = seed + 1, True
