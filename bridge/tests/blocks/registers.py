"""A register file on a bus, against a list: writes and reads in any order."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.hypothesis import in_simulation
from hypothesis import given
from hypothesis import strategies as st


class Bus:
    def __init__(self, dut):
        self.dut, self.clk = dut, dut.clk
        dut.bug.value = "bug" in cocotb.plusargs
        Clock(dut.clk, 10, "ns").start()

    async def reset(self):
        self.dut.psel.value = self.dut.penable.value = 0
        self.dut.rst.value = 1
        await FallingEdge(self.clk)
        await FallingEdge(self.clk)
        self.dut.rst.value = 0

    async def transfer(self, address, write=None):
        dut = self.dut
        dut.psel.value, dut.penable.value, dut.paddr.value = 1, 0, address
        dut.pwrite.value, dut.pwdata.value = write is not None, write or 0
        await FallingEdge(self.clk)
        dut.penable.value = 1
        await FallingEdge(self.clk)
        while not dut.pready.value:
            await FallingEdge(self.clk)
        value = dut.prdata.value if write is None else None
        dut.psel.value = dut.penable.value = 0
        await FallingEdge(self.clk)
        return value


addresses = st.integers(0, 3)
transfers = st.lists(st.tuples(addresses, st.none() | st.integers(0, 255)), max_size=30)


@cocotb.test()
@in_simulation(setup=Bus, reset=Bus.reset, cycles=1000)
@given(transfers)
async def reads_what_was_written(bus, transfers):
    values = [0, 0, 0, 0]
    for address, write in transfers:
        read = await bus.transfer(address, write)
        if write is None:
            assert read == values[address]
        else:
            values[address] = write
