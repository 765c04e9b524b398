"""What the steering is worth: the same number of turns, made up in three ways, and how many bins each has filled.

Counted as the model plays the scripts, without hardware: all three would have the same to compare there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from random import Random
from typing import NamedTuple

from loopline.contract import game as games
from loopline.contract.game import AnyScript, Property
from loopline.coverage import coverage_of
from loopline.design.dut import Dut
from loopline.fuzz.steering import Steering, Try
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
    columns, filled = [], []
    for way, properties in zip(WAYS, ([game.baseline()], every, every), strict=True):
        steering = Steering(coverage_of(dut).model, properties, _varied(dut), seed)
        choose = steering.next if way == WAYS[-1] else _in_turn(steering, properties)
        reached: list[int] = []
        all_after = None
        for done in _played(dut, steering, choose):
            watch(way, done)
            reached += [steering.reached] * sum(mark <= done for mark in marks[len(reached) :])
            if all_after is None and not steering.empty:
                all_after = done
            if done >= turns:
                break
        columns.append(reached)
        filled.append(all_after)
    return Comparison(
        [Row(*row) for row in zip(marks, zip(*columns, strict=True), strict=True)], steering.bins, tuple(filled)
    )


def _varied(dut: Dut) -> Callable[[AnyScript, AnyScript, Random], AnyScript]:
    return lambda one, other, random: games.engine(dut).varied(one, other, random)


def _in_turn(steering: Steering, properties: Sequence[Property]) -> Callable[[], Try]:
    """One script of each property, and so on, as `verify` gives each as many."""
    names = cycle(one.name for one in properties)
    return lambda: steering.of(next(names))


def _played(dut: Dut, steering: Steering, choose: Callable[[], Try]) -> Iterator[int]:
    """The number of turns so far, after each script."""
    done, game, coverage = 0, games.scripts(dut), coverage_of(dut)
    while True:
        tried = choose()
        collector = coverage.collector()
        collector.add(tried.script, timings_of(tried.delays))
        turns = game.turns(tried.script)
        steering.learn(tried, turns, collector.counts)
        done += turns
        yield done
