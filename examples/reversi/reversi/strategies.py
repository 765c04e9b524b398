"""Scripts that try to break an engine. They are built, never filtered: a choice, a byte, picks from what there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from loopline.games.choices import Choices
from loopline.games.session import Session

from reversi.engine import Engine, Op, Request
from reversi.rules import Position, Reason

Games = Session[Request, Engine]

NEW, PASS, TAKE_BACK = Request(Op.NEW), Request(Op.PASS), Request(Op.TAKE_BACK)


def turns(position: Position) -> list[Request]:
    """The legal ones; none, if the game is over."""
    return [PASS] if position.must_pass else [Request(Op.PLAY, *cell) for cell in position.moves()]


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
        turn(session, choice >> 1, lambda move: min(move.x, move.y, last - move.x, last - move.y))


def passes(session: Games, chosen: Choices) -> None:
    """games that leave the opponent without a move, and what he may try instead of passing"""
    for choice in chosen.turns:
        if session.model.position.must_pass and choice & 1:
            refused(session, Reason.FLIPS_NOTHING, choice)
        if session.model.position.must_pass and choice & 2:
            session.ask(PASS)
            session.ask(TAKE_BACK)
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
    if move.op != Op.PLAY:
        return False, 0
    position.play(move.cell)
    order = position.over != end, len(position.moves())
    position.take_back()
    return order


def refusals(session: Games, chosen: Choices) -> None:
    """requests that are refused, for every reason"""
    for choice in chosen.turns:
        if choice & 3 == 3:
            refused(session, Reason(1 + (choice >> 2) % (len(Reason) - 1)), choice)
        else:
            turn(session, choice)


def refused(session: Games, reason: Reason, choice: int) -> None:
    """Ask for something that is refused for this reason, where the position has it."""
    position = session.model.position
    if reason == Reason.GAME_OVER:
        while not position.over:
            turn(session, choice)
        session.ask(PASS if choice & 128 else Request(Op.PLAY))
    elif reason == Reason.OUTSIDE:
        beyond, along = position.size + (choice >> 6), choice % position.size
        op = Op.READ if choice & 128 else Op.PLAY
        session.ask(Request(op, beyond, along) if choice & 64 else Request(op, along, beyond))
    elif reason == Reason.OCCUPIED:
        session.pick([Request(Op.PLAY, *cell) for cell in position.discs], choice)
    elif reason == Reason.FLIPS_NOTHING:
        others = {*position.cells} - {*position.discs, *position.moves()}
        session.pick([Request(Op.PLAY, *cell) for cell in sorted(others)], choice)
    elif reason == Reason.MUST_MOVE:
        session.ask(PASS)
    elif reason == Reason.NOTHING_TO_TAKE_BACK:
        for _ in range(len(position.turns) + 1):
            session.ask(TAKE_BACK)


def take_backs(session: Games, chosen: Choices) -> None:
    """games in which turns are taken back, some or all, and others played"""
    for choice in chosen.turns:
        if choice & 7 == 7:
            back = 1 + (choice >> 3 & 3) if choice < 224 else len(session.model.position.turns)
            for _ in range(back):
                session.ask(TAKE_BACK)
        else:
            turn(session, choice)


def resets(session: Games, chosen: Choices) -> None:
    """resets in the middle of operations of every kind"""
    for choice in chosen.turns:
        if choice & 7 == 7:
            kinds = [*turns(session.model.position)[:1], Request(Op.READ), TAKE_BACK, PASS, NEW]
            session.ask(kinds[choice % len(kinds)]._replace(cut=1 + (choice >> 2)))
        else:
            turn(session, choice)


STRATEGIES = (games, edges, passes, early_ends, refusals, take_backs, resets)
