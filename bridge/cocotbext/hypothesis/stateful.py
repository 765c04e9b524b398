"""Hypothesis' decorators of state machines, with types that allow `async` steps, and the base class of such machines.

Those of `hypothesis.stateful` do the same; only a type checker refuses `async` steps below them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from hypothesis import stateful
from hypothesis.strategies import SearchStrategy

__all__ = ["StateMachine", "initialize", "invariant", "rule"]

Step = TypeVar("Step", bound=Callable[..., Any])


class _Rule(Protocol):
    def __call__(
        self, *, target: Any = ..., targets: Any = ..., **strategies: SearchStrategy[Any]
    ) -> Callable[[Step], Step]: ...


class _Invariant(Protocol):
    def __call__(self, *, check_during_init: bool = False) -> Callable[[Step], Step]: ...


rule = cast(_Rule, stateful.rule)
initialize = cast(_Rule, stateful.initialize)
invariant: _Invariant = cast(Any, stateful).invariant


class StateMachine(stateful.RuleBasedStateMachine):
    """Hypothesis' state machine, which has the bench."""

    bench: Any
    """What `setup` returned, or the dut."""

    def teardown(self) -> Any:
        """Clean up after the steps. May be `async`."""
