"""`loopline mutate`: how good is the harness? It must find bugs that are put into the design."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from loopline.cli._designs import DutArgument, load_design
from loopline.cli._hardware import (
    DEFAULT,
    BoardOption,
    Jobs,
    OneSim,
    Scheduler,
    chosen,
    pool_of,
    with_board_of,
    words_of,
)
from loopline.cli._options import Out
from loopline.design.change import Change
from loopline.report.console import BadInput, console, watched
from loopline.report.progress import print_head

if TYPE_CHECKING:
    from loopline.mutate.budget import Budget
    from loopline.mutate.run import OnProgress

MUTANTS, EXAMPLES, SEED = 200, 100, 1


def command(
    dut: DutArgument = None,
    mutants: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="How many mutants.")] = MUTANTS,
    examples: Annotated[int, typer.Option(min=1, metavar="N", help="Scripts of each property and mutant.")] = EXAMPLES,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Selects mutants and games.")] = SEED,
    board: BoardOption = None,
    sim: OneSim = DEFAULT,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    baseline: Annotated[bool, typer.Option("--baseline", help="Also try random games, for comparison.")] = False,
    shrink: Annotated[int, typer.Option(min=0, metavar="N", help="Shrink the games that kill N mutants.")] = 0,
    timeout: Annotated[
        float,
        typer.Option(
            min=1, metavar="S", help="Seconds of processor time without progress after which a simulation hangs."
        ),
    ] = 20.0,
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Take mutants and bounds from this file.")
    ] = None,
    out: Out = Path("out"),
) -> None:
    """Put bugs into a design, one at a time, and check whether the properties find them.

    Yosys makes the mutants. Each ends as killed, as proven equivalent or unobservable, or as survived: something that
    the harness does not check. Continues an earlier run that was interrupted.
    """
    from loopline.contract import game as games
    from loopline.design import ports, yosys
    from loopline.mutate import budget as budgets
    from loopline.mutate.netlist import MutantNetlist
    from loopline.mutate.run import MutationRun
    from loopline.mutate.score import Score, results
    from loopline.report import mutation as report

    budget = budgets.load(check) if check else None
    if budget:
        seed, mutants, examples = budget.seed, budget.mutants, budget.examples
    design, dut = load_design(dut, None if budget else board)
    (simulator,) = chosen(sim)
    if budget:
        design = with_board_of(check, design, budget.board)
    if design.contract != "engine":
        raise BadInput(f"{design.shown}: only engines can be mutated; the contract of this design is another")
    yosys.find(extra="mutate")
    ports.check(design, games.engine(design).streams, "yosys")
    pool = pool_of(jobs, scheduler)
    words = _words(dut, budget, check, mutants, examples, seed, board, sim, baseline, shrink, out)
    screen = console()
    print_head(screen, design, [simulator], seed, words)
    netlist = MutantNetlist(design, out / "mutate" / f"{design.top}-{design.board.label}-{mutants}", seed, mutants)
    with _progress(screen) as watch:
        watch("Yosys", 0, 1)
        run = MutationRun(netlist, simulator, examples, pool, jobs or os.cpu_count() or 1, timeout, watch)
        if run.verdicts.found:
            screen.print(f"Going on from {run.verdicts.path}: {run.verdicts.found:,} verdicts are known.\n")
        run.run(baseline, shrink)
    score = Score(results(run))
    report.show(screen, run, score, budget)
    code = report.exit_code(run, score, budget)
    written = report.write(run, score, words, out, code)
    screen.print(f"\n{report.summary(run, score)}. Written: {', '.join(map(str, written))}")
    raise typer.Exit(code)


def _words(
    dut: str,
    budget: Budget | None,
    check: Path | None,
    mutants: int,
    examples: int,
    seed: int,
    board: Change | None,
    sim: str,
    baseline: bool,
    shrink: int,
    out: Path,
) -> list[str]:
    """The command line for this run."""
    words = ["loopline", "mutate", dut, *([] if sim == DEFAULT else ["--sim", sim])]
    if budget:
        words += ["--check", str(check)]
    else:
        words += ["--mutants", str(mutants), "--examples", str(examples), "--seed", str(seed)]
        words += words_of(board)
    words += ["--baseline"] if baseline else []
    words += ["--shrink", str(shrink)] if shrink else []
    return [*words, *([] if out == Path("out") else ["--out", str(out)])]


@contextmanager
def _progress(screen: Console) -> Iterator[OnProgress]:
    """What is being done, how far it is, and how long it will take. It disappears at the end of the run."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description:<18}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True, disable=not watched(screen)) as bar:
        task, doing = bar.add_task("", total=None), ""

        def watch(about: str, done: int, total: int) -> None:
            nonlocal doing
            if about != doing:
                doing = about
                bar.reset(task, description=about, total=total, completed=done)
            bar.update(task, completed=done, total=total)

        yield watch
