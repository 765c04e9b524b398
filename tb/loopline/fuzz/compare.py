"""What the steering is worth: the same number of turns, made up in three ways, and how many bins each has filled.

Counted as the model plays the scripts, without hardware: all three would have the same to compare there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from loopline.contract import game as games
from loopline.contract.coverage import Counts
from loopline.contract.game import Property
from loopline.coverage import coverage_of
from loopline.design.dut import Dut
from loopline.fuzz.exploration import Exploration
from loopline.fuzz.job import NAME, FuzzJob
from loopline.fuzz.leg import Leg, variations
from loopline.fuzz.steering import Steering, Try
from loopline.simulation.job import Outcome
from loopline.simulation.session import timings_of

WAYS = ("random games", "the strategies", "the fuzzer")

#: The rows of the table: after what fractions of all turns the bins are counted.
_PARTS = (64, 32, 16, 8, 4, 2, 1)


class Row(NamedTuple):
    turns: int
    #: The number of bins filled by then, for each way.
    reached: tuple[int, ...]


class Comparison(NamedTuple):
    rows: list[Row]
    bins: int
    #: For each way, the number of turns after which no bin was empty, if ever.
    all_after: tuple[int | None, ...]


def compare(dut: Dut, turns: int, seed: int, watch: Callable[[str, int], None]) -> Comparison:
    """`watch` is called with a way and its number of turns so far."""
    game = games.engine(dut)
    every = game.properties()
    marks = sorted({max(1, turns // part) for part in _PARTS})
    bins = {
        (group.name, key) for group in coverage_of(dut).model for key, one in group.bins.items() if not one.unreachable
    }
    ways = (_in_turn(dut, [game.baseline()], seed), _in_turn(dut, every, seed), _fuzzed(dut, turns, seed))
    columns, filled = [], []
    for way, played in zip(WAYS, ways, strict=True):
        reached: list[int] = []
        all_after, done, empty = None, 0, set(bins)
        for its_turns, counts in played:
            done += its_turns
            empty.difference_update((group, key) for group, seen in counts.items() for key in seen)
            watch(way, done)
            reached += [len(bins) - len(empty)] * sum(mark <= done for mark in marks[len(reached) :])
            if all_after is None and not empty:
                all_after = done
            if done >= turns:
                break
        columns.append(reached)
        filled.append(all_after)
    return Comparison(
        [Row(*row) for row in zip(marks, zip(*columns, strict=True), strict=True)], len(bins), tuple(filled)
    )


#: Of one script after the other, the turns and what they meet.
_Played = Iterator[tuple[int, Counts]]


def _in_turn(dut: Dut, properties: Sequence[Property], seed: int) -> _Played:
    """One script of each property, and so on, as `verify` gives each as many."""
    steering, game = Steering(coverage_of(dut).model, properties, variations(dut), seed), games.scripts(dut)
    for one in cycle(properties):
        tried = steering.of(one.name)
        yield game.turns(tried.script), _counts(dut, tried)


def _fuzzed(dut: Dut, turns: int, seed: int) -> _Played:
    """One leg after the other, as the fuzzer plays them."""
    run = Exploration(FuzzJob(dut=dut, seed=seed, turns=turns), corpus=None)
    while numbered := run.next_batch():
        number, job = numbered
        leg = Leg(FuzzJob.model_validate(job), variations(dut))
        for tried in leg.tries():
            counts = _counts(dut, tried)
            yield leg.learn(tried, counts), counts
        run.hear(number, Outcome(name=NAME, state="agrees", examples=1, told=leg.told.model_dump_json()))


def _counts(dut: Dut, tried: Try) -> Counts:
    collector = coverage_of(dut).collector()
    collector.add(tried.script, timings_of(tried.delays))
    return collector.counts
