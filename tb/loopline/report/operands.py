"""Which cases of a design's comparisons, sums and indexes have been met: a table, every case that has not, and JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from loopline.operands.cases import Cases
from loopline.operands.netlist import Watched
from loopline.report.coverage import percent
from loopline.report.table import table

_HEAD = ("file", "operations", "cases", "impossible", "met", "% of the others")


def show(screen: Console, cases: Cases, out: Path) -> None:
    """Print a line for each file and each operation with a case that was never met; write OUT/operands.json."""
    watched = cases.watched
    rows = []
    for file in sorted({one.file for one in watched}):
        here = [one for one in watched if one.file == file]
        rows.append((Path(file).name, *_figures(here, cases)))
    rows.append(("all", *_figures(watched, cases)))
    screen.print(table(_HEAD, rows, left={0}))
    if cases.open:
        screen.print("\nnever met:", style="bold")
    for one in watched:
        if never := cases.never(one):
            screen.print(f"  {one.file}:{one.line}  {one.text}", markup=False, highlight=False)
            names = ", ".join(point.name for point in never)
            screen.print(f"      {one.operation.kind}: {names}", style="yellow", markup=False)
    screen.print(f"\nWritten: {_write(cases, out)}\n")


def _figures(watched: Sequence[Watched], cases: Cases) -> tuple[str, ...]:
    every = sum(len(one.operation.points) for one in watched)
    numbers = {one.number for one in watched}
    impossible = sum(number in numbers for number, _ in cases.impossible)
    met = every - impossible - sum(len(cases.never(one)) for one in watched)
    share = percent(met, every - impossible) if every > impossible else "-"
    return f"{len(watched):,}", f"{every:,}", f"{impossible:,}", f"{met:,}", share


def _write(cases: Cases, out: Path) -> Path:
    path = out / "operands.json"
    rows = [
        {
            "file": one.file,
            "line": one.line,
            "text": one.text,
            "kind": one.operation.kind,
            "cycles": {point.name: cases.cycles[one.number, point.name] for point in one.operation.points},
            "impossible": [p.name for p in one.operation.points if (one.number, p.name) in cases.impossible],
        }
        for one in cases.watched
    ]
    path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
