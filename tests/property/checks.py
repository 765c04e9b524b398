"""What `check` reports, asserted inside the simulation. All of these pass."""

import inspect
import os
import signal
import tempfile
import threading
import time

import cocotb
import hypothesis
import pytest
from cocotb.triggers import Event, ReadOnly, RisingEdge, TaskManager, Timer, ValueChange, with_timeout
from cocotb.utils import get_sim_time
from hypothesis import Phase, assume, event, note, target
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import FailedHealthCheck, InvalidArgument, Unsatisfiable
from loopline.property import FlakyProperty, HungBody, Interrupted, NoExamples, check
from property.bench import BROKEN_AT, PERIOD_NS, Bench, counts, waits

NUMBERS = st.integers(0, 100)


async def checked(body, bench, *strategies, **options):
    """`check` with the options that most of these tests share."""
    return await check(body, bench, *strategies, **{"reset": Bench.reset, "cycles": 1000, "seed": 1} | options)


# -- search, shrinking, statistics


@cocotb.test()
async def a_sound_design_passes(dut):
    bench = Bench(dut)
    result = await checked(counts, bench, NUMBERS, examples=50)

    assert result.passed
    assert (result.error, result.counterexample, result.partial) == (None, None, None)
    assert len(bench.runs) == len(bench.resets) == result.statistics.examples == 50
    assert (result.statistics.invalid, result.statistics.shrinks) == (0, 0)
    assert 0 < result.statistics.simulating < result.statistics.seconds
    assert str(result).startswith("property.bench.counts: passed 50 examples; ")
    assert str(result).endswith("; seed 1")
    result.raise_error()


@cocotb.test()
async def a_failure_shrinks_to_the_minimum_and_the_minimum_runs_last(dut):
    bench = Bench.broken(dut)
    result = await checked(counts, bench, NUMBERS)

    assert not result.passed
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == (BROKEN_AT,)
    assert "counts(\n    n=10,\n)" in result.counterexample.report
    assert bench.runs[-1] == BROKEN_AT
    failing = [n for n in bench.runs if n >= BROKEN_AT]
    assert bench.runs.index(failing[0]) + 1 == result.statistics.examples
    counted = result.statistics.examples + result.statistics.shrinks
    assert counted + 1 < len(bench.runs) == len(bench.resets)  # some that passed are run once more
    passed = bench.runs[: result.statistics.examples - 1]
    assert set(bench.runs[counted + 1 :]) <= {*passed, BROKEN_AT}
    with pytest.raises(AssertionError):
        result.raise_error()


@cocotb.test()
async def a_body_may_fail_by_pytest(dut):
    """Whose exceptions are none of the ordinary ones."""

    async def body(bench, n):
        await bench.count(n)
        if dut.count.value != n:
            pytest.fail("skipped")

    result = await checked(body, Bench.broken(dut), NUMBERS)
    assert isinstance(result.error, pytest.fail.Exception)
    assert result.counterexample.values == (BROKEN_AT,)


@cocotb.test()
async def a_traceback_starts_in_the_body(dut):
    result = await checked(counts, Bench.broken(dut), NUMBERS)
    assert result.error.__traceback__.tb_frame.f_code is counts.__code__


@cocotb.test()
async def lists_shrink(dut):
    async def follows(bench, enables):
        for enable in enables:
            await bench.count(1 if enable else 0)
        assert dut.count.value == sum(enables)

    result = await checked(follows, Bench.broken(dut), st.lists(st.booleans(), max_size=60))
    assert result.counterexample.values == ([True] * BROKEN_AT,)


@cocotb.test()
async def several_values_come_in_the_order_of_the_strategies(dut):
    async def adds(bench, a, b):
        await bench.count(a)
        await bench.count(b)
        assert dut.count.value == a + b

    result = await checked(adds, Bench.broken(dut), NUMBERS, st.sampled_from([3]))
    assert result.counterexample.values == (BROKEN_AT - 3, 3)


@cocotb.test()
async def nothing_is_run_to_explain(dut):
    async def ignores(bench, n, other):
        await counts(bench, n)

    brief = hypothesis.settings(print_blob=False)  # as it is by default, but for CI
    result = await checked(ignores, Bench.broken(dut), NUMBERS, NUMBERS, settings=brief)
    assert result.counterexample.report == "Failing test case: ignores(\n    n=10,\n    other=0,\n)"


@cocotb.test()
async def same_seed_same_examples(dut):
    bench = Bench(dut)
    for seed in 1, 1, 2:
        await checked(counts, bench, NUMBERS, seed=seed, examples=20)
    assert bench.runs[:20] == bench.runs[20:40] != bench.runs[40:]


@cocotb.test()
async def the_seed_is_cocotbs_unless_given(dut):
    any_seed = hypothesis.settings(derandomize=False)  # as it is by default, but for CI
    result = await checked(counts, Bench(dut), NUMBERS, seed=None, examples=1, settings=any_seed)
    assert result.seed == cocotb.RANDOM_SEED % 2**32


@cocotb.test()
async def a_design_without_state_needs_no_reset(dut):
    bench = Bench(dut)

    async def idle(bench, n):
        pass

    assert (await checked(idle, bench, NUMBERS, reset=None)).passed
    assert bench.resets == []


@cocotb.test()
async def slow_is_no_failure(dut):
    async def sleeps(bench, n):
        time.sleep(0.3)  # noqa: ASYNC251  (wall-clock time is what is tested)

    assert (await checked(sleeps, Bench(dut), NUMBERS, examples=2)).passed


# -- budgets


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
    with pytest.raises(RuntimeError, match=r"the clock en does not run: start it in `setup`"):
        await checked(counts, Bench(dut), NUMBERS, clock=dut.en)


class Watch:
    """The wall clock as the property sees it: any body here takes a second."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now

    async def checked(self, body, bench, *strategies, **options):
        async def ticks(bench, *values):
            self.now += 1
            await body(bench, *values)

        ticks.__signature__ = inspect.signature(body)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("loopline.property._limits.monotonic", self)
            return await checked(ticks, bench, *strategies, **options)


@cocotb.test()
async def seconds_end_the_search(dut):
    bench = Bench(dut)
    database = tempfile.mkdtemp()
    result = await Watch().checked(counts, bench, NUMBERS, seconds=7, database=database, name="stopped")

    assert result.passed
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


# -- a failure as soon as it is known


@cocotb.test()
async def a_failure_is_told_before_it_is_shrunk(dut):
    async def spoils(bench, values, data):
        bench.runs.append((list(values), await data.draw(st.integers(0, 9))))
        values.clear()
        assert sum(bench.runs[-1][0]) < 100

    def told(failure):
        failures.append((failure, len(bench.runs)))

    failures, bench = [], Bench(dut)
    result = await checked(spoils, bench, st.lists(st.integers(0, 1000)), st.data(), on_failure=told)
    [(failure, runs)] = failures
    assert runs == result.statistics.examples < len(bench.runs)
    assert (failure.values[0], failure.draws[0]) == bench.runs[runs - 1]
    assert isinstance(failure.error, AssertionError)
    assert result.counterexample.values[0] == [100]


@cocotb.test()
async def who_is_told_may_fail(dut):
    def fails(failure):
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        await checked(counts, Bench.broken(dut), NUMBERS, on_failure=fails)


@cocotb.test()
async def shrinking_has_seconds_of_its_own(dut):
    async def body(bench, values):
        bench.runs.append(values)
        assert sum(values) < 100

    bench = Bench(dut)
    numbers = st.lists(st.integers(0, 1000), min_size=5)
    result = await Watch().checked(body, bench, numbers, seconds=100, shrink_seconds=5)
    at = result.statistics.examples
    assert result.partial == "shrink_seconds"
    assert result.statistics.shrinks == 5
    assert result.counterexample.values == (bench.runs[-1],)
    failed = [run for run in bench.runs if sum(run) >= 100]
    assert bench.runs[-1] == min(failed, key=lambda run: (len(run), run))
    assert bench.runs[-1] != [0, 0, 0, 0, 100]

    full = await Watch().checked(body, Bench(dut), numbers, seconds=at + 1, shrink_seconds=1000)
    assert full.partial is None  # the seconds for the search do not end the shrinking
    assert full.counterexample.values == ([0, 0, 0, 0, 100],)


# -- tasks


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
    async def body(bench, n):
        (await checked(counts, bench, NUMBERS)).raise_error()

    result = await checked(body, Bench(dut), NUMBERS)
    assert isinstance(result.error, RuntimeError)
    assert "one at a time" in str(result.error)


# -- the ways to end a cocotb test: they end the example


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


# -- draws inside the body


@cocotb.test()
async def draws_may_depend_on_the_design(dut):
    threads = set()

    def seen(value):
        threads.add(threading.current_thread())
        return value

    async def body(bench, data):
        n = await data.draw(st.integers(0, 100).map(seen))
        await bench.count(n)
        now = int(dut.count.value)
        m = await data.draw(st.integers(now, now + 5), label=f"above {now}")
        await bench.count(m - now)
        bench.runs.append((n, m))
        assert dut.count.value == n + m - now

    bench = Bench.broken(dut)
    result = await checked(body, bench, st.data())
    assert result.counterexample.draws == bench.runs[-1] == (5, BROKEN_AT)
    assert "data=data(...),\n)\nDraw 1: 5\nDraw 2 (above 5): 10" in result.counterexample.report
    assert threads == {threading.main_thread()}


@cocotb.test()
async def tasks_may_draw(dut):
    async def body(bench, data, n):
        async def pauses():
            while True:
                await Timer(await data.draw(st.integers(1, 3)), "ns")
                drawn.append(1)

        drawn = []
        cocotb.start_soon(pauses())
        await bench.count(n)
        assert len(drawn) < 10

    result = await checked(body, Bench(dut), st.data(), st.integers(0, 9))
    assert result.counterexample.values[1] == 1
    assert sum(result.counterexample.draws) >= 10


@cocotb.test()
async def a_draw_that_cannot_be_made_discards_the_example(dut):
    undone = []

    async def body(bench, data):
        try:
            await data.draw(st.nothing() if await data.draw(st.booleans()) else st.integers())
        except BaseException:
            undone.append(await data.draw(st.none()))
            raise

    result = await checked(body, Bench(dut), st.data(), examples=20)
    assert result.passed
    assert result.statistics.examples == 20
    assert result.statistics.invalid > 0


# -- Hypothesis' own functions


@cocotb.test()
async def assume_discards(dut):
    async def body(bench, n):
        bench.runs.append(n)
        await bench.count(1)
        assume(n % 2)

    bench = Bench(dut)
    result = await checked(body, bench, st.integers(0, 1_000_000), examples=30)
    assert result.passed
    assert result.statistics.examples == len([n for n in bench.runs if n % 2]) == 30
    assert result.statistics.invalid == len([n for n in bench.runs if not n % 2]) > 0


@cocotb.test()
async def assume_discards_in_a_task(dut):
    async def assumes(n):
        await Timer(1, "ns")
        assume(n % 2)

    async def started(bench, n):
        cocotb.start_soon(assumes(n))
        await bench.count(1)
        assert n % 2

    async def managed(bench, n):
        async with TaskManager(default_continue_on_error=True) as tasks:
            tasks.start_soon(assumes(n))
            tasks.start_soon(assumes(n))
            await bench.count(1)
            assert n % 2

    for body in started, managed:
        result = await checked(body, Bench(dut), st.integers(0, 1_000_000), examples=30)
        result.raise_error()
        assert result.statistics.invalid > 0


@cocotb.test()
async def events_are_counted(dut):
    async def body(bench, n):
        event("ran")
        await bench.count(1)
        event("size", payload="big" if n > 50 else "small")

    events = (await checked(body, Bench(dut), NUMBERS, examples=40)).statistics.events
    assert events["ran"] == 40
    assert events["size: big"] > 0
    assert events["size: small"] > 0
    assert events["size: big"] + events["size: small"] == 40


@cocotb.test()
async def notes_are_reported(dut):
    async def body(bench, n):
        await bench.count(n)
        note(f"shows {int(dut.count.value)}")
        assert dut.count.value == n

    result = await checked(body, Bench.broken(dut), NUMBERS)
    assert "n=10,\n)\nshows 11" in result.counterexample.report


@cocotb.test()
async def targets_guide_the_search(dut):
    wanted = 617 * 200 + 56  # not in one number: Hypothesis tries those it sees in the source

    async def guided(bench, n):
        bench.runs.append(n)
        await bench.count(1)
        target(-abs(n - wanted))

    async def blind(bench, n):
        bench.runs.append(n)

    nearest = []
    for body in guided, blind:
        bench = Bench(dut)
        await checked(body, bench, st.integers(0, 1_000_000), examples=300)
        nearest.append(min(abs(n - wanted) for n in bench.runs))
    assert nearest[0] == 0 < nearest[1]


@cocotb.test()
async def hypothesis_is_here_only_during_an_example(dut):
    async def body(bench, n):
        for _ in range(2):
            assert hypothesis.currently_in_test_context()
            assert hypothesis.settings.default.max_examples == 5
            await bench.count(1)

    (await checked(body, Bench(dut), NUMBERS, examples=5)).raise_error()
    assert not hypothesis.currently_in_test_context()
    assert hypothesis.settings.default.max_examples == 100
    with pytest.raises(InvalidArgument):
        note("nobody listens")


# -- no verdict


@cocotb.test()
async def nothing_run_is_no_pass(dut):
    bench = Bench(dut)
    nothing = hypothesis.settings(phases=[Phase.shrink])
    reuse_nothing = hypothesis.settings(phases=[Phase.reuse])
    for options in {"settings": nothing}, {"settings": reuse_nothing}, {"seconds": 0}:
        result = await checked(counts, bench, NUMBERS, **options)
        assert isinstance(result.error, NoExamples), options
        assert "property.bench.counts: not one example" in str(result.error)
    assert bench.runs == []


@cocotb.test()
async def nothing_that_counts_is_no_pass(dut):
    async def body(bench, n):
        assume(False)

    result = await checked(body, Bench(dut), NUMBERS)
    assert isinstance(result.error, (Unsatisfiable, FailedHealthCheck))
    assert "body" in str(result.error) or "filter" in str(result.error)
    assert result.counterexample is None


@cocotb.test()
async def health_checks_come_through(dut):
    result = await checked(counts, Bench(dut), st.integers().filter(lambda n: False))
    assert isinstance(result.error, FailedHealthCheck)
    relaxed = hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
    result = await checked(counts, Bench(dut), NUMBERS.filter(lambda n: n > 90), settings=relaxed, examples=5)
    assert result.passed


class Mode:
    """What a reset hook forgets."""

    def __init__(self, dut):
        self.bench = Bench(dut)
        self.clk = dut.clk
        self.on = False

    async def reset(self):
        await self.bench.reset()


def minimal_pair(result):
    assert isinstance(result.error, FlakyProperty), repr(result.error)
    assert "the second example fails only after the first: something survives the reset hook" in str(result.error)
    assert isinstance(result.error.__cause__, AssertionError)
    assert result.counterexample is None
    return result.error.examples


@cocotb.test()
async def a_failure_that_takes_another_example_before_it_is_shrunk_to_a_pair(dut):
    async def body(mode, n):
        was, mode.on = mode.on, n >= 50
        await mode.bench.count(1)
        assert not (was and 5 <= n < 50)

    result = await checked(body, Mode(dut), NUMBERS, reset=Mode.reset)
    assert minimal_pair(result) == ((50,), (5,))
    assert "first:  body(n=50)" in str(result.error)
    assert "second: body(n=5)" in str(result.error)
    assert "with:   AssertionError" in str(result.error)


@cocotb.test()
async def also_if_it_keeps_failing_once_it_has_failed(dut):
    async def body(mode, n):
        was = mode.on
        if n == 0:
            mode.on = False
        elif n >= 50:
            mode.on = True
        await mode.bench.count(1)
        assert not (was and n >= 5)

    result = await checked(body, Mode(dut), NUMBERS, reset=Mode.reset)
    assert minimal_pair(result) == ((50,), (5,))


@cocotb.test()
async def a_pair_may_draw_in_its_bodies(dut):
    async def body(mode, data):
        n = await data.draw(NUMBERS)
        was, mode.on = mode.on, n >= 50
        await mode.bench.count(1)
        target(n)
        assert not (was and 5 <= n < 50)

    result = await checked(body, Mode(dut), st.data(), reset=Mode.reset)
    minimal_pair(result)
    assert "first:  body(), drawn: 50" in str(result.error)
    assert "second: body(), drawn: 5" in str(result.error)


@cocotb.test()
async def a_register_without_reset_is_no_counterexample(dut):
    """Right at first, wrong ever after: not the examples are to blame."""

    async def body(bench, n):
        await bench.count(n)
        assert dut.total.value == start + n

    bench = Bench(dut)
    await bench.reset()
    start = int(dut.total.value)
    result = await checked(body, bench, NUMBERS)
    assert isinstance(result.error, FlakyProperty)
    assert "an example that passed before fails now as well" in str(result.error)
    assert result.counterexample is None


class Driver:
    """Starts its helper when it is first needed."""

    def __init__(self, bench):
        self.bench = bench
        self.asked, self.done = Event(), Event()
        self.helper = None

    async def helps(self):
        while True:
            await self.asked.wait()
            self.asked.clear()
            await self.bench.count(1)
            self.done.set()

    async def send(self):
        if self.helper is None:
            self.helper = cocotb.start_soon(self.helps())
        self.done.clear()
        self.asked.set()
        await self.done.wait()


@cocotb.test()
async def a_task_that_was_ended_with_an_earlier_example_is_named(dut):
    async def watches():
        await Event().wait()

    async def body(bench, n):
        cocotb.start_soon(watches())  # each example has its own
        for _ in range(n):
            await driver.send()

    bench = Bench(dut)
    driver = Driver(bench)
    result = await checked(body, bench, st.integers(1, 3), cycles=50)
    assert isinstance(result.error, FlakyProperty)
    assert "an example that passed before fails now as well" in str(result.error)
    assert "HungBody: not over after 50 cycles" in str(result.error)
    assert "Driver.helps" in str(result.error)
    assert "watches" not in str(result.error)

    driver = Driver(bench)
    driver.helper = cocotb.start_soon(driver.helps())  # as it says
    (await checked(body, bench, st.integers(1, 3), cycles=50)).raise_error()


@cocotb.test()
async def state_that_survives_the_reset_is_named(dut):
    bench = Bench(dut)
    await bench.reset()
    start = int(dut.total.value)

    async def body(bench, n):
        await bench.count(1)
        assert dut.total.value != start + 5

    result = await checked(body, bench, NUMBERS)
    assert isinstance(result.error, FlakyProperty)
    assert "the reset hook does not restore all state" in str(result.error)
    assert isinstance(result.error.__cause__, hypothesis.errors.Flaky)
    assert result.counterexample is None


@cocotb.test()
async def state_that_survives_the_reset_is_named_after_a_stop_too(dut):
    watch = Watch()

    async def early(bench, n):
        assert n < 1000 or watch() > 12

    result = await watch.checked(early, Bench(dut), st.integers(0, 10**9), seconds=12)
    assert result.partial == "seconds"
    assert isinstance(result.error, FlakyProperty)
    assert "the reset hook does not restore all state" in str(result.error)
    assert "then passed" in str(result.error)


# -- the failing example, again


@cocotb.test()
async def a_counterexample_runs_again(dut):
    bench = Bench.broken(dut)
    result = await checked(counts, bench, NUMBERS)
    before = len(bench.runs), len(bench.resets)
    for _ in range(2):
        with pytest.raises(AssertionError):
            await result.counterexample.run_again()
    assert bench.runs[before[0] :] == [BROKEN_AT] * 2
    assert len(bench.resets) == before[1] + 2

    dut.skips.value = 0
    await result.counterexample.run_again()

    seen = []

    async def closely(bench, n):
        note("as always")
        seen.append((n, int(dut.count.value)))

    await result.counterexample.run_again(closely)
    assert seen == [(BROKEN_AT, 0)]


@cocotb.test()
async def a_counterexample_runs_again_with_its_draws(dut):
    async def body(bench, first, data):
        steps = [await data.draw(st.integers(0, 9), label="step") for _ in range(first)]
        bench.runs.append(steps)
        for step in steps:
            await bench.count(step)
        assert dut.count.value == sum(steps)

    bench = Bench.broken(dut)
    result = await checked(body, bench, st.integers(2, 5), st.data())
    assert sum(result.counterexample.draws) == BROKEN_AT
    with pytest.raises(AssertionError):
        await result.counterexample.run_again()
    assert bench.runs[-1] == bench.runs[-2] == list(result.counterexample.draws)

    async def greedier(bench, first, data):
        await body(bench, first + 1, data)

    with pytest.raises(FlakyProperty, match="more draws"):
        await result.counterexample.run_again(greedier)


@cocotb.test()
async def a_body_may_spoil_what_it_gets(dut):
    async def spoils(bench, values):
        await bench.count(len(values))
        length = len(values)
        values.clear()
        assert dut.count.value == length

    result = await checked(spoils, Bench.broken(dut), st.lists(st.none(), max_size=40))
    assert result.counterexample.values == ([None] * BROKEN_AT,)
    with pytest.raises(AssertionError):
        await result.counterexample.run_again()
    assert result.counterexample.values == ([None] * BROKEN_AT,)


# -- the database


@cocotb.test()
async def the_database_replays_by_name(dut):
    options = {"database": tempfile.mkdtemp(), "name": "mine"}
    first = await checked(counts, Bench.broken(dut), st.integers(5, 200), seed=3, **options)
    assert first.statistics.examples > 1
    bench = Bench.broken(dut)
    again = await checked(counts, bench, st.integers(5, 200), seed=4, **options)
    assert again.statistics.examples == 1
    assert bench.runs[0] == BROKEN_AT
    bench = Bench.broken(dut)
    await checked(counts, bench, st.integers(5, 200), seed=3, **options | {"name": "another"})
    assert bench.runs[0] == 5
