"""Verification as a function: the command `loopline verify` for programs and for pytest.

    from loopline.api import verify

    run = verify("my_engine.toml", seed=7)
    for finding in run.findings:
        print(finding.outcome.name, finding.simulator.name, finding.outcome.state)

`loopline.verify` is the same function. docs/reference/api.md says what is stable.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Literal

from loopline.campaign import Campaign
from loopline.campaign.findings import Agrees, Diagnosis, Finding, Mismatch, NotPlayed, Untested
from loopline.campaign.run import BoardRun, Listener, Options, Refusal, Run
from loopline.campaign.run import verify as run_of
from loopline.contract.designs import path_of
from loopline.design import Change
from loopline.design.dut import Dut, load
from loopline.workers import SHRINK, WHY, Effort
from loopline.workers.pool import ClusterPool, LocalPool

__all__ = [
    "Agrees",
    "BoardRun",
    "Finding",
    "Listener",
    "Mismatch",
    "NotPlayed",
    "Refusal",
    "Run",
    "Untested",
    "verify",
]


def verify(
    dut: str | Path,
    *,
    sim: Literal["verilator", "icarus", "both"] | None = None,
    effort: Effort = "quick",
    examples: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    board: str | int | None = None,
    only: tuple[str, ...] | list[str] = (),
    exit_first: bool = False,
    shrink: float = SHRINK,
    why: float = WHY,
    jobs: int | None = None,
    scheduler: str | None = None,
    regressions: str | Path | None = None,
    coverage: bool = False,
    out: str | Path = "out",
    listener: Listener | None = None,
) -> Run:
    """Verify a design on all of its boards, with its deck, saved games, and a sample on Icarus, as `loopline verify`.

    Nothing is printed, and nothing is written but builds, the files of failures, and those of coverage, below `out`.

    Args:
        dut: The description of the design, or the name of a bundled one.
        sim: The simulator; by default Verilator, and a sample of the examples on Icarus.
        effort: How many examples, as a share of those that the description names: quick 30 %, normal 50 %,
            thorough 100 %.
        examples: Examples of each property, instead of those of `effort`.
        seconds: Time for each property; by default unlimited.
        seed: The same seed gives the same run.
        board: Another board than that of the description, such as 16 or "size=16"; then it is the only one.
        only: The names of the properties that are played; by default all, and the deck.
        exit_first: Begin nothing more after a failure.
        shrink: Seconds for making the game of a failure smaller.
        why: Seconds for finding the lines that a failure comes from; 0: they are not looked for.
        jobs: Simulations at a time; by default one for each core.
        scheduler: The address of a Dask cluster, whose workers play instead of this machine.
        regressions: A folder of saved games, which are played first; those of new failures are saved there.
        coverage: Count which situations of the game are met.
        out: The folder for what is written.
        listener: Hears of failures as soon as they are known, and of progress.

    Returns:
        The run; its exit code is that of the command. A board that cannot be built is in `refused`.

    Raises:
        BadInput: The design cannot be used.
        SimulatorMissing: The simulator is not installed.
    """
    change = change_of(board)
    options = Options(
        sim=sim,
        effort=effort,
        examples=examples,
        seconds=seconds,
        seed=seed,
        board=change,
        only=tuple(only),
        exit_first=exit_first,
        shrink=shrink,
        why=why,
        regressions=Path(regressions) if regressions else None,
        coverage=coverage,
        out=Path(out),
    )
    pool = ClusterPool(scheduler) if scheduler else LocalPool(jobs or os.cpu_count() or 1)
    design = design_of(dut, change).model_copy(update={"out": options.out})
    return run_of(design, options, pool, listener, explain, confirm)


def design_of(dut: str | Path, change: Change | None) -> Dut:
    """Return the design with this board. Raises BadInput."""
    return load(path_of(str(dut))).with_board(change)


def change_of(board: str | int | None) -> Change | None:
    """Return the board that was asked for instead of the design's own."""
    return None if board is None else Change(str(board))


def explain(campaign: Campaign, finding: Mismatch, seconds: float) -> Diagnosis | None:
    """Return the lines that a failure comes from; None if they were not looked for.

    Args:
        campaign: The campaign.
        finding: The failure.
        seconds: The time that this may take.
    """
    why: Diagnosis | None = import_module("loopline.why.look").look(
        campaign, finding, seconds
    )  # which takes long to import
    return why


def confirm(campaigns: Sequence[Campaign], seconds: float) -> Iterable[Mismatch]:
    """Play all that failed with what may be fixes, and yield the findings of which something was proposed."""
    found: Iterable[Mismatch] = import_module("loopline.why.fixes").confirm(campaigns, seconds)
    return found
