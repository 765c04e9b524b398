"""Games of Trax by Hypothesis' state machine, with the golden model beside the engine: see docs/testbench.md."""

import os
from contextlib import suppress
from types import SimpleNamespace

import cocotb
from cocotb.clock import Clock
from cocotbext.hypothesis import in_simulation
from goldenrules.trax import label
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from loopline.bench import Engine, TurnRefused


def setup(dut):
    Clock(dut.clk, 10, unit="ns", impl="gpi").start()
    return SimpleNamespace(dut=dut, clk=dut.clk)


async def reset(bench):
    bench.engine = await Engine.start(bench.dut, os.environ["DESCRIPTION"])


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=100_000, shrink_seconds=20)
@settings(max_examples=100, stateful_step_count=20)
class Games(RuleBasedStateMachine):
    @rule(choice=st.integers(0, 2**16 - 1), stall=st.integers(0, 3))
    async def play(self, choice, stall):
        engine = self.bench.engine
        if moves := engine.position.legal_moves():
            move = moves[choice % len(moves)]
            with suppress(TurnRefused):  # a small board may have no room for it
                await engine.play(label(engine.position, move.cell) + move.symbol, stall=stall)
        else:
            await engine.ask("new")

    @precondition(lambda self: self.bench.engine.position.turns)
    @rule()
    async def undo(self):
        await self.bench.engine.undo()
