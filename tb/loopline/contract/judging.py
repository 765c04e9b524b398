"""Whether a model judges the same record in the same way each time: if it does not, no design can be right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from loopline.contract.checker import Follower, Mismatch
from loopline.contract.game import AnyEngine
from loopline.design.authors import Fickle

#: How often a model is asked again before a design is blamed: one that throws dice may say the same by chance.
AGAIN = 8

_Follower = Follower[Sequence[int]]


class FreshAfterReset:
    """A follower that nothing from before a reset can reach: each reset makes another."""

    def __init__(self, new: Callable[[], _Follower]) -> None:
        self._new = new
        self.reset()

    def reset(self) -> None:
        """Make another follower."""
        now = self._now = self._new()
        self.accept, self.state, self.event, self.answer = now.accept, now.state, now.event, now.answer


def judge_again(
    game: AnyEngine,
    port: bool,
    judged: Callable[[_Follower], Mismatch | None],
    mismatch: Mismatch,
    *,
    requests: Sequence[Any],
    times: int = AGAIN,
    otherwise: str = "says something else when it is asked again",
) -> None:
    """Have the record that has led to the mismatch judged by new followers, and by one that is new after each reset.
    Raises Fickle if one of them judges it in another way. `otherwise`: what is then said of the first one."""

    def new() -> _Follower:
        return game.follower(port)

    for _ in range(times):
        _same(game, judged(new()), mismatch, otherwise)
    if any(request[-1] for request in requests):
        _same(game, judged(FreshAfterReset(new)), mismatch, "after reset() is not like a new one")


def _same(game: AnyEngine, again: Mismatch | None, mismatch: Mismatch, otherwise: str) -> None:
    if again is None or again.verdict != mismatch.verdict:
        then = again or "the design agrees with it"
        raise Fickle(game, f"its model {otherwise}. First {mismatch}; then {then}")
