"""A follower that nothing of what was before a reset can reach."""

from __future__ import annotations

from collections.abc import Callable

from loopline.contract.checker import Follower
from loopline.contract.game import AnyRequest


class Renewed:
    """With each reset comes a new one."""

    def __init__(self, new: Callable[[], Follower[AnyRequest]]) -> None:
        self._new = new
        self.reset()

    def reset(self) -> None:
        now = self._now = self._new()
        self.accept, self.state, self.event, self.answer = now.accept, now.state, now.event, now.answer
