"""`make generators`: what the strategies generate, in figures.

Above all, how many examples, and how many random games, show what each strategy is for.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from loopline.api import verify
from loopline.campaign.findings import Agrees, Finding
from loopline.cli._app import main, program
from loopline.cli._options import BoardOption, GameName
from loopline.contract.coverage import hits
from loopline.contract.game import EngineGame
from loopline.design import Change
from loopline.design.board import changed, game_of
from loopline.drawing import examples_of
from loopline.errors import BadInput
from loopline.games.evening.strategies import STRATEGIES as EVENING
from loopline.games.evening.strategies.facts import facts_of as evening_facts
from loopline.games.globe.strategies import STRATEGIES as GLOBE
from loopline.games.strategy import name_of
from loopline.games.trax.strategies import STRATEGIES as TRAX
from loopline.games.trax.strategies.facts import facts_of as trax_facts
from loopline.games.tsolitaire.strategies import STRATEGIES as TSOLITAIRE
from loopline.report.console import console, meter, table
from loopline.simulation import line, recording
from loopline.simulation.session import endless

#: By name of a game: what each of its strategies is for, and what that needs to know of a script, of which the coverage
#: has already counted the situations.
GAMES: dict[str, tuple[Mapping[Any, Callable[[Any], bool]], Callable[[Any, Any, Any], Any]]] = {
    "evening": (EVENING, lambda game, script, counts: evening_facts(script.steps, game.side)),
    "globe": (GLOBE, lambda game, script, counts: counts),
    "trax": (TRAX, lambda game, script, counts: trax_facts(script, game.size)),
    "tsolitaire": (TSOLITAIRE, lambda game, script, counts: counts),
}

#: A design that is played: what its scripts meet depends on its answers as well.
PLAYER = "trax-player"


class ExampleFigures(NamedTuple):
    """The figures of one example."""

    script: Any
    turns: int
    #: By which it is judged.
    facts: Any
    #: The bins of the coverage that it fills, and how many there are.
    met: frozenset[tuple[str, str]]
    bins: int
    #: When its resets come, if nothing is left waiting: how many at each moment.
    resets: Counter[str]


@dataclass
class StrategyFigures:
    """The figures of one strategy."""

    name: str
    seen: list[ExampleFigures]
    #: Seconds for generating all examples, including what Hypothesis does.
    seconds: float

    def total(self, count: Callable[[ExampleFigures], int]) -> int:
        """Return the sum of a count over all examples."""
        return sum(map(count, self.seen))

    def mean(self, count: Callable[[ExampleFigures], int]) -> str:
        """Return the mean of a count, with one decimal."""
        return f"{self.total(count) / len(self.seen):.1f}"

    def share(self, holds: Callable[[Any], bool]) -> str:
        """Return the share of the examples that hold, in percent. Only all of them are 100 %."""
        percent = 100 * self.total(lambda example: holds(example.facts)) / len(self.seen)
        return f"{percent:.0f} %" if percent in (0, 100) or 1 <= percent < 99 else f"{percent:.1f} %"

    @property
    def met(self) -> set[tuple[str, str]]:
        """The bins that any of its examples fills."""
        return set().union(*(example.met for example in self.seen))


def command(
    game: GameName = None,
    examples: Annotated[int, typer.Option(min=1, metavar="N", help="Examples of each strategy.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same examples.")] = 1,
    board: BoardOption = None,
) -> None:
    """Measure the strategies: do they hit what they are for, how varied are they, how fast?

    Each column is a strategy, each line a figure; the documentation of the game explains them. Only the times differ
    from run to run. `--game trax-player` plays the bundled player in Verilator, as what its examples meet depends on
    its answers; there, a hundred examples take minutes.
    """
    if game == PLAYER:
        findings = _played(examples, seed, board)
        columns = ["", *(finding.outcome.name for finding in findings)]
        console().print(table(columns, list(_lines_of_a_player(findings)), left={0}))
        return
    if game not in GAMES:
        raise BadInput(f"--game {game}: name one of {', '.join(GAMES)}, {PLAYER}")
    found: Any = game_of(game, Path.cwd())
    played: EngineGame[Any, Any] = found.engine(changed(found.board(), board))
    purposes, facts = GAMES[game]
    out, measured = console(), list[StrategyFigures]()
    with meter(out) as show:
        show("measuring")
        for property in (*played.properties(), played.baseline()):
            begun = time.process_time()
            scripts = examples_of(property.scripts, examples, seed)
            seconds = time.process_time() - begun
            measured.append(
                StrategyFigures(property.name, [_seen(played, facts, script) for script in scripts], seconds)
            )
            show(f"measured {property.name}")
    rows = _lines({name_of(strategy): is_for for strategy, is_for in purposes.items()}, measured)
    out.print(table(["", *(property.name for property in measured)], list(rows), left={0}))


def _seen(game: EngineGame[Any, Any], facts: Callable[[Any, Any, Any], Any], script: Any) -> ExampleFigures:
    coverage = game.coverage()
    assert coverage
    collector = coverage.collector()
    collector.add(script, ())
    met = {(group, name) for group, bins in hits(coverage.model, collector.counts).items() for name in bins}
    bins = sum(len(group.bins) for group in coverage.model)
    _, record = game.plan(script, endless([]), _RESET_CYCLES)
    resets = Counter(recording.moments(record))
    return ExampleFigures(
        script, game.turns(script), facts(game, script, collector.counts), frozenset(met), bins, resets
    )


#: Of a bundled engine.
_RESET_CYCLES = 2

_MOMENTS = (
    recording.IN_OPERATION,
    recording.ANSWER_WAITS,
    recording.HELD,
    recording.AFTER_ANSWER,
    recording.BUSY,
    recording.IDLE,
    recording.AGAIN,
)


def _at(moment: str, strategy: StrategyFigures) -> str:
    return str(strategy.total(lambda seen: seen.resets[moment]))


def _lines(purposes: Mapping[str, Callable[[Any], bool]], found: Sequence[StrategyFigures]) -> Iterator[list[str]]:
    """Yield the lines of the table. Only the line of times differs from run to run."""
    *_, usual = found

    def fit(strategy: StrategyFigures, purpose: str) -> str:
        return strategy.share(purposes[purpose]) if purpose in purposes else "-"

    def alone(strategy: StrategyFigures) -> str:
        return str(len(strategy.met.difference(*(other.met for other in found if other is not strategy))))

    def requests(seen: ExampleFigures) -> int:
        return len(seen.script.steps)

    figures: list[tuple[str, Callable[[StrategyFigures], str]]] = [
        ("examples", lambda strategy: str(len(strategy.seen))),
        ("… that are what it is for", lambda strategy: fit(strategy, strategy.name)),
        ("… of random games", lambda strategy: fit(usual, strategy.name)),
        ("… unlike all others", lambda strategy: str(len({seen.script for seen in strategy.seen}))),
        (
            "µs a request, of one core",
            lambda strategy: f"{1e6 * strategy.seconds / max(strategy.total(requests), 1):.0f}",
        ),
        ("requests, mean", lambda strategy: strategy.mean(requests)),
        ("turns, mean", lambda strategy: strategy.mean(lambda seen: seen.turns)),
        (
            "resets, mean",
            lambda strategy: strategy.mean(lambda seen: sum(bool(step[-1]) for step in seen.script.steps)),
        ),
        *((f"… {moment}, all", partial(_at, moment)) for moment in _MOMENTS),
        ("situations met", lambda strategy: str(len(strategy.met))),
        ("… by no other column", alone),
        ("situations", lambda strategy: str(strategy.seen[0].bins)),
    ]
    for label, figure in figures:
        yield [label, *map(figure, found)]


def _played(examples: int, seed: int, board: Change | None) -> Sequence[Finding]:
    """Return what came of each property of the player, and of its deck. Raises BadInput if it does not agree."""
    run = verify(PLAYER, sim="verilator", examples=examples, seed=seed, why=0, board=board.text if board else 64)
    for finding in run.findings:
        if not isinstance(finding, Agrees):
            raise BadInput(f"{PLAYER}, {finding.outcome.name}: {finding.outcome.state}, run loopline verify {PLAYER}")
    return run.findings


#: What the host counts of a conversation, in words.
_COUNTED = {"games": "games ended", "met": "lines that meet an answer", "full": "lines for which there is no room"}


def _lines_of_a_player(found: Sequence[Finding]) -> Iterator[list[str]]:
    def mean(count: int, examples: int) -> str:
        return f"{count / max(examples, 1):.1f}"

    outcomes = [finding.outcome for finding in found]
    yield ["examples", *(str(outcome.examples) for outcome in outcomes)]
    yield ["lines of the host, mean", *(mean(outcome.turns, outcome.examples) for outcome in outcomes)]
    yield ["lines in one conversation, most", *(str(outcome.longest_session) for outcome in outcomes)]
    yield ["cycles of silence, most", *(str(outcome.longest_wait) for outcome in outcomes)]
    for name, words in _COUNTED.items():
        yield [f"{words}, all", *(str(outcome.figures.get(name, 0)) for outcome in outcomes)]
    yield ["resets, mean", *(mean(sum(outcome.resets.values()), outcome.examples) for outcome in outcomes)]
    for moment in line.MOMENTS:
        yield [f"… {moment}, all", *(str(outcome.resets.get(moment, 0)) for outcome in outcomes)]


if __name__ == "__main__":
    main(program(command))
