"""Hypothesis strategies for Trax: built, never filtered; every example hits what its strategy is for.

Each takes the size of the engine's torus and yields a `Script`: what a session asks an engine.

May import: what the game may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from hypothesis.strategies import SearchStrategy

from loopline.games.general.counters import powers_of_two
from loopline.games.general.histories import branches, ends, histories
from loopline.games.general.options import rule_options
from loopline.games.general.sweeps import aliases, reset_sweeps
from loopline.games.trax.protocol import Reason
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies.extremes import extremes
from loopline.games.trax.strategies.facts import Facts
from loopline.games.trax.strategies.general import of_trax
from loopline.games.trax.strategies.limits import draws, field_edge, supply
from loopline.games.trax.strategies.played import drifting, games, random_games, resets, take_backs
from loopline.games.trax.strategies.rare import cascades, traps, wins
from loopline.games.trax.strategies.refusals import illegal_moves, two_reasons
from loopline.games.trax.strategies.rule_sets import connexion, rule_sets
from loopline.games.trax.strategies.shapes import SHORTEST_CASCADE

#: Makes scripts for an engine of this size.
Strategy: TypeAlias = Callable[..., SearchStrategy[Script]]
Hits: TypeAlias = Callable[[Facts], bool]

#: The strategies that any game has, as Trax plays them. Its `extremes` are the long sessions.
_GENERAL: Mapping[Strategy, Hits] = {
    of_trax(aliases): lambda facts: bool(facts.reasons.keys() - {Reason.DONE}),
    of_trax(reset_sweeps): lambda facts: facts.resets > 1,
    of_trax(histories): lambda facts: facts.reasons.total() + facts.resets > 0,
    of_trax(ends): lambda facts: facts.reasons.total() > 0,
    of_trax(powers_of_two): lambda facts: facts.tiles > 0,
    of_trax(branches): lambda facts: facts.tiles > 0,
    of_trax(rule_options): lambda facts: facts.games > 0,
}

#: Each with what every one of its examples has in it.
STRATEGIES: Mapping[Strategy, Hits] = {
    games: lambda facts: facts.tiles > 0 and facts.reasons.keys() <= {Reason.DONE, Reason.GAME_OVER},
    traps: lambda facts: len(facts.traps) > 0,
    cascades: lambda facts: max([facts.longest_cascade, *(trap.depth for trap in facts.traps)]) >= SHORTEST_CASCADE,
    wins: lambda facts: len(facts.wins) > 0,
    illegal_moves: lambda facts: bool(facts.reasons.keys() - {Reason.DONE}),
    take_backs: lambda facts: facts.taken_back > 0,
    drifting: lambda facts: facts.seam_across or facts.seam_down,
    resets: lambda facts: facts.resets > 0,
    rule_sets: lambda facts: facts.variants > 0,
    supply: lambda facts: facts.last_tiles > 0 or facts.reasons[Reason.SUPPLY] + facts.reasons[Reason.TRAP] > 0,
    field_edge: lambda facts: facts.reasons[Reason.OUTSIDE] > 0,
    draws: lambda facts: facts.draws.total() > 0,
    connexion: lambda facts: bool(facts.reasons.keys() - {Reason.DONE, Reason.GAME_OVER}),
    extremes: lambda facts: max(facts.columns, facts.rows) >= 4,
    two_reasons: lambda facts: facts.two_reasons > 0,
    **_GENERAL,
}

#: For an engine that plays the variants of the rules only; and those that ask it for other rules than another engine.
OF_VARIANTS = frozenset({rule_sets, supply, field_edge, draws, connexion})
_BY_ANY_RULES = frozenset({extremes, two_reasons, *_GENERAL})

#: All by their names.
NAMED: Mapping[str, Strategy] = {strategy.__name__: strategy for strategy in (*STRATEGIES, random_games)}


def scripts(strategy: Strategy, size: int, variants: bool) -> SearchStrategy[Script]:
    """Return the scripts of a strategy for an engine of this size.

    Args:
        strategy: The strategy.
        size: The size of the torus.
        variants: Whether the engine plays the variants of the rules.
    """
    return strategy(size, variants=True) if variants and strategy in _BY_ANY_RULES else strategy(size)
