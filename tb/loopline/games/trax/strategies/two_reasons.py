"""Turns that are wrong in more than one way. The order of RULES 1.6 says which reason is named, and whether it is a
foul."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from goldenrules.trax import ORIGIN, SYMBOLS, Box, Cell, Move, cell_at, column_of, row_of
from goldenrules.trax.tiles import EAST, NORTH, SIDES, SOUTH, WEST, Side, opposite
from hypothesis import strategies as st

from loopline.games.choices import Digits, choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.building_blocks import UNLIMITED, go_on, grow, length, place, set_up
from loopline.games.trax.strategies.illegal_moves import gap, unconnected
from loopline.games.trax.strategies.session import Session, undecided

#: This many of the fouls are taken back in a game that is to end with one of them.
_UNDONE = 0.8
#: The length of a line in the games of the library that are won by one.
_LINES = 8


@st.composite
def two_reasons(draw: st.DrawFn, size: int = 64, turns: int = 48, variants: bool = False) -> Script:
    """A game that has come to all its limits at once, of the box, the field, the tiles, the engine, or to some of them;
    perhaps it is over. Then turns on all kinds of cells: beyond one side or another, where they make a trap, where they
    do not fit, on tiles, far away; with every symbol and with none.

    Shrinks to an invalid symbol on a tile."""
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    special = _situation(session, digits, before)
    _tighten(session, digits, variants)
    keep = digits(4)  # the foul that ends the game: the first of all, one of the others, or none
    asked = Random(digits(1 << 16))
    _ask(session, asked.choice(session.position.placed).cell, "?", undo=keep != 2)
    for cell in _cells(session, asked):
        for symbol in asked.sample([*SYMBOLS, "?"], 2):
            _ask(session, cell, symbol, undo=keep != 3 or asked.random() < _UNDONE)
    if special:
        _ask(session, *special, undo=True)
    if session.fouled:
        session.take_back()
    go_on(session, after)
    return session.script()


# --- how it comes to that ---------------------------------------------------------------------------------------------


#: Tiles beside the first one: so limits are small numbers, and such of which a single bit is set, or all of some.
_FEW = (0, 0, 0, 1, 1, 2, 3, 7)


def _situation(session: Session, digits: Digits, before: bytes) -> Move | None:
    """A game whose box grows at one side or at two that are opposite; or one of which a move is known to be a trap, or
    one with a gap into which not every symbol fits, or one that is won."""
    kind = digits(7)
    if kind == 6:  # it is over
        found = library.entries("win")
        session.new(replace(session.position.rules, lines=_LINES))
        session.play(*set_up(session, found[digits(len(found))].image(digits(8))))
        return None
    if kind == 5:
        found = library.entries("trap")
        return set_up(session, found[digits(len(found))].image(digits(8)))
    if kind == 4:
        for move in gap(digits(8)):
            session.play(*move)
        return None
    if kind == 3:  # the game before has not come to a single turn
        for _ in range(2):
            session.ask(ORIGIN, "\\")
        session.new(session.position.rules)
    session.play_any(0)
    side = SIDES[digits(4)]
    if kind == 0:  # a row, or a single tile
        _grow_to(session, side, _FEW[digits(len(_FEW))], before)
        return None
    for choice in before:
        session.play_any(choice, undecided)
    more, box = digits(8), session.position.box
    if more > 4:  # as much as the engine has room for, and a field around the first tile
        for one in (side, opposite(side)):
            _grow_to(session, one, (session.capacity - (one in (EAST, SOUTH))) // 2, before)
    elif more:  # longest that way
        lacking = max(box.columns, box.rows) - length(box, side)
        _grow_to(session, side, _extent(box, side) + lacking + more - 1, before)
    return None


def _grow_to(session: Session, side: Side, wanted: int, before: bytes) -> None:
    """Until this many cells lie between the first tile and what is outside the box there."""
    for number in range(4 * session.size):
        box = session.position.box
        if _extent(box, side) >= wanted or length(box, side) == session.capacity:
            return
        grow(session, side, (before[number % len(before)] if before else 0) + number // session.size * 37 & 255)


def _extent(box: Box, side: Side) -> int:
    return {NORTH: -box.top, EAST: box.right, SOUTH: box.bottom, WEST: -box.left}[side]


def _side_of(cell: Cell, box: Box) -> Side | None:
    """The side of the box beyond which the cell lies."""
    column, row = column_of(cell), row_of(cell)
    beyond = {NORTH: row < box.top, EAST: column > box.right, SOUTH: row > box.bottom, WEST: column < box.left}
    return next((side for side in SIDES if beyond[side]), None)


def _tighten(session: Session, digits: Digits, variants: bool) -> None:
    """Let the limits be those that the game has just come to."""
    position = session.position
    box, rules = position.box, position.rules
    longest = max(box.columns, box.rows)
    # As long as the engine has room for: such games are rare, so half of them have that very limit and no other.
    which = 1 if longest == session.capacity and digits(2) else digits(8)
    left, right = max(-box.left, -box.top, 0), max(box.right, box.bottom, 0)
    field = max(2 * left, 2 * right + 1)
    if which & 1:
        rules = replace(rules, box_limit=longest)
    if variants and which & 2 and field <= session.capacity:
        rules = replace(rules, field=field)
    if variants and which & 4:
        rules = replace(rules, tiles=len(position.placed) + (0, 0, 0, 1)[digits(4)])
    session.have_had(replace(rules, draws=False))


# --- what is asked ----------------------------------------------------------------------------------------------------


def _cells(session: Session, asked: Random) -> list[Cell]:
    """An open cell beyond each side; one that nothing lies beside, beyond each side as well; one of two neighbours, any
    open cell, a tile, and a cell far away."""
    position = session.position
    box, entries = position.box, list(position.entries)
    cells = []
    for side in SIDES:
        outside = [cell for cell in entries if _side_of(cell, box) == side]
        cells.append(asked.choice(outside))
        cells.append(asked.choice([cell for cell in _along(box, side) if cell not in position.entries]))
    cells += [cell for cell in entries if position.entries[cell].bit_count() > 1][-2:]
    far = unconnected(session, Digits(asked.randbytes(4)))
    return [*cells, asked.choice(entries), asked.choice(position.placed).cell, far]


def _along(box: Box, side: Side) -> list[Cell]:
    """The cells right outside the box there, and those at its corners."""
    if side in (NORTH, SOUTH):
        row = box.top - 1 if side == NORTH else box.bottom + 1
        return [cell_at(column, row) for column in range(box.left - 1, box.right + 2)]
    column = box.left - 1 if side == WEST else box.right + 1
    return [cell_at(column, row) for row in range(box.top - 1, box.bottom + 2)]


def _ask(session: Session, cell: Cell, symbol: str, undo: bool) -> None:
    """Ask for it; then undo what it has come to."""
    played = session.played
    session.ask(cell, symbol)
    if session.played > played and (undo or not session.fouled):
        session.take_back()
