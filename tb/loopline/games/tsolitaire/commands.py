"""`loopline solve`: place all tiles of a deck, or prove that it cannot be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from loopline.errors import BadInput
from loopline.games.tsolitaire.paper import PAPER
from loopline.report.console import console, meter

if TYPE_CHECKING:
    from goldenrules.tsolitaire import Deck, Position, Solution
    from goldenrules.tsolitaire import Progress as Reached

NODES = 1_000_000


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"The game to be solved: {PAPER.name}.")],
    deck: Annotated[
        str | None, typer.Option("--deck", metavar="TILES", help="The tiles in their order, between blanks or commas.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, metavar="S", help="All tiles, shuffled with this seed.")] = None,
    after: Annotated[
        str, typer.Option("--after", metavar="MOVES", help="A game to go on from, with the first tiles of the deck.")
    ] = "",
    nodes: Annotated[int, typer.Option(min=1, metavar="N", help="Placements to try before giving up.")] = NODES,
) -> None:
    """Search for a game that places all tiles of a deck.

    Says what it has come to: all tiles are placed; or it is proved that this cannot be done; or the search has given
    up, and it is not known. The longest game that was found is printed as a record. Exit code 0: the search has ended;
    2: bad input.
    """
    if game != PAPER.name:
        raise BadInput(f"expected {PAPER.name}, the only game with a solver, got {game}")
    position = _position(_deck(deck, seed), after)
    solution = _searched(position, nodes)
    console().print(_written(position, solution), end="")


def _deck(deck: str | None, seed: int | None) -> Deck:
    from goldenrules.tsolitaire import NotationError, read_deck, shuffled

    if (deck is None) == (seed is None):
        raise BadInput("say which deck: --deck TILES, or --seed S for a shuffled one")
    if seed is not None:
        return shuffled(seed)
    try:
        tiles = read_deck(deck or "")
    except NotationError as error:
        raise BadInput(f"--deck: column {error.at + 1}: {error}") from error
    if not tiles:
        raise BadInput("--deck: it has no tiles; list their numbers, as in --deck '16 8 12'")
    return tiles


def _position(deck: Deck, after: str) -> Position:
    from goldenrules.tsolitaire import IllegalGame, replay

    try:
        return replay(after, deck=deck).position
    except IllegalGame as error:
        raise BadInput(f"--after: {error}") from error


def _searched(position: Position, nodes: int) -> Solution:
    from goldenrules.tsolitaire import solve as solved

    with meter(console(stderr=True)) as show:
        show("searching")
        return solved(position, nodes, lambda now: show(_how_far(now)))


def _how_far(now: Reached) -> str:
    words = [f"{now.placed} tiles placed", f"at most {now.most} so far", f"{now.nodes:,} placements tried"]
    return " · ".join([*words, f"{now.width:,} boards kept"])


def _written(position: Position, solution: Solution) -> str:
    """Return the whole game as a record; comments say what it is."""
    from goldenrules.tsolitaire import PlayRecord, write_deck, write_game

    deck, before = position.deck or (), len(position.turns)
    for placement in solution.line:
        position.play(*placement)
    lines = [f"deck {write_deck(deck)}", _verdict(solution, len(deck), before, len(position.turns))]
    return "".join(f"# {line}\n" for line in lines) + write_game(PlayRecord.of(position))


def _verdict(solution: Solution, tiles: int, before: int, placed: int) -> str:
    tried = f"{solution.nodes:,} placements tried"
    the_deck = f"all {tiles} tiles" + (f" after these first {before}" if before else "")
    if solution.state == "solved":
        return f"solved: {the_deck} are placed; {tried}"
    if solution.state == "impossible":
        return f"proved: {the_deck} cannot be placed; {tried}; the longest game found places {placed}"
    return f"gave up: it is not known whether {the_deck} can be placed; {tried}; the longest game found places {placed}"
