"""What the commands for hardware share: their options, the design, the simulators, the exit code."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from loopline.design.change import Change

if TYPE_CHECKING:
    from loopline.campaign import Campaign
    from loopline.design.dut import Dut
    from loopline.design.simulators import Simulator
    from loopline.workers.pool import WorkerPool

#: Those of design/simulators, which takes long to import.
SimulatorName = Literal["verilator", "icarus"]
DEFAULT: SimulatorName = "verilator"

Choice = Literal[SimulatorName, "both"]

Sim = Annotated[Choice, typer.Option("--sim", help="The simulator to use.")]
OneSim = Annotated[SimulatorName, typer.Option("--sim", help="The simulator to use.")]
BoardOption = Annotated[
    Change | None,
    typer.Option(
        "--board",
        "--size",
        parser=Change,
        metavar="KEY=VALUE",
        help="Build the design with another board, as in [board] of its file; a number is its size.",
        show_default="its own",
    ),
]
Seed = Annotated[
    int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same run.", show_default="a new one")
]

Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, metavar="N", help="Simulations at a time.", show_default="one per core")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Use the workers of this Dask cluster, not this machine."),
]

Shrink = Annotated[
    float,
    typer.Option(
        "--shrink", min=0, max=86_400, metavar="SECONDS", help="Time for shrinking a failure's game; 0: do not shrink."
    ),
]

#: Seconds for `--shrink`.
SHRINK = 30.0

Open = Annotated[bool, typer.Option("--open", help="Open OUT/report.html in a browser when all is done.")]

Regressions = Annotated[
    Path | None,
    typer.Option(
        "--regressions",
        metavar="DIR",
        help="Replay the games saved there first; save new failures there.",
        file_okay=False,
    ),
]


def with_board_of(budget: Path | None, design: Dut, board: str) -> Dut:
    """The design with the board that a budget asks for. Raises BadInput."""
    from loopline.errors import BadInput

    try:
        return design.with_board(Change(board) if board else None)
    except BadInput as problem:
        raise BadInput(f"{budget}: board: {problem}") from None


def words_of(board: Change | None) -> list[str]:
    """What asks for this board again."""
    return board.words if board else []


def chosen(sim: Choice) -> list[Simulator]:
    """The simulators asked for. With `both`, a missing one is reported and skipped."""
    from loopline.design.simulators import NAMES
    from loopline.report.console import complain

    found, missing = _found(NAMES if sim == "both" else (sim,))
    for problem in missing.values():
        complain(problem)
    return found


def default_simulators() -> tuple[list[Simulator], list[str]]:
    """Verilator, which is fast, then Icarus, which knows X; and what to print if one of them is missing."""
    from loopline.design.simulators import SIMULATORS

    found, missing = _found(SIMULATORS)
    return found, [f"{problem}; until then {SIMULATORS[name].without}" for name, problem in missing.items()]


def _found(names: Iterable[str]) -> tuple[list[Simulator], dict[str, str]]:
    """Those that are here, and what the others lack. Raises BadInput if none is here."""
    from loopline.design.simulators import SimulatorMissing, find
    from loopline.errors import BadInput

    found: list[Simulator] = []
    missing: dict[str, str] = {}
    for name in names:
        try:
            found.append(find(name))
        except SimulatorMissing as problem:
            missing[name] = str(problem)
    if not found:
        raise BadInput("\n".join(missing.values()))
    return found, missing


def pool_of(jobs: int | None, scheduler: str | None) -> WorkerPool:
    """The workers on this machine, or those of a cluster."""
    from loopline.errors import BadInput
    from loopline.report.console import complain
    from loopline.workers.pool import ClusterPool, LocalPool

    if scheduler is None:
        return LocalPool(jobs or os.cpu_count() or 1)
    if jobs is not None:
        raise BadInput("--jobs has no effect on a cluster, which has its own workers; leave out --jobs or --scheduler")
    cluster = ClusterPool(scheduler)
    if not cluster.workers:
        complain(f"{scheduler} has no workers yet: waiting for the first")
    return cluster


def open_page(out: Path, asked: bool) -> None:
    """Show OUT/report.html, if `--open` has been given."""
    import webbrowser

    from loopline.report.console import complain
    from loopline.report.page import NAME

    page = (out / NAME).resolve()
    if asked and not webbrowser.open(page.as_uri()):
        complain(f"--open: there is no browser; the page is {page}")


def tell(screen: Console, campaign: Campaign, command: list[str], name: str = "verify") -> None:
    """Print the results, failures too unless they were printed as they were found, and write the reports under this
    name."""
    from loopline.report import findings, page

    findings.print_table(screen, campaign)
    for finding in () if campaign.found else campaign.findings:
        findings.print_failure(screen, campaign, finding)
    written = [*findings.write(campaign, command, name), page.write([page.Played(campaign, command)], campaign.out)]
    screen.print(f"\n{findings.summary(campaign)}. Written: {', '.join(map(str, written))}")
