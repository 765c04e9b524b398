"""`loopline synth`: how large is a design on an FPGA, and how fast?"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from loopline.cli._hardware import Size, chosen, load_design
from loopline.cli._options import Out
from loopline.report.console import BadInput, complain, console, watched

if TYPE_CHECKING:
    from collections.abc import Callable

    from loopline.synth.implement import Implementation

PART, SEEDS = "LFE5U-25F-6", 3


def command(
    dut: Annotated[
        Path | None, typer.Argument(metavar="[DUT.toml]", show_default="the bundled engine", help="The design.")
    ] = None,
    part: Annotated[
        str | None, typer.Option("--part", metavar="NAME", help="The FPGA.", show_default=f"{PART}, the slowest one")
    ] = None,
    size: Size = None,
    seeds: Annotated[
        int | None,
        typer.Option(min=1, max=100, metavar="N", help="Place it N times.", show_default=f"{SEEDS}, or the budget's"),
    ] = None,
    sim: Annotated[
        Literal["verilator", "icarus"],
        typer.Option("--sim", help="The simulator in which the design as Yosys reads it is verified first."),
    ] = "verilator",
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
    from loopline.campaign import faithful
    from loopline.campaign.failures import slug
    from loopline.report import synth as report
    from loopline.synth import budget as budgets
    from loopline.synth.implement import implement, version
    from loopline.synth.part import find

    plain, (simulator,) = load_design(dut, None), chosen(sim)
    budget = budgets.read(check, plain.name) if check else None
    bounds = {(int(one.size), one.part): one for one in budget.builds} if budget else {}
    wanted = [one for one in bounds if size in (None, one[0]) and part in (None, one[1])]
    if budget and not wanted:
        raise BadInput(f"{check}: has no build of {plain.name!r} of this size on this part")
    wanted = wanted or [(size or plain.size, part or PART)]
    builds = [(load_design(dut, wide), find(name)) for wide, name in wanted]
    tries = range(1, (seeds or (budget.seeds if budget else SEEDS)) + 1)
    folder = out / "synth" / slug(plain.name)
    programs = [
        version(program) for program in dict.fromkeys(name for _, one in builds for name in one.family.programs)
    ]
    screen = console()
    report.print_head(screen, plain, programs)
    results: list[Implementation] = []
    complaints: list[str] = []
    with _alone_in(folder), _progress(screen, len(builds)) as watch:
        for design in {design.size: design for design, _ in builds}.values():
            watch(f"{design.size} × {design.size}", "as Yosys reads it")
            faithful.check(design, simulator, folder / f"{design.size}-as-read")
        for design, one in builds:
            place, about = f"{design.size}-{one.name}", f"{design.size} × {design.size}, {one.name}"
            results.append(result := implement(design, one, folder / place, tries, partial(watch, about)))
            watch(about, "")
            if budget:
                complaints += bounds[design.size, one.name].complaints(result)
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
    """Another run that builds a design of this name in this folder waits."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            complain(f"{folder}: another run is using this folder: waiting for it to end")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _progress(screen: Console, total: int) -> Iterator[Callable[[str, str], None]]:
    """What each build is doing. It disappears when all are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<36}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True, disable=not watched(screen)) as bar:
        task = bar.add_task("", total=total)

        def watch(about: str, doing: str) -> None:
            bar.update(task, description=f"{about}: {doing}", advance=0 if doing else 1)

        yield watch
