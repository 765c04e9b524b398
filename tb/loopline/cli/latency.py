"""`loopline latency`: how long a design takes to answer."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Annotated

import typer

from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.cli._hardware import chosen_simulators, load_design, pool_of
from loopline.cli._options import (
    DEFAULT,
    BoardOption,
    Compare,
    DutArgument,
    Jobs,
    OneSim,
    Open,
    Out,
    Scheduler,
    Seed,
    Strict,
    command_line,
    drawn,
)
from loopline.contract.game import Subject
from loopline.errors import BadInput
from loopline.latency import AnswersByKind
from loopline.latency import run as budgets
from loopline.latency.run import Measurement, folder_of
from loopline.report import latency as latency_report
from loopline.report.compare import earlier
from loopline.report.console import console, print_head, progress
from loopline.report.failure import print_failures
from loopline.report.page import NAME, open_page
from loopline.report.unfinished import begin, fail
from loopline.system import interrupted

EXAMPLES, TURNS = 48, 40


def command(
    ctx: typer.Context,
    dut: DutArgument = None,
    sim: OneSim = DEFAULT,
    examples: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Games to generate.", show_default=str(EXAMPLES))
    ] = None,
    turns: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Approximate turns per game.", show_default=str(TURNS))
    ] = None,
    seed: Seed = None,
    board: BoardOption = None,
    limit: Annotated[
        str | None,
        typer.Option("--limit", metavar="TIME", help="How long an answer may take.", show_default="the design's, 1s"),
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="FILE", help="Hold it to its budget in this file.")
    ] = None,
    compare: Compare = None,
    strict: Strict = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    show: Open = False,
    out: Out = Path("out"),
) -> None:
    """Measure how long every answer takes, in long games and in the worst known.

    Prints tables and a histogram; writes OUT/latency/DESIGN/latency.json and the worst game of each kind,
    for `loopline replay`. With --check, the seed and the games come from the budget unless given. Exit
    code 0: in time and within the budget; 1: too late, over the budget, or the design breaks the rules; 2: bad input or
    set-up; 3: the simulator died or hung.
    """
    before = earlier(compare, strict, "latency")
    design, dut = load_design(dut, board, out=out)
    asked = command_line(ctx, dut=dut, compare=None, strict=None, show=None)
    begin("latency", folder_of(design, out), shlex.join(asked))
    subject = Subject.of(design)
    subject.rehearse()
    budget = budgets.read(check, design.name) if check else None
    seed = drawn(budget.seed if budget and seed is None else seed)
    examples = examples or (budget.examples if budget else EXAMPLES)
    turns = turns or (budget.turns if budget else TURNS)
    words = command_line(ctx, dut=dut, seed=seed, examples=examples, turns=turns, compare=None, strict=None, show=None)
    seconds = design.limit if limit is None else _seconds(limit)
    (simulator,) = chosen_simulators(sim)
    screen = console()
    print_head(screen, design, [simulator], seed, words)
    campaign = Campaign(Plan(subject, out, seed, examples, board=board), pool=pool_of(jobs, scheduler))
    run = Measurement(campaign, turns, seconds)
    if check and budget:
        run.play_also(budget.games, check)
    with campaign.collect_interrupts():
        with progress(screen, examples) as watch:
            run.measure(simulator, watch)
        print_failures(screen, campaign, run.folder / NAME)
        measured = AnswersByKind(design, run.played)
        if not measured.kinds:
            screen.print("\nNothing was measured: no answer came.")
            fail(campaign.exit_code, "nothing was measured: no answer came")
            raise typer.Exit(campaign.exit_code)

        latency_report.print_measured(screen, run, measured, seconds)
        over = list(budgets.over(budget, measured)) if budget else []
        script, latest = measured.latest()
        if latest.to_last(design) > seconds:
            says = f"an answer took {latest.to_last(design):.6f} s, more than the limit of {seconds:g} s"
            over.append(budgets.Excess(latest.kind, says, script, latest))
        if budget:
            latency_report.print_budget(screen, measured, budget)
        code = campaign.exit_code if campaign.findings else 1 if over else interrupted() if campaign.interrupted else 0
        written = latency_report.write(run, measured, seconds, over, words, code)
        written += latency_report.print_excesses(screen, run, over)
        verdict = f"{len(over)} over" if over else "within the budget" if budget else "within the limit"
        verdict = f"it breaks the rules; until then {verdict}" if campaign.findings else verdict
        partial = "PARTIAL, interrupted: " if campaign.interrupted else ""
        screen.print(f"\n{partial}{verdict}. Written: {', '.join(map(str, written))}")
        if before:
            code = before.tell(screen, run.folder / latency_report.NAME, code)
    open_page(run.folder, show)
    raise typer.Exit(code)


def _seconds(text: str) -> float:
    """Read a time such as `1s`, `250ms`, `40us`; without a unit, seconds. Raise BadInput."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(s|ms|us|µs)?", text)
    seconds = float(match[1]) * {"ms": 1e-3, "us": 1e-6, "µs": 1e-6}.get(match[2], 1.0) if match else 0
    if not seconds:
        raise BadInput(f"--limit {text} is not a time; write it like 1s, 250ms or 40us")
    return seconds
