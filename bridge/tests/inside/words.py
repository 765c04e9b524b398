"""Draws inside the body, and Hypothesis' own functions."""

import threading

import cocotb
import hypothesis
import pytest
from cocotb.triggers import TaskManager, Timer
from hypothesis import assume, event, note, target
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from inside.bench import BROKEN_AT, Bench, checked

NUMBERS = st.integers(0, 100)


@cocotb.test()
async def draws_may_depend_on_the_design(dut):
    threads = set()

    def seen(value):
        threads.add(threading.current_thread())
        return value

    async def body(bench, data):
        n = data.draw(st.integers(0, 100).map(seen))
        await bench.count(n)
        now = int(dut.count.value)
        m = data.draw(st.integers(now, now + 5), label=f"above {now}")
        await bench.count(m - now)
        bench.runs.append((n, m))
        assert dut.count.value == n + m - now

    bench = Bench.broken(dut)
    result = await checked(body, bench, st.data())
    assert bench.runs[-1] == (5, BROKEN_AT)
    assert "data=data(...),\n)\nDraw 1: 5\nDraw 2 (above 5): 10" in result.counterexample.report
    assert threads == {threading.main_thread()}


@cocotb.test()
async def tasks_may_draw(dut):
    async def body(bench, data, n):
        async def pauses():
            while True:
                await Timer(data.draw(st.integers(1, 3)), "ns")
                drawn.append(1)

        drawn = []
        cocotb.start_soon(pauses())
        await bench.count(n)
        assert len(drawn) < 10

    result = await checked(body, Bench(dut), st.data(), st.integers(0, 9))
    assert result.counterexample.values[1] == 2  # after one cycle the tenth pause is just over, or is not
    assert result.counterexample.report.count("Draw ") >= 10


@cocotb.test()
async def a_draw_that_cannot_be_made_discards_the_example(dut):
    undone = []

    async def body(bench, data):
        try:
            data.draw(st.nothing() if data.draw(st.booleans()) else st.integers())
        except BaseException:
            undone.append(data.draw(st.none()))
            raise

    result = await checked(body, Bench(dut), st.data(), examples=20)
    assert result.passed
    assert result.statistics.examples == 20
    assert result.statistics.invalid > 0


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
        note("no example runs")
