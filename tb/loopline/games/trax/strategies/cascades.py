"""Long forced play, and much of it at once."""

from __future__ import annotations

from goldenrules.trax import Move, Position, cell_at
from goldenrules.trax.cells import neighbour
from goldenrules.trax.tiles import NORTH, SLASH_RED_RIGHT
from hypothesis import strategies as st

from loopline.games.choices import Digits, choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.building_blocks import UNLIMITED, add_turns_around, go_on, place, set_up, touched
from loopline.games.trax.strategies.session import Session
from loopline.games.trax.strategies.shapes import SHORTEST_CASCADE, cascade_shape, trap_depth
from loopline.games.trax.symmetry import keeping

#: The most tiles placed around a turn; and the most columns and rows of a field that ends in a trap, because finding
#: the #: shape of the trap takes a turn per tile. All that a large board can hold would take longer than everything
#: else.
_TRIED, _TRAPPED = 9000, (10, 13)


@st.composite
def cascades(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """A turn that forces six tiles or more: of the library every other time, else along a row of any length, or over a
    whole field, at whose end there may be a trap.

    Shrinks to six forced tiles, the shortest such game of the library.
    """
    found = library.entries("cascade")
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    which = digits(2 * len(found))
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    if which < len(found):
        game = found[which].image(digits(8))
    elif which % 2:
        game = along_a_row(SHORTEST_CASCADE + digits(session.capacity - SHORTEST_CASCADE - 1), digits)
    else:
        game = any_field(session.capacity, digits)
    last = set_up(session, game)
    forced = cascade_shape(session.position, last).forced
    trap = not session.position.is_legal(*last)
    add_turns_around(
        session, before[: _TRIED // forced], last, lambda position: _forces(position, last, trap) >= forced
    )
    near = touched(session.position, last)
    session.play(*last)
    go_on(session, after, near)
    return session.script()


def along_a_row(forced: int, digits: Digits) -> tuple[Move, ...]:
    """A row of `/`, whose upper edges are white and red by turns. A tile above one end forces one above its neighbour,
    which forces the next, to the other end: nothing in Trax is deeper for the number of turns it takes."""
    row = [Move(cell_at(column, 0), "/") for column in range(forced + 1)]
    above = Move(neighbour(row[0].cell, NORTH), "+\\"[digits(2)])
    return _in_any_direction([*row, above], digits)


def any_field(capacity: int, digits: Digits) -> tuple[Move, ...]:
    """One in four ends in a trap. Half of these, and an eighth of the others, are as large as possible, where a counter
    of the turn's tiles may overflow."""
    columns, rows = capacity - 4, capacity - 1
    if digits(4) == 3:
        columns, rows = min(columns, _TRAPPED[0]), min(rows, _TRAPPED[1])
        if digits(2):
            columns, rows = 2 + digits(columns - 1), 3 + digits(rows - 2)
        return into_a_trap(columns, rows, digits)
    if digits(8) < 7:
        columns, rows = 2 + digits(columns - 1), 3 + digits(rows - 2)
    return over_a_field(columns, rows, digits)


def over_a_field(columns: int, rows: int, digits: Digits) -> tuple[Move, ...]:
    """A row of `/` and, at its left end, a column of them. So the edges into the field between them are white and red
    by turns, both ways, and every cell whose left and lower neighbours are there is forced: all of them in one turn,
    which spreads from the corner in diagonals. That turn is the lowest tile of the column; the others hang on a detour.

    Takes four more columns than the field has, one more row, and three rows at least.
    """
    row = [Move(cell_at(column, 0), "/") for column in range(columns + 1)]
    detour = [
        Move(cell_at(column, -height), symbol) for (column, height), symbol in zip(_DETOUR, "/////\\/\\/+", strict=True)
    ]
    column = [Move(cell_at(0, -height), "/") for height in range(4, rows + 1)]
    return _in_any_direction([*row, *detour, *column, Move(cell_at(0, -1), "\\")], digits)


def into_a_trap(columns: int, rows: int, digits: Digits) -> tuple[Move, ...]:
    """A ring of `/` around a field. Its last tile forces the one that closes it, at the lower left, and that the field.
    The ring agrees with what comes from there, but for one tile, above the field's last cell: all is to be taken back.

    Takes as much room as the other field, and has two columns more and one row less.
    """
    right, top = columns + 3, rows
    ring = [
        *((column, 0) for column in range(right + 1)),
        *((right, height) for height in range(1, top + 1)),
        *((column, top) for column in range(right - 1, -1, -1)),
        *((0, height) for height in range(top - 1, 1, -1)),
    ]
    turns = {(right, 0), (right, top), (right - 1, top), (0, top)}
    return _in_any_direction([Move(cell_at(x, -y), "\\" if (x, y) in turns else "/") for x, y in ring], digits)


_DETOUR = ((-1, 0), (-2, 0), (-3, 0), (-3, 1), (-3, 2), (-3, 3), (-2, 3), (-1, 3), (0, 3), (0, 2))


def _in_any_direction(game: list[Move], digits: Digits) -> tuple[Move, ...]:
    symmetries = keeping(SLASH_RED_RIGHT)
    return tuple(map(symmetries[digits(len(symmetries))].move, game))


def _forces(position: Position, move: Move, trap: bool) -> int:
    """How many tiles the turn forces, if it is legal and does not win; or how many up to the trap, if it is
    one."""
    if not (trap_depth(position, move) if trap else position.is_legal(*move)):
        return 0
    return cascade_shape(position, move).forced
