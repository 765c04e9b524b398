"""Verilog for a design: its codes, and games as a testbench.

`loopline codes` prints what it repeats of its description; `loopline testbench` writes games as a plain Verilog
testbench, for simulators that loopline does not know.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from loopline.campaign import saved
from loopline.campaign.saved import Deck
from loopline.cli._hardware import load_design, require_engine
from loopline.cli._options import BoardOption, DutArgument, Out, command_line
from loopline.contract.game import Subject
from loopline.design import top
from loopline.errors import BadInput, as_named, plural
from loopline.report.console import console
from loopline.testbench import DATA, PLAYER, SOURCES, TOP, about, write


def print_codes(
    dut: DutArgument = None,
    board: BoardOption = None,
    skeleton: Annotated[
        bool, typer.Option("--skeleton", help="Print a module with the ports instead, to begin a design with.")
    ] = False,
) -> None:
    """Print the codes of a design's fields as Verilog, to include in the design.

    They are those of operations, reasons, kinds of events and whatever else has named values.
    """
    design, _ = load_design(dut, board, before_sources=True)
    require_engine(design)
    streams = Subject.of(design).engine.streams
    for line in top.skeleton(design, streams) if skeleton else top.codes(streams):
        print(line)  # as it is, so that a file of it is Verilog


def write_testbench(
    ctx: typer.Context,
    dut: DutArgument = None,
    deck: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="A file of games.", show_default="the design's deck"),
    ] = None,
    board: BoardOption = None,
    out: Out = Path("out"),
) -> None:
    """Write games out as a plain Verilog testbench, with the answers and events that are expected.

    Any simulator plays it, without Python; it prints PASS, or FAIL and the first difference. Written to OUT/testbench.
    """
    design, dut = load_design(dut, board, out=out)
    require_engine(design)
    subject = Subject.of(design)
    found = saved.read_deck(deck, subject) if deck else saved.deck_of(subject)
    if not found or not found.games:
        raise BadInput(f"{design.shown}: no deck fits it: name a file of games with --deck")
    screen = console()
    if found.note:
        screen.print(f"{found.note}\n", markup=False)
    _write(screen, subject, found, command_line(ctx, dut=dut), out / "testbench")


def _write(screen: Console, subject: Subject, deck: Deck, words: list[str], folder: Path) -> None:
    """Write the testbench; and how it is run."""
    written = write(subject, deck.games, folder, about(subject.dut, deck.file, words))
    size = sum(file.stat().st_size for file in written.files)
    counts = f"{plural(written.games, 'game')}, {plural(written.requests, 'request')}"
    screen.print(f"{counts}, {size / 1000:,.0f} kB. Written: ", end="")
    screen.print(", ".join(map(str, written.files)), markup=False, soft_wrap=True)
    sources = f"-f {SOURCES} {TOP}.v {PLAYER}.v"
    screen.print(f"\nIn {as_named(folder)}, where {DATA} is, any of these plays them:", markup=False, soft_wrap=True)
    for line in (
        f"iverilog -g2012 -o {TOP} {sources} && vvp -n {TOP}",
        f"verilator --binary --timing -Wno-fatal --top-module {TOP} {sources} && obj_dir/V{TOP}",
    ):
        screen.print(f"  {line}", markup=False, soft_wrap=True)
