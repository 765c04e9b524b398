"""Measures what a second worker gains, in wall-clock time, for each command that takes several."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.campaign.saved import deck_of
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.fuzz.run import FuzzRun
from loopline.latency.run import Measurement
from loopline.mutate.gates import Gates
from loopline.mutate.netlist import MutantNetlist
from loopline.mutate.run import MutationRun
from loopline.workers.pool import LocalPool

from speed.figures import SMALL, Figure

#: Examples of each property for verify; turns; games to be timed; mutants, and for them examples of each property. A
#: worker takes about a second to start, which should hardly count.
EXAMPLES, TURNS, TIMED, MUTANTS, PLAYED = 60, 120_000, 288, 80, 40


class Work(NamedTuple):
    command: str
    unit: str
    #: How many of these are done in how many seconds: by so many workers, in this folder. Building does not count.
    speed: Callable[[Simulator, Dut, Path, int], float]


def measure(simulator: Simulator, dut: Dut, out: Path) -> Iterator[Figure]:
    """Yield the figures. Each command runs in an empty folder, so that it does not continue an earlier run."""
    for command, unit, speed in WORKS:
        design = dut.with_board(Change(SMALL)) if command == "mutate" else dut
        speeds = []
        for jobs in (1, 2):
            with TemporaryDirectory(dir=out) as folder:
                speeds.append(speed(simulator, design, Path(folder), jobs))
        alone, both = speeds
        if speed is _verified:
            separate = _side_by_side(simulator, design, out)
            yield Figure("verify, two separate runs against one", separate / alone, f"times the {unit}", "the most")
        yield Figure(f"{command}, two workers against one", both / alone, f"times the {unit}", "≥ 1.9")
        yield Figure(f"{command} by one worker, its start included", alone, unit)
        yield Figure(f"{command} by two", both, unit)


def _side_by_side(simulator: Simulator, dut: Dut, out: Path) -> float:
    """Return how fast two runs of one worker each are side by side: only the machine limits them."""
    with (
        TemporaryDirectory(dir=out) as one,
        TemporaryDirectory(dir=out) as other,
        ProcessPoolExecutor(2, get_context("spawn")) as processes,
    ):
        runs = [processes.submit(_verified, simulator, dut, Path(folder), 1) for folder in (one, other)]
        return sum(run.result() for run in runs)


def _verified(simulator: Simulator, dut: Dut, out: Path, jobs: int) -> float:
    run = Campaign(Plan(Subject.of(dut), out, seed=1, examples=EXAMPLES), pool=LocalPool(jobs))
    seconds = _seconds(run, simulator, lambda: run.verify(simulator, run.plan.properties(), lambda *_: None))
    return sum(finding.outcome.turns for finding in run.findings) / seconds


def _fuzzed(simulator: Simulator, dut: Dut, out: Path, jobs: int) -> float:
    campaign = Campaign(Plan(Subject.of(dut), out, seed=1), pool=LocalPool(jobs))
    run = FuzzRun(campaign, turns=TURNS)
    return TURNS / _seconds(campaign, simulator, lambda: run.fuzz(simulator, lambda *_: None))


def _timed(simulator: Simulator, dut: Dut, out: Path, jobs: int) -> float:
    campaign = Campaign(Plan(Subject.of(dut), out, seed=1, examples=TIMED), pool=LocalPool(jobs))
    run = Measurement(campaign)
    return TIMED / _seconds(campaign, simulator, lambda: run.measure(simulator, lambda *_: None))


def _mutated(simulator: Simulator, dut: Dut, out: Path, jobs: int) -> float:
    """Run `loopline mutate` without proofs, as they do not use workers. Return the seconds."""
    netlist = MutantNetlist(Subject.of(dut), out, 1, MUTANTS, Gates())
    run = MutationRun(netlist, simulator, PLAYED, 1, LocalPool(jobs), jobs, 20.0, lambda *_: None)
    deck = deck_of(Subject.of(dut))
    run.deck = deck.games if deck else []
    run.simulations.build()
    started = time.monotonic()
    run.run(proofs=False)
    if run.interrupted:
        raise KeyboardInterrupt
    return MUTANTS / (time.monotonic() - started)


def _seconds(run: Campaign, simulator: Simulator, play: Callable[[], object]) -> float:
    run.builds.get(simulator)
    started = time.monotonic()
    play()
    if run.interrupted:
        raise KeyboardInterrupt
    return time.monotonic() - started


WORKS = (
    Work("verify", "turns/s", _verified),
    Work("fuzz", "turns/s", _fuzzed),
    Work("latency", "games/s", _timed),
    Work("mutate", "mutants/s", _mutated),
)
