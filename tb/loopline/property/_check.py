"""The two ways to run a property: `check`, which reports, and the decorator `given`, which raises."""

from __future__ import annotations

import functools
import inspect
import logging
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Concatenate, TypeVar

import cocotb
import hypothesis
from cocotb.simtime import TimeUnit
from cocotb.task import bridge
from cocotb.triggers import RisingEdge, SimTimeoutError, with_timeout
from cocotb.utils import get_sim_steps, get_sim_time
from hypothesis import Phase
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.strategies import SearchStrategy

from ._example import Budget
from ._interrupt import interruptible
from ._result import Failure, Result
from ._run import Run

Bench = TypeVar("Bench")


async def check(
    body: Callable[Concatenate[Bench, ...], Awaitable[None]],
    bench: Bench,
    *strategies: SearchStrategy[Any],
    reset: Callable[[Bench], Awaitable[None]] | None,
    examples: int = 100,
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
) -> Result:
    """Run `body(bench, value, ...)` on examples of the strategies, all in this simulation, and report.

    Args:
        body: The property: a coroutine function that raises if it does not hold.
        bench: Passed on to body and reset: the dut, or whatever wraps it.
        strategies: One for each parameter of the body after the first. For `st.data()` the body gets a `Data`.
        reset: Run before each example: must bring back the same state, always, or failures cannot be reproduced. None
            for a design without state.
        examples: How many must pass.
        cycles: How long one example may take, its reset included, or fails with `HungBody`; in cycles of `clock`.
        clock: The clock, running by now: a signal, or its name in the bench.
        timeout: The same limit as simulated time: `(10, "us")`. Use either.
        seconds: Wall-clock time after which no more examples are started, neither to search nor to shrink.
        shrink_seconds: Wall-clock time for shrinking alone, from the first failure on. `seconds` limits the search.
        on_failure: Called once, as soon as an example has failed, before it is shrunk: here it can be written down, so
            that nothing can lose it any more. Must not await. What it raises ends the property, and `check` raises it.
        enough: Asked before each example, in the search and while shrinking, also in Hypothesis' thread: is this to be
            the end?
        seed: Same seed, same examples. By default the one that cocotb has for this test (`COCOTB_RANDOM_SEED`).
        database: Folder in which failing examples are kept. The next run starts with them.
        name: The property's name, in reports and as the key in the database. By default that of the body.
        settings: All else that Hypothesis can be told: health checks, phases, verbosity.
    """
    named = _parameters(body, strategies)
    run = Run(
        name=name or f"{body.__module__}.{body.__qualname__}",
        body=body,
        bench=bench,
        strategies=named,
        reset=reset,
        budget=await _budget(bench, cycles, clock, timeout),
        seconds=seconds,
        shrink_seconds=shrink_seconds,
        on_failure=on_failure,
        enough=enough,
        seed=cocotb.RANDOM_SEED & 0xFFFF_FFFF if seed is None else seed,
        settings=_settings(settings, examples, database),
    )
    async with interruptible(run):
        try:
            await bridge(run.search)()
        except CancelledError:  # a test's timeout, or the design called $finish
            cocotb.log.warning("%s: cocotb ended the test in this example: %s", run.name, run.current)
            raise
    return run.result()


def given(
    *strategies: SearchStrategy[Any],
    setup: Callable[[Any], Bench] | None = None,
    reset: Callable[[Bench], Awaitable[None]] | None,
    examples: int = 100,
    cycles: int | None = None,
    clock: Any = "clk",
    timeout: tuple[float, TimeUnit] | None = None,
    seconds: float | None = None,
    shrink_seconds: float | None = None,
    seed: int | None = None,
    database: str | Path | None = None,
    settings: hypothesis.settings | None = None,
) -> Callable[[Callable[Concatenate[Bench, ...], Awaitable[None]]], Callable[[Any], Awaitable[None]]]:
    """Make a property a cocotb test, which fails with what the minimal example fails with.

        @cocotb.test()
        @given(st.lists(st.integers(0, 255)), setup=Bench, reset=Bench.reset, cycles=10_000)
        async def counts(bench, data): ...

    Args:
        setup: Called once with the dut, before anything else: starts the clock, returns the bench. Without it, body and
            reset get the dut itself.

    The others are those of `check`.
    """

    def decorate(body: Callable[Concatenate[Bench, ...], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
        _parameters(body, strategies)  # complain now, not in the simulation

        @functools.wraps(body)
        async def test(dut: Any) -> None:
            result = await check(
                body,
                dut if setup is None else setup(dut),
                *strategies,
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
    body: Callable[..., Awaitable[None]], strategies: tuple[SearchStrategy[Any], ...]
) -> Mapping[str, SearchStrategy[Any]]:
    """The strategies by the names of the body's parameters, as Hypothesis reports them."""
    _, *names = inspect.signature(body).parameters
    if not inspect.iscoroutinefunction(body):
        raise TypeError(f"{body!r} must be an async function")
    if len(names) != len(strategies):
        raise TypeError(
            f"{body.__qualname__} takes {names or 'nothing'} after the bench, but {len(strategies)} are given"
        )
    return dict(zip(names, strategies, strict=True))


def _settings(settings: hypothesis.settings | None, examples: int, database: str | Path | None) -> hypothesis.settings:
    base = settings or hypothesis.settings()
    return hypothesis.settings(
        base,
        max_examples=examples,
        database=None if database is None else DirectoryBasedExampleDatabase(database),
        deadline=None,  # the budget is simulated time
        report_multiple_bugs=False,  # one property, one counterexample
        print_blob=False,  # it could not be used: the body is no test function that takes a decorator
        derandomize=False,  # the seed decides
        phases=[phase for phase in base.phases if phase is not Phase.explain],  # traces every line of Python: slow
    )


async def _budget(bench: Any, cycles: int | None, clock: Any, timeout: tuple[float, TimeUnit] | None) -> Budget | None:
    if timeout is not None:
        if cycles is not None:
            raise TypeError("one limit for an example: either cycles or timeout")
        return Budget(get_sim_steps(*timeout), f"{timeout[0]:g} {timeout[1]}")
    if cycles is None:
        return None
    # To count cycles, Python would have to wake on each. So measure one, and set a timer.
    signal = getattr(bench, clock) if isinstance(clock, str) else clock
    name = clock if isinstance(clock, str) else clock._name
    try:
        await with_timeout(RisingEdge(signal), 100, "us")
        start = get_sim_time("step")
        await with_timeout(RisingEdge(signal), 100, "us")
    except SimTimeoutError:
        raise RuntimeError(f"the clock {name} does not run: start it in `setup`, or before `check`") from None
    return Budget(cycles * round(get_sim_time("step") - start), f"{cycles:,} cycles of {name}")
