"""Turns that end the game."""

from __future__ import annotations

from goldenrules.trax import ORIGIN, Move, Position, cell_at
from goldenrules.trax.tiles import SLASH_RED_RIGHT
from hypothesis import strategies as st

from loopline.games.choices import Digits, choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.building_blocks import UNLIMITED, add_turns, go_on, place, set_up, touched
from loopline.games.trax.strategies.session import Session
from loopline.games.trax.strategies.shapes import win_of
from loopline.games.trax.symmetry import keeping


@st.composite
def wins(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """A game that is won: by loops of every size, lines both ways, both colours at once, the opponent's, and by tiles
    that were forced only; of the library, or by two lines that cross.

    Afterwards somebody tries to play on, the winning turn is taken back, another one is played in its place. Shrinks to
    the shortest win, the last of three turns.
    """
    found = library.entries("win")

    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    which = digits(len(found) + len(found) // 8)
    entry = found[which] if which < len(found) else None
    session = Session(size, place(digits, size))
    # Without lines there would be nothing to win.
    session.new(UNLIMITED[digits(2 if entry is None or "line" in entry.shape[0] else 4)])
    last = set_up(session, entry.image(digits(8)) if entry else crossing(digits))
    kept = _what_counts(session.position, last)
    add_turns(session, before, lambda position: _what_counts(position, last) == kept)
    near = touched(session.position, last)
    session.play(*last)
    go_on(session, after, near)
    return session.script()


def crossing(digits: Digits) -> tuple[Move, ...]:
    """Two lines, one of either colour, that the last turn completes where they cross: four arms of `+`, of which two
    end a cell short of the crossing, and what holds them together in three of its corners."""
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
    """More turns may change the player who wins, but not what is formed, nor whether forced tiles alone have won."""
    win = win_of(position, move)
    return win and (win.formations, win.through_chosen)
