"""A reset in the middle of an operation: nothing may be left of it, nor of the game."""

from __future__ import annotations

from collections.abc import Callable

from goldenrules.trax import ORIGIN, Cell
from hypothesis import strategies as st

from loopline.games.choices import Digits, choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.building_blocks import UNLIMITED, begin, follow, go_on, place, set_up
from loopline.games.trax.strategies.session import Session, undecided

#: Makes a request, and says about how many tiles it moves.
Kind = Callable[[Session, Digits], int]

#: Cycles that an operation takes, and more for each tile that it moves: those of the bundled engine. Others may be
#: quicker, and then have an answer waiting, or slower.
_OPERATION, _TILE = 6, 7
#: The tiles of a trap, laid and lifted.
_TRAPPED = 12


@st.composite
def resets(draw: st.DrawFn, size: int = 64, turns: int = 80) -> Script:
    """Once or more often: a few turns, then an operation of any kind, of which a reset comes in the middle; and then
    another game, perhaps after a request that shows what is left of the one before. The longer an operation takes, the
    later the reset may be. Shrinks to one turn, and its first cycle."""
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    times = 1 + digits(3)
    for number in range(times):
        for choice in before[number::times]:
            follow(session, choice)
        kind, asked = divmod(digits(len(KINDS) * len(ASKED)), len(ASKED))
        moved = KINDS[kind](session, digits)
        last = session.position.placed[-1].cell if session.position.placed else ORIGIN
        session.cut_short(1 + digits(_OPERATION + _TILE * moved))
        ASKED[asked](session, last)
    go_on(session, after)
    return session.script()


def _turn(session: Session, digits: Digits) -> int:
    if session.over:
        session.new()
    if not session.play_any(digits(256), undecided):
        return _refused(session, digits)
    return len(session.position.tiles) - session.position.turns[-1].tiles_before


def _take_back(session: Session, _: Digits) -> int:
    turns = session.position.turns
    moved = len(session.position.tiles) - turns[-1].tiles_before if turns else 0
    session.take_back()
    return moved


def _cascade(session: Session, digits: Digits) -> int:
    return _of_library("cascade", session, digits)


def _trap(session: Session, digits: Digits) -> int:
    return _of_library("trap", session, digits)


def _win(session: Session, digits: Digits) -> int:
    return _of_library("win", session, digits)


def _of_library(kind: str, session: Session, digits: Digits) -> int:
    found = library.entries(kind)
    session.begin_anew()
    last = set_up(session, found[digits(len(found))].image(digits(8)))
    before = len(session.position.tiles)
    session.play(*last)
    return len(session.position.tiles) - before or _TRAPPED


def _new(session: Session, digits: Digits) -> int:
    moved = len(session.position.tiles)
    begin(session, digits(256))
    return moved


def _read(session: Session, _: Digits) -> int:
    session.read(ORIGIN)
    return 0


def _refused(session: Session, _: Digits) -> int:
    session.refused(ORIGIN, "?")
    return 0


def _nothing(session: Session, last: Cell) -> None:
    """The next game shows it."""


def _undo(session: Session, last: Cell) -> None:
    """After a reset there is nothing to take back, neither turns nor a foul."""
    session.take_back()


def _look(session: Session, last: Cell) -> None:
    """The board, where the last tile lay."""
    session.read(last)


def _foul(session: Session, last: Cell) -> None:
    """The rules and the end of the game: it is a foul again, and loses."""
    session.refused(last, "?")


#: What is asked at once after a reset, given where the last tile lay before it. Every answer tells count, box,
#: winner and whose move it is, too.
ASKED: tuple[Callable[[Session, Cell], None], ...] = (_nothing, _undo, _look, _foul)

KINDS: tuple[Kind, ...] = (_turn, _take_back, _cascade, _trap, _new, _win, _read, _refused)
