"""`loopline latency`: how long a design takes to answer."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopline.cli._designs import DutArgument, load_design
from loopline.cli._hardware import (
    DEFAULT,
    BoardOption,
    Jobs,
    OneSim,
    Scheduler,
    Seed,
    SimulatorName,
    chosen,
    pool_of,
    words_of,
)
from loopline.cli._options import Out
from loopline.design.change import Change
from loopline.report.console import BadInput, console
from loopline.report.progress import print_head, progress

if TYPE_CHECKING:
    from loopline.latency.run import Measurement

EXAMPLES, TURNS = 48, 40


def command(
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
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    out: Out = Path("out"),
) -> None:
    """Measure how long every answer takes, in long games and in the worst known.

    Prints tables and a histogram; writes OUT/latency/DESIGN/latency.json, latency.svg and the worst game of each kind,
    for `loopline replay`. With --check, the seed and the games come from the budget unless given. Exit
    code 0: in time and within the budget; 1: too late, over the budget, or the design breaks the rules; 2: bad input or
    set-up; 3: the simulator died or hung.
    """
    from loopline.latency import budget as budgets

    design, dut = load_design(dut, board)
    budget = budgets.read(check, design.name) if check else None
    if seed is None:
        seed = budget.seed if budget else random.SystemRandom().randrange(1 << 32)
    examples = examples or (budget.examples if budget else EXAMPLES)
    turns = turns or (budget.turns if budget else TURNS)
    asked = _Run(dut, sim, seed, examples, turns, board, limit, check, jobs, scheduler, out)
    raise typer.Exit(measure(asked))


@dataclass(frozen=True)
class _Run:
    """What was asked for."""

    dut: str
    sim: SimulatorName
    seed: int
    examples: int
    turns: int
    board: Change | None
    limit: str | None
    check: Path | None
    jobs: int | None
    scheduler: str | None
    out: Path

    def words(self) -> list[str]:
        words = ["loopline", "latency", self.dut, "--sim", self.sim, "--seed", str(self.seed)]
        words += ["--examples", str(self.examples), "--turns", str(self.turns)]
        words += [*words_of(self.board), *(["--limit", self.limit] if self.limit else [])]
        words += ["--check", str(self.check)] if self.check else []
        words += ["--jobs", str(self.jobs)] if self.jobs else []
        words += ["--scheduler", self.scheduler] if self.scheduler else []
        return [*words, *(["--out", str(self.out)] if self.out != Path("out") else [])]


def measure(asked: _Run) -> int:
    """Measure, print and write what has come of it, and return the exit code."""
    from loopline.contract import game as games
    from loopline.latency import budget as budgets
    from loopline.latency.answers import Measured
    from loopline.latency.run import Measurement
    from loopline.report import findings
    from loopline.report import latency as latency_report

    check, out, words = asked.check, asked.out, asked.words()
    design, _ = load_design(asked.dut, asked.board)
    budget = budgets.read(check, design.name) if check else None
    seconds = design.limit if asked.limit is None else _seconds(asked.limit)
    (simulator,) = chosen(asked.sim)
    suffix = games.find(design).suffix
    screen = console()
    print_head(screen, design, [simulator], asked.seed, words)
    run = Measurement(design, out, asked.seed, asked.examples, board=asked.board, limit=seconds)
    run.turns = asked.turns
    run.pool = pool_of(asked.jobs, asked.scheduler)
    if check and budget:
        run.games = budget.games
        _refuse_unreadable(run, check)
    with run.attentive():
        with progress(screen, asked.examples) as watch:
            run.measure(simulator, watch)
        for finding in run.findings:
            findings.print_failure(screen, run, finding)
        measured = Measured(design, run.played)
        if not measured.kinds:
            screen.print("\nNothing was measured: no answer came.")
            return findings.exit_code(run)

        latency_report.print_measured(screen, run, measured, seconds)
        over = list(budgets.over(budget, measured)) if budget else []
        script, latest = measured.latest()
        if latest.to_last(design) > seconds:
            says = f"an answer took {latest.to_last(design):.6f} s, more than the limit of {seconds:g} s"
            over.append(budgets.Excess(latest.kind, says, script, latest))
        if budget:
            latency_report.print_budget(screen, measured, budget)
        code = _exit_code(run, bool(over))
        written = latency_report.write(run, measured, seconds, over, words, code)
        for number, excess in enumerate(over, 1):
            file = run.folder / f"over-{number}{suffix}" if excess.answer else None
            if file and excess.answer:
                written.append(latency_report.write_game(run, file, excess.script, excess.answer))
            latency_report.print_excess(screen, run, excess, file)
        partial = "PARTIAL, interrupted: " if run.interrupted else ""
        verdict = f"{len(over)} over" if over else "within the budget" if budget else "within the limit"
        verdict = f"it breaks the rules; until then {verdict}" if run.findings else verdict
        screen.print(f"\n{partial}{verdict}. Written: {', '.join(map(str, written))}")
        return code


def _refuse_unreadable(run: Measurement, budget: Path) -> None:
    for number, text in enumerate(run.games, 1):
        try:
            run.game.read(text.split())
        except ValueError as error:
            raise BadInput(f"{budget}: design {run.dut.name!r}, game {number}: {error}") from None


def _exit_code(run: Measurement, over: bool) -> int:
    from loopline.report import findings

    if run.findings:
        return findings.exit_code(run)
    return 1 if over else 130 if run.interrupted else 0


def _seconds(text: str) -> float:
    """`1s`, `250ms`, `40us`; without a unit, seconds."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(s|ms|us|µs)?", text)
    seconds = float(match[1]) * {"ms": 1e-3, "us": 1e-6, "µs": 1e-6}.get(match[2], 1.0) if match else 0
    if not seconds:
        raise BadInput(f"--limit {text} is not a time; write it like 1s, 250ms or 40us")
    return seconds
