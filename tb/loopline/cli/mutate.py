"""`loopline mutate`: how good is the harness? It must find bugs that are put into the design."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from loopline.cli._designs import DutArgument, load_design, needs_engine
from loopline.cli._hardware import (
    DEFAULT,
    BoardOption,
    Jobs,
    OneSim,
    Scheduler,
    SimulatorName,
    chosen,
    pool_of,
    with_board_of,
    words_of,
)
from loopline.cli._options import Out
from loopline.design.change import Change
from loopline.report.console import BadInput, console
from loopline.report.meter import meter
from loopline.report.progress import print_head
from loopline.system.interrupts import undisturbed

if TYPE_CHECKING:
    from rich.console import Console

    from loopline.distil.run import Distilling

MUTANTS, EXAMPLES, SEED = 200, 100, 1

#: What is mutated.
Kind = Literal["source", "gates"]
GATES: Kind = "gates"


def command(
    dut: DutArgument = None,
    mutants: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="How many mutants.")] = MUTANTS,
    examples: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Scripts of each property and mutant.",
            show_default=f"{EXAMPLES}, or fewer if the design's description says so",
        ),
    ] = None,
    kind: Annotated[Kind, typer.Option(help="What is mutated: the source, or the gates of the netlist.")] = GATES,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Selects mutants and games.")] = SEED,
    games_seed: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="S", help="Selects other games for the same mutants.", show_default="as --seed says"
        ),
    ] = None,
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
    write_deck: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", dir_okay=False, help="Write the fewest games that find what all examples find, as a deck."
        ),
    ] = None,
    out: Out = Path("out"),
) -> None:
    """Put bugs into a design, one at a time, and check whether the deck and the properties find them.

    Needs Yosys. Each mutant ends as killed, as proven equivalent or unobservable, or as survived: something that
    the harness does not check. Continues an earlier run that was interrupted.
    """
    run = _Run(
        dut,
        kind,
        mutants,
        examples,
        seed,
        games_seed,
        board,
        sim,
        baseline,
        shrink,
        timeout,
        check,
        jobs,
        scheduler,
        write_deck,
        out,
    )
    raise typer.Exit(mutate(run))


@dataclass(frozen=True)
class _Run:
    """What was asked for."""

    dut: str | None
    kind: Kind
    mutants: int
    examples: int | None
    seed: int
    games_seed: int | None
    board: Change | None
    sim: SimulatorName
    baseline: bool
    shrink: int
    timeout: float
    check: Path | None
    jobs: int | None
    scheduler: str | None
    write_deck: Path | None
    out: Path

    def words(self, dut: str) -> list[str]:
        """The command line for this run."""
        words = ["loopline", "mutate", dut, *([] if self.sim == DEFAULT else ["--sim", self.sim])]
        if self.check:
            words += ["--check", str(self.check)]
        else:
            words += ["--mutants", str(self.mutants), "--examples", str(self.examples), "--seed", str(self.seed)]
            words += [] if self.kind == GATES else ["--kind", self.kind]
            words += words_of(self.board)
        words += [] if self.games_seed is None else ["--games-seed", str(self.games_seed)]
        words += ["--baseline"] if self.baseline else []
        words += ["--shrink", str(self.shrink)] if self.shrink else []
        words += ["--write-deck", str(self.write_deck)] if self.write_deck else []
        return [*words, *([] if self.out == Path("out") else ["--out", str(self.out)])]


def mutate(asked: _Run) -> int:
    """Try all mutants, print and write what has come of it, and return the exit code."""
    from loopline.campaign.deck import deck_of
    from loopline.contract import game as games
    from loopline.design import ports, yosys
    from loopline.distil.deck import games_of
    from loopline.distil.run import Distilling
    from loopline.mutate import budget as budgets
    from loopline.mutate.netlist import MutantNetlist, folder_of
    from loopline.mutate.origins import ORIGINS
    from loopline.mutate.run import MutationRun
    from loopline.mutate.score import Score, results
    from loopline.report import mutation as report

    check, out = asked.check, asked.out
    budget = budgets.load(check) if check else None
    design, dut = load_design(asked.dut, None if budget else asked.board)
    (simulator,) = chosen(asked.sim)
    if asked.write_deck:
        needs_engine(design)
    if budget:
        design = with_board_of(check, design, budget.board)
    asked = replace(asked, examples=asked.examples or min(EXAMPLES, design.examples))
    of = budget or asked
    seed, mutants, examples, kind = of.seed, of.mutants, of.examples or EXAMPLES, of.kind
    yosys.find(extra="mutate")
    ports.check(design, games.scripts(design).streams, "yosys")
    pool = pool_of(asked.jobs, asked.scheduler)
    words = asked.words(dut)
    screen = console()
    deck = deck_of(design)
    print_head(screen, design, [simulator], seed, words, [deck.note] if deck and deck.note else [])
    netlist = MutantNetlist(design, folder_of(out, design, kind, mutants), seed, mutants, ORIGINS[kind])
    with meter(screen) as watch:
        watch("Yosys", 0, 1)
        jobs = asked.jobs or os.cpu_count() or 1
        games_seed = seed if asked.games_seed is None else asked.games_seed
        run = MutationRun(netlist, simulator, examples, games_seed, pool, jobs, asked.timeout, watch)
        run.deck = deck.games if deck else []
        if run.verdicts.found:
            screen.print(f"Going on from {run.verdicts.path}: {run.verdicts.found:,} verdicts are known.\n")
        run.run(asked.baseline, asked.shrink)
        distilling = Distilling(run, games_of(deck) if deck else []) if asked.write_deck else None
        if distilling:
            distilling.run()
    with undisturbed():
        score = Score(results(run))
        report.show(screen, run, score, budget)
        code = report.exit_code(run, score, budget) or (3 if distilling and distilling.unjudged else 0)
        written = report.write(run, score, words, out, code)
        screen.print(f"\n{report.summary(run, score)}. Written: {', '.join(map(str, written))}")
        if distilling:
            _write_deck(screen, distilling, asked, words)
    return code


def _write_deck(screen: Console, run: Distilling, asked: _Run, words: list[str]) -> None:
    """Write the deck, and say what it comes to. Raises BadInput if no game has found anything."""
    from loopline.distil import deck as decks

    assert asked.write_deck
    if not run.deck:
        if run.interrupted:
            return
        raise BadInput("no example has killed a mutant or met a situation: try more of them, --examples and --mutants")
    written = decks.write(run, words, asked.write_deck, asked.out)
    screen.print(f"{decks.summary(run)}. Written: {', '.join(map(str, written))}", markup=False)
