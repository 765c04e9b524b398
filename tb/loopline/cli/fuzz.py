"""`loopline fuzz`: play until stopped, steered towards situations that have not come up yet."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.campaign.saved import kept
from loopline.cli._hardware import chosen_simulators, load_design, pool_of
from loopline.cli._options import (
    DEFAULT,
    BoardOption,
    DutArgument,
    Jobs,
    OneSim,
    Out,
    Regressions,
    Scheduler,
    Seed,
    Shrink,
    command_line,
    drawn,
)
from loopline.contract.game import Subject
from loopline.coverage import coverage_of
from loopline.errors import BadInput
from loopline.fuzz.corpus import minimise
from loopline.fuzz.run import FuzzRun
from loopline.report import fuzz as fuzz_report
from loopline.report.console import console, meter, print_head
from loopline.report.coverage import show_counted
from loopline.report.terminal import tell
from loopline.report.unfinished import begin
from loopline.workers import SHRINK


def command(
    ctx: typer.Context,
    dut: DutArgument = None,
    sim: OneSim = DEFAULT,
    seed: Seed = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, metavar="S", help="Stop after this time.", show_default="no limit")
    ] = None,
    turns: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Stop after this many turns.", show_default="no limit")
    ] = None,
    board: BoardOption = None,
    corpus: Annotated[
        list[Path] | None,
        typer.Option(
            "--corpus",
            metavar="DIR",
            file_okay=False,
            show_default="OUT/fuzz/DESIGN-SIZE",
            help="Folder of games that met something new. With several, the games of all are put into the first.",
        ),
    ] = None,
    regressions: Regressions = None,
    shrink: Shrink = SHRINK,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    minimise: Annotated[
        bool,
        typer.Option(
            "--minimise", help="Without hardware, keep the fewest games of the corpus that meet all it meets."
        ),
    ] = False,
    out: Out = Path("out"),
) -> None:
    """Fuzz hardware: play against it until stopped, and target situations that have not come up yet.

    Ends at the first mismatch, which is shown as by `loopline verify`, or at Ctrl-C, or after --seconds or --turns.
    Prints what was covered and writes OUT/fuzz.json and OUT/fuzz.xml (JUnit). Exit code 0: all agrees; 1: a mismatch;
    2: bad input or set-up; 3: the simulator died or hung; 130: Ctrl-C, and nothing wrong until then.
    """
    design, dut = load_design(dut, board, out=out)
    first, others = (corpus[0], corpus[1:]) if corpus else (None, [])
    coverage_of(subject := Subject.of(design))
    seeded, on_hardware = seed is not None, sim != DEFAULT or shrink != SHRINK
    seed = drawn(seed)
    words = command_line(ctx, dut=dut, seed=seed)
    screen = console()
    if minimise:
        if regressions or seconds or turns or jobs or scheduler or seeded or on_hardware:
            raise BadInput("--minimise: only --corpus, --board and --out go with it; it plays nothing on hardware")
        print_head(screen, design, [], seed, words)
        _minimise(FuzzRun(Campaign(Plan(subject, out, seed)), first, others))
        return
    (simulator,) = chosen_simulators(sim)
    campaign = Campaign(Plan(subject, out, seed, seconds=seconds, shrink=shrink, board=board), regressions=regressions)
    campaign.pool = pool_of(jobs, scheduler)
    run = FuzzRun(campaign, first, others, turns)
    begin("fuzz", out, shlex.join(words))
    subject.rehearse()
    print_head(screen, design, [simulator], seed, words)
    saved, page = kept(regressions, subject), fuzz_report.Page(run, words)
    with campaign.collect_interrupts():
        with fuzz_report.progress(screen, page) as watch:
            campaign.replay(simulator, saved, watch)
            outcome = run.fuzz(simulator, watch) if not (campaign.failed or campaign.interrupted) else None
        fuzz_report.complain_of(run)
        show_counted(screen, campaign)
        if outcome:
            fuzz_report.print_sources(screen, run, outcome, page)
        tell(screen, campaign, words, fuzz_report.FuzzDocument, explored=fuzz_report.explored(outcome))
    raise typer.Exit(campaign.exit_code)


def _minimise(run: FuzzRun) -> None:
    """Minimise the corpus, with the games of the other folders in it."""
    if not run.corpus_folder.is_dir():
        raise BadInput(f"{run.corpus_folder}: folder not found: name that of the games with --corpus")
    screen, corpus = console(), run.open_corpus()
    with meter(screen) as watch:
        found = minimise(corpus, run.campaign.plan.subject, watch)
    fuzz_report.print_minimised(screen, corpus, found)
