"""The names of cocotb, Hypothesis and pytest that they do not document. No other module uses any.

Two each of cocotb and Hypothesis are private by their spelling: `_test_manager.TestManager` and `_current_test`;
`_hypothesis_internal_use_settings` and `_hypothesis_internal_use_seed`. tests/test_private.py has a test for every name
here, so that it says which one broke. The bounds in pyproject.toml end before versions in which they were not tried.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

import hypothesis
from cocotb import _test_manager
from hypothesis import control, core, database, errors, reporting, stateful
from hypothesis.strategies import DataObject

# -- cocotb

TestManager = _test_manager.TestManager
"""cocotb's test: it owns tasks, ends when one of them fails, and then cancels the others. So does an example."""


def current_test() -> Any:
    """Return the test to which `cocotb.start_soon` gives new tasks."""
    return _test_manager._current_test


def make_current(test: Any) -> None:
    """Let `cocotb.start_soon` give new tasks to this test."""
    _test_manager._current_test = test


# -- Hypothesis: what `@given` returns

StopTest = errors.StopTest
DISCARDS = (StopTest, errors.UnsatisfiedAssumption)
"""How Hypothesis says: this example does not count."""


def settings_of(test: Callable[..., Any]) -> Any:
    """Return the settings of a Hypothesis test: those of `@settings`, or of the profile."""
    return test._hypothesis_internal_use_settings  # type: ignore[attr-defined]


def set_settings(test: Callable[..., Any], settings: Any) -> None:
    """Give a Hypothesis test these settings."""
    test._hypothesis_internal_use_settings = settings  # type: ignore[attr-defined]


def seed_of(test: Callable[..., Any]) -> Any:
    """Return what `@seed` said, or None."""
    return test._hypothesis_internal_use_seed  # type: ignore[attr-defined]


def explicit_examples(test: Callable[..., Any]) -> Sequence[Any]:
    """Return those of `@example`, in the order in which they run. `raises` is what one is expected to fail with."""
    return tuple(reversed(getattr(test, "hypothesis_explicit_examples", ())))


def only_example(test: Callable[..., Any], example: Any) -> None:
    """Let the test run this one of its explicit examples, and no other."""
    vars(test).pop("hypothesis_explicit_examples", None)
    hypothesis.example(*example.args, **example.kwargs)(test)


def only_repeat(test: Callable[..., Any], choices: Iterable[Any]) -> None:
    """Let the test run the example that Hypothesis makes from these choices, and no other."""
    hypothesis.reproduce_failure(hypothesis.__version__, blob_of(choices))(test)


def blob_of(choices: Iterable[Any]) -> bytes:
    """Return what `@reproduce_failure` takes to make an example from these choices."""
    return b64encode(b"\0" + database.choices_to_bytes(choices))


class OneExampleDatabase(database.ExampleDatabase):
    """A database that has one example for any test, and keeps none."""

    def __init__(self, choices: Iterable[Any]) -> None:
        super().__init__()
        self.example = database.choices_to_bytes(choices)

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """Return the example, as one that is yet to be shrunk."""
        return [self.example] if key.endswith(b".secondary") else []

    def save(self, key: bytes, value: bytes) -> None:
        """Keep nothing."""

    def delete(self, key: bytes, value: bytes) -> None:
        """Delete nothing."""


# -- Hypothesis: its run

current_example = control.current_build_context
"""The example that Hypothesis runs now: `is_final`, and its `data` with choices, events and `frozen`."""

with_reporter = reporting.with_reporter
"""A context in which this function gets Hypothesis' report, line by line."""

SideeffectWarning = errors.HypothesisSideeffectWarning
"""Hypothesis' complaint about draws while modules are imported."""


def runs_under_pytest() -> bool:
    """Return whether Hypothesis' plugin of pytest is at work in this process."""
    return core.running_under_pytest


def pytest_seed() -> Any:
    """Return what pytest's `--hypothesis-seed` said, or None."""
    return core.global_force_seed


def scope_of_fixture(name: str, request: Any) -> str | None:
    """Return the scope of the fixture that a test of pytest gets by this name; None if it gets something else."""
    fixtures = request.config.pluginmanager.getplugin("funcmanage").getfixturedefs(name, request.node)
    return fixtures[-1].scope if fixtures else None


def arguments_in(account: str) -> list[str] | None:
    """Return the arguments in Hypothesis' account of a failing call, as they are written; None without a call."""
    words = r"^(?:Failing test case|Falsifying example): \w+\(\n(.*?)^\)"  # the second in 6.139
    call = re.search(words, account, re.MULTILINE | re.DOTALL)
    parts = [] if call is None else re.split(r"^    (?=\w+=)", call[1], flags=re.MULTILINE)[1:]
    return None if call is None else [in_a_line(part).rstrip(",") for part in parts]


def in_a_line(account: str) -> str:
    """Return an account in one line, with all blanks that are part of a value."""
    return " ".join(line.strip() for line in account.strip().split("\n"))


def data_like(data: DataObject, kind: type[DataObject]) -> DataObject:
    """Return another object for the draws of this example, of this class."""
    return kind(data.conjecture_data)


# -- Hypothesis: state machines


def test_of(machine: type[stateful.RuleBasedStateMachine], settings: hypothesis.settings) -> Any:
    """Return a state machine as a test, like those that `@given` returns."""
    return cast(Any, stateful).get_state_machine_test(machine, settings=settings)


def with_steps(
    machine: type[stateful.RuleBasedStateMachine], change: Callable[[Any], Any], **members: Any
) -> type[stateful.RuleBasedStateMachine]:
    """Return a subclass with these members, of which every rule, invariant and initializer is changed.

    What `change` gets and returns has a `function` and `preconditions`.
    """
    state = cast(Any, machine).setup_state()
    steps = {name: [change(step) for step in getattr(state, name)] for name in ("rules", "invariants", "initializers")}
    members["setup_state"] = classmethod(lambda cls: replace(state, **steps))
    metaclass: Any = type(machine)
    subclass: type[stateful.RuleBasedStateMachine] = metaclass(machine.__name__, (machine,), members)
    return subclass
