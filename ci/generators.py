"""`make generators`: what the strategies generate, in figures."""

from __future__ import annotations

from typing import Annotated

import typer
from loopline.cli._app import main, program
from loopline.cli._options import BoardOption, GameName
from loopline.contract.game import one_game
from loopline.design.board import changed
from loopline.report.console import console, meter, table


def command(
    game: GameName = None,
    examples: Annotated[int, typer.Option(min=1, metavar="N", help="Examples of each strategy.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same examples.")] = 1,
    board: BoardOption = None,
) -> None:
    """Measure the strategies: do they hit what they are for, how varied are they, how fast?

    Each column is a strategy, each line a figure; the documentation of the game explains them. Only the times differ
    from run to run.
    """
    found = one_game(game, lambda one: one.generators is not None, "--game", "whose strategies are measured")
    assert found.generators
    made_for = changed(found.board(), board)
    out = console()
    measured = []
    with meter(out) as show:
        show("measuring")
        for one in found.generators.measured(made_for, examples, seed):
            measured.append(one)
            show(f"measured {one.name}")
    out.print(table(["", *(one.name for one in measured)], list(found.generators.lines(measured)), left={0}))


if __name__ == "__main__":
    main(program(command))
