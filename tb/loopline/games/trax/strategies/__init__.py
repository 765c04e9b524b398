"""Hypothesis strategies for Trax: built, never filtered; every example hits what its strategy is for.

Those in REGISTRY yield a `Script`: what a session asks an engine. Those of `records` yield a game of the model.
"""

from collections.abc import Callable
from typing import NamedTuple

from hypothesis.strategies import SearchStrategy

from loopline.games.trax.script import Script
from loopline.games.trax.strategies.games import games, random_games
from loopline.games.trax.strategies.illegal_moves import illegal_moves
from loopline.games.trax.strategies.traps import traps
from loopline.games.trax.strategies.wins import wins

__all__ = ["REGISTRY", "Generator", "games", "illegal_moves", "random_games", "traps", "wins"]


class Generator(NamedTuple):
    """A strategy of scripts, and what it is for."""

    purpose: str
    #: From the size of the engine's torus.
    scripts: Callable[[int], SearchStrategy[Script]]


REGISTRY: dict[str, Generator] = {
    "games": Generator("legal to the end, of all rule sets, with take-backs and reads", games),
    "traps": Generator("a turn that is illegal only because of forced play", traps),
    "wins": Generator("loops and lines of all sorts, and what happens after them", wins),
    "illegal_moves": Generator("a request refused for each reason there is", illegal_moves),
    "random_games": Generator("one uniformly random game, to compare with", random_games),
}
