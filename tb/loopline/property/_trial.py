"""An example that was played, kept so that it can be played again."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis.strategies import SearchStrategy

from ._context import Context
from ._errors import FlakyProperty

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Trial:
    """An example that was played, and its failure if it failed."""

    values: Mapping[str, Any]
    draws: list[Any]
    error: BaseException | None
    context: Context
    live: Mapping[str, Any] | None = None
    """The values themselves, while Hypothesis is making it up: what is drawn in the body is still to be drawn."""


class Recorded:
    """Stands in for `st.data()` when an example is run again."""

    def __init__(self, draws: Sequence[Any]) -> None:
        self._draws = iter(draws)

    def __repr__(self) -> str:
        return "data(...)"

    def draw(self, strategy: SearchStrategy[Any], label: str | None) -> Any:
        for value in self._draws:
            return value
        raise FlakyProperty("run again, the body wants more draws than when it failed")


def copied(value: T) -> T:
    try:
        return copy.deepcopy(value)
    except Exception:  # cannot be copied: a lock, a generator, a handle of the simulator
        return value
