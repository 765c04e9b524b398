"""The tasks of an example, and the ways to end a cocotb test, which end the example."""

import cocotb
import pytest
from cocotb.triggers import Event, ReadOnly, RisingEdge, TaskManager, Timer, ValueChange
from cocotbext.hypothesis import check
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from inside.bench import BROKEN_AT, Bench, checked, counts, property_of

NUMBERS = st.integers(0, 100)


async def watch(dut):
    """Fails as soon as the counter shows what only a broken one does: it has gone from 9 to 11."""
    last = 0
    while True:
        await ValueChange(dut.count)
        now = int(dut.count.value)
        assert now in (0, last + 1)
        last = now


@cocotb.test()
async def a_failing_background_task_shrinks(dut):
    async def body(bench, n):
        cocotb.start_soon(watch(dut))
        await bench.count(n)

    result = await checked(body, Bench.broken(dut), NUMBERS)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == (BROKEN_AT,)


@cocotb.test()
async def a_failing_task_of_the_reset_hook_shrinks(dut):
    async def reset(bench):
        await bench.reset()
        cocotb.start_soon(watch(dut))

    async def body(bench, n):
        await bench.count(n)

    result = await checked(body, Bench.broken(dut), NUMBERS, reset=reset)
    assert result.counterexample.values == (BROKEN_AT,)


@cocotb.test()
async def a_failing_task_of_a_task_manager_shrinks(dut):
    async def body(bench, n):
        async with TaskManager() as tasks:
            watcher = tasks.start_soon(watch(dut))
            await bench.count(n)
            watcher.cancel()

    result = await checked(body, Bench.broken(dut), NUMBERS)
    assert isinstance(result.error, AssertionError)  # itself, not a group of one
    assert result.counterexample.values == (BROKEN_AT,)


@cocotb.test()
async def tasks_that_fail_together_are_one_failure(dut):
    """A task manager raises their exceptions as a group in random order. In another order it would be another bug,
    and the same example with two bugs would be flaky."""

    async def fails(kind):
        await ValueChange(dut.count)
        raise kind

    async def body(bench, n):
        async with TaskManager(default_continue_on_error=True) as tasks:
            for kind in ValueError, TypeError, LookupError, ArithmeticError, OSError:
                tasks.start_soon(fails(kind))
            await bench.count(n + 1)

    result = await checked(body, Bench(dut), NUMBERS)
    assert [type(each).__name__ for each in result.error.exceptions] == sorted(
        ["ValueError", "TypeError", "LookupError", "ArithmeticError", "OSError"]
    )


@cocotb.test()
async def the_exception_of_an_awaited_task_is_the_bodys(dut):
    async def fails():
        await Timer(1, "ns")
        raise ValueError

    async def body(bench, n):
        with pytest.raises(ValueError):  # noqa: PT011
            await cocotb.start_soon(fails())

    assert (await checked(body, Bench(dut), NUMBERS, examples=5)).passed


@cocotb.test()
async def no_task_outlives_its_example(dut):
    alive = set()

    async def lingers():
        me = object()
        alive.add(me)
        try:
            await Event().wait()
        finally:
            cocotb.start_soon(lingers())  # its last breath starts another
            alive.remove(me)

    async def body(bench, n):
        assert not alive
        tasks = [cocotb.start_soon(lingers()) for _ in range(3)]
        await RisingEdge(bench.clk)
        assert len(alive) == len(tasks)

    assert (await checked(body, Bench(dut), NUMBERS, examples=10)).passed
    assert not alive


@cocotb.test()
async def tasks_clean_up_even_if_the_body_ends_where_nothing_may_be_written(dut):
    async def drives(bench):
        try:
            await Event().wait()
        finally:
            dut.en.value = 0

    async def body(bench, n):
        cocotb.start_soon(drives(bench))
        await bench.count(n)
        await ReadOnly()

    assert (await checked(body, Bench(dut), NUMBERS, examples=10)).passed


@cocotb.test()
async def a_task_that_fails_to_clean_up_fails_the_example(dut):
    async def breaks():
        try:
            await Event().wait()
        finally:
            raise ValueError

    async def body(bench, n):
        if n >= BROKEN_AT:
            cocotb.start_soon(breaks())
        await bench.count(1)

    result = await checked(body, Bench(dut), NUMBERS)
    assert "ValueError" in str(result.error)
    assert result.counterexample.values == (BROKEN_AT,)


@cocotb.test()
async def a_cancelled_body_has_not_passed(dut):
    async def body(bench, n):
        task = cocotb.start_soon(Event().wait())
        task.cancel()
        await task

    result = await checked(body, Bench(dut), NUMBERS)
    assert isinstance(result.error, RuntimeError)
    assert "cancelled" in str(result.error)


@cocotb.test()
async def one_property_at_a_time(dut):
    another = property_of(counts, NUMBERS)

    async def body(bench, n):
        (await check(another, bench, reset=Bench.reset)).raise_error()

    result = await checked(body, Bench(dut), NUMBERS)
    assert isinstance(result.error, InvalidArgument)
    assert "one at a time" in str(result.error)


@cocotb.test()
async def end_test_ends_the_example(dut):
    async def in_the_body(bench, n):
        await bench.count(1)
        bench.runs.append(n)
        if n < BROKEN_AT:
            cocotb.end_test("too small")
        if n == BROKEN_AT:
            with pytest.warns(DeprecationWarning, match="end_test"):
                cocotb.pass_test()  # deprecated, but there
        bench.runs.append("end")

    async def in_a_task(bench, n):
        cocotb.start_soon(in_the_body(bench, n))
        await bench.count(5)
        assert n >= BROKEN_AT

    async def in_tasks(bench, n):
        async with TaskManager() as tasks:
            tasks.start_soon(in_the_body(bench, n))
            tasks.start_soon(in_the_body(bench, n))
            await bench.count(5)
            assert n >= BROKEN_AT

    for body in in_the_body, in_a_task, in_tasks:
        bench = Bench(dut)
        result = await checked(body, bench, NUMBERS)
        result.raise_error()
        assert result.statistics.examples == 100
        few = len({n for n in bench.runs if n != "end" and n < BROKEN_AT})
        assert result.statistics.events["ended early: too small"] >= few > 0
        assert "end" in bench.runs


@cocotb.test()
async def a_failure_beside_end_test_is_a_failure(dut):
    async def ends(bench, n):
        await bench.count(n)
        cocotb.end_test()

    async def fails(bench, n):
        await bench.count(n)
        assert n < BROKEN_AT

    async def body(bench, n):
        async with TaskManager(default_continue_on_error=True) as tasks:
            tasks.start_soon(ends(bench, n))
            tasks.start_soon(fails(bench, n))

    result = await checked(body, Bench(dut), NUMBERS)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == (BROKEN_AT,)


@cocotb.test()
async def skip_skips_the_test_unless_a_failure_is_known(dut):
    async def body(bench, n):
        bench.runs.append(n)
        await bench.count(1)
        assert n < BROKEN_AT
        if len([n for n in bench.runs if n >= BROKEN_AT]) >= skip_after:
            pytest.skip("not here")

    skip_after = 0
    result = await checked(body, Bench(dut), NUMBERS)
    assert isinstance(result.error, pytest.skip.Exception)
    skip_after = 2
    result = await checked(body, Bench(dut), st.integers(0, 1_000_000))
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values[0] >= BROKEN_AT
