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
    """The design with this board, and what names it in a command. `option`: by which it is named. `out`: where what is
    made of its sources is kept. `before_sources`: its files may not be there yet. Raises BadInput."""
    word = word or _asked(option)
    design = load(path_of(word), before_sources=before_sources).with_board(board)
    return design.model_copy(update={"out": out}), word


def needs_engine(design: Dut) -> None:
    """Raises BadInput if it is a player: then there are no games to write down."""
    if design.contract != "engine":
        raise BadInput(f"{design.shown}: only engines have decks: a player's games depend on what it answers")


def _asked(option: str) -> str:
    """On a terminal the user is asked which bundled design it shall be."""
    known = bundled()
    if not known:
        raise BadInput("name a design by its description, DUT.toml: no installed game has one of its own")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        how = f"name a design with {option}" if option else "name a design"
        raise BadInput(f"{how}: a description, DUT.toml, or one of the bundled ones:\n{_listed(known)}")
    screen = console()
    screen.print(f"The bundled designs:\n{_listed(known, numbered=True)}")
    choices = {str(number): one.name for number, one in enumerate(known, 1)} | {one.name: one.name for one in known}
    while (word := typer.prompt("Which one, by number or name").strip()) not in choices:
        screen.print(f"{word!r} is not in the list.", style="red")
    return choices[word]


def _listed(known: list[Bundled], *, numbered: bool = False) -> str:
    rows = [["", "name", "game", "contract", "what it is"]]
    rows += [[str(number), one.name, one.game.name, one.contract, one.about] for number, one in enumerate(known, 1)]
    head, *others = rows if numbered else [row[1:] for row in rows]
    return str(table(head, others, left=set(range(numbered, len(head)))))


def with_board_of(budget: Path | None, design: Dut, board: str) -> Dut:
    """Return the design with the board that a budget asks for. Raises BadInput."""
    try:
        return design.with_board(Change(board) if board else None)
    except BadInput as problem:
        raise BadInput(f"{budget}: board: {problem}") from None


def chosen(sim: Choice) -> list[Simulator]:
    """The simulators asked for. With `both`, a missing one is reported and skipped."""
    found, missing = simulators_of(sim)
    for problem in missing:
        complain(problem)
    return found


def pool_of(jobs: int | None, scheduler: str | None) -> WorkerPool:
    """The workers on this machine, or those of a cluster."""
    if scheduler is None:
        return LocalPool(jobs or os.cpu_count() or 1)
    if jobs is not None:
        raise BadInput("--jobs has no effect on a cluster, which has its own workers; leave out --jobs or --scheduler")
    cluster = ClusterPool(scheduler)
    if not cluster.workers:
        complain(f"{scheduler} has no workers yet: waiting for the first")
    return cluster
