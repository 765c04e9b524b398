"""Hypothesis' own decorators, settings and profiles do what they always do. All of these pass."""

import time
from contextlib import contextmanager

import cocotb
import pytest
from cocotb.triggers import FallingEdge
from cocotbext.hypothesis import check, in_simulation
from hypothesis import (
    HealthCheck,
    Phase,
    Verbosity,
    assume,
    event,
    example,
    given,
    note,
    reject,
    reproduce_failure,
    seed,
    settings,
    target,
)
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import DidNotReproduce, Flaky, InvalidArgument
from inside.bench import BROKEN_AT, Bench, counts

NUMBERS = st.integers(0, 100)
OPTIONS = {"reset": Bench.reset, "cycles": 1000}


def plain(name="one"):
    """A body of its own, for decorators to decorate."""

    async def one(bench, n):
        await counts(bench, n)

    one.__name__ = name
    return one


async def ran(test, dut, **options):
    """What its body got, and the result."""
    bench = Bench(dut)
    result = await check(test, bench, **OPTIONS | options)
    return bench.runs, result


async def failed(test, dut, **options):
    bench = Bench.broken(dut)
    return bench.runs, await check(test, bench, **OPTIONS | options)


# -- settings


@cocotb.test()
async def settings_work_above_and_below_given(dut):
    above = settings(max_examples=7)(given(NUMBERS)(plain()))
    below = given(NUMBERS)(settings(max_examples=7)(plain()))
    for test in above, below:
        runs, result = await ran(test, dut)
        assert (len(runs), result.statistics.examples) == (7, 7)


@contextmanager
def profile(**options):
    """Loaded, for that long."""
    before = settings.get_current_profile_name()
    settings.register_profile("of this test", **options)
    settings.load_profile("of this test")
    try:
        yield
    finally:
        settings.load_profile(before)


@cocotb.test()
async def a_loaded_profile_counts_unless_settings_say_otherwise(dut):
    with profile(max_examples=5):
        runs, _ = await ran(given(NUMBERS)(plain()), dut)
        assert len(runs) == 5
        runs, _ = await ran(settings(max_examples=9)(given(NUMBERS)(plain())), dut)
        assert len(runs) == 9


@cocotb.test()
async def a_profile_that_is_loaded_later_counts_too(dut):
    plainly, thirteen = given(NUMBERS)(plain()), settings(max_examples=13)(given(NUMBERS)(plain()))
    with profile(max_examples=5, deadline=None):
        assert len((await ran(plainly, dut))[0]) == 5
        assert len((await ran(thirteen, dut))[0]) == 13


@cocotb.test()
async def the_deadline_of_a_profile_has_no_effect(dut):
    async def slow(bench, n):
        time.sleep(0.02)  # noqa: ASYNC251  (wall-clock time is what is tested)

    with profile(deadline=1, max_examples=3):
        (await ran(given(NUMBERS)(slow), dut))[1].raise_error()


@cocotb.test()
async def of_several_bugs_one_is_raised_and_the_others_are_named(dut):
    async def three_bugs(bench, n):
        await bench.count(1)
        if n >= 80:
            raise TypeError("another\nof this type")
        for smallest, bug in (60, LookupError), (40, ValueError), (BROKEN_AT, TypeError):
            if n >= smallest:
                raise bug

    _, result = await ran(seed(1)(given(NUMBERS)(three_bugs)), dut)
    assert isinstance(result.error, TypeError)  # the smallest, and one exception, so `expect_fail` knows it
    assert result.counterexample.values == (BROKEN_AT,)
    said = [line.rpartition(":")[0] for line in result.counterexample.report.splitlines() if line.startswith("Another")]
    where = f", in {three_bugs.__name__}, {__file__}"
    others = ["LookupError: ", "TypeError: another", "ValueError: "]
    assert sorted(said) == [f"Another failure was found: {other}{where}" for other in others]


@cocotb.test()
async def a_body_that_calls_itself_without_end_fails(dut):
    async def deepens(bench, n):
        def deeper(depth):
            return deeper(depth + 1)

        if n >= BROKEN_AT:
            deeper(0)

    _, result = await ran(given(NUMBERS)(deepens), dut)
    assert isinstance(result.error, RecursionError)
    assert result.counterexample.values == (BROKEN_AT,)


@cocotb.test()
async def an_explicit_example_that_fails_is_reported_once(dut):
    async def body(bench, n):
        note("a note")
        await counts(bench, n)

    _, result = await failed(example(BROKEN_AT)(given(NUMBERS)(body)), dut)
    report = result.counterexample.report
    assert [report.count(text) for text in (f"n={BROKEN_AT}", "Failing explicit example: ", "a note")] == [1, 1, 1]


@cocotb.test()
async def settings_that_could_have_no_effect_are_refused(dut):
    for asked, says in [
        ({"deadline": 100}, r"limit an example in simulated time, by cycles= or timeout="),
        ({"phases": [Phase.generate, Phase.explain]}, "leave it out"),
        ({"backend": "hypothesis-urandom"}, "can only be given concrete values"),
    ]:
        with pytest.raises(TypeError, match=says):
            await ran(settings(**asked)(given(NUMBERS)(plain())), dut)
    with profile(backend="hypothesis-urandom"), pytest.raises(TypeError, match="can only be given concrete values"):
        await ran(given(NUMBERS)(plain()), dut)
    allowed = settings(deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    (await ran(allowed(given(NUMBERS)(plain())), dut))[1].raise_error()


@cocotb.test()
async def a_database_of_the_settings_is_used(dut):
    database = InMemoryExampleDatabase()

    async def three(bench, n):
        await counts(bench, n)

    kept = settings(database=database)(given(st.integers(5, 200))(three))
    _, first = await failed(kept, dut)
    assert first.statistics.examples > 1
    _, again = await failed(kept, dut)
    assert again.statistics.examples == 1
    forgets = seed(4)(settings(database=database)(given(st.integers(5, 200))(three)))  # Hypothesis has it so
    _, third = await failed(forgets, dut)
    assert third.statistics.examples > 1


@cocotb.test()
async def each_set_of_arguments_has_its_own_place_in_the_database(dut):
    async def breaks(bench, width, cycles, n):
        assert width == 1 or n < 50

    test = settings(database=InMemoryExampleDatabase())(given(n=st.integers(0, 200))(breaks))
    two = {"width": 2, "cycles": 3}  # whatever their names are
    assert (await ran(test, dut, arguments=two))[1].counterexample.values == (50,)
    (await ran(test, dut, arguments=two | {"width": 1}))[1].raise_error()
    _, again = await ran(test, dut, arguments=two)
    assert again.statistics.examples == 1
    assert again.name.endswith("breaks[width=2, cycles=3]")


@cocotb.test()
async def verbose_settings_log_each_example(dut):
    logged = []
    verbose = settings(verbosity=Verbosity.verbose, max_examples=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cocotb.log, "info", logged.append)
        await ran(verbose(given(NUMBERS)(plain())), dut)
    assert len([line for line in logged if line.startswith("Test case: one(\n    n=")]) == 3


# -- the seed


@cocotb.test()
async def a_seed_works_above_and_below_given(dut):
    few = settings(max_examples=20)
    above, _ = await ran(seed(5)(few(given(NUMBERS)(plain()))), dut)
    below, result = await ran(few(given(NUMBERS)(seed(5)(plain()))), dut)
    other, _ = await ran(seed(6)(few(given(NUMBERS)(plain()))), dut)
    assert above == below != other
    assert result.seed == 5


@cocotb.test()
async def derandomized_is_the_same_whatever_cocotbs_seed(dut):
    test = settings(derandomize=True, max_examples=20)(given(NUMBERS)(plain()))
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COCOTB_RANDOM_SEED", raising=False)
        found = []
        for number in 1, 2:
            patch.setattr(cocotb, "RANDOM_SEED", number)
            runs, result = await ran(test, dut)
            assert result.seed is None
            found.append(runs)
        assert found[0] == found[1]
    # to repeat a run
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COCOTB_RANDOM_SEED", "2")
        assert (await ran(test, dut))[1].seed is not None


@cocotb.test()
async def a_seed_of_pytest_counts_where_it_is_known_and_warns_where_it_is_not(dut):
    warned = []
    test = given(NUMBERS)(plain())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hypothesis.core.global_force_seed", 77)
        assert (await ran(test, dut))[1].seed == 77
        patch.setattr("hypothesis.core.global_force_seed", None)
        patch.setenv("PYTEST_ADDOPTS", "--hypothesis-seed=77")
        patch.setattr(cocotb.log, "warning", lambda text, *_: warned.append(text))
        assert (await ran(test, dut))[1].seed != 77
    assert "set COCOTB_RANDOM_SEED" in warned[0]


@cocotb.test()
async def a_run_leaves_no_trace_on_the_test(dut):
    test = example(3)(given(NUMBERS)(plain()))
    before = dict(vars(test)), test.hypothesis.inner_test
    await failed(test, dut)
    assert (dict(vars(test)), test.hypothesis.inner_test) == before


# -- examples that are asked for


@cocotb.test()
async def examples_run_first_and_count(dut):
    test = settings(max_examples=5)
    for one in (
        example(71)(example(n=72)(test(given(NUMBERS)(plain())))),
        test(given(NUMBERS)(example(71)(example(n=72)(plain())))),
        example(71)(test(given(NUMBERS)(example(72)(plain())))),
    ):
        runs, result = await ran(one, dut)
        assert runs[:2] == [71, 72]
        assert len(runs) == result.statistics.examples == 2 + 5


@cocotb.test()
async def an_example_that_fails_is_reported_as_it_is(dut):
    _, result = await failed(example(71)(given(NUMBERS)(plain())), dut)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == (71,)
    assert "Failing explicit example: one(\n    n=71,\n)" in result.counterexample.report
    assert (result.statistics.examples, result.statistics.shrinks) == (1, 0)


@cocotb.test()
async def examples_may_leave_something_for_examples(dut):
    """Which are not shrunk, as those who wrote them would not know them again."""
    seen = []

    async def once(bench, n):
        await bench.count(1)
        seen.append(n)
        assert seen != [3, 4]

    _, result = await ran(example(3)(example(4)(given(NUMBERS)(once))), dut)
    assert isinstance(result.error, Flaky)
    assert "first:  once(n=3)" in str(result.error)
    assert "second: once(n=4)" in str(result.error)


@cocotb.test()
async def an_example_may_be_expected_to_fail(dut):
    known = example(71).xfail(raises=AssertionError, reason="known")
    (await failed(known(given(st.integers(0, 9))(plain())), dut))[1].raise_error()
    _, result = await failed(example(5).xfail()(given(st.integers(0, 9))(plain())), dut)
    assert "no exception was raised" in str(result.error)


@cocotb.test()
async def examples_that_do_not_fit_are_refused_by_hypothesis(dut):
    _, result = await ran(example(m=1)(given(NUMBERS)(plain())), dut)
    assert isinstance(result.error, InvalidArgument)


@cocotb.test()
async def a_failure_is_reproduced(dut):
    _, result = await failed(settings(print_blob=True)(given(NUMBERS)(plain())), dut)
    [said] = [line for line in result.counterexample.report.splitlines() if "@reproduce_failure" in line]
    version, blob = eval(said.partition("@reproduce_failure")[2])

    again = reproduce_failure(version, blob)(given(NUMBERS)(plain()))
    runs, result = await failed(again, dut)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == (BROKEN_AT,)
    assert runs[0] == BROKEN_AT
    assert result.statistics.examples == 1

    runs, result = await ran(again, dut)
    assert runs == [BROKEN_AT]
    assert isinstance(result.error, DidNotReproduce)


# -- parameters


@cocotb.test()
async def strategies_may_have_names(dut):
    async def two(bench, a, b):
        bench.runs.append((a, b))

    small, large = st.integers(0, 9), st.integers(10, 19)
    for test in given(b=large, a=small)(two), given(small, large)(two):
        runs, result = await ran(test, dut)
        result.raise_error()
        assert all(a < 10 <= b < 20 for a, b in runs)


@cocotb.test()
@cocotb.parametrize(width=[8, 16], depth=[2])
@in_simulation(setup=Bench, **OPTIONS)
@settings(max_examples=5)
@given(NUMBERS)
async def parametrized(bench, width, depth, n):
    assert (width, depth) in [(8, 2), (16, 2)]
    assert 0 <= n <= 100


@cocotb.parametrize(width=[8, 16])
@cocotb.test()
@in_simulation(setup=Bench, **OPTIONS)
@settings(max_examples=5)
@given(n=NUMBERS)
async def parametrized_above(bench, width, n):
    assert width in (8, 16)
    assert 0 <= n <= 100


# -- what a body may say


@cocotb.test()
async def a_body_speaks_to_hypothesis(dut):
    async def speaks(bench, n, data):
        assume(n > 5)
        await bench.count(1)
        if n == 50:
            reject()
        event("ran")
        target(float(n))
        m = data.draw(st.integers(0, n), label="m")
        note(f"drew {m}")
        assert m < BROKEN_AT

    _, result = await ran(given(NUMBERS, st.data())(speaks), dut)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values[0] == BROKEN_AT
    assert "Draw 1 (m): 10\ndrew 10" in result.counterexample.report


@cocotb.test()
async def a_reset_hook_and_its_tasks_speak_to_hypothesis(dut):
    drawn = []
    numbers = NUMBERS.map(lambda n: drawn.append(n) or n)

    async def later():
        await FallingEdge(dut.clk)
        note(f"a task, for {drawn[-1]}")
        assume(drawn[-1] % 2)

    async def reset(bench):
        await bench.reset()
        event("reset")
        target(float(drawn[-1]))
        note(f"reset for {drawn[-1]}")
        await cocotb.start_soon(later())
        if drawn[-1] == BROKEN_AT + 1:
            reject()

    _, result = await ran(settings(max_examples=20)(given(numbers)(plain())), dut, reset=reset)
    result.raise_error()
    assert result.statistics.examples == 20
    assert result.statistics.invalid > 0
    assert result.statistics.events["reset"] >= 20
    _, result = await failed(given(numbers)(plain()), dut, reset=reset)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == (BROKEN_AT + 3,)
    assert "reset for 13\na task, for 13" in result.counterexample.report
