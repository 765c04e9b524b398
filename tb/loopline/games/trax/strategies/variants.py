"""Games by all rule sets, one after the other on one engine.

The limits are mostly small, so that a game comes to them within a few turns.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from goldenrules.trax import RULE_SETS, RuleSet
from hypothesis import strategies as st

from loopline.games.choices import choices
from loopline.games.trax.reference_engine import connexion
from loopline.games.trax.script import Script
from loopline.games.trax.strategies.building_blocks import READS, RULES, TAKE_BACKS, TURNS, follow, place, scaled
from loopline.games.trax.strategies.session import Session


@cache
def pool(size: int) -> tuple[RuleSet, ...]:
    """Rules that an engine of this size can be told to play by: the named ones that fit, and small ones."""
    named = (rules for rules in RULE_SETS.values() if rules.can_draw and (rules.field or 0) <= size - 2)
    small = (
        RuleSet("2×2", box_limit=2, lines=2),
        RuleSet("4×4, contest", fouls_lose=True, box_limit=4, lines=None),
        RuleSet("5×5, lines of 4", box_limit=5, lines=4),
        RuleSet("field of 3", field=3, lines=None),
        RuleSet("field of 4, contest, lines of 3", fouls_lose=True, field=4, lines=3),
        RuleSet("field of 5, 9 tiles", field=5, tiles=9),
        RuleSet("field of 6, limit 5", field=6, box_limit=5, lines=6),
        RuleSet("limit 3, 5 tiles", box_limit=3, tiles=5),
        RuleSet("3 tiles", tiles=3),
        RuleSet("12 tiles, contest, lines of 5", fouls_lose=True, tiles=12, lines=5),
        RuleSet("lines of 4", lines=4),
        connexion(5, tiles=6),
        connexion(2),
        connexion(3, fouls_lose=True),
        connexion(4),
        connexion(6),
    )
    undrawn = (replace(rules, draws=False) for rules in (small[0], *small[1::2]) if rules.lines or rules.field)
    return *named, *small, *undrawn


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
