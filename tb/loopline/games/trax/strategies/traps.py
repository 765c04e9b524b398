"""Turns that are illegal only because of forced play."""

from __future__ import annotations

from hypothesis import strategies as st

from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.choices import NUMBERS, Digits, choices
from loopline.games.trax.strategies.session import Session
from loopline.games.trax.strategies.shapes import forced_cells, trap_depth
from loopline.games.trax.strategies.stage import UNLIMITED, add_turns, around, go_on, place, set_up

#: The library files all deeper traps together.
DEEPEST = 9


@st.composite
def traps(draw: st.DrawFn, size: int = 64, depth: int | None = None, extra: int = 40, afterwards: int = 20) -> Script:
    """A game that ends, or is interrupted, by a trap of this depth (9 is 9 and more), or of any.

    The trap is one of the library, turned, mirrored or in the other colour, with up to `extra` turns more on the board.
    The game goes on around the trap: a tile that was not rolled back is in the way then. Shrinks to the shortest trap,
    the last of nine turns.
    """
    found = [entry for entry in library.entries("trap") if depth in (None, int(entry.shape[2]))]
    if not found:
        raise ValueError(f"the library has no trap of depth {depth}: choose from 1 to 9")

    entry = found[draw(st.integers(0, len(found) - 1))]
    digits = Digits(draw(NUMBERS))
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    trap = set_up(session, entry.image(digits))
    kept = int(entry.shape[2])
    add_turns(session, draw(choices(extra)), lambda position: min(trap_depth(position, trap), DEEPEST) == kept)
    touched = around([trap.cell, *forced_cells(session.position, trap)])
    session.play(*trap)
    go_on(session, draw(choices(afterwards)), touched)
    return session.script()
