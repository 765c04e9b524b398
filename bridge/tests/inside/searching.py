"""Search, shrinking, statistics; a failure as soon as it is known, and again."""

import tempfile
import time

import cocotb
import hypothesis
import pytest
from cocotb.triggers import ClockCycles, FallingEdge
from cocotbext.hypothesis.strategies import resets
from hypothesis import strategies as st
from inside.bench import BROKEN_AT, Bench, Watch, checked, counts

NUMBERS = st.integers(0, 100)


@cocotb.test()
async def a_sound_design_passes(dut):
    bench = Bench(dut)
    result = await checked(counts, bench, NUMBERS, examples=50)

    assert result.passed
    assert (result.error, result.counterexample, result.partial) == (None, None, None)
    assert len(bench.runs) == len(bench.resets) == result.statistics.examples == 50
    assert (result.statistics.invalid, result.statistics.shrinks) == (0, 0)
    assert result.statistics.seconds > 0
    assert str(result).startswith("inside.bench.counts: passed 50 examples; ")
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
    # Hypothesis runs it last, and so does the report. That it fails alone is seen in a copy.
    assert counted + 2 == len(bench.runs) == len(bench.resets)
    with pytest.raises(AssertionError):
        result.raise_error()


@cocotb.test()
async def a_reset_in_the_middle_shows_what_it_forgets(dut):
    async def restarts(bench, n, again):
        start = int(dut.total.value)
        await bench.count(n)
        if again is not None:
            at, cycles = again
            await bench.count(at)
            dut.rst.value = 1
            await ClockCycles(bench.clk, cycles, FallingEdge)
            dut.rst.value = 0
            assert dut.count.value == 0
            assert dut.total.value == start

    result = await checked(restarts, Bench(dut), st.just(0), resets(20))
    assert result.counterexample.values == (0, (1, 1))


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
    report = result.counterexample.report.splitlines()
    assert report[:4] == ["Failing test case: ignores(", "    n=10,", "    other=0,", ")"]
    assert report[4].startswith("This comes after ")
    assert report[5:] == ["@example(n=10, other=0)"]


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
    seeds = {result.seed}

    async def other_name(bench, n):
        pass

    seeds.add((await checked(other_name, Bench(dut), NUMBERS, seed=None, examples=1, settings=any_seed)).seed)
    assert len(seeds) == 2  # two properties of a test draw different numbers
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cocotb, "RANDOM_SEED", cocotb.RANDOM_SEED ^ 1)
        again = await checked(counts, Bench(dut), NUMBERS, seed=None, examples=1, settings=any_seed)
    assert again.seed == result.seed ^ 1


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
    note, _, line, *_ = result.error.__notes__  # which cocotb prints
    assert "\n".join(result.error.__notes__) == result.counterexample.report
    assert f"values={bench.runs[-1]}" in note
    assert line == f"@example(values={bench.runs[-1]})"

    full = await Watch().checked(body, Bench(dut), numbers, seconds=at + 1, shrink_seconds=1000)
    assert full.partial is None  # the seconds for the search do not end the shrinking
    assert full.counterexample.values == ([0, 0, 0, 0, 100],)


@cocotb.test()
async def a_counterexample_has_its_draws(dut):
    async def body(bench, first, data):
        steps = [data.draw(st.integers(0, 9), label="step") for _ in range(first)]
        bench.runs.append(steps)
        for step in steps:
            await bench.count(step)
        assert dut.count.value == sum(steps)

    bench = Bench.broken(dut)
    result = await checked(body, bench, st.integers(2, 5), st.data())
    assert sum(bench.runs[-1]) == BROKEN_AT
    assert "Draw 1 (step): " in result.counterexample.report


@cocotb.test()
async def a_body_may_spoil_what_it_gets(dut):
    async def spoils(bench, values):
        await bench.count(len(values))
        length = len(values)
        values.clear()
        assert dut.count.value == length

    result = await checked(spoils, Bench.broken(dut), st.lists(st.none(), max_size=40))
    assert result.counterexample.values == ([None] * BROKEN_AT,)


@cocotb.test()
async def the_database_replays_what_failed(dut):
    options = {"database": tempfile.mkdtemp()}
    first = await checked(counts, Bench.broken(dut), st.integers(5, 200), seed=3, **options)
    assert first.statistics.examples > 1
    bench = Bench.broken(dut)
    again = await checked(counts, bench, st.integers(5, 200), seed=4, **options)
    assert again.statistics.examples == 1
    assert bench.runs[0] == BROKEN_AT

    async def counts_too(bench, n):
        await counts(bench, n)

    bench = Bench.broken(dut)
    await checked(counts_too, bench, st.integers(5, 200), seed=3, **options)
    assert bench.runs[0] == 5
