"""Turns that are illegal only because of forced play."""

from __future__ import annotations

from hypothesis import strategies as st

from loopline.games.choices import choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.building_blocks import UNLIMITED, add_turns_around, go_on, place, set_up, touched
from loopline.games.trax.strategies.session import Session
from loopline.games.trax.strategies.shapes import DEEPEST, trap_depth


@st.composite
def traps(draw: st.DrawFn, size: int = 64, depth: int | None = None, turns: int = 60) -> Script:
    """A game that ends, or is interrupted, by a trap of this depth (9 is 9 and more), or of any.

    The trap is one of the library, turned, mirrored or in the other colour, with up to `extra` turns more on the board.
    The game goes on around the trap: a tile that was not rolled back is in the way then. Shrinks to the shortest trap,
    the last of nine turns.
    """
    found = [entry for entry in library.entries("trap") if depth in (None, int(entry.shape[2]))]
    if not found:
        raise ValueError(f"the library has no trap of depth {depth}: choose from 1 to {DEEPEST}")

    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    entry = found[digits(len(found))]
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    trap = set_up(session, entry.image(digits(8)))
    kept = int(entry.shape[2])
    add_turns_around(session, before, trap, lambda position: min(trap_depth(position, trap), DEEPEST) == kept)
    near = touched(session.position, trap)
    session.play(*trap)
    go_on(session, after, near)
    return session.script()
