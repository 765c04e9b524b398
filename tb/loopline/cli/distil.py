"""`loopline distil`: the fewest games that find what all games find, as a deck."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopline.cli._designs import DutArgument, load_design, needs_engine
from loopline.cli._hardware import DEFAULT, BoardOption, Jobs, OneSim, Scheduler, chosen, pool_of, words_of
from loopline.cli._options import Out
from loopline.cli._signals import INTERRUPTED
from loopline.cli.mutate import GATES, Kind
from loopline.report.console import BadInput, console
from loopline.report.meter import meter
from loopline.report.progress import print_head
from loopline.system.interrupts import undisturbed

if TYPE_CHECKING:
    from loopline.distil.run import Distilling

MUTANTS, EXAMPLES, TURNS, SEED = 200, 100, 5000, 1


def command(
    dut: DutArgument = None,
    kind: Annotated[Kind, typer.Option(help="What is mutated: the source, or the gates of the netlist.")] = GATES,
    mutants: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="How many mutants.")] = MUTANTS,
    examples: Annotated[int, typer.Option(min=1, metavar="N", help="Scripts of each property and mutant.")] = EXAMPLES,
    turns: Annotated[int, typer.Option(min=1, metavar="N", help="The most turns that the deck may have.")] = TURNS,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Selects mutants and games.")] = SEED,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DECK", help="The games of this deck stay; only what none of them finds is added."),
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
    verilog: Annotated[bool, typer.Option("--verilog", help="Also write the deck as a Verilog testbench.")] = False,
    out: Out = Path("out"),
) -> None:
    """Find the fewest games that kill all mutants of an engine that any game kills, and meet all situations.

    Continues an earlier run that was interrupted, and one of `loopline mutate`. Writes OUT/deck with the suffix of the
    game, for the key `deck` of a description, and OUT/distil.json.
    """
    from loopline.campaign.deck import read
    from loopline.cli.testbench import write as write_testbench
    from loopline.contract import game as games
    from loopline.design import ports, yosys
    from loopline.distil import deck as decks
    from loopline.distil.run import Distilling
    from loopline.mutate.netlist import MutantNetlist, folder_of
    from loopline.mutate.origins import ORIGINS
    from loopline.mutate.run import MutationRun

    design, dut = load_design(dut, board)
    (simulator,) = chosen(sim)
    needs_engine(design)
    before = decks.games_of(keep, design) if keep else []
    yosys.find(extra="mutate")
    ports.check(design, games.engine(design).streams, "yosys")
    words = ["loopline", "distil", dut, *([] if sim == DEFAULT else ["--sim", sim])]
    words += [] if kind == GATES else ["--kind", kind]
    words += ["--mutants", str(mutants), "--examples", str(examples), "--turns", str(turns), "--seed", str(seed)]
    words += ["--keep", str(keep)] if keep else []
    words += [*words_of(board), *(["--verilog"] if verilog else [])]
    words += [] if out == Path("out") else ["--out", str(out)]
    screen = console()
    print_head(screen, design, [simulator], seed, words)
    netlist = MutantNetlist(design, folder_of(out, design, kind, mutants), seed, mutants, ORIGINS[kind])
    with meter(screen) as watch:
        watch("Yosys", 0, 1)
        workers, pool = jobs or os.cpu_count() or 1, pool_of(jobs, scheduler)
        run = Distilling(MutationRun(netlist, simulator, examples, seed, pool, workers, timeout, watch), turns, before)
        if run.mutation.verdicts.found:
            screen.print(f"Going on from {run.mutation.verdicts.path}\n", markup=False, soft_wrap=True)
        run.run()
    if not run.deck:
        raise _nothing(run)
    with undisturbed():
        written = decks.write(run, words, out)
        screen.print(f"{decks.summary(run)}. Written: {', '.join(map(str, written))}", markup=False)
    if verilog:
        write_testbench(screen, design, read(written[0], design), words, out / "testbench")
    raise typer.Exit(INTERRUPTED if run.interrupted else 3 if run.unjudged else 0)


def _nothing(run: Distilling) -> BaseException:
    """Why there is no deck."""
    if run.interrupted:
        return KeyboardInterrupt()
    if run.lost:
        return BadInput(f"--turns {run.turns}: no game is so short")
    return BadInput("no example has killed a mutant or met a situation: try more of them, --examples and --mutants")
