"""Turns that end the game."""

from __future__ import annotations

from goldenrules.trax import Move, Position
from hypothesis import strategies as st

from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.choices import choices
from loopline.games.trax.strategies.session import Session
from loopline.games.trax.strategies.shapes import win_of
from loopline.games.trax.strategies.stage import UNLIMITED, add_turns, go_on, place, set_up, touched


@st.composite
def wins(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """A game that is won: by loops of every size, lines both ways, both colours at once, the opponent's, and by tiles
    that were forced only.

    Afterwards somebody tries to play on, the winning turn is taken back, another one is played in its place. Shrinks to
    the shortest win, the last of three turns.
    """
    found = library.entries("win")

    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    entry = found[digits(len(found))]
    session = Session(size, place(digits, size))
    # Without lines there would be nothing to win.
    session.new(UNLIMITED[digits(2 if "line" in entry.shape[0] else 4)])
    last = set_up(session, entry.image(digits(8)))
    kept = _what_counts(session.position, last)
    add_turns(session, before, lambda position: _what_counts(position, last) == kept)
    near = touched(session.position, last)
    session.play(*last)
    go_on(session, after, near)
    return session.script()


def _what_counts(position: Position, move: Move) -> tuple[object, bool] | None:
    """More turns may change the player who wins, but not what is formed, nor whether forced tiles alone have won."""
    win = win_of(position, move)
    return win and (win.formations, win.through_chosen)
