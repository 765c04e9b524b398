"""`loopline coverage`: what all runs together have covered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loopline.cli._hardware import load_design
from loopline.cli._options import BoardOption, Compare, DutOption, Open, Out, Strict
from loopline.contract.game import Subject
from loopline.coverage import coverage_of, total
from loopline.errors import BadInput
from loopline.report import coverage as coverage_report
from loopline.report.compare import earlier
from loopline.report.console import console
from loopline.report.page import open_page


def command(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DIR|FILE…", show_default="OUT/coverage", help="Coverage files, or folders of them."),
    ] = None,
    dut: DutOption = None,
    board: BoardOption = None,
    compare: Compare = None,
    strict: Strict = False,
    show: Open = False,
    out: Out = Path("out"),
) -> None:
    """Add up what runs of `loopline verify --coverage` have covered, and show it.

    Prints a table and every empty bin, with the strategy that should fill it. Writes OUT/coverage.json, coverage.xml
    (of cocotb-coverage) and coverage/report.html. A file that is not a coverage file, or belongs to another design, is
    named and left out; the exit code is then 2.
    """
    before = earlier(compare, strict, "coverage")
    design, _ = load_design(dut, board, "--dut")
    subject = Subject.of(design)
    covered = total(subject, coverage_of(subject).model, files or [out / coverage_report.FOLDER])
    if not covered.files:
        words = [*map(str, covered.unusable), "there is nothing to add up: run `loopline verify --coverage`"]
        raise BadInput("\n".join(words))
    screen = console()
    coverage_report.show(screen, covered, out, most=None, board=board)
    code = BadInput.exit_code if covered.unusable else 0
    if before:
        code = before.tell(screen, out / coverage_report.NAME, code)
    open_page(out / coverage_report.FOLDER, show)
    raise typer.Exit(code)
