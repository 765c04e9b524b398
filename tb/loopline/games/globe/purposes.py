"""What every example of a strategy must show, in terms of the coverage."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from loopline.contract.coverage import Counts


def _has(group: str, *words: str) -> Callable[[Counts], bool]:
    """A situation of that group whose name has one of these words; without words, any."""
    return lambda counts: any(not words or {*words} & {*map(str, _parts(key))} for key in counts.get(group, ()))


def _parts(key: Hashable) -> tuple[Hashable, ...]:
    return key if isinstance(key, tuple) else (key,)


PURPOSES: Mapping[str, Callable[[Counts], bool]] = {
    "games": _has("steps"),
    "captures": _has("captured"),
    "several groups": _has("groups", "2", "3"),
    "six pieces": _has("captured", "6"),
    "passes": _has("passes"),
    "repetitions": _has("draws", "repetition"),
    "take backs": _has("taken back", "capture", "win"),
    "loads": _has("loads"),
    "refusals": _has("refusals"),
    "looks": _has("looks"),
    "resets": _has("resets"),
    "endings": _has("taken back", "length", "repetition", "capture", "win"),
    "whole games": lambda counts: counts["taken back"]["capture"] > 1,
}
