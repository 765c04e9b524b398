"""Hypothesis' settings, from parameters, decorators and profiles, and which of them takes precedence.

A parameter or a decorator overrides the profile. Setting the same thing twice is refused, and so is a setting that
would have no effect.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import cocotb
import hypothesis
from cocotb._decorators import TestGenerator
from hypothesis import Phase, core
from hypothesis import strategies as st
from hypothesis.core import Example
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase
from hypothesis.strategies import SearchStrategy
from hypothesis.utils.conventions import not_set


@dataclass(frozen=True)
class Decorations:
    """What Hypothesis' decorators have stored on a function."""

    settings: hypothesis.settings | None = None
    seed: Any = None
    examples: tuple[Example, ...] = ()
    reproduce: tuple[str, bytes] | None = None

    @classmethod
    def of(cls, function: Any) -> Decorations:
        settings = getattr(function, "_hypothesis_internal_use_settings", None)
        return cls(
            # `@seed` also stores settings, which the user has not asked for.
            settings if hasattr(function, "_hypothesis_internal_settings_applied") else None,
            getattr(function, "_hypothesis_internal_use_seed", None),
            tuple(getattr(function, "hypothesis_explicit_examples", ())),
            getattr(function, "_hypothesis_internal_use_reproduce_failure", None),
        )

    def named(self, strategies: Mapping[str, SearchStrategy[Any]]) -> Sequence[Example]:
        """The examples of `@example`, with all their values by name."""
        names = list(strategies)
        drawn = [name for name, strategy in strategies.items() if strategy == st.data()]
        if self.examples and drawn:
            raise TypeError(
                f"@example cannot say what the body draws from {drawn[0]}, which is st.data(): "
                "make a property of its own of that example, without st.data()"
            )
        for example in self.examples:
            if len(example.args) > len(names):
                raise TypeError(f"@example{example.args!r} has more values than there are strategies: {names}")
        return [
            replace(one, args=(), kwargs=dict(zip(names[-len(one.args) :], one.args, strict=True)) | one.kwargs)
            if one.args
            else one
            for one in self.examples
        ]


def refuse_above_cocotb(test: Callable[..., Any]) -> None:
    """Above `@cocotb.test()`, `@example` would decorate cocotb's own object and have no effect."""
    for each in vars(sys.modules[test.__module__]).values():
        if isinstance(each, TestGenerator) and each.func is test and Decorations.of(each) != Decorations():
            raise TypeError(
                f"{test.__qualname__}: decorators of Hypothesis belong below @cocotb.test(), cocotb.parametrize "
                "and the like; above them they have no effect"
            )


def settled(
    settings: hypothesis.settings | None,
    decorations: Decorations,
    examples: int | None,
    database: str | Path | None,
) -> hypothesis.settings:
    """The settings for one run."""
    if settings is not None and decorations.settings is not None:
        raise TypeError("both @settings and the parameter settings=: use one of them")
    said = settings or decorations.settings
    profile = hypothesis.settings.default
    assert profile is not None
    if said is not None:
        _refuse(said, profile)
        if examples is not None and said.max_examples not in (examples, profile.max_examples):
            raise TypeError(f"examples={examples} and settings(max_examples={said.max_examples}): use one of them")
        if database is not None and _database(said) is not None:
            raise TypeError("database= and settings(database=…): use one of them")
    base = said or profile
    if base.backend != "hypothesis":  # nor in a profile
        raise TypeError(f"settings(backend={base.backend!r}): a simulator can only be given concrete values")
    return hypothesis.settings(
        base,
        max_examples=base.max_examples if examples is None else examples,
        database=DirectoryBasedExampleDatabase(database)
        if database is not None
        else None
        if decorations.seed is not None  # as with Hypothesis' own given
        else _database(base),
        deadline=None,  # the budget is simulated time
        report_multiple_bugs=False,  # one property, one counterexample
        derandomize=False,  # see `seed_of`
        phases=[phase for phase in base.phases if phase is not Phase.explain],  # traces every line of Python: slow
    )


def _refuse(said: hypothesis.settings, profile: hypothesis.settings) -> None:
    """Refuse settings that were asked for explicitly but are not possible here."""
    if said.deadline is not None and said.deadline != profile.deadline:
        raise TypeError(
            "settings(deadline=…) is wall-clock time: limit an example in simulated time, by cycles= or timeout=; "
            "or the whole run, by seconds="
        )
    if Phase.explain in said.phases and said.phases != profile.phases:
        raise TypeError("Phase.explain traces every line of Python, which is too slow here: leave it out of the phases")
    if said.stateful_step_count != profile.stateful_step_count:
        raise TypeError(
            "settings(stateful_step_count=…) is for state machines: draw a list of steps, or each from st.data(), "
            "and limit their number there"
        )


def _database(settings: Any) -> ExampleDatabase | None:
    """The database that was chosen explicitly. Hypothesis' default is a folder where the program was started: for a
    simulator that may be anywhere."""
    while settings is not None:
        if settings._database is not not_set:
            return cast("ExampleDatabase | None", settings._database)
        settings = settings._fallback
    return None


def seed_of(name: str, seed: int | None, decorations: Decorations, settings: hypothesis.settings | None) -> int:
    """The seed: the parameter's, the decorator's, or pytest's (if it runs in the simulator); with `derandomize`, one
    made from the name; otherwise cocotb's for this test."""
    if "--hypothesis-" in os.environ.get("PYTEST_ADDOPTS", ""):
        cocotb.log.warning(
            "pytest's --hypothesis-… options do not reach the simulator: "
            "set COCOTB_RANDOM_SEED, or call settings.load_profile"
        )
    if seed is not None and decorations.seed is not None:
        raise TypeError("both @seed and the parameter seed=: use one of them")
    chosen = _first(seed, decorations.seed, core.global_force_seed)
    if chosen is not None:
        if not isinstance(chosen, int):
            raise TypeError(f"the seed {chosen!r} is not an integer")
        return chosen
    base = settings or decorations.settings or hypothesis.settings.default
    assert base is not None
    if base.derandomize and "COCOTB_RANDOM_SEED" not in os.environ:
        return zlib.crc32(name.encode())
    return cocotb.RANDOM_SEED & 0xFFFF_FFFF


def _first(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)
