"""Whatever Hypothesis offers to tell it something works, or is refused. All of these pass."""

import os
import time
from contextlib import contextmanager

import cocotb
import hypothesis
import pytest
from cocotb import _test_manager
from cocotb.triggers import FallingEdge
from hypothesis import (
    HealthCheck,
    Phase,
    Verbosity,
    assume,
    event,
    example,
    note,
    reject,
    reproduce_failure,
    seed,
    settings,
    target,
)
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import DidNotReproduce, InvalidArgument
from loopline.property import check, given
from property.bench import BROKEN_AT, Bench, counts

NUMBERS = st.integers(0, 100)
OPTIONS = {"reset": Bench.reset, "cycles": 1000}


RUNS = []
BENCHES = {}


def bench_of(dut, skips=0):
    """The bench of this test, with one clock, however often it is set up."""
    if (test := _test_manager._current_test) not in BENCHES:
        BENCHES[test] = Bench(dut)
    dut.skips.value = skips
    return BENCHES[test]


def broken(dut):
    return bench_of(dut, skips=BROKEN_AT)


def ran(test):
    """Runs a test as cocotb would; what its body got, and what it failed with."""

    async def run(dut, **others):
        RUNS.clear()
        try:
            await test(dut, **others)
        except BaseException as error:
            return list(RUNS), error
        return list(RUNS), None

    return run


async def body(bench, n):
    RUNS.append(n)
    await bench.count(1)


async def breaks(bench, n):
    RUNS.append(n)
    await bench.count(n)
    assert bench.dut.count.value == n


def plain(function=body, *strategies, **options):
    """A fresh property, for decorators to decorate."""

    async def one(bench, n):
        await function(bench, n)

    return one


# -- settings


@cocotb.test()
async def settings_work_above_and_below_given(dut):
    above = settings(max_examples=7)(given(NUMBERS, setup=bench_of, **OPTIONS)(plain()))
    below = given(NUMBERS, setup=bench_of, **OPTIONS)(settings(max_examples=7)(plain()))
    parameter = given(NUMBERS, setup=bench_of, settings=settings(max_examples=7), **OPTIONS)(plain())
    for test in above, below, parameter:
        runs, error = await ran(test)(dut)
        assert (len(runs), error) == (7, None)
    decorated = settings(max_examples=7)(plain())
    result = await check(decorated, bench_of(dut), NUMBERS, **OPTIONS)
    assert result.statistics.examples == 7


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
async def a_loaded_profile_counts_unless_examples_are_given(dut):
    with profile(max_examples=5):
        runs, _ = await ran(given(NUMBERS, setup=bench_of, **OPTIONS)(plain()))(dut)
        assert len(runs) == 5
        runs, _ = await ran(given(NUMBERS, setup=bench_of, examples=9, **OPTIONS)(plain()))(dut)
        assert len(runs) == 9


@cocotb.test()
async def the_deadline_of_a_profile_has_no_effect(dut):
    async def slow(bench, n):
        time.sleep(0.02)  # noqa: ASYNC251  (wall-clock time is what is tested)

    with profile(deadline=1):
        (await check(slow, bench_of(dut), NUMBERS, examples=3, **OPTIONS)).raise_error()


@cocotb.test()
async def one_property_reports_one_failure(dut):
    """The smallest found, whatever the settings say: Hypothesis itself would raise a group of the three."""

    async def three_bugs(bench, n):
        await bench.count(1)
        for smallest, bug in (80, LookupError), (50, ValueError), (BROKEN_AT, TypeError):
            if n >= smallest:
                raise bug

    for options in {}, {"settings": settings(report_multiple_bugs=True)}:
        result = await check(three_bugs, bench_of(dut), NUMBERS, seed=1, **options, **OPTIONS)
        assert isinstance(result.error, TypeError)
        assert result.counterexample.values == (BROKEN_AT,)


@cocotb.test()
async def two_words_for_one_thing_are_refused(dut):
    seven = settings(max_examples=7)
    memory = settings(database=InMemoryExampleDatabase())
    for options, decorate, says in [
        ({"examples": 8, "settings": seven}, None, r"examples=8 and settings\(max_examples=7\)"),
        ({"examples": 8}, seven, r"examples=8 and settings\(max_examples=7\)"),
        ({"settings": seven}, seven, "both @settings and the parameter settings="),
        ({"seed": 3}, seed(4), "both @seed and the parameter seed="),
        ({"database": "here", "settings": memory}, None, "database= and settings"),
    ]:
        test = given(NUMBERS, setup=bench_of, **OPTIONS, **options)(plain())
        runs, error = await ran(decorate(test) if decorate else test)(dut)
        assert isinstance(error, TypeError), options
        with pytest.raises(TypeError, match=says):
            raise error
        assert runs == []


@cocotb.test()
async def settings_that_could_have_no_effect_are_refused(dut):
    for asked, says in [
        ({"deadline": 100}, r"limit an example in simulated time, by cycles= or timeout="),
        ({"phases": [Phase.generate, Phase.explain]}, "leave it out"),
        ({"stateful_step_count": 3}, "draw a list of steps"),
        ({"backend": "hypothesis-urandom"}, "can only be given concrete values"),
    ]:
        with pytest.raises(TypeError, match=says):
            await check(counts, bench_of(dut), NUMBERS, settings=settings(**asked), **OPTIONS)
    with profile(backend="hypothesis-urandom"), pytest.raises(TypeError, match="can only be given concrete values"):
        await check(counts, bench_of(dut), NUMBERS, **OPTIONS)
    allowed = settings(deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    (await check(counts, bench_of(dut), NUMBERS, settings=allowed, **OPTIONS)).raise_error()


@cocotb.test()
async def a_database_of_the_settings_is_used(dut):
    database = InMemoryExampleDatabase()
    kept = settings(database=database)
    first = await check(counts, broken(dut), st.integers(5, 200), settings=kept, seed=3, **OPTIONS)
    assert first.statistics.examples > 1
    again = await check(counts, broken(dut), st.integers(5, 200), settings=kept, seed=4, **OPTIONS)
    assert again.statistics.examples == 1
    forgets = seed(4)(settings(database=database)(counts_too))  # as with Hypothesis' own given
    third = await check(forgets, broken(dut), st.integers(5, 200), name="property.bench.counts", **OPTIONS)
    assert third.statistics.examples > 1


async def counts_too(bench, n):
    await counts(bench, n)


@cocotb.test()
async def there_is_no_database_by_default(dut):
    await check(counts, broken(dut), NUMBERS, **OPTIONS)
    assert not os.path.exists(".hypothesis/examples")  # noqa: ASYNC240, PTH110


@cocotb.test()
async def verbose_settings_log_each_example(dut):
    logged = []
    verbose = settings(verbosity=Verbosity.verbose, max_examples=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cocotb.log, "info", logged.append)
        await check(counts, bench_of(dut), NUMBERS, settings=verbose, **OPTIONS)
    assert len([line for line in logged if str(line).startswith("Test case: counts(")]) == 3


# -- the seed


@cocotb.test()
async def a_seed_works_as_decorator(dut):
    test = given(NUMBERS, setup=bench_of, examples=20, **OPTIONS)
    above, _ = await ran(seed(5)(test(plain())))(dut)
    below, _ = await ran(test(seed(5)(plain())))(dut)
    parameter, _ = await ran(given(NUMBERS, setup=bench_of, examples=20, seed=5, **OPTIONS)(plain()))(dut)
    other, _ = await ran(seed(6)(test(plain())))(dut)
    assert above == below == parameter != other
    _, error = await ran(seed("five")(test(plain())))(dut)
    assert "'five' is not an integer" in str(error)


@cocotb.test()
async def derandomized_is_the_same_whatever_cocotbs_seed(dut):
    same = settings(derandomize=True, max_examples=20)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COCOTB_RANDOM_SEED", raising=False)
        seeds = set()
        for number in 1, 2:
            patch.setattr(cocotb, "RANDOM_SEED", number)
            seeds.add((await check(counts, bench_of(dut), NUMBERS, settings=same, **OPTIONS)).seed)
        assert len(seeds) == 1
        patch.setenv("COCOTB_RANDOM_SEED", "2")  # somebody wants to repeat a run
        assert (await check(counts, bench_of(dut), NUMBERS, settings=same, **OPTIONS)).seed == 2


@cocotb.test()
async def a_seed_of_pytest_counts_where_it_is_known_and_warns_where_it_is_not(dut):
    warned = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hypothesis.core.global_force_seed", 77)
        assert (await check(counts, bench_of(dut), NUMBERS, **OPTIONS)).seed == 77
        patch.setattr("hypothesis.core.global_force_seed", None)
        patch.setenv("PYTEST_ADDOPTS", "--hypothesis-seed=77")
        patch.setattr(cocotb.log, "warning", lambda text, *_: warned.append(text))
        assert (await check(counts, bench_of(dut), NUMBERS, **OPTIONS)).seed != 77
    assert "set COCOTB_RANDOM_SEED" in warned[0]


# -- examples that are asked for


@cocotb.test()
async def examples_run_first_and_count(dut):
    test = given(NUMBERS, setup=bench_of, examples=5, **OPTIONS)
    above = example(71)(example(n=72)(test(plain())))
    below = test(example(71)(example(n=72)(plain())))
    around = example(71)(test(example(72)(plain())))
    for one in above, below, around:
        runs, error = await ran(one)(dut)
        assert error is None
        assert runs[:2] == [71, 72]
        assert len(runs) == 2 + 5
    result = await check(example(71)(plain()), bench_of(dut), NUMBERS, examples=5, **OPTIONS)
    assert result.statistics.examples == 6


@cocotb.test()
async def an_example_that_fails_is_reported_as_it_is(dut):
    told = []
    result = await check(example(71)(plain(breaks)), broken(dut), NUMBERS, on_failure=told.append, **OPTIONS)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == (71,)
    assert "Failing explicit example: one(\n    n=71,\n)" in result.counterexample.report
    assert (result.statistics.examples, result.statistics.shrinks) == (1, 0)
    assert told[0].values == (71,)
    with pytest.raises(AssertionError):
        await result.counterexample.run_again()


@cocotb.test()
async def an_example_may_be_expected_to_fail(dut):
    known = example(71).xfail(raises=AssertionError, reason="known")
    told = []
    result = await check(known(plain(breaks)), broken(dut), st.integers(0, 9), on_failure=told.append, **OPTIONS)
    result.raise_error()
    assert told == []
    result = await check(example(5).xfail()(plain(breaks)), broken(dut), st.integers(0, 9), **OPTIONS)
    assert "no exception was raised" in str(result.error)


@cocotb.test()
async def examples_that_do_not_fit_are_refused(dut):
    async def draws(bench, n, data):
        await data.draw(NUMBERS)

    with pytest.raises(TypeError, match=r"@example cannot say what the body draws from data"):
        await check(example(1, 2)(draws), bench_of(dut), NUMBERS, st.data(), **OPTIONS)
    with pytest.raises(TypeError, match="more values than there are strategies"):
        await check(example(1, 2)(plain()), bench_of(dut), NUMBERS, **OPTIONS)
    result = await check(example(m=1)(plain()), bench_of(dut), NUMBERS, **OPTIONS)
    assert isinstance(result.error, InvalidArgument)


@cocotb.test()
async def a_failure_is_reproduced(dut):
    loud = settings(print_blob=True)
    result = await check(plain(breaks), broken(dut), NUMBERS, settings=loud, **OPTIONS)
    [said] = [line for line in result.counterexample.report.splitlines() if "@reproduce_failure" in line]
    version, blob = eval(said.partition("@reproduce_failure")[2].rpartition(" as a decorator")[0])

    told = []
    again = reproduce_failure(version, blob)(plain(breaks))
    result = await check(again, broken(dut), NUMBERS, on_failure=told.append, **OPTIONS)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == told[0].values == (BROKEN_AT,)
    assert "one(\n    n=10,\n)" in result.counterexample.report
    assert result.statistics.examples == 1

    again = reproduce_failure(version, blob)(given(NUMBERS, setup=bench_of, **OPTIONS)(plain(breaks)))
    runs, error = await ran(again)(dut)
    assert runs == [BROKEN_AT]
    assert isinstance(error, DidNotReproduce)


@example(5)
@cocotb.test()
@given(NUMBERS, setup=bench_of, **OPTIONS)
async def misplaced(bench, n):
    RUNS.append(n)


misplaced.skip = True


@cocotb.test()
async def decorators_above_cocotbs_are_refused(dut):
    runs, error = await ran(misplaced.func)(dut)
    assert isinstance(error, TypeError)
    assert "belong below @cocotb.test()" in str(error)
    assert runs == []
    with pytest.raises(InvalidArgument, match="not callable"):
        settings(max_examples=5)(misplaced)


# -- parameters


@cocotb.test()
async def strategies_may_have_names(dut):
    async def three(bench, a, b, c=3):
        RUNS.append((a, b, c))

    small, large = st.integers(0, 9), st.integers(10, 19)
    for test in (
        given(b=large, a=small, setup=bench_of, **OPTIONS)(three),
        given(small, large, st.just(3), setup=bench_of, **OPTIONS)(three),
    ):
        runs, error = await ran(test)(dut)
        assert error is None
        assert all(a < 10 <= b < 20 and c == 3 for a, b, c in runs)
    result = await check(three, bench_of(dut), b=large, a=small, **OPTIONS)
    assert result.passed


@cocotb.test()
async def a_strategy_may_be_named_like_an_option(dut):
    async def one(bench, seed, cycles):
        assert seed == 1
        assert cycles == 2

    _, error = await ran(given(st.just(1), st.just(2), setup=bench_of, **OPTIONS)(one))(dut)
    assert error is None


@cocotb.test()
@cocotb.parametrize(width=[8, 16], depth=[2])
@given(NUMBERS, setup=bench_of, examples=5, **OPTIONS)
async def parameters_of_cocotb(bench, width, depth, n):
    assert (width, depth) in [(8, 2), (16, 2)]
    assert 0 <= n <= 100


@cocotb.parametrize(width=[8, 16])
@cocotb.test()
@given(n=NUMBERS, setup=bench_of, examples=5, **OPTIONS)
async def parameters_of_cocotb_above(bench, width, n):
    assert width in (8, 16)
    assert 0 <= n <= 100


@cocotb.test()
async def a_parameter_without_a_value_is_named(dut):
    async def two(bench, a, b):
        pass

    _, error = await ran(given(NUMBERS, setup=bench_of, **OPTIONS)(two))(dut)
    assert "two has neither a strategy nor a value for a" in str(error)
    assert "@cocotb.parametrize(a=[…])" in str(error)


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
        m = await data.draw(st.integers(0, n), label="m")
        note(f"drew {m}")
        assert m < BROKEN_AT

    result = await check(speaks, bench_of(dut), NUMBERS, st.data(), **OPTIONS)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values[0] == BROKEN_AT
    assert result.counterexample.draws == (BROKEN_AT,)
    assert "Draw 1 (m): 10\ndrew 10" in result.counterexample.report
    assert hypothesis.currently_in_test_context() is False


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

    options = {"reset": reset, "cycles": 1000}
    result = await check(plain(), bench_of(dut), numbers, examples=20, **options)
    result.raise_error()
    assert result.statistics.examples == 20
    assert result.statistics.invalid > 0
    assert result.statistics.events["reset"] >= 20
    result = await check(plain(breaks), broken(dut), numbers, **options)
    assert isinstance(result.error, AssertionError)
    assert result.counterexample.values == (BROKEN_AT + 3,)
    assert "reset for 13\na task, for 13" in result.counterexample.report
