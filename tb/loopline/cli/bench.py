"""`loopline bench`: how fast is the model?"""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Annotated

import typer

from loopline.cli._console import BadInput, console, watched
from loopline.cli._options import Out


def command(
    long: Annotated[bool, typer.Option("--long", help="Also count perft to ply 6, a matter of minutes.")] = False,
    out: Out = Path("out"),
) -> None:
    """Measure the speed of the model.

    Prints one table, with the aims beside the figures, and writes OUT/bench.json. Nothing is asserted: a figure depends
    on the machine and on what else it does.
    """
    from loopline.cli._speed import measure
    from loopline.cli._table import table

    screen, report = console(), out / "bench.json"
    with screen.status("measuring") if watched(screen) else screen:
        figures = list(measure(long=long))
    rows = [
        (one.name, f"{one.value:.2f}" if one.value < 100 else f"{one.value:,.0f}", one.unit, one.aim) for one in figures
    ]
    screen.print(table(("measured", "figure", "unit", "aim"), rows, left={0, 2}))
    document = {"python": platform.python_version(), "figures": [one._asdict() for one in figures]}
    try:
        out.mkdir(parents=True, exist_ok=True)
        report.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {report}: {error.strerror}. Choose another folder with --out.") from error
    screen.print(f"\nPython {platform.python_version()}. Written: {report}")


def _rounded(value: float) -> str:
    return f"{value:.2f}" if value < 100 else f"{value:,.0f}"
