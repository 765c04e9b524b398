"""Hypothesis' own state machines, whose rules await. All of these pass."""

import re

import cocotb
import pytest
from cocotb.triggers import FallingEdge, ValueChange
from cocotbext.hypothesis import FlakyProperty, HungBody, check, in_simulation
from hypothesis import Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)
from inside.bench import BROKEN_AT, Bench

OPTIONS = {"reset": Bench.reset, "cycles": 1000}
#: To explain, Hypothesis would trace each line of what it runs.
PHASES = [Phase.explicit, Phase.generate, Phase.target, Phase.shrink]
FAST = settings(max_examples=20, stateful_step_count=20, database=None, phases=PHASES)


class Model:
    """The counter in Python, with the same bug, so that the same machine runs without a simulator."""

    def __init__(self):
        self.value = 0

    def count(self, cycles):
        for _ in range(cycles):
            self.value += 1 + (self.value + 1 == BROKEN_AT)


def steps_of(error):
    """The steps of Hypothesis' report."""
    lines = "\n".join(error.__notes__).splitlines()
    return [line.strip() for line in lines if line.strip().startswith(("state", "b_")) or " = state." in line]


@cocotb.test()
@in_simulation(setup=Bench, **OPTIONS)
@FAST
class Sound(RuleBasedStateMachine):
    """A machine that holds, with a bit of everything."""

    b = Bundle("b")

    def __init__(self):
        super().__init__()
        self.sum = self.checked = 0
        self.began = False
        assert self.bench.dut.count.value == 0  # it has been reset

    @initialize(target=b, n=st.integers(0, 3))
    async def begin(self, n):
        assert not self.began
        self.began = True
        await self.bench.count(n)
        self.sum += n
        return n

    @rule(target=b, n=st.integers(0, 9))
    async def counts(self, n):
        assert self.began
        await self.bench.count(n)
        self.sum += n
        return multiple(n, n + 1)

    @rule(n=consumes(b))
    async def counts_as_before(self, n):
        await self.bench.count(n)
        self.sum += n

    @precondition(lambda self: self.sum > 5)
    @rule(data=st.data())
    async def draws(self, data):
        n = data.draw(st.integers(0, min(int(self.bench.dut.count.value), 40)))  # 20 steps stay below 1,000 cycles
        await self.bench.count(n)
        self.sum += n

    @rule()
    def does_nothing(self):
        pass

    @invariant()
    async def same(self):
        await FallingEdge(self.bench.clk)
        assert self.bench.dut.count.value == self.sum % 256

    async def teardown(self):
        await self.bench.count(1)
        assert self.bench.dut.count.value == (self.sum + 1) % 256


def machine(on_hardware, quick):
    """A machine that breaks at ten; one that is written for Python alone, or one for the hardware."""
    pieces = st.integers(0, quick)

    if on_hardware:

        class Machine(RuleBasedStateMachine):
            def __init__(self):
                super().__init__()
                self.sum = 0

            @rule(n=pieces)
            async def counts(self, n):
                await self.bench.count(n)
                self.sum += n

            @precondition(lambda self: self.sum % 2)
            @rule()
            async def evens(self):
                await self.bench.count(1)
                self.sum += 1

            @invariant()
            def same(self):
                assert self.bench.dut.count.value == self.sum
    else:

        class Machine(RuleBasedStateMachine):
            def __init__(self):
                super().__init__()
                self.sum, self.model = 0, Model()

            @rule(n=pieces)
            def counts(self, n):
                self.model.count(n)
                self.sum += n

            @precondition(lambda self: self.sum % 2)
            @rule()
            def evens(self):
                self.model.count(1)
                self.sum += 1

            @invariant()
            def same(self):
                assert self.model.value == self.sum

    return Machine


@cocotb.test()
async def failures_shrink_to_the_steps_that_they_have_without_a_simulator(dut):
    for number in (0, 9):
        found = []
        for on_hardware in True, False:
            one = seed(number)(FAST(machine(on_hardware, quick=5 + number)))
            if on_hardware:
                result = await check(one, Bench.broken(dut), **OPTIONS)
                assert isinstance(result.error, AssertionError), repr(result.error)
                found.append(steps_of(result.error))
            else:
                with pytest.raises(AssertionError) as caught:
                    run_state_machine_as_test(one, settings=one.TestCase.settings)
                found.append(steps_of(caught.value))
        assert found[0] == found[1]
        assert len(found[0]) >= 3


@cocotb.test()
async def a_task_of_a_machine_ends_the_run_and_shrinks(dut):
    class Machine(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            cocotb.start_soon(self.watches())

        async def watches(self):
            while True:
                await ValueChange(dut.count)
                assert dut.count.value != 11

        @rule()
        async def counts(self):
            await self.bench.count(1)

        async def teardown(self):
            ended.append(None)  # it runs only where the run has not been ended
            await self.bench.count(1)

    ended = []
    result = await check(seed(1)(FAST(Machine)), Bench(dut), **OPTIONS)
    assert isinstance(result.error, AssertionError)
    assert steps_of(result.error).count("state.counts()") == 11


@cocotb.test()
async def a_machine_hangs_and_says_where(dut):
    class Machine(RuleBasedStateMachine):
        @rule()
        async def waits(self):
            await self.bench.ready()
            await self.bench.count(1)

    result = await check(seed(1)(FAST(Machine)), Bench(dut, stalls=3), reset=Bench.reset, cycles=100)
    assert isinstance(result.error, HungBody)
    assert str(result.error).startswith("not over after 100 cycles of clk: waiting in ready, ")
    assert steps_of(result.error).count("state.waits()") == 4


@cocotb.test()
async def what_a_machine_leaves_behind_is_shown_as_a_pair(dut):
    class Machine(RuleBasedStateMachine):
        @rule(n=st.integers(0, 100))
        async def sets(self, n):
            await self.bench.count(1)
            was, Machine.on = Machine.on, n >= 50
            assert not (was and self.first and 5 <= n < 50)
            self.first = False

        def __init__(self):
            super().__init__()
            self.first = True

        on = False

    few = settings(FAST, stateful_step_count=5)
    result = await check(seed(1)(few(Machine)), Bench(dut), **OPTIONS, shrink_seconds=60)
    assert isinstance(result.error, FlakyProperty), repr(result.error)
    assert "the second example fails only after the first" in str(result.error)
    assert "state.sets(n=50)" in str(result.error)
    second = re.search(r"second: state = Machine\(\) state\.sets\(n=(\d+)\) state\.teardown", str(result.error))
    assert 5 <= int(second[1]) < 50  # what the machine draws here depends on what is left, so it need not be smallest
    assert result.counterexample is None
