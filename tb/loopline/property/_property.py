"""One property, and how it is to be run: the arguments of `check`, validated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import hypothesis
from hypothesis.core import Example
from hypothesis.strategies import SearchStrategy

from ._example import Budget
from ._result import Failure

AsyncFunction = Callable[..., Awaitable[None]]


@dataclass(frozen=True)
class Property:
    """What `check` was asked to run. `check` explains each of these."""

    name: str
    body: AsyncFunction
    bench: Any
    strategies: Mapping[str, SearchStrategy[Any]]
    explicit: Sequence[Example]
    reproduce: tuple[str, bytes] | None
    reset: AsyncFunction | None
    budget: Budget | None
    seconds: float | None
    shrink_seconds: float | None
    on_failure: Callable[[Failure], None] | None
    enough: Callable[[], bool]
    seed: int
    settings: hypothesis.settings

    @property
    def short_name(self) -> str:
        """The name without its module."""
        return self.name.rpartition(".")[2]
