"""`loopline mutate`: how good is the harness? It must find bugs that are put into the design."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer

from loopline.campaign.saved import deck_of
from loopline.cli._hardware import chosen_simulators, load_design, pool_of, require_engine, with_board_of
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
    Strict,
    command_line,
)
from loopline.contract.game import Subject
from loopline.design import ports, yosys
from loopline.errors import BadInput
from loopline.mutate.deck import DeckSelection, games_of
from loopline.mutate.gates import Gates
from loopline.mutate.mutants import Source
from loopline.mutate.netlist import MutantNetlist, folder_of
from loopline.mutate.run import MutationRun
from loopline.mutate.score import Score, load_budget, results
from loopline.report import mutation as report
from loopline.report.compare import earlier
from loopline.report.console import console, meter, print_head
from loopline.report.page import open_page
from loopline.report.unfinished import begin
from loopline.system import defer_interrupts

MUTANTS, EXAMPLES, SEED = 200, 100, 1

#: What is mutated.
Kind = Literal["source", "gates"]
GATES: Kind = "gates"


def command(
    ctx: typer.Context,
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
    compare: Compare = None,
    strict: Strict = False,
    show: Open = False,
    out: Out = Path("out"),
) -> None:
    """Put bugs into a design, one at a time, and check whether the deck and the properties find them.

    Needs Yosys. Each mutant ends as killed, as proven equivalent or unobservable, or as survived: something that
    the harness does not check. Continues an earlier run that was interrupted.
    """
    before = earlier(compare, strict, "mutate")
    unset = dict.fromkeys(("compare", "strict", "show"))
    budget = load_budget(check) if check else None
    design, dut = load_design(dut, None if budget else board, out=out)
    if design.streams != "valid/ready":
        raise BadInput(
            f"{design.place('streams')}: streams: mutants are made of designs with streams of their own only"
        )
    (simulator,) = chosen_simulators(sim)
    if write_deck:
        require_engine(design)
    if budget:
        design = with_board_of(check, design, budget.board)
        words = command_line(
            ctx, dut=dut, **dict.fromkeys(("mutants", "examples", "seed", "kind", "board"), None), **unset
        )
        seed, mutants, examples, kind = budget.seed, budget.mutants, budget.examples, budget.kind
    else:
        examples = examples or min(EXAMPLES, design.examples)
        words = command_line(ctx, dut=dut, examples=examples, **unset)
    yosys.find(extra="mutate")
    subject = Subject.of(design)
    ports.check(design, subject.scripts.streams, "yosys")
    pool = pool_of(jobs, scheduler)
    screen = console()
    deck = deck_of(subject)
    begin("mutate", out, shlex.join(words))
    subject.rehearse()
    print_head(screen, design, [simulator], seed, words, [deck.note] if deck and deck.note else [])
    origin = Source() if kind == "source" else Gates()
    netlist = MutantNetlist(subject, folder_of(out, design, kind, mutants), seed, mutants, origin)
    with meter(screen) as watch:
        watch("Yosys", 0, 1)
        games_seed = seed if games_seed is None else games_seed
        provers = jobs or os.cpu_count() or 1
        run = MutationRun(netlist, simulator, examples, games_seed, pool, jobs=provers, timeout=timeout, watch=watch)
        run.deck = deck.games if deck else []
        if run.verdicts.found:
            screen.print(f"Going on from {run.verdicts.path}: {run.verdicts.found:,} verdicts are known.\n")
        run.run()
        distilling = DeckSelection(run, games_of(deck) if deck else []) if write_deck else None
        if distilling:
            distilling.run()
    with defer_interrupts():
        score = Score(results(run))
        report.show(screen, run, score, budget)
        code = report.exit_code(run, score, budget) or (3 if distilling and distilling.unjudged else 0)
        written = report.write(run, score, budget, words, out, code)
        screen.print(f"\n{report.summary(run, score)}. Written: {', '.join(map(str, written))}")
        if before:
            code = before.tell(screen, out / report.NAME, code)
        if distilling and write_deck:
            report.write_deck(screen, distilling, write_deck, words, out)
    open_page(out, show)
    raise typer.Exit(code)
