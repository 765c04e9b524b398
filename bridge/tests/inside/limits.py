"""Limits of simulated and wall-clock time, and Ctrl-C."""

import os
import signal
import tempfile
import threading

import cocotb
import hypothesis
import pytest
from cocotb.triggers import Event, Timer, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.hypothesis import HungBody, Interrupted, NoExamples
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from inside.bench import BROKEN_AT, PERIOD_NS, Bench, Watch, checked, counts, waits

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
    with pytest.raises(RuntimeError, match=r"the clock en does not run, .*: start it in `setup`"):
        await checked(counts, Bench(dut), NUMBERS, clock=dut.en)


@cocotb.test()
async def seconds_end_the_search(dut):
    bench = Bench(dut)
    database = tempfile.mkdtemp()
    result = await Watch().checked(counts, bench, NUMBERS, seconds=7, database=database)

    result.raise_error()
    assert result.partial == "seconds"
    assert result.statistics.examples == len(bench.runs) == result.statistics.seconds == 7
    assert "stopped early: seconds" in str(result)
    assert not list(DirectoryBasedExampleDatabase(database).fetch(b"stopped"))  # where only failures belong


@cocotb.test()
async def seconds_end_the_shrinking_and_the_best_example_runs_last(dut):
    async def spoils(bench, values):
        bench.runs.append(list(values))
        values.clear()  # must not reach the counterexample
        assert sum(bench.runs[-1]) < 100

    bench = Bench(dut)
    result = await Watch().checked(spoils, bench, st.lists(st.integers(0, 1000), min_size=5), seconds=12)

    assert result.partial == "seconds"
    assert isinstance(result.error, AssertionError)
    assert len(bench.runs) == 12 + 1
    failed = [run for run in bench.runs[:12] if sum(run) >= 100]
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
    result = await Watch().checked(spoils, bench, numbers, seconds=at)

    assert bench.runs[:at] == found.runs[:at]
    assert result.counterexample.values == (found.runs[at - 1],)
    assert isinstance(result.error, AssertionError)


@cocotb.test()
async def ctrl_c_ends_the_search(dut):
    async def interrupted(bench, n):
        await counts(bench, n)
        if len(bench.runs) == 5:
            os.kill(os.getpid(), signal.SIGINT)

    bench = Bench(dut)
    before = signal.getsignal(signal.SIGINT)
    result = await checked(interrupted, bench, NUMBERS)

    assert isinstance(result.error, Interrupted)
    assert result.partial == "interrupted"
    assert result.statistics.examples == len(bench.runs) == 5
    assert signal.getsignal(signal.SIGINT) is before


@cocotb.test()
async def ctrl_c_ends_the_shrinking_and_keeps_the_failure(dut):
    async def interrupted(bench, n):
        bench.runs.append(n)
        if len([n for n in bench.runs if n >= BROKEN_AT]) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        assert n < BROKEN_AT

    bench = Bench(dut)
    result = await checked(interrupted, bench, st.integers(0, 1_000_000))

    assert isinstance(result.error, AssertionError)
    assert result.partial == "interrupted"
    failed = [n for n in bench.runs if n >= BROKEN_AT]
    assert len(failed) == 3  # it is not run once more: somebody waits
    assert result.counterexample.values == (min(failed),)
    assert f"interrupted(\n    n={min(failed)},\n)" in result.counterexample.report


def press_ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


@cocotb.test()
async def ctrl_c_ends_an_example_in_which_python_never_wakes(dut):
    async def long(bench, n):
        threading.Timer(0.2, press_ctrl_c).start()
        await Timer(1, "sec")  # an hour's work

    bench = Bench(dut)
    result = await checked(long, bench, NUMBERS, cycles=None)
    assert isinstance(result.error, NoExamples)
    assert result.statistics.examples == 0
    assert result.partial == "interrupted"
    assert get_sim_time("sec") < 0.5
    assert (await checked(counts, bench, NUMBERS)).passed


@cocotb.test()
async def ctrl_c_in_a_smaller_example_keeps_the_failure(dut):
    async def long(bench, n):
        bench.runs.append(n)
        await bench.count(1)
        if len([n for n in bench.runs if n >= BROKEN_AT]) == 3:
            press_ctrl_c()
            await Event().wait()
        assert n < BROKEN_AT

    bench = Bench(dut)
    result = await checked(long, bench, st.integers(0, 1_000_000), cycles=None)
    assert isinstance(result.error, AssertionError)
    assert result.partial == "interrupted"
    assert result.counterexample.values == (min(n for n in bench.runs[:-1] if n >= BROKEN_AT),)


@cocotb.test()
async def ctrl_c_in_the_last_run_of_the_minimal_example_keeps_the_failure(dut):
    async def long(bench, n):
        bench.runs.append(n)
        if bench.runs.count(BROKEN_AT) == last:
            press_ctrl_c()
            await Event().wait()
        assert n < BROKEN_AT

    for options in {}, {"seconds": 30}:  # Hypothesis' last run, and that after a stop
        last, bench = None, Bench(dut)
        watch = Watch()
        assert (await watch.checked(long, bench, NUMBERS, **options)).counterexample.values == (BROKEN_AT,)
        last = bench.runs.count(BROKEN_AT)
        bench.runs.clear()
        result = await Watch().checked(long, bench, NUMBERS, **options)
        assert isinstance(result.error, AssertionError)
        assert result.partial == "interrupted"
        assert result.counterexample.values == (BROKEN_AT,)
        assert "n=10" in result.counterexample.report


@cocotb.test()
async def ctrl_c_is_heard_while_hypothesis_draws(dut):
    drawn = []

    def slow(n):
        drawn.append(n)
        if len(drawn) == 5:
            press_ctrl_c()
        return len(drawn) == 1  # after the first, it draws in vain

    numbers = st.integers(0, 1_000_000).filter(slow)
    relaxed = hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
    result = await checked(counts, Bench(dut), numbers, settings=relaxed)
    assert isinstance(result.error, Interrupted)
    assert len(drawn) < 10
