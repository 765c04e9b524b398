"""`loopline verify`: does a design agree with the golden model, in every cycle?"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated

import typer

from loopline.api import confirm, explain
from loopline.campaign.plan import failed_in
from loopline.campaign.run import Options, Run, simulators_of, verify
from loopline.campaign.workplace import worst
from loopline.cli._hardware import load_design, pool_of
from loopline.cli._options import (
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
    command_line,
    drawn,
)
from loopline.contract.designs import bundled
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import Dut
from loopline.errors import BadInput
from loopline.report import findings
from loopline.report.combined import NAME, VerifiedCampaign, parts_of, refused, write_boards, write_designs
from loopline.report.compare import earlier
from loopline.report.console import complain, console, versions
from loopline.report.documents import RefusedEntry
from loopline.report.page import open_page
from loopline.report.terminal import Terminal, print_designs
from loopline.report.unfinished import begin
from loopline.simulation.job import DECK
from loopline.workers import SHRINK, WHY


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
        bool,
        typer.Option(
            "--verbose", "-v", help="Print every failure at length, and all tables; with --all those of each design."
        ),
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
    if last_failed and (everything or only):
        raise BadInput(f"--lf says what is verified: leave out {'--all' if everything else '--only'}, or --lf")
    asked = VerifyOptions(
        ctx=ctx,
        dut=dut,
        sim=sim,
        effort=effort,
        examples=examples,
        seconds=seconds,
        seed=drawn(seed),
        board=board,
        only=tuple(only or ()),
        exit_first=exit_first,
        shrink=shrink,
        jobs=jobs,
        scheduler=scheduler,
        regressions=regressions,
        coverage=coverage,
        rtl_coverage=rtl_coverage,
        why=why,
        observe=observe,
        quiet=quiet,
        brief=quiet or (everything and not verbose),
        verbose=verbose,
        out=out,
    )
    if rtl_coverage and sim == "icarus":
        raise BadInput("--rtl-coverage: only Verilator counts lines and bits; leave out --sim icarus")
    if observe:
        _empty(observe, scheduler)
    if quiet and verbose:
        raise BadInput("-q prints less and -v prints more: leave out one of them")
    if everything:
        _refuse_with_all(dut, board, only, regressions)
        code = _verify_all(asked)
    else:
        design, word = load_design(dut, board, out=out)
        asked = replace(asked, dut=word, only=_last_failed(design, out) if last_failed else asked.only)
        run = _run(asked, design)
        if run.problem:  # a board could not be played
            raise run.problem
        code = run.exit_code
    if before:
        code = before.tell(console(), out / NAME, code)
    open_page(out, show)
    raise typer.Exit(code)


def _empty(observe: Path, scheduler: str | None) -> None:
    """Begin the file of observations. Raise BadInput if it cannot be written."""
    if scheduler:
        raise BadInput("--observe: the workers of a cluster do not write into one file; leave out --scheduler")
    try:
        observe.write_bytes(b"")
    except OSError as error:
        raise BadInput(f"--observe {observe}: cannot be written: {error.strerror}") from None


@dataclass(frozen=True, kw_only=True)
class VerifyOptions(Options):
    """What was asked for on the command line; the names are those of the parameters."""

    ctx: typer.Context
    dut: str | None
    jobs: int | None
    scheduler: str | None
    #: No head at all, and no progress; `brief`: a line for each board instead of head and table.
    quiet: bool
    brief: bool
    #: Every failure at length.
    verbose: bool

    def command(self, design: Dut) -> list[str]:
        """Return the command that does the same again with this design."""
        return self._command(examples=self.examples_for(design), effort=None, everything=None)

    def command_for_all(self) -> list[str]:
        """Return the command that does the same again with all bundled designs."""
        return self._command(effort=None if self.examples else self.effort, dut=None)

    def _command(self, **values: object) -> list[str]:
        mine = {
            key.name: getattr(self, key.name) for key in fields(self) if key.name not in ("ctx", "brief", "verbose")
        }
        left_out = dict.fromkeys(("verbose", "quiet", "show", "compare", "strict", "last_failed"))
        return command_line(self.ctx, **{**mine, **left_out, **values})


def _last_failed(design: Dut, out: Path) -> tuple[str, ...]:
    """Return the design's properties that failed in the last run there; none, which means all, if nothing did."""
    failed = failed_in(out)
    known = (DECK, *(checked.name for checked in Subject.of(design).scripts.properties()))
    names = tuple(name for name in known if name in failed)
    if not names:
        console().print(f"--lf: no property failed in the last run in {out}, so all are verified")
    return names


def _run(asked: VerifyOptions, design: Dut) -> Run:
    """Verify a design, print what comes of it, and write the reports."""
    terminal = Terminal(console(), asked.out, quiet=asked.quiet, brief=asked.brief, verbose=asked.verbose)
    run = verify(design, asked, pool_of(asked.jobs, asked.scheduler), terminal, explain=explain, confirm=confirm)
    terminal.tell(run, asked.out)
    return run


# --- all bundled designs ----------------------------------------------------------------------------------------------


def _refuse_with_all(dut: str | None, board: Change | None, only: list[str] | None, regressions: Path | None) -> None:
    """Raise BadInput for what means something for one design only."""
    given = {"the design": dut, "--board": board, "--only": only, "--regressions": regressions}
    if wrong := [name for name, value in given.items() if value]:
        raise BadInput(f"--all takes all bundled designs as they are: leave out {' and '.join(wrong)}, or --all")


def _verify_all(asked: VerifyOptions) -> int:
    """Verify all designs. One that cannot be verified does not keep the others from it; Ctrl-C does."""
    screen, rows = console(), list[tuple[str, ...]]()
    results, designs, interrupted = list[list[VerifiedCampaign | RefusedEntry]](), bundled(), False
    if asked.brief and not asked.quiet:
        screen.print(versions(simulators_of(asked.sim)[0]))
        screen.print(f"seed {asked.seed} · {shlex.join(asked.command_for_all())}", style="bold")
    for folder in (asked.out, *(asked.out / dut.name for dut in designs)):
        begin("verify", folder, shlex.join(asked.command_for_all()), failed_in(folder))
    for number, dut in enumerate(designs):
        title = f"{dut.name} ({number + 1} of {len(designs)})"
        if not asked.quiet:
            screen.print(f"\n{title}" if asked.brief else "\n" * (number > 0) + f"═══ {title} ═══", style="bold")
        try:
            design, word = load_design(dut.name, out=asked.out)
            run = _run(replace(asked, dut=word, out=asked.out / dut.name), design)
        except BadInput as problem:
            results.append([refused(dut.name, "", problem)])
            write_boards(results[-1], asked.out / dut.name)
            says: BadInput | None = problem
        else:
            results.append(parts_of(run))
            says, interrupted = run.problem, run.interrupted
            for board in run.boards:
                name = f"{dut.name}, {board.design.board}" if board.text else dut.name
                rows.append((name, *findings.in_a_line(board.campaign)))
        if says:
            complain(str(says))
            rows.append((dut.name, "–", "–", "–", "–", "cannot be verified"))
        finished = interrupted or number + 1 == len(designs)
        write_designs(results, asked.command_for_all(), asked.out, finished=finished)
        if interrupted:
            break
    print_designs(screen, rows, len(designs), interrupted)
    return worst(part.exit_code for boards in results for part in boards)
