"""`make generators`: what the strategies generate, in figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from loopline.cli._app import main, program
from loopline.cli._options import BoardOption, GameName
from loopline.contract import paper
from loopline.contract.game import Game
from loopline.design.board import changed, game_of
from loopline.design.plugins import NoGame
from loopline.errors import BadInput
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
    offers = "whose strategies are measured"
    played = _played(game or paper.the_game(None, lambda one: _played(one.name).generators is not None, offers).name)
    if not played.generators:
        raise BadInput(f"--game {game}: it is none of the games {offers}")
    made_for = changed(played.board(), board)
    out = console()
    measured = []
    with meter(out) as show:
        show("measuring")
        for one in played.generators.measured(made_for, examples, seed):
            measured.append(one)
            show(f"measured {one.name}")
    out.print(table(["", *(one.name for one in measured)], list(played.generators.lines(measured)), left={0}))


def _played(name: str) -> Game[Any]:
    """The game as it is played against hardware. Raises BadInput."""
    try:
        found = game_of(name, Path.cwd())
    except NoGame as problem:
        raise BadInput(f"--game {name}: {problem}") from None
    assert isinstance(found, Game)
    return found


if __name__ == "__main__":
    main(program(command))
