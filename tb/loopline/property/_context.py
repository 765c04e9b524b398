"""The test case that Hypothesis is running."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from hypothesis.control import _current_build_context, current_build_context
from hypothesis.internal.conjecture.shrinker import sort_key


class Context:
    """The test case being run, as `note`, `event`, `target` and `assume` know it."""

    def __init__(self) -> None:
        self.build = current_build_context()

    @property
    def is_final(self) -> bool:
        """Is this the minimal example, which Hypothesis runs again at the end?"""
        return self.build.is_final

    @property
    def size(self) -> Any:
        """The key by which Hypothesis decides which example is smaller."""
        return sort_key(self.build.data.nodes)

    @property
    def choices(self) -> Sequence[Any]:
        """The choices from which Hypothesis makes the same example again."""
        return self.build.data.choices

    @staticmethod
    def none() -> AbstractContextManager[None]:
        """No example at all, so that another one can be played in the middle of this one."""
        return _current_build_context.with_value(None)
