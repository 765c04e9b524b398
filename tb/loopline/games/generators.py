"""What `make generators` reports for the strategies of a game over requests: above all, how many examples, and how
many random games, show what each strategy is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from loopline.contract.coverage import Counts, hits
from loopline.contract.game import EngineGame, Generators
from loopline.games import measure
from loopline.games.measure import Facts
from loopline.games.script import Script

Engine = TypeVar("Engine", bound=EngineGame[Any, Any])
AnyScript = Script[Any]


class _Seen(NamedTuple, Generic[Facts]):
    """One example."""

    script: AnyScript
    turns: int
    #: The facts by which it is judged.
    facts: Facts
    #: The bins of the coverage that it fills, and all bins.
    met: frozenset[tuple[str, str]]
    bins: int


Measured = measure.Measured[_Seen[Facts]]
#: By the name of a strategy: does an example show what that is for?
Purposes = Mapping[str, Callable[[Facts], bool]]


def generators(
    engine: Callable[[Any], Engine], facts: Callable[[Engine, Any, Counts], Facts], purposes: Purposes[Facts]
) -> Generators:
    """`facts`: what the purposes need to know of a script, which the coverage has already counted."""

    def measured(board: Any, examples: int, seed: int) -> Iterator[Measured[Facts]]:
        game = engine(board)
        strategies = {one.name: one.scripts for one in (*game.properties(), game.baseline())}
        return measure.measure(strategies, partial(_seen, game, facts), examples, seed)

    return Generators(measured, partial(_lines, purposes))


def _seen(game: Engine, facts: Callable[[Engine, Any, Counts], Facts], script: AnyScript) -> _Seen[Facts]:
    coverage = game.coverage()
    assert coverage
    collector = coverage.collector()
    collector.add(script, ())
    met = {(group, name) for group, bins in hits(coverage.model, collector.counts).items() for name in bins}
    bins = sum(len(group.bins) for group in coverage.model)
    return _Seen(script, game.turns(script), facts(game, script, collector.counts), frozenset(met), bins)


def _lines(purposes: Purposes[Facts], found: Sequence[Measured[Facts]]) -> Iterator[list[str]]:
    """Only the line of times differs from run to run."""
    *_, usual = found

    def fit(one: Measured[Facts], purpose: str) -> str:
        return one.share(lambda seen: purposes[purpose](seen.facts)) if purpose in purposes else "-"

    def alone(one: Measured[Facts]) -> str:
        return str(len(_met(one) - _met(*(other for other in found if other is not one))))

    figures: list[tuple[str, Callable[[Measured[Facts]], str]]] = [
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
