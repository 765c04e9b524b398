"""Registers on AXI-Lite, as a state machine, with the master of cocotbext-axi, which ends with the example."""

import logging
import warnings
from itertools import cycle

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp
from cocotbext.hypothesis import in_simulation
from cocotbext.hypothesis.strategies import corners, sized
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule


class Bench:
    def __init__(self, dut):
        self.dut, self.clk = dut, dut.clk
        Clock(dut.clk, 10, "ns").start()
        logging.getLogger("cocotb.axil_registers.s").setLevel("WARNING")  # or each access is logged
        warnings.filterwarnings("ignore", module="cocotbext.axi")  # written for cocotb 1

    async def reset(self):
        self.dut.rst.value = 1
        self.dut.s_awvalid.value = self.dut.s_wvalid.value = self.dut.s_arvalid.value = 0
        await ClockCycles(self.clk, 2)
        self.dut.rst.value = 0
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(self.dut, "s"), self.clk)


pauses = st.lists(st.booleans(), max_size=4).map(lambda some: cycle([*some, False]))
words = sized(st.integers(0, 3) | st.integers(0, 15), max_size=4)


@cocotb.test()
# The longest examples take some hundred cycles. One that hangs takes them all, or an eighth while it is shrunk.
@in_simulation(setup=Bench, reset=Bench.reset, cycles=2_000, shrink_seconds=15)
@settings(stateful_step_count=20)
class Registers(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.memory = bytearray(16)

    @rule(answers=pauses, reads=pauses)
    def pause(self, answers, reads):
        self.bench.master.write_if.b_channel.set_pause_generator(answers)
        self.bench.master.read_if.r_channel.set_pause_generator(reads)

    @rule(words=words)
    async def read(self, words):
        reads = [cocotb.start_soon(self.bench.master.read(4 * word, 4)) for word in words]
        for word, read in zip(words, reads, strict=True):
            answer = await read
            assert answer.resp == (AxiResp.OKAY if word < 4 else AxiResp.SLVERR)
            assert answer.data == (self.memory[4 * word : 4 * word + 4] if word < 4 else bytes(4))

    @rule(
        address=st.integers(0, 15) | st.integers(0, 63),
        value=corners(32),
        length=st.integers(1, 4),
        words=words,
        after=st.integers(0, 3),
    )
    async def write(self, address, value, length, words, after):
        """While other words are read."""
        reads = cocotb.start_soon(self.read([word for word in words if word != address // 4]))
        await ClockCycles(self.bench.clk, after)
        data = value.to_bytes(4, "little")[: min(length, 4 - address % 4)]  # within a word, as the strobes say
        answer = await self.bench.master.write(address, data)
        assert answer.resp == (AxiResp.OKAY if address < 16 else AxiResp.SLVERR)
        if address < 16:
            self.memory[address : address + len(data)] = data
        await reads

    async def teardown(self):
        await self.read(range(4))
