"""`loopline generators`: what the strategies generate, in figures."""

from __future__ import annotations

from typing import Annotated

import typer

from loopline.report.console import console, watched
from loopline.report.table import table


def command(
    examples: Annotated[int, typer.Option(min=1, metavar="N", help="Examples of each strategy.")] = 1000,
    seed: Annotated[int, typer.Option(help="Same seed, same examples.")] = 1,
    size: Annotated[int, typer.Option(min=16, metavar="N", help="The engine's board: N × N cells.")] = 64,
) -> None:
    """Measure the strategies: do they hit what they are for, how varied are they, how fast?

    Each column is a strategy, each line a figure; docs/reference/strategies.md explains them. Only the times differ
    from run to run.
    """
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from loopline.games.trax.strategies import figures

    out = console()
    measured = []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=out, transient=True, disable=not watched(out)) as progress:
        task = progress.add_task("measuring")
        for one in figures.measured(examples, seed, size):
            measured.append(one)
            progress.update(task, description=f"measured {one.name}")
    out.print(table(["", *(one.name for one in measured)], list(figures.lines(measured)), left={0}))
