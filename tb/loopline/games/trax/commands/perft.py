"""`loopline perft`: count every sequence of legal turns, the fingerprint of a rules engine."""

from __future__ import annotations

from typing import Annotated

import typer
from goldenrules.trax.rules import CONTEST

from loopline.games.trax.commands._options import Rules
from loopline.report.console import console, watched

COLUMNS = ("ply", "sequences", "won", "last turn forced", "lost to a trap")
_WIDTHS = (3, 16, 14, 18, 16)


def command(
    plies: Annotated[int, typer.Argument(min=1, metavar="N", help="Number of plies.")], rules: Rules = CONTEST
) -> None:
    """Count the sequences of legal turns, ply by ply.

    A won game is not continued. The other columns count the sequences that are won, those whose last turn forced at
    least one tile, and the last turns that were illegal because forced play made a trap.
    """
    from goldenrules.trax.perft import perft
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    out = console()
    out.print(_line(COLUMNS), style="bold")
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=out, transient=True, disable=not watched(out)) as progress:
        task = progress.add_task("counting ply 1")
        for row in perft(plies, rules):
            out.print(_line([f"{number:,}" for number in row]))
            out.file.flush()
            progress.update(task, description=f"counting ply {row.ply + 1}")


def _line(cells: tuple[str, ...] | list[str]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, _WIDTHS, strict=True))
