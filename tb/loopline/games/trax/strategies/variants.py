"""Games by all rule sets, one after the other on one engine.

The limits are mostly small, so that a game comes to them within a few turns.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from goldenrules.trax import RULE_SETS, RuleSet
from hypothesis import strategies as st

from loopline.games.choices import choices
from loopline.games.trax.script import Script, read_rules
from loopline.games.trax.strategies.building_blocks import READS, RULES, TAKE_BACKS, TURNS, follow, place, scaled
from loopline.games.trax.strategies.session import Session


@cache
def pool(size: int) -> tuple[RuleSet, ...]:
    """Rules that an engine of this size can be told to play by: the named ones that fit, and small ones."""
    named = (rules for rules in RULE_SETS.values() if rules.can_draw and (rules.field or 0) <= size - 2)
    small = tuple(map(read_rules, _SMALL.split()))
    undrawn = (replace(rules, draws=False) for rules in (small[0], *small[1::2]) if rules.lines or rules.field)
    return *named, *small, *undrawn


_SMALL = """
classic,lines=2,limit=2,draws loops,limit=4,draws classic,lines=4,limit=5,draws classic,loops,field=3,draws
lines=3,field=4,draws classic,field=5,tiles=9,draws classic,lines=6,limit=5,field=6,draws classic,limit=3,tiles=5,draws
classic,tiles=3,draws lines=5,tiles=12,draws classic,lines=4,draws
classic,connexion=5,tiles=6,draws classic,connexion=2,draws connexion=3,draws classic,connexion=4,draws
classic,connexion=6,draws
"""


@st.composite
def rule_sets(draw: st.DrawFn, size: int = 64, longest: int = 160) -> Script:
    """Games by all rule sets, one after the other, each to its end, and a little further, or left in the middle.

    Shrinks to one turn of Limited Tiles."""
    digits, turns = draw(choices(longest))
    session = Session(size, place(digits, size))
    rules = pool(size)
    session.new(rules[digits(len(rules))])
    for choice in b"\0" + turns:
        go_on_by_any_rules(session, choice)
    return session.script()


def go_on_by_any_rules(session: Session, choice: int) -> None:
    """As in any game, but that another one may be by any rules."""
    if choice >= READS:
        begin_any(session, scaled(choice - READS, 256 - READS))
    elif choice >= TURNS or session.over:
        follow(session, choice) if choice < TAKE_BACKS or choice % 2 else begin_any(session, scaled(choice, 256))
    elif not session.play_any(scaled(choice, TURNS)):
        begin_any(session, scaled(choice, TURNS))


def begin_any(session: Session, choice: int) -> None:
    """Start a game by rules of the pool or by named ones."""
    rules = (*pool(session.size), *RULES)
    session.new(rules[scaled(choice, 256, len(rules))], session.origin)
