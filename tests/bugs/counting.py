"""Inside the simulator: plays the examples of all properties against one bug after the other, and writes down which
property finds it at which example. The examples are drawn, and the model is asked, once for all of them."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import cocotb
from loopline import workers
from loopline.contract.checker import Mismatch
from loopline.design.plugins import NondeterministicModel
from loopline.mutate.inside import Examples
from loopline.simulation.channel import NullChannel
from loopline.simulation.delays import read_delays
from loopline.simulation.job import DECK, PropertyJob
from loopline.trial.play import hardware
from loopline.workers.batches import batches
from pydantic import BaseModel

#: So many examples of each property show that the design itself agrees.
_A_FEW = 5


class Count(BaseModel):
    """What to play against which bugs. `each`: each property plays all of its examples, although another has found the
    bug."""

    job: PropertyJob
    bugs: list[tuple[str, int]]
    each: bool
    results: Path


class Found(BaseModel):
    """What became of a bug: by property the example that has found it, if one has; and the seconds that all took."""

    bug: str
    at: dict[str, int]
    seconds: float


@dataclass
class Batch:
    """Some examples of one property, and the number of those before them. They are drawn, and the model is asked, when
    they are played for the first time."""

    job: PropertyJob
    property: str
    before: int
    plans: Sequence[Any] | None = None

    async def ready(self, on_trial: Any) -> Sequence[Any]:
        if self.plans is None:
            game = on_trial.account.game
            if self.property == DECK:
                drawn = [(game.read(text.split()), read_delays(delays)) for _, text, delays in self.job.deck]
            else:
                one = next(one for one in game.properties() if one.name == self.property)
                examples = await Examples(on_trial, self.job.seed).draw(one, self.job.examples)
                drawn = [(each.script, each.delays) for each in examples]
                if one.lengthy:
                    drawn = self._within(game, drawn)
            self.plans = [on_trial.plan(*each) for each in drawn]
        return self.plans

    def _within(self, game: Any, drawn: Sequence[tuple[Any, bytes]]) -> list[tuple[Any, bytes]]:
        """As many requests of a lengthy property as `verify` makes."""
        left, played = workers.REQUESTS * self.job.examples * len(game.properties()), []
        for script, delays in drawn:
            if left > 0:
                played.append((game.until(script, left - 1), delays))
                left -= game.length(script)
        return played


@cocotb.test()
async def counting(top: Any) -> None:
    count = _count()
    on_trial = hardware(top, count.job, NullChannel())
    order = _in_order(count.job)
    await _itself(on_trial, order)
    for bug, number in count.bugs:
        top.dut.loopline_bug.value = number
        found, started = Found(bug=bug, at={}, seconds=0), time.process_time()
        for batch in order:
            if batch.property in found.at if count.each else found.at:
                continue
            if at := await _first(on_trial, batch):
                found.at[batch.property] = batch.before + at
        found.seconds = time.process_time() - started
        with count.results.open("a") as results:
            results.write(found.model_dump_json() + "\n")


def _count() -> Count:
    return Count.model_validate_json(Path(os.environ["LOOPLINE_COUNT"]).read_text())


def _in_order(job: PropertyJob) -> list[Batch]:
    """As `verify` plays them: the first batches of all properties, then the second ones, and so on."""
    every: list[list[Batch]] = []
    for name in job.properties:
        every.append([])
        before = 0
        for batch in batches(job, name):
            every[-1].append(Batch(batch, name, before))
            before += len(batch.deck) if name == DECK else batch.examples
    return [batch for some in zip_longest(*every) for batch in some if batch]


async def _itself(on_trial: Any, order: Sequence[Batch]) -> None:
    """The design without a bug agrees: otherwise anything finds any bug."""
    for batch in order:
        if batch.before == 0:
            assert not await _first(on_trial, batch, _A_FEW), f"the design itself fails in {batch.property}"


async def _first(on_trial: Any, batch: Batch, most: int | None = None) -> int:
    """Play a batch, or so many of its examples, within the cycles of its job. Return the number of the first that does
    not agree; 0: all do."""
    limits = on_trial.account.limits
    limits.begin(cycles=batch.job.cycles)
    for number, plan in enumerate((await batch.ready(on_trial))[:most], 1):
        try:
            limits.played(await on_trial.play(plan))
        except (Mismatch, NondeterministicModel):
            return number
        if limits.enough():
            break
    return 0
