"""Requests that are refused: one for each reason that an engine has, and turns that are wrong in more than one way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random

from goldenrules.trax import CLASSIC, ORIGIN, SYMBOLS, Box, Cell, Move, Position, cell_at, column_of, read_move, row_of
from goldenrules.trax.tiles import EAST, FITTING, NORTH, PLUS_RED_ACROSS, SIDES, SOUTH, WEST, Side, opposite
from hypothesis import strategies as st

import loopline.games.trax.strategies.library as library
from loopline.games.strategy import Digits, choices
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies.building_blocks import UNLIMITED, around, go_on, grow, length, place, set_up
from loopline.games.trax.strategies.session import Session, undecided
from loopline.games.trax.symmetry import keeping

#: Asks for something that is refused, in a game without a winner so far. The bytes are those of the game.
Refusal = Callable[[Session, Digits, bytes], None]


@st.composite
def illegal_moves(draw: st.DrawFn, size: int = 64, reason: Reason | None = None, turns: int = 60) -> Script:
    """Ask for what is refused, for each reason there is.

    A legal game of up to `turns` turns, then one request that is refused for this reason, or for any, then more: turns,
    or other games with a refusal each.

    Under contest rules most of them end the game; it is taken back then, or another one begins. Shrinks to the reason
    that comes first, and to no more turns than that takes.
    """
    reasons = [*REFUSALS] if reason is None else [reason]

    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    which = reasons[digits(len(reasons))]
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    for choice in before:
        session.play_any(choice, undecided)
    REFUSALS[which](session, digits, before)
    last = session.steps[-1]
    if last.op == Op.PLAY and digits(4) == 3:  # the same once more
        session.refused(last.cell - session.origin, last.symbol, foul=session.fouled)
    if digits(2):
        for start in range(0, len(after), _GAME):
            _another(session, reasons, after[start : start + _GAME])
    else:
        go_on(session, after, around([last.cell - session.origin]))
    return session.script()


#: The number of bytes for another game: first decisions, then turns.
_GAME, _TURNS = 8, 3


def _another(session: Session, reasons: Sequence[Reason], choices: bytes) -> None:
    """Play another game. A foul that has ended the game before may be taken back first."""
    digits, turns = Digits(choices[:-_TURNS]), choices[-_TURNS:]
    if session.fouled and digits(2):
        session.take_back()
    session.new(UNLIMITED[digits(4)], session.origin)
    for choice in turns:
        session.play_any(choice, undecided)
    REFUSALS[reasons[digits(len(reasons))]](session, digits, turns)


def _bad_symbol(session: Session, digits: Digits, _: bytes) -> None:
    """Ask for an invalid symbol on an open cell, a tile, or a cell far away; or on the empty board."""
    position = session.position
    cells = [*position.entries][-4:] + [placed.cell for placed in position.placed[-4:]]
    cells.append(unconnected(session, digits))
    session.refused(cells[digits(len(cells))], "?")


def _occupied(session: Session, digits: Digits, _: bytes) -> None:
    _need_a_tile(session)
    placed = session.position.placed
    session.refused(placed[digits(len(placed))].cell, SYMBOLS[digits(3)])


def _first_move(session: Session, digits: Digits, _: bytes) -> None:
    """Ask for a wrong first move in a new game, or once everything is taken back."""
    _need_an_empty_board(session, digits)
    session.refused(ORIGIN, "\\")


def _not_connected(session: Session, digits: Digits, _: bytes) -> None:
    _need_a_tile(session)
    session.refused(unconnected(session, digits), SYMBOLS[digits(3)])


def unconnected(session: Session, digits: Digits) -> Cell:
    """Return a cell beside no tile, where a wrong address calculation may see one."""
    position, size = session.position, session.size
    if not position.placed:
        return ORIGIN
    tiles = [placed.cell for placed in position.placed]
    tile = tiles[digits(len(tiles))]
    far = 2 << digits(size.bit_length() - 2)
    cells = [
        # Two away, and across a corner.
        *(tile + cell_at(*step) for step in ((2, 0), (0, 2), (-2, 0), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))),
        # One bit of the address apart, and half the torus away.
        *(tile + cell_at(*step) for step in ((far, 0), (0, far), (far, far), (size // 2, size // 2))),
        # Next to it if rows, or columns, were one long line: after the last cell of one comes the first of the next.
        *(cell + cell_at(1, 1) for cell in tiles if size - 1 in session.address(cell)),
        *(cell - cell_at(1, 1) for cell in tiles if 0 in session.address(cell)),
    ]
    first = digits(len(cells))
    for cell in cells[first:] + cells[:first]:
        cell = _on_torus(session, cell)
        if cell not in position.tiles and cell not in position.entries:
            return cell
    return cell_at(position.box.right + 2, position.box.bottom + 2)


def _on_torus(session: Session, cell: Cell) -> Cell:
    """Return the cell at the address of `cell` that lies in the box, or right of and below it."""
    box, size = session.position.box, session.size
    return cell_at(
        (column_of(cell) - box.left + 1) % size + box.left - 1, (row_of(cell) - box.top + 1) % size + box.top - 1
    )


def _box_limit(session: Session, digits: Digits, _: bytes) -> None:
    """Ask for a tile beyond the limits of the rules, which the game has reached."""
    _need_a_tile(session)
    box = session.position.box
    session.limit_box(max(box.columns, box.rows))
    session.refused(_outside(session, digits), SYMBOLS[digits(3)])


def _capacity(session: Session, digits: Digits, before: bytes) -> None:
    """Ask for a tile beyond the limits of the torus, to which the game has grown."""
    _need_a_tile(session)
    side = SIDES[digits(4)]
    for number in count():
        if length(session.position.box, side) == session.capacity:
            break
        grow(session, side, before[number % len(before)] if before else 0)
    session.refused(_outside(session, digits), SYMBOLS[digits(3)], foul=False)


def _outside(session: Session, digits: Digits) -> Cell:
    """Return an open cell beyond one of the longest sides of the box."""
    position = session.position
    box = position.box
    cells = []
    if box.columns >= box.rows:
        cells += [cell for cell in position.entries if not box.left <= column_of(cell) <= box.right]
    if box.rows >= box.columns:
        cells += [cell for cell in position.entries if not box.top <= row_of(cell) <= box.bottom]
    return cells[digits(len(cells))]


def _mismatch(session: Session, digits: Digits, _: bytes) -> None:
    """Ask for a symbol that does not fit.

    Every symbol can match a single neighbour, so this takes a cell with two: any, or a gap between two.
    """
    if digits(2):
        session.begin_again()
        for move in gap(digits(8)):
            session.play(*move)
        gaps = [cell for cell, entries in session.position.entries.items() if not FITTING["+"][entries]]
        session.refused(gaps[digits(len(gaps))], "+")
        return
    entries = session.position.entries
    while not (cells := [cell for cell in entries if not all(FITTING[symbol][entries[cell]] for symbol in SYMBOLS)]):
        if not session.play_any(0, undecided):
            session.begin_again()  # a small board is full
            entries = session.position.entries
    cell = cells[digits(len(cells))]
    wrong = [symbol for symbol in SYMBOLS if not FITTING[symbol][entries[cell]]]
    session.refused(cell, wrong[digits(len(wrong))])


@cache
def gap(number: int) -> tuple[Move, ...]:
    """Return a game at whose end an open cell lies between two tiles and is not forced.

    So the one is white there, the other red. One random game in a hundred comes to that.
    """
    position, moves = Position(CLASSIC), []
    for text in _GAP.split():
        moves.append(read_move(position, text))
        position.play(*moves[-1])
    return tuple(map(keeping(PLUS_RED_ACROSS)[number].move, moves))


_GAP = r"@0+ A2+ A3+ A4+ A0\ B5\ C5+ B3+ D5/ B2/ C1/ D1\ E1/ E2\ E4/"


def _trap(session: Session, digits: Digits, _: bytes) -> None:
    """Start a new game and build a trap in it."""
    found = library.entries("trap")
    session.begin_again()
    session.play(*set_up(session, found[digits(len(found))].image(digits(8))))


def _game_over(session: Session, digits: Digits, before: bytes) -> None:
    """Win a game, or lose it by a foul; then ask for one more turn, legal otherwise or wrong in another way as well."""
    if session.position.rules.fouls_lose and digits(2):
        _occupied(session, digits, before)
    else:
        kind = "line" if session.position.rules.lines is not None and digits(2) else "loop"
        found = [entry for entry in library.entries("win") if kind in entry.shape[0]]
        session.begin_again()
        session.play(*set_up(session, found[digits(len(found))].image(digits(8))))
    open_cells = [*session.position.entries]
    cell = open_cells[digits(len(open_cells))]
    cells = (cell, session.position.placed[0].cell, unconnected(session, digits))
    session.refused(cells[digits(3)], (*SYMBOLS, "?")[digits(4)])


def _nothing_to_take_back(session: Session, digits: Digits, _: bytes) -> None:
    _need_an_empty_board(session, digits)
    session.take_back()


def _need_a_tile(session: Session) -> None:
    if not session.position.tiles:
        session.play_any(0)


def _need_an_empty_board(session: Session, digits: Digits) -> None:
    if digits(2):
        session.take_back(len(session.position.turns))
    else:
        session.begin_again()


#: Reasons that are quickly brought about come first.
REFUSALS: dict[Reason, Refusal] = {
    Reason.NOTHING_TO_TAKE_BACK: _nothing_to_take_back,
    Reason.FIRST_MOVE: _first_move,
    Reason.BAD_SYMBOL: _bad_symbol,
    Reason.OCCUPIED: _occupied,
    Reason.UNCONNECTED: _not_connected,
    Reason.BOX_LIMIT: _box_limit,
    Reason.MISMATCH: _mismatch,
    Reason.GAME_OVER: _game_over,
    Reason.TRAP: _trap,
    Reason.CAPACITY: _capacity,
}


#: This many of the fouls are taken back in a game that is to end with one of them.
_UNDONE = 0.8
#: The length of a line in the games of the library that are won by one.
_LINES = 8


@st.composite
def two_reasons(draw: st.DrawFn, size: int = 64, turns: int = 48, variants: bool = False) -> Script:
    """Ask for turns that are wrong in more than one way, where all limits are near.

    A game that has come to all its limits at once, of the box, the field, the tiles, the engine, or to some of them;
    perhaps it is over. Then turns on all kinds of cells: beyond one side or another, where they make a trap, where they
    do not fit, on tiles, far away; with every symbol and with none.

    Shrinks to an invalid symbol on a tile.
    """
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
    """Play to a situation with several limits. Return a move known to be a trap there, if there is one.

    The box grows at one side or at two opposite ones; or the game has a trap, or a gap into which not every symbol
    fits, or it is won.
    """
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
        for direction in (side, opposite(side)):
            _grow_to(session, direction, (session.capacity - (direction in (EAST, SOUTH))) // 2, before)
    elif more:  # longest that way
        lacking = max(box.columns, box.rows) - length(box, side)
        _grow_to(session, side, _extent(box, side) + lacking + more - 1, before)
    return None


def _grow_to(session: Session, side: Side, wanted: int, before: bytes) -> None:
    """Grow until this many cells lie between the first tile and what is outside the box there."""
    for number in range(4 * session.size):
        box = session.position.box
        if _extent(box, side) >= wanted or length(box, side) == session.capacity:
            return
        grow(session, side, (before[number % len(before)] if before else 0) + number // session.size * 37 & 255)


def _extent(box: Box, side: Side) -> int:
    return {NORTH: -box.top, EAST: box.right, SOUTH: box.bottom, WEST: -box.left}[side]


def _side_of(cell: Cell, box: Box) -> Side | None:
    """Return the side of the box beyond which the cell lies."""
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
    """Return cells of all kinds.

    An open cell beyond each side; one that nothing lies beside, beyond each side as well; one of two neighbours, any
    open cell, a tile, and a cell far away.
    """
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
    """Return the cells right outside the box there, and those at its corners."""
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
