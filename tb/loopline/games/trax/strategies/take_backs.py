"""Turns taken back: every kind of them, few and many, to the empty board and on from there."""

from __future__ import annotations

from collections.abc import Callable

from goldenrules.trax.tiles import SIDES
from hypothesis import strategies as st

from loopline.games.choices import Digits, choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.building_blocks import UNLIMITED, go_on, grow, place, set_up
from loopline.games.trax.strategies.session import Session, undecided

#: Plays one turn of a kind.
Kind = Callable[[Session, Digits], None]


@st.composite
def take_backs(draw: st.DrawFn, size: int = 64, turns: int = 160) -> Script:
    """A game, a turn of some kind, then as many turns taken back as a number says, or all; and another game from there.

    The kinds: any turn, one that makes the box longer at either side, a win, a trap (under contest rules that is a
    foul, which ends the game and can be taken back), a long cascade. Shrinks to one turn, taken back.
    """
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    for choice in before:
        session.play_any(choice, undecided)
    KINDS[digits(len(KINDS))](session, digits)
    played = session.played
    # All, the last one, or some.
    some = 1 + digits(played) if played else 1
    session.take_back((played, 1, some, some)[digits(4)])
    go_on(session, after)
    return session.script()


def _any(session: Session, digits: Digits) -> None:
    session.play_any(digits(256), undecided)


def _grow(session: Session, digits: Digits) -> None:
    if not session.position.turns:
        session.play_any(0)
    grow(session, SIDES[digits(4)], digits(256))


def _win(session: Session, digits: Digits) -> None:
    # Under rules without lines a line is an ordinary turn.
    _of_library("win", session, digits)


def _trap(session: Session, digits: Digits) -> None:
    _of_library("trap", session, digits)


def _cascade(session: Session, digits: Digits) -> None:
    _of_library("cascade", session, digits)


def _of_library(kind: str, session: Session, digits: Digits) -> None:
    found = library.entries(kind)
    session.begin_anew()
    session.play(*set_up(session, found[digits(len(found))].image(digits(8))))


KINDS: tuple[Kind, ...] = (_any, _grow, _grow, _win, _trap, _cascade)
