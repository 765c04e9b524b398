"""Hypothesis strategies for Trax: built, never filtered; every example hits what its strategy is for.

Those in REGISTRY yield a `Script`: what a session asks an engine. Those of `records` yield a game of the model.

May import: what the game may."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from hypothesis.strategies import SearchStrategy

from loopline.games.general import GENERAL, OPTIONS
from loopline.games.trax.protocol import Reason
from loopline.games.trax.script import Script
from loopline.games.trax.strategies.extremes import extremes
from loopline.games.trax.strategies.facts import Facts
from loopline.games.trax.strategies.general import scripts
from loopline.games.trax.strategies.limits import draws, field_edge, supply
from loopline.games.trax.strategies.played import drifting, games, random_games, resets, take_backs
from loopline.games.trax.strategies.rare import cascades, traps, wins
from loopline.games.trax.strategies.refusals import illegal_moves, two_reasons
from loopline.games.trax.strategies.rule_sets import connexion_games, rule_sets
from loopline.games.trax.strategies.shapes import SHORTEST_CASCADE


class Generator(NamedTuple):
    """A strategy of scripts, and what it is for."""

    purpose: str
    #: From the size of the engine's torus.
    scripts: Callable[[int], SearchStrategy[Script]]
    #: Do these facts of a script show what the strategy is for?
    hits: Callable[[Facts], bool]
    #: It needs an engine that plays the variants of the rules.
    variants: bool = False
    #: The same for an engine that plays the variants, if that differs.
    by_any_rules: Callable[[int], SearchStrategy[Script]] | None = None

    def of(self, size: int, variants: bool) -> SearchStrategy[Script]:
        """The scripts for an engine of this size; by any rules if it plays variants and the strategy can."""
        return ((variants and self.by_any_rules) or self.scripts)(size)


#: Of the strategies for any engine.
_HITS: dict[str, Callable[[Facts], bool]] = {
    "aliases": lambda facts: bool(facts.reasons.keys() - {Reason.DONE}),
    "reset sweeps": lambda facts: facts.resets > 1,
    "histories": lambda facts: facts.reasons.total() + facts.resets > 0,
    "ends": lambda facts: facts.reasons.total() > 0,
    "powers of two": lambda facts: facts.tiles > 0,
    "rule options": lambda facts: facts.games > 0,
}

REGISTRY: dict[str, Generator] = {
    "games": Generator(
        "legal to the end, of all rule sets, with take-backs and reads",
        games,
        lambda facts: facts.tiles > 0 and facts.reasons.keys() <= {Reason.DONE, Reason.GAME_OVER},
    ),
    "traps": Generator(
        "a turn that is illegal only because of forced play",
        traps,
        lambda facts: len(facts.traps) > 0,
    ),
    "cascades": Generator(
        "a turn that forces six tiles or more, perhaps up to a trap",
        cascades,
        lambda facts: max([facts.longest_cascade, *(trap.depth for trap in facts.traps)]) >= SHORTEST_CASCADE,
    ),
    "wins": Generator(
        "loops and lines of all sorts, and what happens after them",
        wins,
        lambda facts: len(facts.wins) > 0,
    ),
    "illegal_moves": Generator(
        "a request refused, for each reason there is",
        illegal_moves,
        lambda facts: bool(facts.reasons.keys() - {Reason.DONE}),
    ),
    "take_backs": Generator(
        "turns of every kind taken back, few and many",
        take_backs,
        lambda facts: facts.taken_back > 0,
    ),
    "drifting": Generator(
        "across the torus' seam, past column Z, to the engine's capacity",
        drifting,
        lambda facts: facts.seam_across or facts.seam_down,
    ),
    "resets": Generator(
        "a reset in the middle of an operation, and what is played after it",
        resets,
        lambda facts: facts.resets > 0,
    ),
    "rule_sets": Generator(
        "games by all rule sets, one after the other on one engine",
        rule_sets,
        lambda facts: facts.variants > 0,
        variants=True,
    ),
    "supply": Generator(
        "a turn that takes the last tile, or needs more than there are",
        supply,
        lambda facts: facts.last_tiles > 0 or facts.reasons[Reason.SUPPLY] + facts.reasons[Reason.TRAP] > 0,
        variants=True,
    ),
    "field_edge": Generator(
        "a tile beyond the field, at each of its sides",
        field_edge,
        lambda facts: facts.reasons[Reason.OUTSIDE] > 0,
        variants=True,
    ),
    "draws": Generator(
        "games without a winner, to their end",
        draws,
        lambda facts: facts.draws.total() > 0,
        variants=True,
    ),
    "connexion": Generator(
        "Connexion, and what its rules refuse",
        connexion_games,
        lambda facts: bool(facts.reasons.keys() - {Reason.DONE, Reason.GAME_OVER}),
        variants=True,
    ),
    "extremes": Generator(
        "paths, limits, counts and sessions as long and as large as can be",
        extremes,
        lambda facts: max(facts.columns, facts.rows) >= 4,
        by_any_rules=partial(extremes, variants=True),
    ),
    "two_reasons": Generator(
        "turns that are wrong in more than one way, where all limits are near",
        two_reasons,
        lambda facts: facts.two_reasons > 0,
        by_any_rules=partial(two_reasons, variants=True),
    ),
    **{
        one.name.replace(" ", "_"): Generator(
            one.about, scripts(one, False), _HITS[one.name], by_any_rules=scripts(one, True)
        )
        for one in (*GENERAL, OPTIONS)
    },
    "random_games": Generator(
        "one uniformly random game, to compare with",
        random_games,
        lambda facts: True,
    ),
}

#: The name of each property, and whether the facts of a script show what it is for.
PURPOSES = {name.replace("_", " "): one.hits for name, one in REGISTRY.items() if name != "random_games"}
