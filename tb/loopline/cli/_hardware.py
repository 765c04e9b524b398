"""What `verify` and `replay` share: which design, which simulators, a progress display, and the end of it all."""

from __future__ import annotations

import os
import platform
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from loopline.cli._console import watched

if TYPE_CHECKING:
    from loopline.campaign import Campaign
    from loopline.dut import Dut
    from loopline.job import Outcome
    from loopline.simulators import Simulator
    from loopline.workers.crew import Crew

Choice = Literal["verilator", "icarus", "both"]

Sim = Annotated[Choice, typer.Option("--sim", help="Which simulator to use.")]
Size = Annotated[
    int | None,
    typer.Option("--size", metavar="N", help="Build the design with a board of N × N cells.", show_default="its own"),
]
Seed = Annotated[
    int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same run.", show_default="a new one")
]

Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, metavar="N", help="Simulations at a time.", show_default="one each core")
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help="Have the workers of this Dask cluster do it, not this machine."
    ),
]

Shrink = Annotated[
    float,
    typer.Option(
        "--shrink", min=0, max=86_400, metavar="SECONDS", help="Time for making a failure's game small; 0: not at all."
    ),
]

#: Seconds for `--shrink`.
SHRINK = 30.0

Regressions = Annotated[
    Path | None,
    typer.Option("--regressions", metavar="DIR", help="Replay the games saved there first; save new failures there."),
]


def load_design(path: Path | None, size: int | None) -> Dut:
    from loopline.designs import ENGINE
    from loopline.dut import load
    from loopline.errors import BadInput

    if size is not None and (size & (size - 1) or not 8 <= size <= 128):
        raise BadInput(f"--size {size}: must be 8, 16, 32, 64 or 128")
    return load(path or ENGINE).resized(size)


def chosen(sim: Choice) -> list[Simulator]:
    """The simulators asked for; of `both` those that are here, and a word about the one that is not."""
    from loopline import simulators
    from loopline.cli._console import complain
    from loopline.errors import BadInput

    found, missing = [], []
    for name in ("verilator", "icarus") if sim == "both" else (sim,):
        try:
            found.append(simulators.find(name))
        except simulators.SimulatorMissing as problem:
            missing.append(str(problem))
    if not found:
        raise BadInput("\n".join(missing))
    for text in missing:
        complain(text)
    return found


def default_simulators() -> tuple[list[Simulator], list[str]]:
    """Verilator, which is fast, then Icarus, which knows X; and what to say if one is not here."""
    from loopline import simulators
    from loopline.errors import BadInput

    found, missing = [], []
    for name, without in (("verilator", "all of it runs on icarus"), ("icarus", "X goes unseen")):
        try:
            found.append(simulators.find(name))
        except simulators.SimulatorMissing as problem:
            missing.append(f"{problem}; until then {without}")
    if not found:
        raise BadInput("\n".join(missing))
    return found, missing


def crew_of(jobs: int | None, scheduler: str | None) -> Crew:
    """Who is to do the work."""
    from loopline.cli._console import complain
    from loopline.errors import BadInput
    from loopline.workers.crew import Cluster, Local

    if scheduler is None:
        return Local(jobs or os.cpu_count() or 1)
    if jobs is not None:
        raise BadInput("--jobs: a cluster has as many workers as it has; leave out --jobs or --scheduler")
    cluster = Cluster(scheduler)
    if not cluster.workers:
        complain(f"{scheduler} has no workers yet: waiting for the first")
    return cluster


def print_head(
    screen: Console, design: Dut, simulators: list[Simulator], seed: int, command: list[str], notes: Sequence[str] = ()
) -> None:
    versions = [f"{name} {version(name)}" for name in ("loopline", "cocotb", "hypothesis")]
    versions += [f"Python {platform.python_version()}", *map(str, simulators)]
    screen.print(" · ".join(versions))
    screen.print(f"{design.name}: {design.top}, board {design.size} × {design.size}, from {design.shown}")
    if design.contract == "player":
        screen.print(_line_of(design))
    for note in notes:
        screen.print(note)
    screen.print(f"seed {seed} · {shlex.join(command)}\n", style="bold")


def _line_of(design: Dut) -> str:
    """Its serial line, and what is not as in earnest."""
    text = f"serial line at {design.serial.baud:,} baud, clock {design.clock.mhz:g} MHz"
    if design.baud != design.serial.baud:
        times = design.baud / design.serial.baud
        text += f"; simulated at {design.baud:,} baud, {times:.3g} times as fast, {design.bit:g} cycles a bit"
    return text


@contextmanager
def progress(screen: Console, goal: int) -> Iterator[Callable[[Simulator, Outcome], None]]:
    """A line for what is under way, on a terminal; it is gone when the run is over. `goal`: examples in all."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from loopline.job import FAILURES

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    known: dict[tuple[str, str], tuple[int, int, int]] = {}
    failed: set[tuple[str, str]] = set()
    with Progress(*columns, console=screen, transient=True, disable=not watched(screen)) as bar:
        task = bar.add_task("building", total=goal)

        def watch(simulator: Simulator, outcome: Outcome) -> None:
            key = simulator.name, outcome.name
            if outcome.state in FAILURES and outcome.signal and key not in failed:
                failed.add(key)
                screen.print(first_words(simulator, outcome))
            known[key] = outcome.examples, outcome.turns, outcome.cycles
            examples, turns, cycles = map(sum, zip(*list(known.values()), strict=True))
            what = f"{simulator.name:<9} {outcome.name:<16} {turns:>9,} turns {cycles:>12,} cycles"
            if outcome.state == "shrinking":
                what = how_far(outcome)
            bar.update(task, completed=min(examples, goal), description=what)

        yield watch


def first_words(simulator: Simulator, outcome: Outcome) -> str:
    """Of a failure, as soon as it is known."""
    where = f"example {outcome.found_at}" if outcome.found_at else "it"
    what = f"{outcome.signal}: expected {outcome.expected}, found {outcome.found}"
    return f"{outcome.name} ({simulator.name}): {where} fails in cycle {outcome.cycle:,}, {what}"


def how_far(outcome: Outcome) -> str:
    """How small a failure has been made, for a line that changes."""
    turns = f"{outcome.turns_before} → {outcome.turns_left} turns"
    left = "" if outcome.shrink_left is None else f", {outcome.shrink_left:.0f} s left"
    return f"{outcome.name} failed at example {outcome.found_at}; shrinking: {turns}{left}"


def finish(screen: Console, campaign: Campaign, command: list[str], name: str = "verify") -> None:
    """Print, write by this name, and leave with the exit code that says it."""
    from loopline.cli import _findings

    _findings.print_table(screen, campaign)
    for finding in campaign.findings:
        _findings.print_failure(screen, campaign, finding)
    written = _findings.write(campaign, command, name)
    screen.print(f"\n{_findings.summary(campaign)}. Written: {', '.join(map(str, written))}")
    raise typer.Exit(_findings.exit_code(campaign))
