"""Turns that random play seldom comes to: traps, long cascades, wins."""

from __future__ import annotations

from functools import cache

from goldenrules.trax import CLASSIC, ORIGIN, Move, Position, cell_at
from goldenrules.trax.cells import neighbour
from goldenrules.trax.tiles import NORTH, SLASH_RED_RIGHT
from hypothesis import strategies as st

import loopline.games.trax.strategies.library as library
from loopline.games.strategy import Digits, choices
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies.building_blocks import (
    UNLIMITED,
    add_turns,
    add_turns_around,
    go_on,
    place,
    set_up,
    touched,
)
from loopline.games.trax.strategies.library import Entry
from loopline.games.trax.strategies.session import Session
from loopline.games.trax.strategies.shapes import (
    DEEPEST,
    SHORTEST_CASCADE,
    cascade_shape,
    trap_depth,
    traps_at_once,
    win_of,
)
from loopline.games.trax.symmetry import keeping

#: This many of the examples are two traps at once.
_ONE_IN = 8

#: One tile traps two cells, on opposite sides of it or on adjacent ones, if forced cells are filled first come, first
#: served. Random play comes to that about once in 9,000 games.
_AT_ONCE = r"""
@0+ @1/ B0\ C1/ A0\ D2/ E2\ E1+ A0\ B2+ E1+ E0\ B1\ B0\ E1\ D2+
@0/ A0\ B1/ @1\ D1/ A0/ @1/ @2\ F1\ F0\ C1+ F0\ A1\ A0+ F1\ C1/ E2+
@0+ A0/ @1+ C1+ @1\ A0/ D1+ @1+ A0\ A0+ E2/ E1/ F4/ F0\ A1/ D2+
@0/ A0\ A3\ B2/ B0/ @3/ @4\ @4\ E0/ @5\ B3/ A2\ E0+ A2\ A1\ D2+
@0+ @1/ @1/ C0\ @1+ E1/ F1+ F0\ E0\ E0+ D1\ @4+ E2+ E0\ A4+ A3\ A2\ A1/ B1+ D3+
@0+ A2+ B1\ C2\ A3\ A4/ A5/ D2\ E2/ D3\ A6/ E4\ E5/ A7+ E6/ E7/ B7/ D5+
@0+ A2/ B2/ A3/ B4\ @4\ C5\ C6\ B7+ @7/ @4\ C0\ B1\ @7\ B1/ @7\ B1\ A6\ A5\ A1/ A2/ C4+
""".strip().splitlines()


@cache
def two_at_once() -> tuple[tuple[Move, ...], ...]:
    """Return the games above, and their images in which one tile still traps two cells.

    A mirrored game has another order of forced play.
    """
    images = (Entry(f"traps: {text}").image(number) for text in _AT_ONCE for number in range(8))
    return tuple(game for game in dict.fromkeys(images) if _traps_two(game))


def _traps_two(game: tuple[Move, ...]) -> bool:
    position = Position(CLASSIC)
    for move in game[:-1]:
        position.play(*move)
    return len(traps_at_once(position, game[-1])) > 1


@st.composite
def traps(draw: st.DrawFn, size: int = 64, depth: int | None = None, turns: int = 60) -> Script:
    """Play a turn that is illegal only because of forced play.

    A game that ends, or is interrupted, by a trap of this depth (9 is 9 and more), or of any; or by two at once. The
    trap is one of the library, turned or mirrored, with up to half of `turns` more turns on the board.

    The game goes on around the trap: a tile that was not rolled back is in the way then. Shrinks to the shortest trap,
    the last of nine turns.
    """
    found = [entry for entry in library.entries("trap") if depth in (None, int(entry.shape[2]))]
    if not found:
        raise ValueError(f"the library has no trap of depth {depth}: choose from 1 to {DEEPEST}")

    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    double = depth is None and digits(_ONE_IN) == _ONE_IN - 1
    entry, games = found[digits(len(found))], two_at_once()
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    image = digits(len(games) if double else 8)
    trap = set_up(session, games[image] if double else entry.image(image))

    def same(position: Position) -> bool:
        if double:
            return len(traps_at_once(position, trap)) > 1
        return min(trap_depth(position, trap), DEEPEST) == int(entry.shape[2])

    add_turns_around(session, before, trap, same)
    near = touched(session.position, trap)
    session.play(*trap)
    go_on(session, after, near)
    return session.script()


#: The most tiles placed around a turn; and the most columns and rows of a field that ends in a trap, because finding
#: the shape of the trap takes a turn per tile. All that a large board can hold would take longer than everything
#: else.
_TRIED, _TRAPPED = 9000, (10, 13)


@st.composite
def cascades(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """Play a turn that forces six tiles or more, perhaps up to a trap.

    It is of the library every other time, else along a row of any length, or over a whole field, at whose end there may
    be a trap.

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
    """Return a row of `/`, whose upper edges are white and red by turns.

    A tile above one end forces one above its neighbour, which forces the next, to the other end: nothing in Trax is
    deeper for the number of turns it takes.
    """
    row = [Move(cell_at(column, 0), "/") for column in range(forced + 1)]
    above = Move(neighbour(row[0].cell, NORTH), "+\\"[digits(2)])
    return _in_any_direction([*row, above], digits)


def any_field(capacity: int, digits: Digits) -> tuple[Move, ...]:
    """Return a game that forces a whole field; one in four ends in a trap.

    Half of these, and an eighth of the others, are as large as possible, where a counter of the turn's tiles may
    overflow.
    """
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
    """Return a row of `/` and, at its left end, a column of them.

    So the edges into the field between them are white and red by turns, both ways, and every cell whose left and lower
    neighbours are there is forced: all of them in one turn, which spreads from the corner in diagonals. That turn is
    the lowest tile of the column; the others hang on a detour.

    Takes four more columns than the field has, one more row, and three rows at least.

    Args:
        columns: The columns of the field.
        rows: The rows of the field.
        digits: Choose the direction.
    """
    row = [Move(cell_at(column, 0), "/") for column in range(columns + 1)]
    detour = [
        Move(cell_at(column, -height), symbol) for (column, height), symbol in zip(_DETOUR, "/////\\/\\/+", strict=True)
    ]
    column = [Move(cell_at(0, -height), "/") for height in range(4, rows + 1)]
    return _in_any_direction([*row, *detour, *column, Move(cell_at(0, -1), "\\")], digits)


def into_a_trap(columns: int, rows: int, digits: Digits) -> tuple[Move, ...]:
    """Return a ring of `/` around a field.

    Its last tile forces the one that closes it, at the lower left, and that the field. The ring agrees with what comes
    from there, but for one tile, above the field's last cell: all is to be taken back.

    Takes as much room as the other field, and has two columns more and one row less.

    Args:
        columns: The columns of the field.
        rows: The rows of the field.
        digits: Choose the direction.
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
    """Return how many tiles the turn forces: if it is legal and does not win, or up to the trap."""
    if not (trap_depth(position, move) if trap else position.is_legal(*move)):
        return 0
    return cascade_shape(position, move).forced


@st.composite
def wins(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """Play loops and lines of all sorts, and go on after them.

    A game that is won: by loops of every size, lines both ways, both colours at once, the opponent's, and by tiles that
    were forced only; of the library, or by two lines that cross.

    Afterwards a player tries to play on, the winning turn is taken back, another one is played in its place. Shrinks to
    the shortest win, the last of three turns.
    """
    found = library.entries("win")

    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    which = digits(len(found) + len(found) // 8)
    entry = found[which] if which < len(found) else None
    session = Session(size, place(digits, size))
    # Without lines only loops would win.
    session.new(UNLIMITED[digits(2 if entry is None or "line" in entry.shape[0] else 4)])
    last = set_up(session, entry.image(digits(8)) if entry else crossing(digits))
    kept = _what_counts(session.position, last)
    add_turns(session, before, lambda position: _what_counts(position, last) == kept)
    near = touched(session.position, last)
    session.play(*last)
    go_on(session, after, near)
    return session.script()


def crossing(digits: Digits) -> tuple[Move, ...]:
    """Return two lines, one of either colour, that the last turn completes where they cross.

    They are four arms of `+`, of which two end a cell short of the crossing, and what holds them together in three of
    its corners.
    """
    west, north = 1 + digits(5), 1 + digits(5)
    east, south = 7 - west + digits(4), 7 - north + digits(4)
    cells = [(1, -1), *((0, -row) for row in range(1, north + 1))]
    cells += [(-1, -1), *((-column, 0) for column in range(1, west + 1))]
    cells += [(column, 0) for column in range(2, east + 1)]
    cells += [(-1, 1), (-1, 2), *((0, row) for row in range(2, south + 1)), (0, 0)]
    game = [Move(ORIGIN, "/"), *(Move(cell_at(column - 2, row + 1), "+") for column, row in cells)]
    symmetries = keeping(SLASH_RED_RIGHT)
    return symmetries[digits(len(symmetries))].game(game)


def _what_counts(position: Position, move: Move) -> tuple[object, bool] | None:
    """Return what counts of a move: what is formed, and whether a chosen tile has won.

    More turns may change the player who wins, but not what is formed, nor whether forced tiles alone have won.
    """
    win = win_of(position, move)
    return win and (win.formations, win.through_chosen)
