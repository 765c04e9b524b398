"""Runs inside the simulator: drivers and monitors alone, without a model beside them."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from loopline.bench import AnswerDriver, AnswerMonitor, PortMonitor, RequestDriver, RequestMonitor, ports
from loopline.games.trax.protocol import Event, Op

DESCRIPTION = os.environ["DESCRIPTIONS"]
#: Red wins by a tile that White's turn forces.
GAME = [{"op": int(Op.PLAY), "x": x, "y": y, "symbol": symbol} for x, y, symbol in ((0, 0, 1), (1, 0, 2), (1, 1, 1))]


@cocotb.test()
async def by_name_and_in_order(dut):
    streams, port = ports(DESCRIPTION)
    asks = RequestDriver(dut, dut.clk, streams, port)
    takes = AnswerDriver(dut, dut.clk, port)
    requests = RequestMonitor(dut, dut.clk, streams, port)
    answers = AnswerMonitor(dut, dut.clk, streams, port)
    asked, came, events = [], [], []
    requests.add_callback(asked.append)
    answers.add_callback(came.append)
    PortMonitor(dut, dut.clk, streams, port).add_callback(events.append)
    Clock(dut.clk, 10, unit="ns").start()
    for tuples in (False, True):
        dut.rst.value = 1
        await ClockCycles(dut.clk, 3)
        dut.rst.value = 0
        for stall, request in enumerate(GAME):
            takes.append(stall)
            in_order = tuple(request.get(name, 0) for name in streams.request.names)
            await asks.send(in_order if tuples else request, gap=stall)
            await answers.wait_for_recv()
    sent = ("op", "x", "y", "symbol")  # what does not matter is driven with other values
    assert [{name: request[name] for name in sent} for request in asked] == GAME * 2, asked
    assert [answer["winner"] for answer in came] == [0, 0, 2] * 2, came
    assert len([event for event in events if event["kind"] == Event.CHOSEN]) == 6, events


@cocotb.test()
async def no_such_field(dut):
    asks = RequestDriver(dut, dut.clk, *ports(DESCRIPTION))
    await asks.send({"operation": 1})


@cocotb.test()
async def too_large(dut):
    asks = RequestDriver(dut, dut.clk, *ports(DESCRIPTION))
    await asks.send({"op": 1, "x": 8})


@cocotb.test()
async def of_a_player(dut):
    ports(os.environ["PLAYER"])
