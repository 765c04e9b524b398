"""Scripts that go where bugs are: built, never filtered.

Every byte means something, a smaller one something simpler. Each strategy reaches its aim at least once, by its first
choices; the bytes that follow add to it.

May import: what the game may.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from loopline.contract.coverage import Counts
from loopline.games.globe.strategies.endings import endings, whole_games
from loopline.games.globe.strategies.played import (
    captures,
    games,
    looks,
    passes,
    repetitions,
    resets,
    several_groups,
    six_pieces,
    take_backs,
)
from loopline.games.globe.strategies.refusals import loads, refusals
from loopline.games.strategy import Strategy


def _has(group: str, *words: str) -> Callable[[Counts], bool]:
    """Return a test for a situation of that group whose name has one of these words; without words, for any."""
    return lambda counts: any(not words or {*words} & {*map(str, _parts(key))} for key in counts.get(group, ()))


def _parts(key: Hashable) -> tuple[Hashable, ...]:
    return key if isinstance(key, tuple) else (key,)


#: Each with what every one of its examples has in it.
STRATEGIES: Mapping[Strategy, Callable[[Counts], bool]] = {
    games: _has("steps"),
    captures: _has("captured"),
    several_groups: _has("groups", "2", "3"),
    six_pieces: _has("captured", "6"),
    passes: _has("passes"),
    repetitions: _has("draws", "repetition"),
    take_backs: _has("taken back", "capture", "win"),
    loads: _has("loads"),
    refusals: _has("refusals"),
    looks: _has("looks"),
    resets: _has("resets"),
    endings: _has("taken back", "length", "repetition", "capture", "win"),
    whole_games: lambda counts: counts["taken back"]["capture"] > 1,
}
