"""`loopline bench`: how fast are the model and the harness?"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopline.cli._hardware import Sim, chosen
from loopline.cli._options import GameName, Out
from loopline.report.console import console
from loopline.report.meter import meter

if TYPE_CHECKING:
    from loopline.contract.benchmark import Benchmark, Figure


def command(
    sim: Sim = "both",
    model_only: Annotated[
        bool, typer.Option("--model", help="Measure the model only: no simulator is needed.")
    ] = False,
    long: Annotated[bool, typer.Option("--long", help="Also count perft to ply 6, which takes minutes.")] = False,
    game: GameName = None,
    out: Out = Path("out"),
) -> None:
    """Measure the speed of the model, and of verifying the bundled engine and player.

    Prints each figure as soon as it is known, with its aim, and writes OUT/bench.json. Nothing is asserted: figures
    depend on the machine and on its load.
    """
    from loopline.contract.game import one_game

    benchmark = one_game(game, lambda one: one.benchmark is not None, "--game", "with benchmarks").benchmark
    assert benchmark
    out.mkdir(parents=True, exist_ok=True)  # before minutes of measuring
    screen, report = console(), out / "bench.json"
    figures: list[Figure] = []
    measured = chain(benchmark.model(long), () if model_only else _harness(sim, benchmark, out))
    screen.print(_line("measured", "figure", "unit", "aim"), style="bold")
    with meter(screen) as show:
        show("measuring")
        for one in measured:
            figures.append(one)
            screen.print(_line(one.name, _rounded(one.value), one.unit, one.aim))
            show(f"measuring, after {one.name!r}")
    document = {"python": platform.python_version(), "figures": [one._asdict() for one in figures]}
    report.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    screen.print(f"\nPython {platform.python_version()}. Written: {report}")


def _harness(sim: Sim, what: Benchmark, out: Path) -> Iterator[Figure]:
    from loopline.benchmark import bug, player, run, workers
    from loopline.design.dut import load

    simulator, *others = chosen(sim)
    engine, thinker = load(what.engine), load(what.player)
    yield from run.measure(simulator, engine, what, out)
    yield from player.measure(simulator, thinker, out)
    for other in others:
        yield from run.against(simulator, other, engine, what.properties, out)
    yield from workers.measure(simulator, engine, what.small, out)
    yield from bug.measure(simulator, engine, what.bug, out)


def _line(name: str, figure: str, unit: str, aim: str) -> str:
    return f"{name:<73}{figure:>10}  {unit:<16}{aim:>10}".rstrip()


def _rounded(value: float) -> str:
    return f"{value:.2f}" if value < 100 else f"{value:,.0f}"
