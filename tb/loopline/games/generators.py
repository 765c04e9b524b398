"""What `make generators` reports for the strategies of a game over requests: above all, how many examples, and how
many random games, show what each strategy is for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from hypothesis.strategies import SearchStrategy

from loopline.contract.coverage import Counts, hits
from loopline.contract.game import EngineGame, Generators
from loopline.drawing import examples_of
from loopline.games.script import Script
from loopline.games.strategy import name_of

#: The facts that a game knows about one script.
Facts = TypeVar("Facts")
Engine = TypeVar("Engine", bound=EngineGame[Any, Any])
AnyScript = Script[Any]


@dataclass
class Measured(Generic[Facts]):
    """The measurements of one strategy."""

    name: str
    #: The facts of each example.
    facts: list[Facts]
    #: Seconds for generating all of them, including what Hypothesis does.
    seconds: float

    def total(self, count: Callable[[Facts], int]) -> int:
        """The sum of a count over all examples."""
        return sum(map(count, self.facts))

    # --- figures, as text ---------------------------------------------------------------------------------------------

    def mean(self, count: Callable[[Facts], int]) -> str:
        """The mean of a count, with one decimal."""
        return f"{self.total(count) / len(self.facts):.1f}"

    def share(self, holds: Callable[[Facts], bool]) -> str:
        """A percentage in words. Only everything is 100 %: nothing less is rounded up to it."""
        percent = 100 * self.total(holds) / len(self.facts) if self.facts else 0
        return f"{percent:.0f} %" if percent in (0, 100) or 1 <= percent < 99 else f"{percent:.1f} %"


def measure(
    strategies: Mapping[str, SearchStrategy[Any]], facts_of: Callable[[Any], Facts], examples: int, seed: int
) -> Iterator[Measured[Facts]]:
    """Yields each strategy as soon as it is measured."""
    for name, strategy in strategies.items():
        begun = time.process_time()
        scripts = examples_of(strategy, examples, seed)
        seconds = time.process_time() - begun
        yield Measured(name, [facts_of(script) for script in scripts], seconds)


class _Seen(NamedTuple, Generic[Facts]):
    """One example."""

    script: AnyScript
    turns: int
    #: The facts by which it is judged.
    facts: Facts
    #: The bins of the coverage that it fills, and all bins.
    met: frozenset[tuple[str, str]]
    bins: int


#: Each strategy, and whether an example shows what it is for.
Purposes = Mapping[Callable[..., Any], Callable[[Facts], bool]]


def generators(
    engine: Callable[[Any], Engine], facts: Callable[[Engine, Any, Counts], Facts], purposes: Purposes[Facts]
) -> Generators:
    """`facts`: what the purposes need to know of a script, which the coverage has already counted."""

    def measured(board: Any, examples: int, seed: int) -> Iterator[Measured[_Seen[Facts]]]:
        game = engine(board)
        strategies = {one.name: one.scripts for one in (*game.properties(), game.baseline())}
        return measure(strategies, partial(_seen, game, facts), examples, seed)

    return Generators(measured, partial(_lines, {name_of(one): is_for for one, is_for in purposes.items()}))


def _seen(game: Engine, facts: Callable[[Engine, Any, Counts], Facts], script: AnyScript) -> _Seen[Facts]:
    coverage = game.coverage()
    assert coverage
    collector = coverage.collector()
    collector.add(script, ())
    met = {(group, name) for group, bins in hits(coverage.model, collector.counts).items() for name in bins}
    bins = sum(len(group.bins) for group in coverage.model)
    return _Seen(script, game.turns(script), facts(game, script, collector.counts), frozenset(met), bins)


def _lines(
    purposes: Mapping[str, Callable[[Facts], bool]], found: Sequence[Measured[_Seen[Facts]]]
) -> Iterator[list[str]]:
    """Only the line of times differs from run to run."""
    *_, usual = found

    def fit(one: Measured[_Seen[Facts]], purpose: str) -> str:
        return one.share(lambda seen: purposes[purpose](seen.facts)) if purpose in purposes else "-"

    def alone(one: Measured[_Seen[Facts]]) -> str:
        return str(len(_met(one) - _met(*(other for other in found if other is not one))))

    figures: list[tuple[str, Callable[[Measured[_Seen[Facts]]], str]]] = [
        ("examples", lambda one: str(len(one.facts))),
        ("… that are what it is for", lambda one: fit(one, one.name)),
        ("… of random games", lambda one: fit(usual, one.name)),
        ("… unlike all others", lambda one: str(len({seen.script for seen in one.facts}))),
        ("µs a request, of one core", lambda one: f"{1e6 * one.seconds / max(one.total(_requests), 1):.0f}"),
        ("requests, mean", lambda one: one.mean(_requests)),
        ("turns, mean", lambda one: one.mean(lambda seen: seen.turns)),
        ("resets, mean", lambda one: one.mean(lambda seen: sum(map(_is_cut, seen.script.steps)))),
        ("situations met", lambda one: str(len(_met(one)))),
        ("… by no other column", alone),
        ("situations", lambda one: str(one.facts[0].bins)),
    ]
    for label, figure in figures:
        yield [label, *map(figure, found)]


def _requests(seen: _Seen[Any]) -> int:
    return len(seen.script.steps)


def _is_cut(request: Any) -> bool:
    return bool(request[-1])


def _met(*some: Measured[Any]) -> set[tuple[str, str]]:
    return set().union(*(seen.met for one in some for seen in one.facts))
