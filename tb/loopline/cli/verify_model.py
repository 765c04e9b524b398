"""`loopline verify-model`: does a model agree with the reference figures and with itself?"""

from __future__ import annotations

import platform
import shlex
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from hypothesis.configuration import set_hypothesis_home_dir

from loopline.cli._options import EffortOption, Out, Seed, command_line, drawn
from loopline.contract import paper
from loopline.contract.paper import AnyPaper
from loopline.errors import BadInput
from loopline.report import model as report
from loopline.report.console import console
from loopline.report.unfinished import begin
from loopline.workers import examples as examples_of

#: With the greatest effort.
_EXAMPLES = 150


def command(
    ctx: typer.Context,
    effort: EffortOption = "quick",
    seed: Seed = None,
    examples: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Random games for each property.", show_default="according to --effort"),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="NAME", help="An installed game, or module:attribute.", show_default="all installed games"
        ),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Print the table of all checks, as for one game alone.")
    ] = False,
    out: Out = Path("out"),
) -> None:
    """Verify the golden models: reference figures, then properties of random games.

    Prints a line for each game, or the table of its checks if there is only one, and writes OUT/verify-model.json and
    OUT/verify-model.xml (JUnit). Each mismatch is shown with the smallest game that has it. Exit code 0: all agrees;
    1: a mismatch; 2: bad input or set-up.
    """
    set_hypothesis_home_dir(out / "cache" / "hypothesis")
    seed = drawn(seed)
    examples = examples or examples_of(_EXAMPLES, effort)
    games = [(model, checks) for model in _games(game) if (checks := list(model.checks(examples, seed)))]
    if not games:
        raise BadInput(f"--game {game}: it has no checks of its model" if game else "no installed game has any checks")
    words = command_line(ctx, seed=seed, examples=examples, effort=None, verbose=None)
    run = report.ModelRun(
        command=shlex.join(words),
        seed=seed,
        versions={
            "loopline": version("loopline"),
            "Python": platform.python_version(),
            "Hypothesis": version("hypothesis"),
        },
        out=out,
    )
    reports = out / "verify-model.json", out / "verify-model.xml"
    begin("verify-model", out, run.command)
    screen = console()
    report.print_head(screen, run)
    several = len(games) > 1
    found = list(report.carry_out(screen, games, partial(report.print_game, screen) if several else lambda *_: None))
    results = [result for _, result in found]
    if verbose or not several:
        if several:
            screen.print()
        report.print_results(screen, found)
    for model, result in found:
        if result.mismatch:
            report.print_mismatch(screen, model, result.check, result.mismatch, run)
    report.write_json(reports[0], found, run)
    report.write_junit(reports[1], found, run)
    page = report.write_page(out, found, run)
    screen.print(f"\n{report.summary(results)}. Written: {reports[0]}, {reports[1]}, {page}")
    raise typer.Exit(report.exit_code(results))


def _games(name: str | None) -> list[AnyPaper]:
    return [paper.named(name)] if name else paper.installed()
