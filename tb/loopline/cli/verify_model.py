"""`loopline verify-model`: does a model agree with the reference figures and with itself?"""

from __future__ import annotations

import platform
import random
import shlex
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopline.cli._options import Out
from loopline.report.console import BadInput, console
from loopline.report.meter import meter

if TYPE_CHECKING:
    from rich.console import Console

    from loopline.contract.checks import Check
    from loopline.contract.paper import AnyPaper
    from loopline.model_checks import Result

EXAMPLES = 150


def command(
    examples: Annotated[int, typer.Option(min=1, metavar="N", help="Random games for each property.")] = EXAMPLES,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same run.", show_default="a new one")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="NAME", help="An installed game, or module:attribute.", show_default="all installed games"
        ),
    ] = None,
    out: Out = Path("out"),
) -> None:
    """Verify the golden models: reference figures, then properties of random games.

    Prints one table and writes OUT/verify-model.json and OUT/verify-model.xml (JUnit). Each mismatch is shown
    with the smallest game that has it. Exit code 0: all agrees; 1: a mismatch; 2: bad input or set-up.
    """
    from hypothesis.configuration import set_hypothesis_home_dir

    from loopline.report import model as report

    set_hypothesis_home_dir(out / "cache" / "hypothesis")
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    checks = [(one, check) for one in _games(game) for check in one.checks(examples, seed)]
    if not checks:
        raise BadInput(f"--game {game}: it has no checks of its model" if game else "no installed game has any checks")
    words = ["loopline", "verify-model", "--seed", str(seed), "--examples", str(examples)]
    words += ["--game", game] if game else []
    words += [] if out == Path("out") else ["--out", str(out)]
    run = report.Run(
        command=shlex.join(words),
        seed=seed,
        versions={
            "loopline": version("loopline"),
            "Python": platform.python_version(),
            "Hypothesis": version("hypothesis"),
        },
        out=out,
    )
    reports = _prepare(out)
    screen = console()
    report.print_head(screen, run)
    found = _run(screen, checks)
    results = [result for _, result in found]
    report.print_results(screen, found)
    for one, result in found:
        if result.mismatch:
            report.print_mismatch(screen, one, result.check, result.mismatch, run)
    report.write_json(reports[0], found, run)
    report.write_junit(reports[1], found, run)
    screen.print(f"\n{report.summary(results)}. Written: {reports[0]}, {reports[1]}")
    raise typer.Exit(exit_code(results))


def _games(name: str | None) -> list[AnyPaper]:
    from loopline.contract import paper

    return [paper.named(name)] if name else paper.installed()


def _prepare(out: Path) -> tuple[Path, Path]:
    """An old report must not be mistaken for this run's if this run ends early."""
    reports = out / "verify-model.json", out / "verify-model.xml"
    try:
        out.mkdir(parents=True, exist_ok=True)
        for report in reports:
            report.unlink(missing_ok=True)
            report.touch()
    except OSError as error:
        raise BadInput(f"cannot write to {out}: {error.strerror}. Choose another folder with --out.") from error
    return reports


def _run(screen: Console, checks: list[tuple[AnyPaper, Check]]) -> list[tuple[AnyPaper, Result]]:
    from loopline.model_checks import Result, run

    results, total = list[Result](), sum(check.examples for _, check in checks)
    with meter(screen) as show:

        def start(check: Check) -> None:
            game, _ = checks[len(results)]
            done = sum(one.examples for _, one in checks[: len(results)])
            show(f"{game.name}: {check.name}", done, total)

        for result in run([check for _, check in checks], start):
            results.append(result)
    return [(game, result) for (game, _), result in zip(checks, results, strict=True)]


def exit_code(results: list[Result]) -> int:
    states = {result.state for result in results}
    if "mismatch" in states:
        return 1
    if "interrupted" in states:
        return 130
    return 2 if "nothing ran" in states else 0
