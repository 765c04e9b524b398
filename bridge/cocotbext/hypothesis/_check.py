"""The two ways to run a property: `check`, which reports, and the decorator `in_simulation`, which raises."""

from __future__ import annotations

import functools
import inspect
import logging
import os
import sys
from asyncio import CancelledError
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any
from zlib import crc32

import cocotb
import hypothesis
from cocotb.simtime import TimeUnit
from cocotb.triggers import RisingEdge, SimTimeoutError, with_timeout
from cocotb.utils import get_sim_steps, get_sim_time
from hypothesis import HealthCheck, Phase
from hypothesis.errors import FailedHealthCheck, InvalidArgument
from hypothesis.stateful import RuleBasedStateMachine

from ._example import Limit
from ._private import pytest_seed, runs_under_pytest, scope_of_fixture, seed_of, settings_of, test_of, with_steps
from ._result import Result
from ._run import Search
from ._stack import awaited

Reset = Callable[[Any], Coroutine[Any, Any, None]]
Timeout = tuple[float, TimeUnit]

DEFAULT_TIMEOUT: Timeout = (10, "ms")
"""The simulated time that an example may take if nothing else is said, and no clock runs."""

_DEFAULT_CYCLES = 100_000
"""The same where a clock runs, in cycles of it."""

_earlier: list[str] = []
"""The properties that have run in this simulation."""

_running: list[str] = []
"""The property that runs now."""


async def check(
    test: Any,
    bench: Any,
    *,
    reset: Reset | None,
    cycles: int | None = None,
    clock: Any = "clk",
    timeout: Timeout | None = DEFAULT_TIMEOUT,
    seconds: float | None = None,
    shrink_seconds: float = 60.0,
    arguments: Mapping[str, Any] = MappingProxyType({}),
    enough: Callable[[], bool] = lambda: False,
) -> Result:
    """Run a Hypothesis test whose body is a coroutine, or a state machine whose rules are, and report.

    Args:
        test: A coroutine function with `@given`, and with any other decorators of Hypothesis; or a subclass of
            `StateMachine`, or of Hypothesis' `RuleBasedStateMachine`.
        bench: The first argument of body and reset: the dut, or an object around it. State machines have it as
            `self.bench`.
        reset: Run before each example. It must always restore the same state. None for a design without state.
        cycles: How many cycles of `clock` one example may take, its reset included. Beyond it fails with `HungBody`.
            Unless it or `timeout` is given: 100,000, or `timeout` if no clock runs.
        clock: The clock, already running: a signal, or its name in the bench. Each example begins at a rising edge.
        timeout: The same limit as simulated time: `(10, "us")`. Use either. None: no limit.
        seconds: Wall-clock time for the search. It takes ten examples in this time to pass.
        shrink_seconds: Wall-clock time for shrinking, from the first failure on, and again to find out what it takes.
        arguments: Arguments of the body besides the bench and what `@given` draws.
        enough: Called before each example, in the search and while shrinking. True ends the run.

    Raises:
        InvalidArgument: What was asked for cannot be done.
    """
    return await _check(
        test,
        bench,
        (cycles, clock, timeout),
        arguments,
        by_name=True,
        reset=reset,
        seconds=seconds,
        shrink_seconds=shrink_seconds,
        enough=enough,
    )


async def _check(
    test: Any, bench: Any, limit: tuple[Any, ...], arguments: Mapping[str, Any], *, by_name: bool, **options: Any
) -> Result:
    """Run a property. `by_name`: the seed depends on its name, as there may be several in a test."""
    if _running or hypothesis.currently_in_test_context():
        raise InvalidArgument(
            f"another property is running, {''.join(_running)}: one at a time in a simulation. "
            "Await it before the next one"
        )
    if inspect.isclass(test) and issubclass(test, RuleBasedStateMachine):
        name, settings = f"{test.__module__}.{test.__qualname__}", test.TestCase.settings  # a subclass has its own
        test = test_of(_awaiting(test, bench), settings)
    else:
        body = _body_of(test)
        _refuse_other_arguments(test, body, arguments)
        name = f"{body.__module__}.{body.__qualname__}"
    if arguments:
        name += f"[{', '.join(f'{key}={value!r}' for key, value in arguments.items())}]"
    _running.append(name)
    try:
        run = Search(
            name=name,
            test=test,
            bench=bench,
            arguments=arguments,
            limit=await _limit(bench, *limit),
            settings=_settings(test),
            seed=_seed(test, name if by_name else ""),
            earlier=tuple(_earlier),
            **options,
        )
        _earlier.append(name)
        with run.watching():
            return await run.result()
    except CancelledError:  # a test's timeout, or the design called $finish
        cocotb.log.warning("%s: cocotb ended the test in this example: %s", name, run.current)
        raise
    finally:
        _running.clear()


def in_simulation(
    test: None = None,
    /,
    *,
    setup: Callable[[Any], Any] | None = None,
    reset: Reset | None,
    cycles: int | None = None,
    clock: Any = "clk",
    timeout: Timeout | None = DEFAULT_TIMEOUT,
    seconds: float | None = None,
    shrink_seconds: float = 60.0,
) -> Callable[[Any], Callable[..., Coroutine[Any, Any, None]]]:
    """Make a Hypothesis test or a state machine a cocotb test, which raises what the minimal example fails with.

        @cocotb.test()
        @in_simulation(setup=Bench, reset=Bench.reset, cycles=10_000)
        @given(st.lists(st.integers(0, 255)))
        async def counts(bench, data): ...

        All arguments but `setup` are those of `check`.

    Args:
        test: Nothing: the decorator is called with its arguments first.
        setup: Called once with the dut, before anything else, and awaited if it is a coroutine function. It starts the
            clock and returns the bench. Without it, body and reset get the dut itself.
        reset: Run before each example. None for a design without state.
        cycles: How many cycles of `clock` one example may take.
        clock: The clock: a signal, or its name in the bench.
        timeout: The same limit as simulated time.
        seconds: Wall-clock time for the search.
        shrink_seconds: Wall-clock time for shrinking.
    """
    if test is not None:
        raise InvalidArgument("@in_simulation needs its arguments: write @in_simulation(reset=…)")

    def decorate(test: Any) -> Callable[..., Coroutine[Any, Any, None]]:
        machine = inspect.isclass(test) and issubclass(test, RuleBasedStateMachine)
        body = test if machine else _body_of(test)

        async def run(dut: Any, **others: Any) -> None:
            __tracebackhide__ = True
            _refuse_above(run)
            if not asks_for_request:
                _refuse_fixtures(test, others, others.pop("request", None))
            bench = dut if setup is None else setup(dut)
            bench = await bench if inspect.isawaitable(bench) else bench
            if bench is None:
                raise InvalidArgument("`setup` returned None: let it return the bench, or the dut")
            result = await _check(
                test,
                bench,
                (cycles, clock, timeout),
                others,
                by_name=False,  # cocotb's seed depends on the name of its test already
                reset=reset,
                seconds=seconds,
                shrink_seconds=shrink_seconds,
                enough=lambda: False,
            )
            cocotb.log.log(logging.WARNING if result.partial else logging.INFO, "%s", result)
            for event, count in result.statistics.events.most_common():
                if not event.startswith("Retried draw from "):  # by Hypothesis, of a filter
                    cocotb.log.info("  %s: %d of %d examples", event, count, result.statistics.examples)
            if result.error is not None:
                raise result.error

        functools.update_wrapper(run, body, updated=())
        del run.__wrapped__  # type: ignore[attr-defined]  # its signature is not this one's
        # pytest, where it runs cocotb's tests, looks here for fixtures and parameters, and cocotb's fixture is `dut`.
        others = {} if machine else dict(list(inspect.signature(test).parameters.items())[1:])
        asks_for_request = "request" in others
        if others:  # `request` says which of them are fixtures
            others.setdefault("request", inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY))
        first = inspect.Parameter("dut", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        run.__signature__ = inspect.Signature([first, *others.values()])  # type: ignore[attr-defined]
        return run

    return decorate


def _body_of(test: Any) -> Any:
    """Return the body of a Hypothesis test. Complain now, and not in the simulation."""
    handle = getattr(test, "hypothesis", None)
    name = getattr((handle and handle.inner_test) or test, "__qualname__", repr(test))
    if isinstance(test, RuleBasedStateMachine) or hasattr(test, "runTest"):
        raise InvalidArgument(f"{name} is made of a state machine: give the class itself, the RuleBasedStateMachine")
    if handle is None:
        wrong_order = hasattr(test, "generate_tests")
        raise InvalidArgument(
            f"{name} is a test of cocotb already: @cocotb.test() and @cocotb.parametrize belong above @in_simulation"
            if wrong_order
            else f"{name} is not a Hypothesis test: put @given(…) below @in_simulation"
        )
    body = handle.inner_test
    if not inspect.iscoroutinefunction(body):
        raise InvalidArgument(
            f"{name} must be an async function: write `async def {body.__name__}(…)`, without `yield`"
        )
    if not inspect.signature(test).parameters:
        raise InvalidArgument(f"{name} has no parameter for the bench: write `async def {body.__name__}(bench, …)`")
    return body


def _refuse_other_arguments(test: Any, body: Any, arguments: Mapping[str, Any]) -> None:
    """Raise InvalidArgument unless the arguments are those that are not drawn."""
    _, *parameters = inspect.signature(test).parameters.values()
    if unknown := sorted(arguments.keys() - {key.name for key in parameters}):
        raise InvalidArgument(f"{', '.join(unknown)}: {body.__qualname__} has no such parameter that is not drawn")
    if missing := [key.name for key in parameters if key.name not in arguments and key.default is key.empty]:
        raise InvalidArgument(
            f"{body.__qualname__} has neither a strategy nor a value for {', '.join(missing)}: "
            f"give @given one, or put @cocotb.parametrize({missing[0]}=[…]) above it"
        )


def _refuse_above(run: Callable[..., Any]) -> None:
    """Raise InvalidArgument if a decorator of Hypothesis is above `@in_simulation`, where it has no effect."""
    tests = [item for item in vars(sys.modules[run.__module__]).values() if getattr(item, "func", None) is run]
    for item in (run, *tests):
        if any("hypothesis" in name for name in vars(item)):
            raise InvalidArgument(
                f"{run.__qualname__}: decorators of Hypothesis belong below @in_simulation, above which they do nothing"
            )


def _refuse_fixtures(test: Any, arguments: Mapping[str, Any], request: Any) -> None:
    """Fail the health check of Hypothesis' plugin of pytest: a fixture of function scope is made once for all examples.

    Args:
        test: What `@given` returned.
        arguments: What pytest passes to it.
        request: pytest's, or None if pytest does not run the test.
    """
    __tracebackhide__ = True
    if request is None or HealthCheck.function_scoped_fixture in _settings(test).suppress_health_check:
        return
    for name in arguments:
        if scope_of_fixture(name, request) == "function":
            raise FailedHealthCheck(
                f"{_body_of(test).__qualname__} uses {name!r}, a fixture of function scope, the same in all examples. "
                "Give it another scope, or make it in the body or the reset hook. If it is right as it is, suppress "
                "HealthCheck.function_scoped_fixture by @settings"
            )


def _settings(test: Any) -> hypothesis.settings:
    """Return the test's settings, without deadline and explanations. Refuse what is not possible here."""
    settings, get = settings_of(test), hypothesis.settings.get_profile
    profiles = [get(name) for name in ("default", "ci", hypothesis.settings.get_current_profile_name())]
    if any(settings is profile for profile in profiles):  # one that was loaded where the test was not made counts, too
        settings = profiles[-1]
    if settings.deadline is not None and all(settings.deadline != profile.deadline for profile in profiles):
        raise InvalidArgument(
            "settings(deadline=…) is wall-clock time: limit an example in simulated time, by cycles= or timeout=; "
            "or the whole run, by seconds="
        )
    if settings.backend != "hypothesis":
        raise InvalidArgument(f"settings(backend={settings.backend!r}): a simulator can only be given concrete values")
    if Phase.explain in settings.phases and all(set(settings.phases) != set(profile.phases) for profile in profiles):
        raise InvalidArgument(
            "Phase.explain compares lines of Python, of which the simulator runs those that matter out of its sight: "
            "leave it out of the phases"
        )
    phases = [phase for phase in settings.phases if phase is not Phase.explain]
    return hypothesis.settings(settings, deadline=None, phases=phases)


def _seed(test: Any, name: str) -> int | None:
    """Return the seed: the decorator's, or pytest's (if it runs in the simulator), or cocotb's for this test.

    Cocotb's is changed by the name. None leaves the seed to Hypothesis' `derandomize`.
    """
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
    return (cocotb.RANDOM_SEED ^ crc32(name.encode())) & 0xFFFF_FFFF


async def _limit(bench: Any, cycles: Any, clock: Any, timeout: Any) -> Limit | None:
    """Return the limit of an example. With `cycles`, its clock must run; any clock that runs makes a limit, too."""
    if cycles is not None and timeout is not None and timeout is not DEFAULT_TIMEOUT:
        raise InvalidArgument("one limit for an example: either cycles or timeout")
    if cycles is not None and (not isinstance(cycles, int) or cycles < 1):
        raise InvalidArgument(f"cycles={cycles!r}: write how many cycles an example may take, such as 10_000")
    if timeout is not None and (not isinstance(timeout, tuple) or len(timeout) != 2 or not timeout[0] > 0):
        raise InvalidArgument(f'timeout={timeout!r}: write a time and its unit, such as (10, "us")')
    signal = getattr(bench, clock, None) if isinstance(clock, str) else clock
    name = clock if isinstance(clock, str) else getattr(clock, "_name", None)
    if cycles is not None or (timeout is DEFAULT_TIMEOUT and signal is not None):
        if signal is None or name is None:
            raise InvalidArgument(
                f"the bench has no {name or clock}: name its clock by clock=, or limit examples by timeout="
            )
        # To count cycles, Python would have to wake on each. So measure one cycle, and set a timer.
        if period := await _period(signal):
            cycles, now = cycles or _DEFAULT_CYCLES, int(get_sim_time("step"))
            return Limit(cycles * period, f"{cycles:,} cycles of {name}", signal, period, now)
        if cycles is not None:
            raise InvalidArgument(
                f"the clock {name} does not run, or not once in 100 us: start it in `setup`, or before `check`; "
                "or limit examples by timeout="
            )
    return None if timeout is None else Limit(get_sim_steps(*timeout), f"{timeout[0]:g} {timeout[1]}")


async def _period(signal: Any) -> int:
    """Return the period of a clock in steps of the simulator; 0 if it does not run."""
    try:
        await with_timeout(RisingEdge(signal), 100, "us")
        start = get_sim_time("step")
        await with_timeout(RisingEdge(signal), 100, "us")
    except SimTimeoutError:
        return 0
    return round(get_sim_time("step") - start)


def _awaiting(machine: type[RuleBasedStateMachine], bench: Any) -> type[RuleBasedStateMachine]:
    """Return the same machine, with `self.bench`, and synchronous for Hypothesis: what its steps return is awaited."""

    def synchronous(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            if inspect.iscoroutine(result):
                return awaited(result)
            if inspect.isawaitable(result) or inspect.isasyncgen(result):
                raise InvalidArgument(
                    f"{function.__qualname__} returned {result!r}, for which nothing waits: "
                    f"write `async def {function.__name__}(…)` and `await`, without `yield`"
                )
            return result

        return call

    def step(rule: Any) -> Any:
        for condition in rule.preconditions:
            if inspect.iscoroutinefunction(condition):
                raise InvalidArgument(
                    f"the precondition of {rule.function.__qualname__} is a coroutine function, which is always true: "
                    "a precondition cannot wait. Let a rule or an invariant keep what it needs in the machine"
                )
        return replace(rule, function=synchronous(rule.function))

    kept = {name: getattr(machine, name) for name in ("__module__", "__qualname__", "__doc__")}
    return with_steps(machine, step, **kept, bench=bench, teardown=synchronous(machine.teardown))
