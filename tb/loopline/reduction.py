"""Making a failing script smaller. Hypothesis shrinks what it has drawn; what that has become, only the game knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from loopline.checker import Mismatch
from loopline.game import Game

#: Plays a script; what is wrong then, if it fails.
Fails = Callable[[Any], Awaitable[Mismatch | None]]

#: All games of so many plies are tried when a failing one is longer; they are quickly played.
FEW = 3


async def reduced(game: Game, script: Any, mismatch: Mismatch, fails: Fails) -> tuple[Any, Mismatch]:
    """The script without anything that it can do without, or a very short game that fails as well."""
    script, mismatch = await _reduced(game, script, mismatch, fails)
    for plies in range(1, min(game.turns(script), FEW + 1)):
        for short in game.every_game(plies):
            if found := await fails(short):
                return await _reduced(game, short, found, fails)
    return script, mismatch


async def _reduced(game: Game, script: Any, mismatch: Mismatch, fails: Fails) -> tuple[Any, Mismatch]:
    smaller: Any = game.until(script, mismatch.request)
    found = await fails(smaller)
    while True:
        if found:
            script, mismatch = smaller, found
        for smaller in game.shorter(script):
            if found := await fails(smaller):
                break
        else:
            return script, mismatch
