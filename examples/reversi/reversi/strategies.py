"""Scripts that try to break an engine. They are built, never filtered: a choice, a byte, picks from what there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from loopline.games.block import Request
from loopline.games.described import BlockModel
from loopline.games.strategy import Choices, Session

from reversi.block import Reversi
from reversi.rules import Cell, Position

Games = Session[Request, BlockModel]

NEW, PASS, UNDO = Reversi.new(), Reversi.decline(), Reversi.undo()


def turns(position: Position) -> list[Request]:
    """The legal ones; none, if the game is over."""
    return [PASS] if position.must_pass else [Reversi.play(*at) for at in position.moves()]


def cell(move: Request) -> Cell:
    """The cell of a request that has one."""
    return move[1], move[2]


def turn(session: Games, choice: int, order: Callable[[Request], Any] | None = None) -> None:
    """A legal one, or a new game."""
    session.pick(turns(session.model.position) or [NEW], choice, order)


def games(session: Games, chosen: Choices) -> None:
    """legal games to the end, one after the other"""
    for choice in chosen.turns:
        turn(session, choice)


def edges(session: Games, chosen: Choices) -> None:
    """games that go to the edges and into the corners as soon as they can"""
    last = session.model.position.size - 1
    for choice in chosen.turns:
        turn(session, choice >> 1, lambda move: min(*cell(move), *(last - at for at in cell(move))))


def passes(session: Games, chosen: Choices) -> None:
    """games that leave the opponent without a move, and what he may try instead of passing"""
    for choice in chosen.turns:
        if session.model.position.must_pass and choice & 1:
            flip_nothing = {*session.model.position.cells} - {*session.model.position.discs}
            session.pick([Reversi.play(*at) for at in sorted(flip_nothing)], choice)
        if session.model.position.must_pass and choice & 2:
            session.ask(PASS)
            session.ask(UNDO)
        turn(session, _mostly_first(choice), partial(_after, session.model.position, end=False))


def early_ends(session: Games, chosen: Choices) -> None:
    """games that end before the board is full"""
    for choice in chosen.turns:
        turn(session, _mostly_first(choice), partial(_after, session.model.position, end=True))


def _mostly_first(choice: int) -> int:
    """The first of the turns in three of four cases, else any."""
    return max(0, 4 * choice - 768)


def _after(position: Position, move: Request, end: bool) -> tuple[bool, int]:
    """What to go by: whether the game is over then, as it should be or not, and how many moves the opponent has."""
    if move in (PASS, NEW):
        return False, 0
    position.play(cell(move))
    order = position.over != end, len(position.moves())
    position.take_back()
    return order


STRATEGIES = (games, edges, passes, early_ends)
