"""The design that a command is for: a description, a bundled design by its name, or one that is chosen from a list."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from loopline.report.console import BadInput, console

if TYPE_CHECKING:
    from loopline.contract.designs import Bundled
    from loopline.design.change import Change
    from loopline.design.dut import Dut

_HELP = "The design: its description, or the name of a bundled one."
_ASKED = "asked for on a terminal; else they are listed"

DutArgument = Annotated[str | None, typer.Argument(metavar="DUT", show_default=_ASKED, help=_HELP)]
DutOption = Annotated[str | None, typer.Option("--dut", metavar="DUT", show_default=_ASKED, help=_HELP)]


def load_design(word: str | None, board: Change | None = None, option: str = "") -> tuple[Dut, str]:
    """The design with this board, and what names it in a command. `option`: by which it is named. Raises BadInput."""
    from loopline.contract.designs import path_of
    from loopline.design.dut import load

    word = word or _asked(option)
    return load(path_of(word)).with_board(board), word


def needs_engine(design: Dut) -> None:
    """Raises BadInput if it is a player: then there are no games to write down."""
    if design.contract != "engine":
        raise BadInput(f"{design.shown}: only engines have decks: a player's games depend on what it answers")


def _asked(option: str) -> str:
    """On a terminal the user is asked which bundled design it shall be."""
    from loopline.contract.designs import bundled

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
        screen.print(f"There is no {word!r}.", style="red")
    return choices[word]


def _listed(known: list[Bundled], *, numbered: bool = False) -> str:
    from loopline.report.table import table

    rows = [["", "name", "game", "contract", "what it is"]]
    rows += [[str(number), one.name, one.game.name, one.contract, one.about] for number, one in enumerate(known, 1)]
    head, *others = rows if numbered else [row[1:] for row in rows]
    return str(table(head, others, left=set(range(numbered, len(head)))))
