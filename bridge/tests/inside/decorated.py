"""Properties as cocotb tests. Not all of these pass: test_inside.py says which, and why not."""

import tempfile

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import Event, Timer
from cocotb.utils import get_sim_time
from cocotbext.hypothesis import HungBody, in_simulation
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from inside.bench import Bench, counts, waits

NUMBERS = st.integers(0, 100)
FOLDER = tempfile.mkdtemp()
DATABASE = DirectoryBasedExampleDatabase(FOLDER)
OPTIONS = {"reset": Bench.reset, "cycles": 1000}
alive = []
started = []


@cocotb.test()
@in_simulation(setup=Bench, **OPTIONS)
@given(NUMBERS)
async def sound(bench, n):
    """A property that holds."""
    await counts(bench, n)


@cocotb.test()
@in_simulation(setup=Bench.broken, **OPTIONS)
@given(NUMBERS)
async def broken(bench, n):
    await counts(bench, n)


@cocotb.test()
@in_simulation(setup=lambda dut: Bench(dut, stalls=5), **OPTIONS)
@given(NUMBERS)
async def hung(bench, n):
    await waits(bench, n)


@cocotb.test(expect_fail=True)
@in_simulation(setup=Bench.broken, **OPTIONS)
@given(NUMBERS)
async def expected_to_fail(bench, n):
    await counts(bench, n)


@cocotb.test(expect_error=HungBody)
@in_simulation(setup=lambda dut: Bench(dut, stalls=5), **OPTIONS)
@given(NUMBERS)
async def expected_to_hang(bench, n):
    await waits(bench, n)


@cocotb.test(timeout_time=1, timeout_unit="sec")
@in_simulation(setup=Bench, **OPTIONS)
@given(NUMBERS)
async def never_awaits(bench, n):
    assert n <= 100


async def start_over(dut):
    Clock(dut.clk, 10, "ns").start()
    dut.rst.value = 1
    dut.skips.value = dut.stalls.value = dut.en.value = 0
    await Timer(20, "ns")
    dut.rst.value = 0


@cocotb.test()
@in_simulation(reset=start_over, timeout=(2, "us"))
@given(st.integers(1, 100))
async def without_setup(dut, n):
    dut.en.value = 1
    await Timer(10 * n, "ns")
    assert dut.count.value == n


async def set_up(dut):
    bench = Bench(dut)
    await bench.reset()
    return bench


@cocotb.test()
@in_simulation(setup=set_up, **OPTIONS)
@given(NUMBERS)
async def with_a_setup_that_awaits(bench, n):
    await counts(bench, n)


@cocotb.test()
@in_simulation(setup=Bench, **OPTIONS, seconds=0)
@given(NUMBERS)
async def vacuous(bench, n):
    pass


@cocotb.test()
@in_simulation(setup=Bench, **OPTIONS, seconds=1)
@settings(max_examples=10**6)
@given(st.integers())
async def partial(bench, n):
    await bench.count(1)


@cocotb.test(timeout_time=1, timeout_unit="us")
@in_simulation(setup=Bench, reset=Bench.reset)
@settings(database=DATABASE)
@given(NUMBERS)
async def aborted(bench, n):
    """No budget, so it is cocotb that puts an end to it, in the middle of an example."""

    async def lingers():
        alive.append(1)
        try:
            await Timer(1, "ms")
        finally:
            alive.remove(1)

    cocotb.start_soon(lingers())
    await Event().wait()


@cocotb.test(timeout_time=20, timeout_unit="us")
@in_simulation(setup=Bench, reset=Bench.reset)
@seed(1)
@given(st.lists(st.integers(0, 1000), min_size=5))
async def aborted_while_shrinking(bench, values):
    started.append(get_sim_time("us"))
    await Timer(1, "us")
    assert sum(values) < 1000


@cocotb.test()
@in_simulation(setup=Bench, **OPTIONS)
@given(NUMBERS)
async def sound_after_the_abort(bench, n):
    assert not alive
    assert started[-1] - started[0] < 20
    assert not any(DATABASE.fetch(folder.name.encode()) for folder in DATABASE.path.iterdir())
    await counts(bench, n)
