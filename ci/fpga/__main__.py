"""`make synth`, or `python -m fpga DUT` with this folder on PYTHONPATH: how large is a design on an FPGA, how fast?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from loopline.cli._app import main, program
from loopline.cli._hardware import chosen_simulators, load_design, with_board_of
from loopline.cli._options import DEFAULT, BoardOption, DutArgument, Out, SimulatorName
from loopline.contract.game import Subject
from loopline.errors import BadInput, hyphenated
from loopline.report.console import complain, console, meter
from loopline.system import lock

if TYPE_CHECKING:
    from loopline.design.dut import Dut

    from fpga.budget import Bounds
    from fpga.implement import Implementation
    from fpga.part import Part

PART, SEEDS = "LFE5U-25F-6", 3


def command(
    dut: DutArgument = None,
    part: Annotated[
        str | None, typer.Option("--part", metavar="NAME", help="The FPGA.", show_default=f"{PART}, the slowest one")
    ] = None,
    board: BoardOption = None,
    seeds: Annotated[
        int | None,
        typer.Option(min=1, max=100, metavar="N", help="Place it N times.", show_default=f"{SEEDS}, or the budget's"),
    ] = None,
    sim: Annotated[
        SimulatorName,
        typer.Option("--sim", help="The simulator in which the design as Yosys reads it is verified first."),
    ] = DEFAULT,
    check: Annotated[
        Path | None,
        typer.Option(
            "--check",
            metavar="FILE",
            dir_okay=False,
            help="Build what this file lists, and hold it to the figures there; --part and --size select.",
        ),
    ] = None,
    out: Out = Path("out"),
) -> None:
    """Synthesise a design for an FPGA, place and route it: what it takes, and which clock it reaches.

    Uses Yosys and nextpnr. First, the design as Yosys reads it must agree with the model. Prints a table and the
    longest path; writes OUT/synth/DESIGN/synth.json and the programs' output. Exit code 0: within the budget, or,
    without one, it fits and reaches the clock of its description; 1: otherwise; 2: bad input or set-up, or the design
    disagrees with the model.
    """
    from loopline.campaign.failures import slug
    from loopline.mutate import netlist

    from fpga import budget as budgets
    from fpga import report
    from fpga.implement import implement, version
    from fpga.part import find

    plain, _ = load_design(dut)
    (simulator,) = chosen_simulators(sim)
    budget = budgets.read(check, plain.name) if check else None
    one_board = plain.with_board(board)
    builds: list[tuple[Dut, Part, Bounds | None]] = []
    if budget:
        builds = [(with_board_of(check, plain, bounds.board), find(bounds.part), bounds) for bounds in budget.builds]
    builds = [build for build in builds if board is None or build[0].board == one_board.board]
    builds = [build for build in builds if part in (None, build[1].name)]
    if budget and not builds:
        raise BadInput(f"{check}: has no build of {plain.name!r} with this board on this part")
    builds = builds or [(one_board, find(part or PART), None)]
    tries = range(1, (seeds or (budget.seeds if budget else SEEDS)) + 1)
    folder = out / "synth" / slug(plain.name)
    programs = [
        version(program) for program in dict.fromkeys(name for _, chip, _ in builds for name in chip.family.programs)
    ]
    screen = console()
    report.print_head(screen, plain, programs)
    results: list[Implementation] = []
    complaints: list[str] = []
    with _alone_in(folder), meter(screen) as show:
        for design in {design.board: design for design, _, _ in builds}.values():
            show(f"{design.board}: as Yosys reads it", 0, len(builds))
            netlist.check_reading(Subject.of(design), simulator, folder / hyphenated(design.board.label, "as-read"))
        for design, chip, bounds in builds:
            place = hyphenated(design.board.label, chip.name)
            about = ", ".join(filter(None, [str(design.board), chip.name]))

            def doing(what: str, about: str = about) -> None:
                show(f"{about}: {what}", len(results), len(builds))

            results.append(result := implement(design, chip, folder / place, tries, doing))
            if bounds:
                complaints += bounds.complaints(result)
            elif result.lacking:
                complaints.append(f"it does not fit: {', '.join(result.lacking)}")
            elif result.mhz < design.clock.mhz:
                complaints.append(f"{result.mhz:.1f} MHz, and its description has a clock of {design.clock.mhz:g} MHz")
    cycles = budget.cycles if budget else {}
    report.show(screen, results, cycles)
    for complaint in complaints:
        screen.print(f"\n✗ {complaint}", style="bold red")
    file = report.write(results, programs, cycles, complaints, folder)
    verdict = f"{len(complaints)} over" if complaints else "within the budget" if check else "it fits"
    screen.print(f"\n{verdict}. Written: {file}")
    raise typer.Exit(1 if complaints else 0)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Have this folder to itself: wait for another run that builds a design of this name there."""
    folder.mkdir(parents=True, exist_ok=True)
    held = lock(folder / "lock", wait=False)
    if held is None:
        complain(f"{folder}: another run is using this folder: waiting for it to end")
        held = lock(folder / "lock")
    assert held is not None
    try:
        yield
    finally:
        os.close(held)


if __name__ == "__main__":
    main(program(command))
