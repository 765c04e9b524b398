"""Hypothesis' own state machines, whose rules await: each coroutine that a step returns is run in the simulator."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine


def in_steps(machine: type[RuleBasedStateMachine], bench: Any, step: Callable[[Any], Any]) -> Any:
    """The same machine, with `self.bench`, and synchronous for Hypothesis."""

    def synchronous(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            return step(result) if inspect.iscoroutine(result) else result

        return call

    def inner(rule: Any) -> Any:
        for condition in rule.preconditions:
            if inspect.iscoroutinefunction(condition):
                raise TypeError(
                    f"the precondition of {rule.function.__qualname__} is a coroutine function, which is always true: "
                    "a precondition cannot wait. Let a rule or an invariant keep what it needs in the machine"
                )
        return replace(rule, function=synchronous(rule.function))

    class InSimulation(machine):  # type: ignore[misc, valid-type]
        teardown = synchronous(machine.teardown)

        @classmethod
        def setup_state(cls) -> Any:
            return state

    definition: Any = machine
    state = definition.setup_state()
    state = replace(
        state,
        rules=[inner(rule) for rule in state.rules],
        invariants=[inner(invariant) for invariant in state.invariants],
        initializers=[inner(rule) for rule in state.initializers],
    )
    InSimulation.bench = bench
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(InSimulation, name, getattr(machine, name))
    return InSimulation
