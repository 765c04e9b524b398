"""What the commands for hardware share: the design, the simulators and the workers."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import typer

from loopline.campaign.run import simulators_of
from loopline.cli._options import Choice
from loopline.contract.designs import Bundled, bundled, path_of
from loopline.design import Change
from loopline.design.dut import Dut, load
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.report.console import complain, console, table
from loopline.workers.pool import ClusterPool, LocalPool, WorkerPool


def load_design(
    word: str | None,
    board: Change | None = None,
    option: str = "",
    out: Path = Path("out"),
    *,
    before_sources: bool = False,
) -> tuple[Dut, str]:
    """Return the design with this board, and what names it in a command.

    Args:
        word: What names the design; None: the user is asked.
        board: The board, if it is not the description's.
        option: The option by which a design is named.
        out: Where what is made of its sources is kept.
        before_sources: Whether its files may still be missing.

    Raises:
        BadInput: The design cannot be found, or cannot be used.
    """
    word = word or _asked(option)
    design = load(path_of(word), before_sources=before_sources).with_board(board)
    return design.model_copy(update={"out": out}), word


def require_engine(design: Dut) -> None:
    """Raise BadInput if it is a player: its games depend on its answers, so they cannot be written down."""
    if design.contract != "engine":
        raise BadInput(f"{design.shown}: only engines have decks: a player's games depend on what it answers")


def _asked(option: str) -> str:
    """Ask the user on a terminal which bundled design it shall be. Raise BadInput without a terminal."""
    known = bundled()
    if not known:
        raise BadInput("name a design by its description, DUT.toml: no installed game has one of its own")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        how = f"name a design with {option}" if option else "name a design"
        raise BadInput(f"{how}: a description, DUT.toml, or one of the bundled ones:\n{_listed(known)}")
    screen = console()
    screen.print(f"The bundled designs:\n{_listed(known, numbered=True)}")
    choices = {str(number): dut.name for number, dut in enumerate(known, 1)} | {dut.name: dut.name for dut in known}
    while (word := typer.prompt("Which one, by number or name").strip()) not in choices:
        screen.print(f"{word!r} is not in the list.", style="red")
    return choices[word]


def _listed(known: list[Bundled], *, numbered: bool = False) -> str:
    rows = [["", "name", "game", "contract", "what it is"]]
    rows += [[str(number), dut.name, dut.game.name, dut.contract, dut.about] for number, dut in enumerate(known, 1)]
    head, *others = rows if numbered else [row[1:] for row in rows]
    return str(table(head, others, left=set(range(numbered, len(head)))))


def with_board_of(budget: Path | None, design: Dut, board: str) -> Dut:
    """Return the design with the board that a budget asks for.

    Args:
        budget: The file of the budget, for the message.
        design: The design on the board of its description.
        board: The board as `--board` takes it; empty: that of the description.

    Raises:
        BadInput: The design cannot have it.
    """
    try:
        return design.with_board(Change(board) if board else None)
    except BadInput as problem:
        raise BadInput(f"{budget}: board: {problem}") from None


def chosen_simulators(sim: Choice) -> list[Simulator]:
    """Return the simulators asked for. With `both`, a missing one is reported and skipped."""
    found, missing = simulators_of(sim)
    for problem in missing:
        complain(problem)
    return found


def pool_of(jobs: int | None, scheduler: str | None) -> WorkerPool:
    """Return the workers on this machine, or those of a cluster. Raise BadInput."""
    if scheduler is None:
        return LocalPool(jobs or os.cpu_count() or 1)
    if jobs is not None:
        raise BadInput("--jobs has no effect on a cluster, which has its own workers; leave out --jobs or --scheduler")
    cluster = ClusterPool(scheduler)
    if not cluster.workers:
        complain(f"{scheduler} has no workers yet: waiting for the first")
    return cluster
