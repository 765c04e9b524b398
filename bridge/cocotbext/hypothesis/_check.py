"""The two ways to run a property: `check`, which reports, and the decorator `in_simulation`, which raises."""

from __future__ import annotations

import functools
import inspect
import logging
import os
import sys
from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import cocotb
import hypothesis
from cocotb.simtime import TimeUnit
from cocotb.triggers import RisingEdge, SimTimeoutError, with_timeout
from cocotb.utils import get_sim_steps, get_sim_time
from hypothesis import Phase
from hypothesis.stateful import RuleBasedStateMachine

from ._example import Limit
from ._interrupt import interruptible
from ._private import pytest_seed, runs_under_pytest, seed_of, settings_of, test_of, with_steps
from ._result import Failure, Result
from ._run import Run
from ._stack import awaited

Reset = Callable[[Any], Awaitable[None]]

MISSING: Any = object()
"""No reset was given, not even None."""

_earlier: list[str] = []
"""The properties that have run in this simulation."""


async def check(
    test: Any,
    bench: Any,
    *,
    reset: Reset | None = MISSING,
    cycles: int | None = None,
    clock: Any = "clk",
    timeout: tuple[float, TimeUnit] | None = None,
    seconds: float | None = None,
    shrink_seconds: float | None = None,
    enough: Callable[[], bool] = lambda: False,
    on_failure: Callable[[Failure], None] | None = None,
    **others: Any,
) -> Result:
    """Run a Hypothesis test whose body is a coroutine, or a state machine whose rules are, and report.

    Args:
        test: A coroutine function with `@given`, and with any other decorators of Hypothesis; or a subclass of
            `RuleBasedStateMachine`.
        bench: The first argument of body and reset: the dut, or an object around it. State machines have it as
            `self.bench`.
        reset: Run before each example. It must always restore the same state, or failures cannot be reproduced.
            None for a design without state.
        cycles: How many cycles of `clock` one example may take, its reset included. Beyond it fails with `HungBody`.
        clock: The clock, already running: a signal, or its name in the bench.
        timeout: The same limit as simulated time: `(10, "us")`. Use either.
        seconds: Wall-clock time after which no more examples are started, neither to search nor to shrink.
        shrink_seconds: Wall-clock time for shrinking alone, from the first failure on. `seconds` limits the search.
        enough: Called before each example, in the search and while shrinking. True ends the run.
        on_failure: Called once, as soon as an example has failed, before it is shrunk. What it writes down cannot be
            lost. It must not await. What it raises ends the property, and `check` raises it.
        others: Arguments of the body besides the bench and what `@given` draws.
    """
    if hypothesis.currently_in_test_context():
        raise RuntimeError("another property is running: one at a time in a simulation")
    _refuse_no_reset(reset)
    if inspect.isclass(test) and issubclass(test, RuleBasedStateMachine):
        name, settings = f"{test.__module__}.{test.__qualname__}", test.TestCase.settings  # a subclass has its own
        test = test_of(_awaiting(test, bench), settings)
    else:
        body = _body_of(test)
        if others.keys() - (wanted := inspect.signature(test).parameters.keys()):
            unknown = ", ".join(sorted(others.keys() - wanted))
            raise TypeError(
                f"{unknown}: no argument of `check`, nor a parameter of {body.__qualname__} that is not drawn"
            )
        _, *parameters = inspect.signature(test).parameters.values()
        if missing := [one.name for one in parameters if one.name not in others and one.default is one.empty]:
            raise TypeError(
                f"{body.__qualname__} has neither a strategy nor a value for {', '.join(missing)}: "
                f"give @given one, or put @cocotb.parametrize({missing[0]}=[…]) above it"
            )
        name = f"{body.__module__}.{body.__qualname__}"
    run = Run(
        test=test,
        bench=bench,
        others=others,
        reset=reset,
        limit=await _limit(bench, cycles, clock, timeout),
        seconds=seconds,
        shrink_seconds=shrink_seconds,
        enough=enough,
        on_failure=on_failure,
        settings=_settings(test),
        seed=_seed(test),
        name=name,
        earlier=tuple(_earlier),
    )
    _earlier.append(name)
    async with interruptible(run):
        try:
            with run.watching():
                return await run.result()
        except CancelledError:  # a test's timeout, or the design called $finish
            cocotb.log.warning("%s: cocotb ended the test in this example: %s", name, run.current)
            raise


def in_simulation(
    test: None = None,
    /,
    *,
    setup: Callable[[Any], Any] | None = None,
    reset: Reset | None = MISSING,
    cycles: int | None = None,
    clock: Any = "clk",
    timeout: tuple[float, TimeUnit] | None = None,
    seconds: float | None = None,
    shrink_seconds: float | None = None,
) -> Callable[[Any], Callable[..., Awaitable[None]]]:
    """Make a Hypothesis test or a state machine a cocotb test, which raises what the minimal example fails with.

        @cocotb.test()
        @in_simulation(setup=Bench, reset=Bench.reset, cycles=10_000)
        @given(st.lists(st.integers(0, 255)))
        async def counts(bench, data): ...

    Args:
        setup: Called once with the dut, before anything else, and awaited if it is a coroutine function. It starts the
            clock and returns the bench. Without it, body and reset get the dut itself.

    The other arguments are those of `check`.
    """

    if test is not None:
        raise TypeError("@in_simulation needs its arguments: write @in_simulation(reset=…)")
    _refuse_no_reset(reset)

    def decorate(test: Any) -> Callable[..., Awaitable[None]]:
        machine = inspect.isclass(test) and issubclass(test, RuleBasedStateMachine)
        body = test if machine else _body_of(test)

        async def run(dut: Any, **others: Any) -> None:
            __tracebackhide__ = True
            _refuse_above(run)
            bench = dut if setup is None else setup(dut)
            bench = await bench if inspect.isawaitable(bench) else bench
            if bench is None:
                raise TypeError("`setup` returned None: let it return the bench, or the dut")
            result = await check(
                test,
                bench,
                reset=reset,
                cycles=cycles,
                clock=clock,
                timeout=timeout,
                seconds=seconds,
                shrink_seconds=shrink_seconds,
                **others,
            )
            cocotb.log.log(logging.WARNING if result.partial else logging.INFO, "%s", result)
            for event, count in result.statistics.events.most_common():
                cocotb.log.info("  %s: %d of %d examples", event, count, result.statistics.examples)
            result.raise_error()

        functools.update_wrapper(run, body, updated=())
        del run.__wrapped__  # type: ignore[attr-defined]  # its signature is not this one's
        # pytest, where it runs cocotb's tests, looks here for fixtures and parameters, and cocotb's fixture is `dut`.
        others = [] if machine else list(inspect.signature(test).parameters.values())[1:]
        first = inspect.Parameter("dut", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        run.__signature__ = inspect.Signature([first, *others])  # type: ignore[attr-defined]
        return run

    return decorate


def _body_of(test: Any) -> Any:
    """The body of a Hypothesis test. Complains now, and not in the simulation."""
    name = getattr(test, "__qualname__", repr(test))
    handle = getattr(test, "hypothesis", None)
    if isinstance(test, RuleBasedStateMachine) or hasattr(test, "runTest"):
        raise TypeError(f"{name} is made of a state machine: give the class itself, the RuleBasedStateMachine")
    if handle is None:
        wrong_order = hasattr(test, "generate_tests")
        raise TypeError(
            f"{name} is a test of cocotb already: @cocotb.test() and @cocotb.parametrize belong above @in_simulation"
            if wrong_order
            else f"{name} is not a Hypothesis test: put @given(…) below @in_simulation"
        )
    body = handle.inner_test
    if not inspect.iscoroutinefunction(body):
        raise TypeError(f"{name} must be an async function: write `async def {body.__name__}(…)`, without `yield`")
    if not inspect.signature(test).parameters:
        raise TypeError(f"{name} has no parameter for the bench: write `async def {body.__name__}(bench, …)`")
    return body


def _refuse_no_reset(reset: Any) -> None:
    if reset is MISSING:
        raise TypeError(
            "reset= is missing: give an async function that resets the design before each example, "
            "or None for a design without state"
        )


def _refuse_above(run: Callable[..., Any]) -> None:
    """Above `@in_simulation`, or above cocotb's decorators, Hypothesis' would have no effect."""
    tests = [each for each in vars(sys.modules[run.__module__]).values() if getattr(each, "func", None) is run]
    for each in (run, *tests):
        if any("hypothesis" in name for name in vars(each)):
            raise TypeError(
                f"{run.__qualname__}: decorators of Hypothesis belong below @in_simulation, above which they do nothing"
            )


def _settings(test: Any) -> hypothesis.settings:
    """The test's settings, without deadline and explanations. Refuses what is not possible here."""
    settings, profile = settings_of(test), hypothesis.settings.default
    assert profile is not None
    if settings.deadline not in (None, profile.deadline):
        raise TypeError(
            "settings(deadline=…) is wall-clock time: limit an example in simulated time, by cycles= or timeout=; "
            "or the whole run, by seconds="
        )
    if settings.backend != "hypothesis":
        raise TypeError(f"settings(backend={settings.backend!r}): a simulator can only be given concrete values")
    if Phase.explain in settings.phases and settings.phases != profile.phases:
        raise TypeError(
            "Phase.explain compares lines of Python, of which the simulator runs those that matter out of its sight: "
            "leave it out of the phases"
        )
    phases = [phase for phase in settings.phases if phase is not Phase.explain]
    return hypothesis.settings(settings, deadline=None, phases=phases)


def _seed(test: Any) -> int | None:
    """The seed: the decorator's, or pytest's (if it runs in the simulator); otherwise cocotb's for this test. None to
    leave it to Hypothesis' `derandomize`."""
    if "--hypothesis-" in os.environ.get("PYTEST_ADDOPTS", "") and not runs_under_pytest():
        cocotb.log.warning(
            "pytest's --hypothesis-… options do not reach the simulator: "
            "set COCOTB_RANDOM_SEED, or call settings.load_profile"
        )
    for seed in (seed_of(test), pytest_seed()):
        if seed is not None:
            return seed  # type: ignore[no-any-return]
    if settings_of(test).derandomize and "COCOTB_RANDOM_SEED" not in os.environ:
        return None
    return cocotb.RANDOM_SEED & 0xFFFF_FFFF


async def _limit(bench: Any, cycles: int | None, clock: Any, timeout: tuple[float, TimeUnit] | None) -> Limit | None:
    if timeout is not None:
        if cycles is not None:
            raise TypeError("one limit for an example: either cycles or timeout")
        if not isinstance(timeout, tuple) or len(timeout) != 2 or not timeout[0] > 0:
            raise TypeError(f'timeout={timeout!r}: write a time and its unit, such as (10, "us")')
        return Limit(get_sim_steps(*timeout), f"{timeout[0]:g} {timeout[1]}")
    if cycles is None:
        return None
    if not isinstance(cycles, int) or cycles < 1:
        raise TypeError(f"cycles={cycles!r}: write how many cycles an example may take, such as 10_000")
    # To count cycles, Python would have to wake on each. So measure one cycle, and set a timer.
    signal = getattr(bench, clock, None) if isinstance(clock, str) else clock
    name = clock if isinstance(clock, str) else getattr(clock, "_name", None)
    if signal is None or name is None:
        raise TypeError(f"the bench has no {name or clock}: name its clock by clock=, or limit examples by timeout=")
    try:
        await with_timeout(RisingEdge(signal), 100, "us")
        start = get_sim_time("step")
        await with_timeout(RisingEdge(signal), 100, "us")
    except SimTimeoutError:
        raise RuntimeError(
            f"the clock {name} does not run, or not once in 100 us: start it in `setup`, or before `check`; "
            "or limit examples by timeout="
        ) from None
    return Limit(cycles * round(get_sim_time("step") - start), f"{cycles:,} cycles of {name}")


def _awaiting(machine: type[RuleBasedStateMachine], bench: Any) -> type[RuleBasedStateMachine]:
    """The same machine, with `self.bench`, and synchronous for Hypothesis: what its steps return is awaited."""

    def synchronous(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            if inspect.iscoroutine(result):
                return awaited(result)
            if inspect.isawaitable(result) or inspect.isasyncgen(result):
                raise TypeError(
                    f"{function.__qualname__} returned {result!r}, for which nothing waits: "
                    f"write `async def {function.__name__}(…)` and `await`, without `yield`"
                )
            return result

        return call

    def step(rule: Any) -> Any:
        for condition in rule.preconditions:
            if inspect.iscoroutinefunction(condition):
                raise TypeError(
                    f"the precondition of {rule.function.__qualname__} is a coroutine function, which is always true: "
                    "a precondition cannot wait. Let a rule or an invariant keep what it needs in the machine"
                )
        return replace(rule, function=synchronous(rule.function))

    kept = {name: getattr(machine, name) for name in ("__module__", "__qualname__", "__doc__")}
    return with_steps(machine, step, **kept, bench=bench, teardown=synchronous(machine.teardown))
