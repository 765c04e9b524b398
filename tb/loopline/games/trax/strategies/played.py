"""Games as they are played and taken back, drift across the torus, and are cut short by resets."""

from __future__ import annotations

from collections.abc import Callable

from goldenrules.trax import CLASSIC, ORIGIN, SYMBOLS, Cell
from goldenrules.trax.tiles import EAST, SIDES, SOUTH, Side
from hypothesis import strategies as st

import loopline.games.trax.strategies.library as library
from loopline.games.strategy import Digits, choices
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies.building_blocks import (
    READS,
    TURNS,
    UNLIMITED,
    begin,
    follow,
    go_on,
    grow,
    length,
    place,
    set_up,
)
from loopline.games.trax.strategies.session import Session, undecided
from loopline.resets import mostly_in


@st.composite
def games(draw: st.DrawFn, size: int = 64, longest: int = 200) -> Script:
    """Play legal games to the end, of all rule sets, with take-backs and reads.

    `longest` requests or so. Shrinks to one turn of a contest game.
    """
    digits, turns = draw(choices(longest))
    session = Session(size, place(digits, size))
    begin(session, digits(256))
    for choice in b"\0" + turns:
        follow(session, choice)
    return session.script()


@st.composite
def random_games(draw: st.DrawFn, size: int = 64, longest: int = 200) -> Script:
    """Play one uniformly random game, to compare with.

    Each candidate is as likely as the next. Classic rules, so that the game survives the one candidate in seven hundred
    that is a trap.
    """
    session = Session(size)
    session.new(CLASSIC)
    for choice in draw(choices(longest)).turns:
        candidates = session.position.candidates()
        if not candidates or max(session.position.box[2:]) - min(session.position.box[:2]) >= size // 2:
            break
        session.play(*candidates[choice * len(candidates) >> 8])
    return session.script()


#: Plays one turn of a kind.
Kind = Callable[[Session, Digits], None]


@st.composite
def take_backs(draw: st.DrawFn, size: int = 64, turns: int = 160) -> Script:
    """Take turns of every kind back, few and many.

    A game, a turn of some kind, then a number of turns taken back, or all; and another game from there.

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
    number = 1 + digits(played) if played else 1
    session.take_back((played, 1, number, number)[digits(4)])
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
    session.begin_again()
    session.play(*set_up(session, found[digits(len(found))].image(digits(8))))


KINDS: tuple[Kind, ...] = (_any, _grow, _grow, _win, _trap, _cascade)


@st.composite
def drifting(draw: st.DrawFn, size: int = 64) -> Script:
    """Play across the torus' seam, past column Z, to the engine's capacity.

    A game that grows at one side, a little at one next to it, and that begins so close to the seam that it crosses it
    soon. Where the torus is full it asks for one more, which is refused.

    Shrinks to the two tiles it takes to cross the seam.
    """
    digits, turns = draw(choices(3 * size))
    along = SIDES[digits(4)]
    beside = SIDES[(along + 1 + 2 * digits(2)) % 4]
    sides = {along, beside}
    x = _just_before_the_seam(size, EAST in sides, digits(3))
    y = _just_before_the_seam(size, SOUTH in sides, digits(3))
    session = Session(size, (x, y))
    session.new(UNLIMITED[digits(4)])
    session.play_any(0)
    # This many tiles cross the seam from any distance.
    for _ in range(3):
        grow(session, along, digits(256))
    for choice in turns:
        if session.over or TURNS <= choice < READS:
            follow(session, choice)
        elif choice & 7 == 7:
            session.play_any(choice, undecided)
        else:
            _drift(session, beside if choice & 7 > 4 else along, choice)
    return session.script()


def _just_before_the_seam(size: int, towards_the_end: bool, cells: int) -> int:
    return size - 1 - cells if towards_the_end else cells


def _drift(session: Session, side: Side, choice: int) -> None:
    if length(session.position.box, side) < session.capacity:
        grow(session, side, choice)
    elif choice & 8:
        session.play_any(choice, undecided)
    else:
        box = session.position.box
        outside = next(
            cell for cell in session.position.entries if length(box.including(cell), side) > session.capacity
        )
        session.refused(outside, SYMBOLS[choice % 3], foul=False)


#: Makes a request, and returns about how many tiles it moves.
CutKind = Callable[[Session, Digits], int]

#: Cycles that an operation takes, and more for each tile that it moves: those of the bundled engine. Others may be
#: quicker, and then have an answer waiting, or slower.
_OPERATION, _TILE = 6, 7
#: The tiles of a trap, laid and lifted.
_TRAPPED = 12


@st.composite
def resets(draw: st.DrawFn, size: int = 64, turns: int = 80) -> Script:
    """Reset in the middle of an operation, or at any other moment, and play on.

    Once or more often: a few turns, then an operation of any kind, mostly with a reset in the middle of it; and then
    another game, perhaps after a request that shows what is left of the one before. The longer an operation takes, the
    later the reset may be. Shrinks to one turn, and its first cycle.
    """
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    times = 1 + digits(3)
    for number in range(times):
        for choice in before[number::times]:
            follow(session, choice)
        kind, asked = divmod(digits(len(CUT_SHORT) * len(ASKED)), len(ASKED))
        moved = CUT_SHORT[kind](session, digits)
        last = session.position.placed[-1].cell if session.position.placed else ORIGIN
        session.cut_short(mostly_in(1 + digits(_OPERATION + _TILE * moved), len(session.steps)))
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


def _cut_cascade(session: Session, digits: Digits) -> int:
    return _cut_of_library("cascade", session, digits)


def _cut_trap(session: Session, digits: Digits) -> int:
    return _cut_of_library("trap", session, digits)


def _cut_win(session: Session, digits: Digits) -> int:
    return _cut_of_library("win", session, digits)


def _cut_of_library(kind: str, session: Session, digits: Digits) -> int:
    found = library.entries(kind)
    session.begin_again()
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
    """Ask for nothing: the next game shows what is left."""


def _undo(session: Session, last: Cell) -> None:
    """Take back after a reset, when neither turns nor a foul are there to take back."""
    session.take_back()


def _look(session: Session, last: Cell) -> None:
    """Read the board where the last tile lay."""
    session.read(last)


def _foul(session: Session, last: Cell) -> None:
    """Play a foul, which shows the rules and the end of the game: it loses again."""
    session.refused(last, "?")


#: Requests right after a reset, given where the last tile lay before it. Every answer tells count, box,
#: winner and whose move it is, too.
ASKED: tuple[Callable[[Session, Cell], None], ...] = (_nothing, _undo, _look, _foul)

CUT_SHORT: tuple[CutKind, ...] = (_turn, _take_back, _cut_cascade, _cut_trap, _new, _cut_win, _read, _refused)
