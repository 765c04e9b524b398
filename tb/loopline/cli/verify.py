"""`loopline verify`: does a design agree with the golden model, in every cycle?"""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from loopline.campaign.plan import failed_in
from loopline.cli._board import Board, Run, play
from loopline.cli._hardware import chosen, default_simulators, earlier, load_design, open_page
from loopline.cli._options import (
    SHRINK,
    WHY,
    BoardOption,
    Choice,
    Compare,
    DutArgument,
    EffortOption,
    Jobs,
    Open,
    Out,
    Regressions,
    Scheduler,
    Seed,
    Shrink,
    Strict,
    Why,
)
from loopline.contract import game as games
from loopline.contract.designs import bundled
from loopline.design import Change
from loopline.design.dut import Dut
from loopline.errors import BadInput
from loopline.report import findings
from loopline.report.combined import NAME, Verified, refused, worst, write_boards, write_designs
from loopline.report.combined import refused as not_played
from loopline.report.console import complain, console, table, versions
from loopline.report.documents import Refused
from loopline.report.findings import LINE_HEAD
from loopline.report.unfinished import begin
from loopline.simulation.job import DECK
from loopline.workers import ELSEWHERE


def command(
    ctx: typer.Context,
    dut: DutArgument = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Verify all bundled designs, one after the other, each in a folder of OUT.")
    ] = False,
    sim: Annotated[
        Choice | None,
        typer.Option(
            "--sim",
            help="The simulator to use.",
            show_default="verilator, and a sample of the examples on icarus",
        ),
    ] = None,
    effort: EffortOption = "quick",
    seed: Seed = None,
    examples: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Scripts for each property.", show_default="according to --effort"),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, metavar="S", help="Time for each property.", show_default="no limit")
    ] = None,
    board: BoardOption = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="Verify only this property; may be repeated.")
    ] = None,
    last_failed: Annotated[
        bool, typer.Option("--lf", help="Verify only what failed in the last run in the same OUT, if something did.")
    ] = False,
    exit_first: Annotated[bool, typer.Option("--exit-first", "-x", help="Start nothing more after a failure.")] = False,
    shrink: Shrink = SHRINK,
    why: Why = WHY,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    regressions: Regressions = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count which situations of the game the scripts meet.")
    ] = False,
    rtl_coverage: Annotated[
        bool, typer.Option("--rtl-coverage", help="Have Verilator count lines run and bits toggled.")
    ] = False,
    observe: Annotated[
        Path | None,
        typer.Option(
            "--observe",
            metavar="FILE",
            dir_okay=False,
            help="Write Hypothesis' observations of each example there, a line each, for Tyche.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print failures, and a line for each board.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="With --all, print the table of each design, as for one alone.")
    ] = False,
    compare: Compare = None,
    strict: Strict = False,
    show: Open = False,
    out: Out = Path("out"),
) -> None:
    """Verify hardware: play games of all kinds against it and the model, and compare every cycle.

    Prints one table and writes OUT/report.html, a page to step through each failure, OUT/verify.json and
    OUT/verify.xml (JUnit). Each mismatch is shown as soon as it is
    known, with the smallest game that has it, both boards, waves, and the command that replays it. Exit code 0: all
    agrees; 1: a mismatch; 2: bad input or set-up; 3: the simulator died or hung, or loopline failed.
    """
    before = earlier(compare, strict, "verify")
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    if last_failed and (everything or only):
        raise BadInput(f"--lf says what is verified: leave out {'--all' if everything else '--only'}, or --lf")
    run = Run(
        *(ctx, sim, effort, examples, seconds, seed, board, tuple(only or ()), exit_first, shrink),
        *(jobs, scheduler, regressions, coverage, rtl_coverage, why, observe, quiet, out),
    )
    if rtl_coverage and sim == "icarus":
        raise BadInput("--rtl-coverage: only Verilator counts lines and bits; leave out --sim icarus")
    if observe:
        _empty(observe, scheduler)
    if quiet and verbose:
        raise BadInput("-q prints less and -v prints more: leave out one of them")
    if everything:
        _refuse_with_all(dut, board, only, regressions)
        code = _verify_all(replace(run, brief=not verbose))
    else:
        design, dut = load_design(dut, board)
        run = replace(run, brief=quiet, only=_last_failed(design, out) if last_failed else run.only)
        code = worst(one.exit_code for one in _on_all_boards(run, design, dut))
    if before:
        code = worst((code, before.tell(console(), out / NAME)))
    open_page(out, show)
    raise typer.Exit(code)


def _empty(observe: Path, scheduler: str | None) -> None:
    """Begin the file of observations. Raises BadInput if there can be none."""
    if scheduler:
        raise BadInput("--observe: the workers of a cluster do not write into one file; leave out --scheduler")
    try:
        observe.write_bytes(b"")
    except OSError as error:
        raise BadInput(f"--observe {observe}: cannot be written: {error.strerror}") from None


def _last_failed(design: Dut, out: Path) -> tuple[str, ...]:
    """Return the design's properties that failed in the last run there; none, which means all, if nothing did."""
    failed = failed_in(out)
    names = tuple(name for name in (DECK, *(one.name for one in games.scripts(design).properties())) if name in failed)
    if not names:
        console().print(f"--lf: no property failed in the last run in {out}, so all are verified")
    return names


def _on_all_boards(run: Run, design: Dut, dut: str) -> Iterator[Verified]:
    """The design as it is described and, unless a board is asked for, a share of the examples where limits are
    near; all together, a few examples of each property on each board before many of any. Each board has a folder of
    OUT, and seeds that the others do not have. The reports in OUT are of all."""
    simulators, notes = (chosen(run.sim), []) if run.sim else default_simulators()
    samples = simulators[1:] if not run.sim else []
    first = Board.of(run, design, dut)
    first.head(simulators, notes)
    others, refused = list[Board](), list[tuple[str, BadInput]]()
    extremes = design.extremes if not run.board and run.examples_for(design) >= ELSEWHERE else ()
    # What is saved of this board, and coverage, which is that of this board, stay here.
    sampled = "" if first.saved or run.coverage or run.rtl_coverage or not samples else design.board.sampled
    for number, text in enumerate(extremes, 1):
        other = run.on_another_board(design, Change(text), number, has_sample=text == sampled)
        try:
            others.append(Board.of(other, design.with_board(other.board), dut, text))
        except BadInput as problem:
            refused.append((text, problem))
    for board in (first, *others):
        begin("verify", board.run.out, shlex.join(board.words), failed_in(board.run.out))
    with first.campaign.collect_interrupts(*(one.campaign for one in others)):
        sampling = next((one for one in others if one.text == sampled), first)
        simulators = play(first, others, simulators, samples, sampling)
        everywhere = [one for one in simulators if one not in samples]
    done: list[Verified | Refused] = []
    for board in [first, *others]:
        if board.campaign.refused:
            refused.append((board.text, board.campaign.refused))
        elif board is first or board.has_played or first.campaign.interrupted or not run.exit_first:
            if board is not first and not run.brief:
                console().print(f"\n─── {board.text} ───", style="bold")
                board.head(simulators if board is sampling else everywhere, [])
            done.append(verified := board.tell())
            write_boards(done, run.out, finished=board is (first, *others)[-1])
            yield verified
            failed = verified.exit_code in (1, 3) and board.campaign.has_failed_on(everywhere)
            if board is not first and done[0].exit_code == 0 and failed:
                there = board.campaign.plan.dut.board
                console().print(f"\nThe design agrees on {design.board}, not on {there}. {_only(design, board.text)}")
    if refused:
        write_boards([*done, *(not_played(design.name, text, why) for text, why in refused)], run.out, finished=True)
        raise BadInput("\n".join(f"{why}\n{_only(design, text)}" for text, why in refused))


def _only(design: Dut, text: str) -> str:
    key = next(iter(Change(text).values))
    return f"If it is not made for {text}, --board {key}={getattr(design.board, key)} keeps to the board it describes"


# --- all bundled designs ----------------------------------------------------------------------------------------------


def _refuse_with_all(dut: str | None, board: Change | None, only: list[str] | None, regressions: Path | None) -> None:
    """What means something for one design only."""
    given = {"the design": dut, "--board": board, "--only": only, "--regressions": regressions}
    if wrong := [name for name, value in given.items() if value]:
        raise BadInput(f"--all takes all bundled designs as they are: leave out {' and '.join(wrong)}, or --all")


def _verify_all(run: Run) -> int:
    """A design that cannot be verified does not keep the others from it; Ctrl-C does."""
    screen, rows = console(), list[tuple[str, ...]]()
    every, designs, interrupted = list[list[Verified | Refused]](), bundled(), False
    if run.brief and not run.quiet:
        screen.print(versions(chosen(run.sim) if run.sim else default_simulators()[0]))
        screen.print(f"seed {run.seed} · {shlex.join(run.words_of_everything())}", style="bold")
    begin("verify", run.out, shlex.join(run.words_of_everything()))
    for number, one in enumerate(designs):
        title = f"{one.name} ({number + 1} of {len(designs)})"
        if not run.quiet:
            screen.print(f"\n{title}" if run.brief else "\n" * (number > 0) + f"═══ {title} ═══", style="bold")
        boards = list[Verified | Refused]()
        every.append(boards)
        try:
            design, dut = load_design(one.name)
            for verified in _on_all_boards(replace(run, out=run.out / one.name), design, dut):
                boards.append(verified)
                campaign = verified.campaign
                board = f", {campaign.plan.dut.board}" if campaign.plan.dut.board != design.board else ""
                rows.append((one.name + board, *findings.in_a_line(campaign)))
                interrupted = campaign.interrupted
        except BadInput as problem:
            complain(str(problem))
            rows.append((one.name, "–", "–", "–", "–", "cannot be verified"))
            boards.append(refused(one.name, "", problem))
        finished = interrupted or number + 1 == len(designs)
        write_designs(every, run.words_of_everything(), run.out, finished=finished)
        if interrupted:
            break
    _print_all(screen, rows, len(designs), interrupted)
    return worst(one.exit_code for boards in every for one in boards)


def _print_all(screen: Console, rows: list[tuple[str, ...]], designs: int, interrupted: bool) -> None:

    screen.print()
    screen.print(table(("design", *LINE_HEAD), rows, left={0, 5}))
    wrong = {row[0].partition(",")[0] for row in rows if row[-1] != "agrees"}
    agree = f"{len({row[0].partition(',')[0] for row in rows} - wrong)} of {designs} designs agree"
    screen.print(f"\nPARTIAL, interrupted: {agree}" if interrupted else f"\n{agree}")
