"""The scripts that all mutants are tried with. They are drawn once: the model's answers do not depend on the mutant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import Phase, settings

from loopline.contract.game import AnyScript, Property
from loopline.property import check
from loopline.trial.trial import Trial, stalls

_GENERATE = settings(phases=[Phase.generate])


@dataclass
class Example:
    """One example of a property."""

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

    async def draw(self, one: Property, examples: int, turns: int | None = None) -> None:
        """Draw so many examples; or, if `turns` is given, draw repeatedly until together they have so many turns."""
        examples_ = self._examples.setdefault(one.name, [])
        seed, total = self._seed, 0

        async def take(trial: Trial, script: AnyScript, delays: bytes) -> None:
            examples_.append(Example(one.name, len(examples_) + 1, script, delays, trial.game.turns(script)))
            trial.pulse()

        while True:
            result = await check(
                take,
                self._trial,
                one.scripts,
                stalls,
                reset=None,
                examples=examples,
                seed=seed,
                name=one.name.replace(" ", "_"),
                settings=_GENERATE,
            )
            result.raise_error()
            if turns is None:
                return
            while examples_ and (total := sum(example.turns for example in examples_)) - examples_[-1].turns >= turns:
                examples_.pop()
            if total >= turns:
                return
            seed += 1

    def order(
        self, properties: Sequence[str], kills: Iterable[tuple[str, int, int]], first: int, last: int
    ) -> Iterator[Example]:
        """The examples from `first` to before `last`: those that have killed most for each of their turns, and then the
        first example of each property, the second of each, and so on."""
        killers = [(count, self._examples[name][number - 1]) for name, number, count in kills if first < number <= last]
        killers.sort(key=lambda one: (one[0] / (one[1].turns + 1), one[1].property, -one[1].number), reverse=True)
        yield from (example for _, example in killers)
        known = {(example.property, example.number) for _, example in killers}
        for number in range(first, min(last, max(map(len, self._examples.values())))):
            for name in properties:
                if number < len(self._examples[name]) and (name, number + 1) not in known:
                    yield self._examples[name][number]

    def plan(self, example: Example) -> Any:
        if example.plan is None:
            example.plan = self._trial.plan(example.script, example.delays)
        return example.plan
