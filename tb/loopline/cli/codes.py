"""`loopline codes`: what the Verilog of a design repeats of its description."""

from __future__ import annotations

from typing import Annotated

import typer

from loopline.cli._hardware import load_design, needs_engine
from loopline.cli._options import BoardOption, DutArgument


def command(
    dut: DutArgument = None,
    board: BoardOption = None,
    skeleton: Annotated[
        bool, typer.Option("--skeleton", help="Print a module with the ports instead, to begin a design with.")
    ] = False,
) -> None:
    """Print the codes of a design's fields as Verilog, to include in the design.

    They are those of operations, reasons, kinds of events and whatever else has named values.
    """
    from loopline.contract import game
    from loopline.design import top

    design, _ = load_design(dut, board)
    needs_engine(design)
    streams = game.engine(design).streams
    lines = top.skeleton(design, streams) if skeleton else top.codes(streams)
    for line in lines:
        print(line)  # as it is, so that a file of it is Verilog
