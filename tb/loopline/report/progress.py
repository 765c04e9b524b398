"""What a run on hardware prints while it lasts: a head, a progress line, and each failure as soon as it is known."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from rich.console import Console

from loopline.report.meter import meter

if TYPE_CHECKING:
    from loopline.design.dut import Dut
    from loopline.design.simulators import Simulator
    from loopline.simulation.job import Outcome


def print_head(
    screen: Console, design: Dut, simulators: list[Simulator], seed: int, command: list[str], notes: Sequence[str] = ()
) -> None:
    screen.print(versions(simulators))
    board = f", board {design.board}" if str(design.board) else ""
    screen.print(f"{design.name}: {design.top}{board}, from {design.shown}")
    if design.contract == "player":
        screen.print(_line_of(design))
    for note in notes:
        screen.print(note)
    screen.print(f"seed {seed} · {shlex.join(command)}\n", style="bold")


def versions(simulators: list[Simulator]) -> str:
    """Of all that has a say in the results, in a line."""
    packages = [f"{name} {version(name)}" for name in ("loopline", "cocotb", "hypothesis")]
    return " · ".join([*packages, f"Python {platform.python_version()}", *map(str, simulators)])


def _line_of(design: Dut) -> str:
    """Its serial line, and how simulation differs from reality."""
    text = f"serial line at {design.serial.baud:,} baud, clock {design.clock.mhz:g} MHz"
    if design.baud != design.serial.baud:
        times = design.baud / design.serial.baud
        text += f"; simulated at {design.baud:,} baud, {times:.3g} times as fast, {design.bit:g} cycles a bit"
    return text


@contextmanager
def progress(screen: Console, goal: int | None = None) -> Iterator[Callable[[Simulator, Outcome], None]]:
    """Show how far a run is, and the first words on each failure. `goal`: examples in all, if that is known."""
    from loopline.simulation.job import FAILURES

    known: dict[tuple[str, str], tuple[int, int, int]] = {}
    failed: set[tuple[str, str]] = set()
    with meter(screen) as show:
        show("building", 0, goal)

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
            show(what, examples if goal is None else min(examples, goal), goal)

        yield watch


def first_words(simulator: Simulator, outcome: Outcome) -> str:
    """A line for a failure, as soon as it is known."""
    where = f"example {outcome.found_at}" if outcome.found_at else "it"
    what = f"{outcome.signal}: expected {outcome.expected}, found {outcome.found}"
    return f"{outcome.name} ({simulator.name}): {where} fails in cycle {outcome.cycle:,}, {what}"


def how_far(outcome: Outcome) -> str:
    """How far shrinking is, for the progress line."""
    turns = f"{outcome.turns_before} → {outcome.turns_left} turns"
    left = "" if outcome.shrink_left is None else f", {outcome.shrink_left:.0f} s left"
    return f"{outcome.name} failed at example {outcome.found_at}; shrinking: {turns}{left}"
