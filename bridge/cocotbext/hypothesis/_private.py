"""The names of cocotb and Hypothesis that are private: two each, and tests/test_private.py says which one broke.

The bounds in pyproject.toml end before versions in which they have not been tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cocotb import _test_manager

TestManager = _test_manager.TestManager
"""cocotb's test: it owns tasks, ends when one of them fails, and then cancels the others. So does an example."""


def current_test() -> Any:
    """The test to which `cocotb.start_soon` gives new tasks."""
    return _test_manager._current_test


def make_current(test: Any) -> None:
    _test_manager._current_test = test


def settings_of(test: Callable[..., Any]) -> Any:
    """The settings of a Hypothesis test: those of `@settings`, or of the profile."""
    return test._hypothesis_internal_use_settings  # type: ignore[attr-defined]


def set_settings(test: Callable[..., Any], settings: Any) -> None:
    test._hypothesis_internal_use_settings = settings  # type: ignore[attr-defined]


def seed_of(test: Callable[..., Any]) -> Any:
    """What `@seed` said, or None."""
    return test._hypothesis_internal_use_seed  # type: ignore[attr-defined]
