"""What cannot work is refused, with what to write instead. All of these pass."""

import threading

import cocotb
import pytest
from cocotb.triggers import RisingEdge
from cocotbext.hypothesis import check, in_simulation
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from inside.bench import Bench, counts

NUMBERS = st.integers(0, 100)
SIMULATED = in_simulation(setup=Bench, reset=Bench.reset)


async def body(bench, n):
    await counts(bench, n)


@cocotb.test()
async def what_is_no_property_is_refused_where_it_is_decorated(dut):
    def waits_for_nothing(bench, n):
        pass

    with pytest.raises(TypeError, match=r"body is not a Hypothesis test: put @given\(…\) below @in_simulation"):
        SIMULATED(body)
    with pytest.raises(TypeError, match="write `async def waits_for_nothing"):
        SIMULATED(given(NUMBERS)(waits_for_nothing))
    with pytest.raises(TypeError, match="belong above @in_simulation"):
        SIMULATED(cocotb.test()(body))
    with pytest.raises(TypeError, match="belong above @in_simulation"):
        SIMULATED(cocotb.parametrize(width=[8])(body))
    for yields in given(NUMBERS)(generates), given(NUMBERS)(waits_for_nothing):
        with pytest.raises(TypeError, match="without `yield`"):
            SIMULATED(yields)
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'reset'"):
        in_simulation(setup=Bench)
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'reset'"):
        await check(given(NUMBERS)(body), Bench(dut))
    with pytest.raises(TypeError, match="write @in_simulation\\(reset=…\\)"):
        in_simulation(given(NUMBERS)(body), reset=None)
    with pytest.raises(TypeError, match="`setup` returned None: let it return the bench"):
        await in_simulation(setup=lambda dut: None, reset=None)(given(NUMBERS)(body))(dut)


async def generates(bench, n):
    yield


@cocotb.test()
async def what_is_no_strategy_is_refused_by_hypothesis(dut):
    result = await check(given(3)(body), Bench(dut), reset=Bench.reset)
    assert isinstance(result.error, InvalidArgument)
    assert "SearchStrategy" in str(result.error)


@cocotb.test()
async def a_reset_that_cannot_be_awaited_is_refused(dut):
    for reset in Bench(dut), lambda bench: None:
        with pytest.raises(TypeError, match="an async function is needed, or None where there is no state"):
            (await check(given(NUMBERS)(body), Bench(dut), reset=reset)).raise_error()


@cocotb.test()
async def a_body_whose_parameters_are_not_all_given_is_refused(dut):
    async def two(bench, a, n):
        pass

    with pytest.raises(TypeError, match=r"two has neither a strategy nor a value for a: .*parametrize\(a=\[…\]\)"):
        await check(given(n=NUMBERS)(two), Bench(dut), reset=Bench.reset)


@example(5)
@cocotb.test()
@in_simulation(setup=Bench, reset=Bench.reset)
@given(NUMBERS)
async def misplaced(bench, n):
    raise AssertionError


misplaced.skip = True


@cocotb.test()
async def decorators_above_have_no_effect_and_are_refused(dut):
    with pytest.raises(TypeError, match="belong below @in_simulation"):
        await misplaced.func(dut)
    with pytest.raises(TypeError, match="belong below @in_simulation"):
        await settings(max_examples=5)(SIMULATED(given(NUMBERS)(body)))(dut)


@cocotb.test()
async def a_draw_in_another_thread_or_without_an_example_is_refused(dut):
    kept, found = [], []

    def draws(data):
        try:
            data.draw(NUMBERS)
        except RuntimeError as error:
            found.append(str(error))

    async def one(bench, data):
        kept.append(data)
        await bench.count(1)
        thread = threading.Thread(target=draws, args=[data])
        thread.start()
        thread.join()

    (await check(settings(max_examples=1)(given(st.data())(one)), Bench(dut), reset=Bench.reset)).raise_error()
    draws(kept[0])
    assert len(found) == 2
    assert all("draw in the body or in a task that it starts" in said for said in found)


@cocotb.test()
async def a_draw_of_an_earlier_example_is_refused(dut):
    """Hypothesis would discard the example without a word, and the others would make a pass."""
    kept = []

    async def one(bench, data):
        kept.append(data)
        await bench.count(1)
        kept[0].draw(NUMBERS)

    result = await check(settings(database=None)(given(st.data())(one)), Bench(dut), reset=Bench.reset)
    assert "data.draw where its example does not run" in str(result.error)


@cocotb.test()
async def what_is_no_limit_is_refused(dut):
    test, bench = given(NUMBERS)(body), Bench(dut)
    for cycles in 0, -3, "10":
        with pytest.raises(TypeError, match="write how many cycles an example may take, such as 10_000"):
            await check(test, bench, reset=Bench.reset, cycles=cycles)
    for timeout in 10, (0, "us"), (-1, "us"), (10,):
        with pytest.raises(TypeError, match=r'write a time and its unit, such as \(10, "us"\)'):
            await check(test, bench, reset=Bench.reset, timeout=timeout)
    with pytest.raises(TypeError, match="the bench has no 7: name its clock by clock="):
        await check(test, bench, reset=Bench.reset, cycles=10, clock=7)


@cocotb.test()
async def names_that_nothing_has_are_refused(dut):
    for name in "width", "n":
        with pytest.raises(InvalidArgument, match=f"{name}: body has no such parameter that is not drawn"):
            await check(given(NUMBERS)(body), Bench(dut), reset=Bench.reset, arguments={name: 5})

    async def without_a_bench(n):
        pass

    with pytest.raises(TypeError, match=r"write `async def without_a_bench\(bench, …\)`"):
        SIMULATED(given(NUMBERS)(without_a_bench))


@cocotb.test()
async def a_coroutine_that_nobody_awaits_is_a_failure(dut):
    async def forgets(bench, n):
        bench.count(n)

    result = await check(given(NUMBERS)(forgets), Bench(dut), reset=Bench.reset)
    with pytest.raises(RuntimeError, match=r"Bench.count.* was never awaited: write `await` before the call"):
        result.raise_error()


@cocotb.test()
async def a_body_that_returns_a_verdict_is_a_failure(dut):
    async def compares(bench, n):
        return n < 5

    result = await check(given(NUMBERS)(compares), Bench(dut), reset=Bench.reset)
    with pytest.raises(TypeError, match=r"compares returned .*: write `assert` in place of `return`"):
        result.raise_error()


@cocotb.test()
async def a_bench_without_the_clock_is_refused(dut):
    with pytest.raises(TypeError, match=r"the bench has no clock_i: name its clock by clock="):
        await check(given(NUMBERS)(body), Bench(dut), reset=Bench.reset, cycles=5, clock="clock_i")


@cocotb.test()
async def a_rule_that_returns_what_it_should_wait_for_is_refused(dut):
    class Returns(RuleBasedStateMachine):
        @rule()
        def waits(self):
            return RisingEdge(dut.clk)

    class Yields(RuleBasedStateMachine):
        @rule()
        async def waits(self):
            yield

    class Forgets(RuleBasedStateMachine):
        @rule()
        def waits(self):
            self.bench.count(1)

    for machine, says in (
        (Returns, r"Returns.waits returned .*RisingEdge.*: write `async def waits\(…\)` and `await`"),
        (Yields, "Yields.waits returned .*without `yield`"),
        (Forgets, "Bench.count' was never awaited: write `await` before the call"),
    ):
        result = await check(machine, Bench(dut), reset=Bench.reset)
        with pytest.raises((TypeError, RuntimeError), match=says):
            result.raise_error()


@cocotb.test()
async def a_precondition_that_waits_is_refused(dut):
    async def waits(machine):
        return False

    class Machine(RuleBasedStateMachine):
        @precondition(waits)
        @rule()
        async def never(self):
            pass

    with pytest.raises(TypeError, match="a precondition cannot wait"):
        await check(Machine, Bench(dut), reset=Bench.reset)


@cocotb.test()
async def a_machine_without_rules_is_refused_by_hypothesis(dut):
    class Machine(RuleBasedStateMachine):
        pass

    result = await check(Machine, Bench(dut), reset=Bench.reset)
    assert "defines no rules" in str(result.error)
