"""Makes a failing script smaller. Hypothesis shrinks what it drew; the script made of it only the game can reduce."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from itertools import chain, count, groupby, takewhile

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript, AnyScripts

#: Plays a script, and returns the mismatch if it fails.
Fails = Callable[[AnyScript], Awaitable[Mismatch | None]]

#: All games of up to this many turns are tried when a failing one is longer, as far as the effort for them goes.
FEW = 4


async def reduced(game: AnyScripts, script: AnyScript, mismatch: Mismatch, fails: Fails) -> tuple[AnyScript, Mismatch]:
    """The script without anything that is not needed for the failure."""
    while True:
        smaller: AnyScript = game.until(script, mismatch.request)
        if smaller != script and (found := await fails(smaller)):
            script, mismatch = smaller, found
        for smaller in game.shorter(script):
            if found := await fails(smaller):
                script, mismatch = smaller, found
                break
        else:
            return script, mismatch


def earlier_ends(game: AnyScripts, script: AnyScript) -> Iterator[AnyScript]:
    """Whatever there is to ask after a part of the turns: something may fail that was not asked so early."""
    end = game.turns(script) - 1
    parts = takewhile(lambda part: game.turns(part) < end, (game.until(script, number) for number in count()))
    for turns, parts_of_turns in groupby(chain(game.beginnings(0), parts), game.turns):
        if turns < end:
            *_, longest = parts_of_turns
            yield from game.asked_after(longest, script)


def short_games(game: AnyScripts, turns: int, like: AnyScript) -> Iterator[AnyScript]:
    """Scripts that together ask all there is to ask after one turn less, legal or not."""
    for beginning in game.beginnings(turns - 1):
        yield from game.asked_after(beginning, like)


def known_games(game: AnyScripts, script: AnyScript) -> Iterator[AnyScript]:
    return game.known_games(game.turns(script))


def all_short_games(game: AnyScripts, script: AnyScript) -> Iterator[AnyScript]:
    """Those of fewer turns than the script has; the shortest first."""
    for turns in range(1, min(game.turns(script), FEW + 1)):
        yield from short_games(game, turns, script)
