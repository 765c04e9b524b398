"""`make bench`, or `python -m speed` with this folder on PYTHONPATH: how fast are the model and the harness?"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from loopline.cli._app import main, program
from loopline.cli._hardware import chosen_simulators
from loopline.cli._options import Out, Sim
from loopline.design.dut import load
from loopline.games.trax.game import DEEP_PLAYER, ENGINE
from loopline.report.console import console, meter

from speed import bug, model, player, run, workers
from speed.figures import Figure


def command(
    sim: Sim = "both",
    model_only: Annotated[
        bool, typer.Option("--model", help="Measure the model only: no simulator is needed.")
    ] = False,
    long: Annotated[bool, typer.Option("--long", help="Also count perft to ply 6, which takes minutes.")] = False,
    out: Out = Path("out"),
) -> None:
    """Measure the speed of the model, and of verifying the bundled engine and player.

    Prints each figure as soon as it is known, with its aim, and writes OUT/bench.json. Nothing is asserted: figures
    depend on the machine and on its load.
    """
    out.mkdir(parents=True, exist_ok=True)  # before minutes of measuring
    screen, report = console(), out / "bench.json"
    figures: list[Figure] = []
    measured = chain(model.measure(long), () if model_only else _harness(sim, out))
    screen.print(_line("measured", "figure", "unit", "aim"), style="bold")
    with meter(screen) as show:
        show("measuring")
        for one in measured:
            figures.append(one)
            screen.print(_line(one.name, _rounded(one.value), one.unit, one.aim))
            show(f"measuring, after {one.name!r}")
    figures.sort(key=lambda figure: not figure.unit.startswith("times"))  # ratios, which say something elsewhere, first
    document = {"python": platform.python_version(), "figures": [figure._asdict() for figure in figures]}
    report.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    screen.print(f"\nPython {platform.python_version()}. Written: {report}")


def _harness(sim: Sim, out: Path) -> Iterator[Figure]:
    simulator, *others = chosen_simulators(sim)
    engine, thinker = load(ENGINE), load(DEEP_PLAYER)
    yield from run.measure(simulator, engine, out)
    yield from player.measure(simulator, thinker, out)
    for other in others:
        yield from run.against(simulator, other, engine, out)
    yield from workers.measure(simulator, engine, out)
    yield from bug.measure(simulator, engine, out)


def _line(name: str, figure: str, unit: str, aim: str) -> str:
    return f"{name:<74}{figure:>10}  {unit:<20}{aim:>9}".rstrip()


def _rounded(value: float) -> str:
    return f"{value:.2f}" if value < 100 else f"{value:,.0f}"


if __name__ == "__main__":
    main(program(command))
