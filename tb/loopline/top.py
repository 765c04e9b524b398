"""Verilog that joins a design to what plays with it: the only place where names of the design's ports appear."""

from __future__ import annotations

import re

from loopline.dut import Dut
from loopline.streams import Streams


def engine_top(name: str, dut: Dut, streams: Streams) -> str:
    """An engine and the session of its requests."""
    ports = {dut.port(f"{stream}_{wire}"): f"{stream}_{wire}" for stream in ("req", "resp") for wire in _HANDSHAKE}
    ports |= {dut.port(f"req_{field}"): f"req{streams.request.slice(field)}" for field, _ in streams.request.fields}
    ports |= {dut.port(f"resp_{field}"): f"resp{streams.response.slice(field)}" for field, _ in streams.response.fields}
    widths = [streams.request.width, streams.response.width, streams.event.width, streams.state.width]
    return _ENGINE.format(
        top=name,
        widths=", ".join(map(str, widths)),
        request=widths[0] - 1,
        response=widths[1] - 1,
        port=_port(dut, streams),
        dut=_instance(dut, streams, ports),
    )


def player_top(name: str, dut: Dut, streams: Streams) -> str:
    """A player and the host's end of its serial line."""
    return _PLAYER.format(
        top=name,
        widths=f"{streams.event.width}, {streams.settled.width}",
        settled=streams.settled.width - 1,
        port=_port(dut, streams),
        dut=_instance(dut, streams, {dut.serial.rx: "rx", dut.serial.tx: "tx"}),
    )


def _port(dut: Dut, streams: Streams) -> str:
    """The wires of the verification port, standing still if there is none."""
    wires = _PORT.format(event=streams.event.width - 1, state=streams.state.width - 1)
    return wires if dut.verification_port else wires + _NO_PORT


def _instance(dut: Dut, streams: Streams, ports: dict[str, str]) -> str:
    ports = {dut.clock.signal: "clk"} | ports
    if dut.reset.signal:
        ports[dut.reset.signal] = "rst" if dut.reset.active == "high" else "!rst"
    if dut.verification_port:
        ports |= {dut.port("vp_valid"): "event_valid", dut.port("vp_state"): "state"}
        ports |= {dut.port(f"vp_{name}"): f"event_data{streams.event.slice(name)}" for name, _ in streams.event.fields}
    parameters = ",\n".join(f"        .{name}({_literal(value)})" for name, value in dut.values.items())
    connections = ",\n".join(f"        .{port}({wire})" for port, wire in ports.items())
    return _DUT.format(
        module=dut.top, parameters=f"#(\n{parameters}\n    ) " if parameters else "", connections=connections
    )


def _literal(value: int | str) -> str:
    return str(value) if isinstance(value, int) else '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


_HANDSHAKE = ("valid", "ready")

_ENGINE = """\
`timescale 1ns / 1ps
module {top};
    wire clk, rst;
    wire req_valid, req_ready, resp_valid, resp_ready;
    wire [{request}:0] req;
    wire [{response}:0] resp;
{port}
    loopline_session #({widths}) session (
        .clk(clk), .rst(rst),
        .req_valid(req_valid), .req_ready(req_ready), .req(req),
        .resp_valid(resp_valid), .resp_ready(resp_ready), .resp(resp),
        .event_valid(event_valid), .event_data(event_data), .state(state)
    );

{dut}
endmodule
"""

_PLAYER = """\
`timescale 1ns / 1ps
module {top};
    wire clk, rst, rx, tx;
{port}
    loopline_line #({widths}) line (
        .clk(clk), .rst(rst), .rx(rx), .tx(tx),
        .event_valid(event_valid), .event_data(event_data), .state(state[{settled}:0])
    );

{dut}
endmodule
"""

_DUT = """\
    {module} {parameters}dut (
{connections}
    );
"""

_PORT = """\
    wire event_valid;
    wire [{event}:0] event_data;
    wire [{state}:0] state;
"""

_NO_PORT = """\
    assign event_valid = 1'b0;
    assign event_data = 0;
    assign state = 0;
"""
