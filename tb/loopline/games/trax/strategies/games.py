"""Games as they come: legal turns to the end, turns taken back, cells read, the next game."""

from __future__ import annotations

from goldenrules.trax import CLASSIC
from hypothesis import strategies as st

from loopline.games.choices import choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies.building_blocks import begin, follow, place
from loopline.games.trax.strategies.session import Session


@st.composite
def games(draw: st.DrawFn, size: int = 64, longest: int = 200) -> Script:
    """Legal games of all rule sets, one after the other, with take-backs and reads; `longest` requests or so.

    Shrinks to one turn of a contest game.
    """

    digits, turns = draw(choices(longest))
    session = Session(size, place(digits, size))
    begin(session, digits(256))
    for choice in b"\0" + turns:
        follow(session, choice)
    return session.script()


@st.composite
def random_games(draw: st.DrawFn, size: int = 64, longest: int = 200) -> Script:
    """One game at random, each candidate as likely as the next: what every other strategy is compared with.

    Classic rules, so that the game survives the one candidate in seven hundred that is a trap.
    """

    session = Session(size)
    session.new(CLASSIC)
    for choice in draw(choices(longest)).turns:
        candidates = session.position.candidates()
        if not candidates or max(session.position.box[2:]) - min(session.position.box[:2]) >= size // 2:
            break
        session.play(*candidates[choice * len(candidates) >> 8])
    return session.script()
