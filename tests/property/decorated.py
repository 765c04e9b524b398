"""Properties as cocotb tests, by `given`. Not all of these pass: test_property.py says which, and why not."""

import tempfile

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import Event, Timer
from cocotb.utils import get_sim_time
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from loopline.property import HungBody, given
from property.bench import Bench, counts, waits

NUMBERS = st.integers(0, 100)
DATABASE = tempfile.mkdtemp()
alive = []
started = []


@cocotb.test()
@given(NUMBERS, setup=Bench, reset=Bench.reset, cycles=1000)
async def sound(bench, n):
    """A property that holds."""
    await counts(bench, n)


@cocotb.test()
@given(NUMBERS, setup=Bench.broken, reset=Bench.reset, cycles=1000)
async def broken(bench, n):
    await counts(bench, n)


@cocotb.test()
@given(NUMBERS, setup=lambda dut: Bench(dut, stalls=5), reset=Bench.reset, cycles=1000)
async def hung(bench, n):
    await waits(bench, n)


@cocotb.test(expect_fail=True)
@given(NUMBERS, setup=Bench.broken, reset=Bench.reset, cycles=1000)
async def expected_to_fail(bench, n):
    await counts(bench, n)


@cocotb.test(expect_error=HungBody)
@given(NUMBERS, setup=lambda dut: Bench(dut, stalls=5), reset=Bench.reset, cycles=1000)
async def expected_to_hang(bench, n):
    await waits(bench, n)


@cocotb.test(timeout_time=1, timeout_unit="sec")
@given(NUMBERS, setup=Bench, reset=Bench.reset, cycles=1000)
async def never_awaits(bench, n):
    assert n <= 100


async def start_over(dut):
    Clock(dut.clk, 10, "ns").start()
    dut.rst.value = 1
    dut.skips.value = dut.stalls.value = dut.en.value = 0
    await Timer(20, "ns")
    dut.rst.value = 0


@cocotb.test()
@given(st.integers(1, 100), reset=start_over, timeout=(2, "us"))
async def without_setup(dut, n):
    dut.en.value = 1
    await Timer(10 * n, "ns")
    assert dut.count.value == n


@cocotb.test()
@given(NUMBERS, setup=Bench, reset=Bench.reset, cycles=1000, seconds=0)
async def vacuous(bench, n):
    pass


@cocotb.test()
@given(st.integers(), setup=Bench, reset=Bench.reset, cycles=1000, examples=10**6, seconds=1)
async def partial(bench, n):
    await bench.count(1)


@cocotb.test(timeout_time=1, timeout_unit="us")
@given(NUMBERS, setup=Bench, reset=Bench.reset, database=DATABASE)
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
@given(st.lists(st.integers(0, 1000), min_size=5), setup=Bench, reset=Bench.reset, seed=1)
async def aborted_while_shrinking(bench, values):
    started.append(get_sim_time("us"))
    await Timer(1, "us")
    assert sum(values) < 1000


@cocotb.test()
@given(NUMBERS, setup=Bench, reset=Bench.reset, cycles=1000)
async def sound_after_the_abort(bench, n):
    assert not alive
    assert started[-1] - started[0] < 20
    assert not list(DirectoryBasedExampleDatabase(DATABASE).fetch(b"property.decorated.aborted"))
    await counts(bench, n)
