"""Scripts that try to break an engine; each strategy targets one situation.

They are built, never filtered: digits decide what is built, and each further byte chooses a stone or another request.
Positions that play would rarely reach are loaded stone by stone.

May import: what the game may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from loopline.games.evening.strategies.facts import Facts
from loopline.games.evening.strategies.played import declines, games, reads, resets, take_backs, two_stones
from loopline.games.evening.strategies.refusals import refusals
from loopline.games.evening.strategies.shapes import (
    embraces,
    far_changes,
    full_boards,
    large_groups,
    lists,
    three_groups,
)
from loopline.games.strategy import Strategy

#: Each with what every one of its examples has in it.
STRATEGIES: Mapping[Strategy, Callable[[Facts], bool]] = {
    games: lambda facts: facts.stones > 0,
    far_changes: lambda facts: facts.farthest >= facts.diameter - 2,
    lists: lambda facts: facts.deepest >= 2,
    three_groups: lambda facts: facts.joined == 3,
    embraces: lambda facts: facts.embraced,
    full_boards: lambda facts: facts.full,
    large_groups: lambda facts: 4 * facts.largest >= 3 * facts.cells,
    two_stones: lambda facts: 2 in facts.ended_after,
    declines: lambda facts: facts.both_declined and facts.stone_between,
    refusals: lambda facts: bool(facts.reasons),
    reads: lambda facts: facts.reads > 0,
    take_backs: lambda facts: facts.back_to_the_start,
    resets: lambda facts: facts.resets > 0,
}
