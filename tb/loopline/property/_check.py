"""The two ways to run a property: `check`, which reports, and the decorator `given`, which raises."""

from __future__ import annotations

import difflib
import functools
import inspect
import logging
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Concatenate, TypeVar

import cocotb
import hypothesis
from cocotb.simtime import TimeUnit
from cocotb.triggers import RisingEdge, SimTimeoutError, with_timeout
from cocotb.utils import get_sim_steps, get_sim_time
from hypothesis.strategies import SearchStrategy

from ._example import Budget
from ._interrupt import interruptible
from ._property import Property
from ._result import Failure, Result
from ._run import Run
from ._stack import on_a_stack_of_its_own
from ._told import Decorations, refuse_above_cocotb, seed_of, settled

Bench = TypeVar("Bench")


async def check(
    body: Callable[Concatenate[Bench, ...], Awaitable[None]],
    bench: Bench,
    *strategies: SearchStrategy[Any],
    reset: Callable[[Bench], Awaitable[None]] | None,
    examples: int | None = None,
    cycles: int | None = None,
    clock: Any = "clk",
    timeout: tuple[float, TimeUnit] | None = None,
    seconds: float | None = None,
    shrink_seconds: float | None = None,
    on_failure: Callable[[Failure], None] | None = None,
    enough: Callable[[], bool] = lambda: False,
    seed: int | None = None,
    database: str | Path | None = None,
    name: str | None = None,
    settings: hypothesis.settings | None = None,
    **named_strategies: SearchStrategy[Any],
) -> Result:
    """Run `body(bench, value, ...)` on examples of the strategies, all in this simulation, and report.

    Args:
        body: The property: a coroutine function that raises if it does not hold.
        bench: Passed to body and reset: the dut, or an object around it.
        strategies: One for each parameter of the body after the first, in order or by name. For `st.data()` the body
            gets a `Data`.
        reset: Run before each example. It must always restore the same state, or failures cannot be reproduced.
            None for a design without state.
        examples: How many must pass. By default as the settings say: 100.
        cycles: How many cycles of `clock` one example may take, its reset included. Beyond it fails with `HungBody`.
        clock: The clock, already running: a signal, or its name in the bench.
        timeout: The same limit as simulated time: `(10, "us")`. Use either.
        seconds: Wall-clock time after which no more examples are started, neither to search nor to shrink.
        shrink_seconds: Wall-clock time for shrinking alone, from the first failure on. `seconds` limits the search.
        on_failure: Called once, as soon as an example has failed, before it is shrunk. What it writes down cannot be
            lost. It must not await. What it raises ends the property, and `check` raises it.
        enough: Called before each example, in the search and while shrinking. True ends the run.
        seed: Same seed, same examples. By default cocotb's seed for this test (`COCOTB_RANDOM_SEED`).
        database: Folder in which failing examples are kept. The next run starts with them.
        name: The property's name, in reports and as the key in the database. By default that of the body.
        settings: Hypothesis' other settings: health checks, phases, verbosity. Hypothesis' decorators on the body work
            as well.
    """
    named = _parameters(body, strategies, named_strategies)
    if missing := _missing(body, named):
        raise TypeError(f"{body.__qualname__} has no strategy for {', '.join(missing)}")
    name = name or f"{body.__module__}.{body.__qualname__}"
    decorations = Decorations.of(body)
    property = Property(
        name=name,
        body=body if list(named) == _names(body) else _by_name(body, named, {}),
        bench=bench,
        strategies=named,
        explicit=decorations.named(named),
        reproduce=decorations.reproduce,
        reset=reset,
        budget=await _budget(bench, cycles, clock, timeout),
        seconds=seconds,
        shrink_seconds=shrink_seconds,
        on_failure=on_failure,
        enough=enough,
        seed=seed_of(name, seed, decorations, settings),
        settings=settled(settings, decorations, examples, database),
    )
    run = Run(property)
    async with interruptible(run):
        try:
            await on_a_stack_of_its_own(run.search)
        except CancelledError:  # a test's timeout, or the design called $finish
            cocotb.log.warning("%s: cocotb ended the test in this example: %s", name, run.current)
            raise
    return run.result()


def given(
    *strategies: SearchStrategy[Any],
    setup: Callable[[Any], Bench] | None = None,
    reset: Callable[[Bench], Awaitable[None]] | None,
    examples: int | None = None,
    cycles: int | None = None,
    clock: Any = "clk",
    timeout: tuple[float, TimeUnit] | None = None,
    seconds: float | None = None,
    shrink_seconds: float | None = None,
    seed: int | None = None,
    database: str | Path | None = None,
    settings: hypothesis.settings | None = None,
    **named_strategies: SearchStrategy[Any],
) -> Callable[[Callable[Concatenate[Bench, ...], Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """Make a property a cocotb test, which raises what the minimal example fails with.

        @cocotb.test()
        @given(st.lists(st.integers(0, 255)), setup=Bench, reset=Bench.reset, cycles=10_000)
        async def counts(bench, data): ...

    Args:
        setup: Called once with the dut, before anything else. It starts the clock and returns the bench. Without it,
            body and reset get the dut itself.

    The other arguments are those of `check`.
    """

    def decorate(body: Callable[Concatenate[Bench, ...], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        named = _parameters(body, strategies, named_strategies)  # complain now, not in the simulation

        @functools.wraps(body)
        async def test(dut: Any, **others: Any) -> None:
            refuse_above_cocotb(test)
            if missing := [name for name in _missing(body, named) if name not in others]:
                raise TypeError(
                    f"{body.__qualname__} has neither a strategy nor a value for {', '.join(missing)}: "
                    f"give @given one, or put @cocotb.parametrize({missing[0]}=[…]) above it"
                )
            result = await check(
                functools.update_wrapper(_by_name(body, named, others), test),
                dut if setup is None else setup(dut),
                *named.values(),
                reset=reset,
                examples=examples,
                cycles=cycles,
                clock=clock,
                timeout=timeout,
                seconds=seconds,
                shrink_seconds=shrink_seconds,
                seed=seed,
                database=database,
                settings=settings,
            )
            cocotb.log.log(logging.WARNING if result.partial else logging.INFO, "%s", result)
            result.raise_error()

        return test

    return decorate


def _parameters(
    body: Callable[..., Awaitable[None]],
    strategies: tuple[SearchStrategy[Any], ...],
    named: Mapping[str, SearchStrategy[Any]],
) -> Mapping[str, SearchStrategy[Any]]:
    """The strategies by the names of the body's parameters, as Hypothesis reports them. Those without a name are for
    the last parameters, as in Hypothesis' own `given`."""
    if not inspect.iscoroutinefunction(body):
        raise TypeError(f"{body!r} must be an async function")
    names = _names(body)
    for name, strategy in named.items():
        if name not in names:
            near = difflib.get_close_matches(name, [*names, *inspect.signature(given).parameters], 1)
            hint = f": did you mean {near[0]}?" if near else ""
            raise TypeError(f"{name} is neither an option nor a parameter of {body.__qualname__}{hint}")
        if not isinstance(strategy, SearchStrategy):
            raise TypeError(f"{name}={strategy!r}: a strategy is needed, as st.just({strategy!r})")
    if strategies and named:
        raise TypeError("give all strategies in order, or all by name")
    if len(strategies) > len(names):
        raise TypeError(
            f"{body.__qualname__} takes {names or 'nothing'} after the bench, but {len(strategies)} are given"
        )
    return named or dict(zip(names[len(names) - len(strategies) :], strategies, strict=True))


def _after_the_bench(body: Callable[..., Awaitable[None]]) -> Sequence[inspect.Parameter]:
    _, *parameters = inspect.signature(body).parameters.values()
    return [one for one in parameters if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]


def _missing(body: Callable[..., Awaitable[None]], named: Mapping[str, SearchStrategy[Any]]) -> Sequence[str]:
    return [one.name for one in _after_the_bench(body) if one.name not in named and one.default is one.empty]


def _names(body: Callable[..., Awaitable[None]]) -> list[str]:
    return [one.name for one in _after_the_bench(body)]


def _by_name(
    body: Callable[..., Awaitable[None]], names: Iterable[str], others: Mapping[str, Any]
) -> Callable[..., Awaitable[None]]:
    """The body, as a function of the bench and the drawn values only."""

    async def called(bench: Any, *values: Any) -> None:
        await body(bench, **dict(zip(names, values, strict=True)), **others)

    first, *_ = parameters = inspect.signature(body).parameters
    vars(called)["__signature__"] = inspect.Signature([parameters[name] for name in (first, *names)])
    return called


async def _budget(bench: Any, cycles: int | None, clock: Any, timeout: tuple[float, TimeUnit] | None) -> Budget | None:
    if timeout is not None:
        if cycles is not None:
            raise TypeError("one limit for an example: either cycles or timeout")
        return Budget(get_sim_steps(*timeout), f"{timeout[0]:g} {timeout[1]}")
    if cycles is None:
        return None
    # To count cycles, Python would have to wake on each. So measure one cycle, and set a timer.
    signal = getattr(bench, clock) if isinstance(clock, str) else clock
    name = clock if isinstance(clock, str) else clock._name
    try:
        await with_timeout(RisingEdge(signal), 100, "us")
        start = get_sim_time("step")
        await with_timeout(RisingEdge(signal), 100, "us")
    except SimTimeoutError:
        raise RuntimeError(f"the clock {name} does not run: start it in `setup`, or before `check`") from None
    return Budget(cycles * round(get_sim_time("step") - start), f"{cycles:,} cycles of {name}")
