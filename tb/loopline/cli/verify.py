"""`loopline verify`: does a design agree with the golden model, in every cycle?"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from loopline.cli._hardware import (
    SHRINK,
    BoardOption,
    Choice,
    Jobs,
    Regressions,
    Scheduler,
    Seed,
    Shrink,
    chosen,
    default_simulators,
    finish,
    load_design,
    pool_of,
    words_of,
)
from loopline.cli._options import Out
from loopline.report.console import BadInput, console
from loopline.report.progress import print_head, progress

EXAMPLES = 200


def command(
    dut: Annotated[
        Path | None, typer.Argument(metavar="[DUT.toml]", show_default="the bundled engine", help="The design.")
    ] = None,
    sim: Annotated[
        Choice | None,
        typer.Option(
            "--sim",
            help="The simulator to use.",
            show_default="verilator, and a sample of the examples on icarus",
        ),
    ] = None,
    examples: Annotated[int, typer.Option(min=1, metavar="N", help="Scripts for each property.")] = EXAMPLES,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, metavar="S", help="Time for each property.", show_default="no limit")
    ] = None,
    seed: Seed = None,
    board: BoardOption = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="Verify only this property; may be repeated.")
    ] = None,
    exit_first: Annotated[bool, typer.Option("--exit-first", "-x", help="Start nothing more after a failure.")] = False,
    shrink: Shrink = SHRINK,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    regressions: Regressions = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count which situations of the game the scripts meet.")
    ] = False,
    rtl_coverage: Annotated[
        bool, typer.Option("--rtl-coverage", help="Have Verilator count lines run and bits toggled.")
    ] = False,
    out: Out = Path("out"),
) -> None:
    """Verify hardware: play games of all kinds against it and the model, and compare every cycle.

    Prints one table and writes OUT/verify.json and OUT/verify.xml (JUnit). Each mismatch is shown with the smallest
    game that has it, both boards, waves, and the command that replays it. Exit code 0: all agrees; 1: a mismatch;
    2: bad input or set-up; 3: the simulator died or hung, or loopline failed.
    """
    from loopline.campaign import Campaign
    from loopline.campaign.regression import kept
    from loopline.coverage import coverage_of, rtl
    from loopline.coverage.record import total
    from loopline.report import coverage as coverage_report

    design = load_design(dut, board)
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    campaign = Campaign(design, out, seed, examples, seconds, board=board, regressions=regressions)
    campaign.shrink, campaign.stop_at_failure = shrink, exit_first
    properties = campaign.properties(only or ())
    if unknown := set(only or ()) - set(properties):
        raise BadInput(f"no property is called {', '.join(unknown)}; there are: {', '.join(campaign.properties())}")
    if rtl_coverage and sim == "icarus":
        raise BadInput("--rtl-coverage: only Verilator counts lines and bits; leave out --sim icarus")
    simulators, notes = (chosen(sim), []) if sim else default_simulators()
    words = ["loopline", "verify", *([str(dut)] if dut else []), *(["--sim", sim] if sim else []), "--seed", str(seed)]
    words += ["--examples", str(examples), *(["--seconds", f"{seconds:g}"] if seconds else [])]
    words += [*words_of(board), *(word for name in only or () for word in ("--only", name))]
    words += [*(["-x"] if exit_first else []), *(["--shrink", f"{shrink:g}"] if shrink != SHRINK else [])]
    words += ["--regressions", str(regressions)] if regressions else []
    words += [*(["--coverage"] if coverage else []), *(["--rtl-coverage"] if rtl_coverage else [])]
    words += [*(["--jobs", str(jobs)] if jobs else []), *(["--scheduler", scheduler] if scheduler else [])]
    words += [] if out == Path("out") else ["--out", str(out)]
    campaign.pool = pool_of(jobs, scheduler)
    campaign.coverage = coverage and bool(coverage_of(design).model)
    campaign.rtl_coverage = rtl_coverage
    screen = console()
    print_head(screen, design, simulators, seed, words, notes)
    saved = kept(regressions, design)
    samples = simulators[1:] if not sim else []
    amounts = [campaign.sampled if simulator in samples else examples for simulator in simulators]
    with campaign.attentive():
        with progress(screen, len(properties) * sum(amounts) + len(simulators) * len(saved)) as watch:
            for simulator in simulators:  # all of one design, whatever is edited meanwhile
                try:
                    campaign.build(simulator)
                except BadInput as error:
                    if simulator not in samples:
                        raise
                    screen.print(f"{simulator.name} is skipped, so X goes unnoticed: {error}\n", markup=False)
                    samples.remove(simulator)
                    simulators = [one for one in simulators if one != simulator]
            for simulator in simulators:
                campaign.replay(simulator, saved, watch)
                if simulator not in samples:
                    campaign.verify(simulator, properties, watch)
                elif agreeing := campaign.without_failures(properties):
                    campaign.verify(simulator, agreeing, watch, sample=True)
        if campaign.covered:
            coverage_report.show(screen, total(design, coverage_of(design).model, campaign.covered), out)
            screen.print()
        if campaign.counted:
            coverage_report.show_rtl(screen, rtl.read(campaign.counted, design.files), out)
            screen.print()
        finish(screen, campaign, words)
