"""No verdict, and what survives the reset."""

import cocotb
import hypothesis
from cocotb.triggers import Event
from cocotbext.hypothesis import FlakyProperty, NoExamples
from hypothesis import Phase, assume, target
from hypothesis import strategies as st
from hypothesis.errors import FailedHealthCheck, Unsatisfiable
from inside.bench import Bench, checked, counts

NUMBERS = st.integers(0, 100)


@cocotb.test()
async def nothing_run_is_no_pass(dut):
    bench = Bench(dut)
    nothing = hypothesis.settings(phases=[Phase.shrink])
    reuse_nothing = hypothesis.settings(phases=[Phase.reuse])
    for options in {"settings": nothing}, {"settings": reuse_nothing}, {"seconds": 0}:
        result = await checked(counts, bench, NUMBERS, **options)
        assert isinstance(result.error, NoExamples), options
        assert "inside.bench.counts: not one example" in str(result.error)
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

    result = await checked(body, Mode(dut), NUMBERS, reset=Mode.reset, shrink_seconds=600)
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

    result = await checked(body, Mode(dut), NUMBERS, reset=Mode.reset, shrink_seconds=600)
    assert minimal_pair(result) == ((50,), (5,))


@cocotb.test()
async def a_pair_may_draw_in_its_bodies(dut):
    async def body(mode, data):
        n = data.draw(NUMBERS)
        was, mode.on = mode.on, n >= 50
        await mode.bench.count(1)
        target(n)
        assert not (was and 5 <= n < 50)

    result = await checked(body, Mode(dut), st.data(), reset=Mode.reset, shrink_seconds=600)
    minimal_pair(result)
    assert "first:  body(data=data(...)) Draw 1: 50" in str(result.error)
    assert "second: body(data=data(...)) Draw 1: 5" in str(result.error)


@cocotb.test()
async def a_register_without_reset_is_no_counterexample(dut):
    """Right at first, wrong ever after: not the examples are to blame."""

    async def body(bench, n):
        await bench.count(n)
        assert dut.total.value == start + n

    bench = Bench(dut)
    await bench.reset()
    start = int(dut.total.value)
    assert minimal_pair(await checked(body, bench, NUMBERS)) == ((1,), (0,))


@cocotb.test()
async def what_nothing_clears_is_shown_with_the_example_that_left_it(dut):
    """It takes several: they are the shortest series that does."""

    async def body(bench, n):
        before = int(dut.total.value) - start
        await bench.count(n)
        assert before < 200
        passed.append(n)

    bench, passed = Bench(dut), []
    await bench.reset()
    start = int(dut.total.value)
    result = await checked(body, bench, NUMBERS)
    assert isinstance(result.error, FlakyProperty)
    assert "the last example fails only after the others" in str(result.error)
    *before, last = [n for (n,) in result.error.examples]
    assert sum(before) >= 200 > sum(before) - min(before)
    assert f"  last:  body(n={last})" in str(result.error) or f"  last: body(n={last})" in str(result.error)


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
async def a_driver_whose_task_ended_with_an_earlier_example_is_no_counterexample(dut):
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
    assert "the second example fails only after the first" in str(result.error)
    assert "HungBody: not over after 50 cycles" in str(result.error)
    assert "such tasks belong into `setup`" in str(result.error)

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
    assert "the last example fails only after the others" in str(result.error)
    assert len(result.error.examples) == 5
    assert isinstance(result.error, hypothesis.errors.Flaky)
    assert result.counterexample is None


@cocotb.test()
async def state_that_survives_the_reset_is_named_after_a_stop_too(dut):
    async def body(mode, n):
        was, mode.on = mode.on, n >= 50
        assert not (was and 5 <= n < 50)

    result = await checked(body, Mode(dut), NUMBERS, reset=Mode.reset, shrink_seconds=0)
    assert result.partial == "shrink_seconds"
    assert isinstance(result.error, FlakyProperty)
    assert "it failed, then passed alone: body(n=" in str(result.error)


@cocotb.test()
async def a_failure_that_what_was_left_hides_or_changes_is_a_counterexample(dut):
    """As a buffer without reset does, that holds the right value by chance."""

    async def body(mode, n):
        was, mode.on = mode.on, True
        if n >= 5:
            raise ValueError(n) if not was else AssertionError(n)

    result = await checked(body, Mode(dut), NUMBERS, reset=Mode.reset)
    assert isinstance(result.error, ValueError)
    assert result.counterexample.values == (5,)
    assert "So it fails before any other example. After others, it fails with AssertionError: 5" in (
        result.counterexample.report
    )

    async def hidden(mode, n):
        mode.last, last = n, getattr(mode, "last", 0)
        assert n < 5 or n == last

    result = await checked(hidden, Mode(dut), NUMBERS, reset=Mode.reset)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values[0] >= 5


@cocotb.test()
async def a_failure_of_the_first_example_names_the_property_before_it(dut):
    async def sets(mode, n):
        mode.on = True
        await mode.bench.count(1)

    async def wants_it_unset(mode, n):
        await mode.bench.count(1)
        assert not mode.on

    mode = Mode(dut)
    (await checked(sets, mode, NUMBERS, reset=Mode.reset, examples=3)).raise_error()
    result = await checked(wants_it_unset, mode, NUMBERS, reset=Mode.reset)
    assert isinstance(result.error, AssertionError)
    assert "other properties in this simulation, inside.verdicts." in result.counterexample.report
    assert ".sets the last. If it passes alone," in result.counterexample.report


class Ram:
    """Writes and reads by a task that is started when it is first needed."""

    def __init__(self, bench):
        self.bench, self.clk, self.words = bench, bench.clk, {}
        self.asked, self.done = Event(), Event()
        self.task = None

    async def reset(self):
        self.words.clear()
        await self.bench.reset()

    async def works(self):
        while True:
            await self.asked.wait()
            self.asked.clear()
            await self.bench.count(1)
            self.done.set()

    async def operation(self):
        self.task = self.task or cocotb.start_soon(self.works())
        self.done.clear()
        self.asked.set()
        await self.done.wait()


@cocotb.test()
async def an_example_that_needs_a_task_of_an_earlier_one_is_never_called_minimal(dut):
    """The first example passes without any operation, and goes on passing."""

    async def reads(ram, operations):
        for _ in operations:
            await ram.operation()

    result = await checked(reads, Ram(Bench(dut)), st.lists(NUMBERS), reset=Ram.reset, cycles=50)
    assert isinstance(result.error, FlakyProperty), repr(result.error)
    assert result.counterexample is None
