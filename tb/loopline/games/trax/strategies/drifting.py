"""Games that drift: across the torus' seam, past column Z, past row 99, to the engine's capacity."""

from __future__ import annotations

from goldenrules.trax import SYMBOLS
from goldenrules.trax.tiles import EAST, SIDES, SOUTH, Side
from hypothesis import strategies as st

from loopline.games.choices import choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies.building_blocks import READS, TURNS, UNLIMITED, follow, grow, length
from loopline.games.trax.strategies.session import Session, undecided


@st.composite
def drifting(draw: st.DrawFn, size: int = 64) -> Script:
    """A game that grows at one side, a little at one next to it, and that begins so close to the seam that it crosses
    it soon. Where the torus is full it asks for one more, which is refused.

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
            _grow(session, beside if choice & 7 > 4 else along, choice)
    return session.script()


def _just_before_the_seam(size: int, towards_the_end: bool, cells: int) -> int:
    return size - 1 - cells if towards_the_end else cells


def _grow(session: Session, side: Side, choice: int) -> None:
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
