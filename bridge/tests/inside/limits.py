"""Limits of simulated and wall-clock time."""

import tempfile

import cocotb
import hypothesis
import pytest
from cocotb.clock import Clock
from cocotb.triggers import Event, SimTimeoutError, Timer, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.hypothesis import HungBody, NoExamples
from hypothesis import Phase
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import InvalidArgument
from inside.bench import PERIOD_NS, Bench, Watch, checked, counts, waits

NUMBERS = st.integers(0, 100)


@cocotb.test()
async def a_hung_body_is_cut_off_and_shrinks(dut):
    bench = Bench(dut, stalls=5)
    result = await checked(waits, bench, NUMBERS, cycles=200)

    assert isinstance(result.error, HungBody)
    assert str(result.error).startswith("not over after 200 cycles of clk: waiting in ready, ")
    assert "bench.py:" in str(result.error)
    assert result.counterexample.values == (6,)
    assert round(get_sim_time("ns") - bench.resets[-1]) == 200 * PERIOD_NS


@cocotb.test()
async def the_budget_may_be_a_time(dut):
    bench = Bench(dut, stalls=5)
    result = await checked(waits, bench, NUMBERS, cycles=None, timeout=(3, "us"))

    assert "not over after 3 us" in str(result.error)
    assert round(get_sim_time("ns") - bench.resets[-1]) == 3000


@cocotb.test()
async def the_budget_covers_the_reset(dut):
    async def never(bench):
        await with_timeout(Event().wait(), 1, "sec")  # waits in a coroutine of cocotb, which is of no interest

    result = await checked(counts, Bench(dut), NUMBERS, reset=never)
    assert isinstance(result.error, HungBody)
    assert "waiting in never" in str(result.error)


@cocotb.test()
async def an_example_within_its_budget_is_left_alone(dut):
    assert (await checked(counts, Bench(dut), st.just(95), cycles=100)).passed
    assert isinstance((await checked(counts, Bench(dut), st.just(105), cycles=100)).error, HungBody)


@cocotb.test()
async def two_budgets_are_one_too_many(dut):
    with pytest.raises(TypeError, match="either cycles or timeout"):
        await checked(counts, Bench(dut), NUMBERS, cycles=1, timeout=(1, "us"))


@cocotb.test()
async def cycles_of_a_clock_that_stands_are_refused(dut):
    Bench(dut)
    with pytest.raises(InvalidArgument, match=r"the clock en does not run, .*: start it in `setup`"):
        await checked(counts, Bench(dut), NUMBERS, clock=dut.en)


@cocotb.test()
async def seconds_end_the_search(dut):
    bench = Bench(dut)
    database = tempfile.mkdtemp()
    result = await Watch().checked(counts, bench, NUMBERS, seconds=12, database=database)

    result.raise_error()
    assert result.partial == "seconds"
    assert result.statistics.examples == len(bench.runs) == result.statistics.seconds == 12
    assert "stopped early: seconds" in str(result)
    assert not list(DirectoryBasedExampleDatabase(database).fetch(b"stopped"))  # where only failures belong


@cocotb.test()
async def too_few_examples_in_the_seconds_are_no_pass(dut):
    result = await Watch().checked(counts, Bench(dut), NUMBERS, seconds=1)
    assert isinstance(result.error, NoExamples)
    assert "only 1 of 100 examples were judged in 1 s" in str(result.error)
    assert (await Watch().checked(counts, Bench(dut), NUMBERS, examples=5, seconds=5)).passed


@cocotb.test()
async def a_hang_without_a_limit_ends_too(dut):
    async def waits_for_ever(bench, n):
        await Event().wait()

    few = hypothesis.settings(phases=[Phase.generate], max_examples=1)
    bench = Bench(dut)
    result = await checked(waits_for_ever, bench, NUMBERS, settings=few, cycles=None)
    assert isinstance(result.error, SimTimeoutError)
    assert "100,000 cycles of clk" in str(result.error)
    Bench.clock.stop()
    Bench.clock = Clock(dut.clk, 1, "us", impl="gpi")  # a slow one: fewer cycles to simulate
    Bench.clock.start()
    result = await checked(waits_for_ever, bench, NUMBERS, settings=few, cycles=None, clock="none")
    assert "10 ms" in str(result.error)


@cocotb.test()
async def each_example_begins_at_the_same_edge(dut):
    async def ends_anywhere(bench, n):
        await Timer(n + 1, "ns")
        begun.append((bench.resets[-1] - bench.resets[0]) % PERIOD_NS)

    begun = []
    (await checked(ends_anywhere, Bench(dut), NUMBERS)).raise_error()
    assert set(begun) == {0}


@cocotb.test()
async def seconds_end_the_shrinking_and_the_best_example_runs_last(dut):
    async def spoils(bench, values):
        bench.runs.append(list(values))
        values.clear()  # must not reach the counterexample
        assert sum(bench.runs[-1]) < 100

    bench = Bench(dut)
    result = await Watch().checked(spoils, bench, st.lists(st.integers(0, 1000), min_size=5), shrink_seconds=11)

    assert result.partial == "shrink_seconds"
    assert isinstance(result.error, AssertionError)
    assert len(bench.runs) == result.statistics.examples + 11 + 1
    failed = [run for run in bench.runs[:-1] if sum(run) >= 100]
    assert bench.runs[-1] == min(failed, key=lambda run: (len(run), run))
    assert bench.runs[-1] != [0, 0, 0, 0, 100]  # where it ends with more time
    assert result.counterexample.values == (bench.runs[-1],)


@cocotb.test()
async def seconds_over_at_the_first_failure_leave_time_to_keep_it(dut):
    async def spoils(bench, values):
        bench.runs.append(list(values))
        values.clear()
        assert len(bench.runs[-1]) < 5

    found = Bench(dut)
    numbers = st.lists(st.integers(0, 1000), min_size=3)
    at = (await checked(spoils, found, numbers)).statistics.examples
    bench = Bench(dut)
    result = await Watch().checked(spoils, bench, numbers, shrink_seconds=0)

    assert bench.runs[:at] == found.runs[:at]
    assert result.counterexample.values == (found.runs[at - 1],)
    assert isinstance(result.error, AssertionError)
