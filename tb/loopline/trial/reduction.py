"""Making a failing script smaller. Hypothesis shrinks what it has drawn; what that has become, only the game knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript, AnyScripts

#: Plays a script; what is wrong then, if it fails.
Fails = Callable[[AnyScript], Awaitable[Mismatch | None]]

#: All games of up to so many turns are tried when a failing one is longer; they are quickly played.
FEW = 4


async def reduced(game: AnyScripts, script: AnyScript, mismatch: Mismatch, fails: Fails) -> tuple[AnyScript, Mismatch]:
    """The script without anything that it can do without."""
    smaller: AnyScript = game.until(script, mismatch.request)
    found = await fails(smaller)
    while True:
        if found:
            script, mismatch = smaller, found
        for smaller in game.shorter(script):
            if found := await fails(smaller):
                break
        else:
            return script, mismatch


async def short_game(
    game: AnyScripts, script: AnyScript, mismatch: Mismatch, fails: Fails
) -> tuple[AnyScript, Mismatch]:
    """A very short game that fails as well, or else the script."""
    for turns in range(1, min(game.turns(script), FEW + 1)):
        for short in game.short_games(turns, script):
            if found := await fails(short):
                return await reduced(game, short, found, fails)
    return script, mismatch
