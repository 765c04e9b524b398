"""Long forced play."""

from __future__ import annotations

from goldenrules.trax import Move, Position, cell_at
from goldenrules.trax.cells import neighbour
from goldenrules.trax.tiles import NORTH, SLASH_RED_RIGHT
from hypothesis import strategies as st

from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.choices import Digits, choices
from loopline.games.trax.strategies.session import Session
from loopline.games.trax.strategies.shapes import SHORTEST_CASCADE, cascade_shape
from loopline.games.trax.strategies.stage import UNLIMITED, add_turns_around, go_on, place, set_up, touched
from loopline.games.trax.strategies.symmetries import keeping


@st.composite
def cascades(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """A turn that forces six tiles or more: of the library every other time, else along a row of any length.

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
    else:
        game = along_a_row(SHORTEST_CASCADE + digits(session.capacity - SHORTEST_CASCADE - 1), digits)
    last = set_up(session, game)
    forced = cascade_shape(session.position, last).forced
    add_turns_around(session, before, last, lambda position: _forces(position, last) >= forced)
    near = touched(session.position, last)
    session.play(*last)
    go_on(session, after, near)
    return session.script()


def along_a_row(forced: int, digits: Digits) -> tuple[Move, ...]:
    """A row of `/`, whose upper edges are white and red by turns. A tile above one end forces one above its neighbour,
    which forces the next, to the other end: nothing in Trax is deeper for the number of turns it takes."""
    row = [Move(cell_at(column, 0), "/") for column in range(forced + 1)]
    above = Move(neighbour(row[0].cell, NORTH), "+\\"[digits(2)])
    symmetries = keeping(SLASH_RED_RIGHT)
    symmetry = symmetries[digits(len(symmetries))]
    return tuple(map(symmetry.move, [*row, above]))


def _forces(position: Position, move: Move) -> int:
    """How many tiles the turn forces, if it is one and nobody wins by it."""
    if not position.is_legal(*move):
        return 0
    return cascade_shape(position, move).forced
