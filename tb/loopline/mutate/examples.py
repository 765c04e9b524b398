"""The scripts that all mutants are tried with. They are drawn once: the model's answers do not depend on the mutant.

All simulations of a run share them in a folder: each draws what no other is drawing, predicts it, and puts it there.
"""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cocotbext.hypothesis import check

from loopline.contract.game import AnyScript, Property
from loopline.drawing import property_of
from loopline.simulation.delays import read_delays
from loopline.simulation.job import DECK
from loopline.trial import Trial, stalls


@dataclass
class Example:
    """One example of a property, or a game of the deck."""

    property: str
    number: int
    script: AnyScript
    delays: bytes
    turns: int
    plan: Any = field(default=None, repr=False)


class Examples:
    """Examples by property, each as a property's own run with this seed would have drawn them."""

    def __init__(self, trial: Trial, seed: int) -> None:
        self._trial = trial
        self._seed = seed
        self._examples: dict[str, list[Example]] = {}

    def deal(self, deck: Iterable[tuple[str, str, str]]) -> None:
        """Add the games of the deck."""
        if DECK in self._examples:
            return
        game, games = self._trial.game, self._examples.setdefault(DECK, [])
        for number, (_, text, delays) in enumerate(deck, 1):
            script = game.read(text.split())
            games.append(Example(DECK, number, script, read_delays(delays), game.turns(script)))
            self.plan(games[-1])
            self._trial.pulse()

    async def share(self, properties: Iterable[Property], examples: int, folder: Path) -> None:
        """Have this many examples of each property, drawn here or by another simulation."""
        missing = [one for one in properties if one.name not in self._examples]
        for wait in (False, True):  # first those that no other simulation is drawing
            for one in missing:
                file = folder / f"{one.name}.pickle"
                with _locked(file.with_suffix(".lock"), wait) as ours:
                    if ours and one.name not in self._examples:
                        self._examples[one.name] = _read(file) or await self._written(file, one, examples)

    async def _written(self, file: Path, one: Property, examples: int) -> list[Example]:
        drawn = await self.draw(one, examples)
        for example in drawn:
            self.plan(example)
            self._trial.pulse()
        draft = file.with_suffix(".draft")
        with suppress(OSError, pickle.PicklingError, TypeError, AttributeError):  # then each draws them itself
            draft.write_bytes(pickle.dumps(drawn, pickle.HIGHEST_PROTOCOL))
            draft.replace(file)
        return drawn

    async def draw(self, one: Property, examples: int) -> list[Example]:
        """Return this many examples of a property."""
        drawn: list[Example] = []

        async def take(trial: Trial, script: AnyScript, delays: bytes) -> None:
            drawn.append(Example(one.name, len(drawn) + 1, script, delays, trial.game.turns(script)))
            trial.pulse()

        test = property_of(take, one.scripts, stalls, examples=examples, seed=self._seed)
        (await check(test, self._trial, reset=None)).raise_error()
        return drawn

    def order(
        self, properties: Sequence[str], kills: Iterable[tuple[str, int, int]], first: int, last: int
    ) -> list[Example]:
        """Return the examples from `first` to before `last`, and with the very first ones the deck. First come those
        that have killed most for each of their turns, then the rest of the deck, then the first example of each
        property, the second of each, and so on."""
        asked = list(self._examples[DECK]) if DECK in properties and first == 0 else []
        drawn = [self._examples[name] for name in properties if name != DECK]
        for number in range(first, min(last, max(map(len, drawn), default=0))):
            asked += [examples[number] for examples in drawn if number < len(examples)]
        counts = {(name, number): count for name, number, count in kills}
        return sorted(asked, key=lambda one: -counts.get((one.property, one.number), 0) / (one.turns + 1))

    def plan(self, example: Example) -> Any:
        """Return what is predicted of an example."""
        if example.plan is None:
            example.plan = self._trial.plan(example.script, example.delays)
        return example.plan


@contextmanager
def _locked(path: Path, wait: bool) -> Iterator[bool]:
    """Whether it is. It ends with the process that holds it, too."""
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


def _read(file: Path) -> list[Example]:
    return pickle.loads(file.read_bytes()) if file.is_file() else []
