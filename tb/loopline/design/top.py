"""Verilog that joins a design to what plays with it: the only place where names of the design's ports appear.

Here is also what the Verilog of a design repeats of its description, its ports and the codes of its fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

from loopline.design import around, waves
from loopline.design.around import Wire
from loopline.design.around import renamed as _renamed
from loopline.design.dut import Dut
from loopline.signals import Layout, Streams


def engine_top(name: str, dut: Dut, streams: Streams, *, waves: bool) -> str:
    """Return the top with an engine and the session of its requests.

    Args:
        name: The name of the top.
        dut: The design.
        streams: Its streams.
        waves: Whether the model's expectations are in it, too.
    """
    widths = [streams.request.width, streams.response.width, streams.event.width, streams.state.width]
    return _ENGINE.format(
        top=name,
        widths=", ".join(map(str, widths)),
        request=widths[0] - 1,
        response=widths[1] - 1,
        event=widths[2] - 1,
        state=widths[3] - 1,
        port=_port(dut, streams),
        dut=_instance(dut, streams),
        fields="\n".join(_in_waves(dut, streams)) if waves else "",
    )


def player_top(name: str, dut: Dut, streams: Streams, *, waves: bool) -> str:
    """Return the top with a player and the host's end of its serial line.

    Args:
        name: The name of the top.
        dut: The design.
        streams: Its streams.
        waves: Whether the model's expectations are in it, too.
    """
    return _PLAYER.format(
        top=name,
        widths=f"{streams.event.width}, {streams.settled.width}, {len(dut.lamps)}",
        lamps=max(1, len(dut.lamps)) - 1,
        dark="" if dut.lamps else "    assign lamps = 1'b0;\n",
        settled=streams.settled.width - 1,
        port=_port(dut, streams),
        dut=_instance(dut, streams),
        fields="\n".join(_in_waves(dut, streams)) if waves else "",
    )


def _in_waves(dut: Dut, streams: Streams) -> Iterator[str]:
    """Yield each field as a signal of its own, and as the model expects it."""
    yield f"    generate if (1) begin : {waves.PORTS}"
    for vector, prefix, layout in waves.vectors(dut, streams):
        yield from _apart(layout, prefix, vector)
    yield "    end endgenerate"
    model = waves.expected(dut, streams)
    begins = {"engine": "session.begins", "player": "line.begins"}[dut.contract]
    yield f"    wire [{model.width - 1}:0] expected;"
    yield f"    loopline_model #({model.width}) expects (.clk(clk), .begins({begins}), .values(expected));"
    yield f"    generate if (1) begin : {waves.MODEL}"
    yield from _apart(model, "", "expected")
    yield "    end endgenerate"


def _apart(layout: Layout, prefix: str, vector: str) -> Iterator[str]:
    for name, field in layout.ports:
        wire = f"wire [{field.bits - 1}:0]" if field.bits > 1 else "wire"
        yield f"        {wire} {waves.in_verilog(prefix + name)} = {vector}{layout.slice(name)};"


def deck_top(name: str, dut: Dut, streams: Streams, events: int, patience: int, about: Sequence[str]) -> str:
    """Return the top with an engine and a deck of games, hdl/loopline_deck.v, which runs without Python.

    Args:
        name: The name of the top.
        dut: The design.
        streams: Its streams.
        events: The most events of a request.
        patience: The cycles after which the design counts as hung.
        about: Lines that say what the top is.
    """
    parameters = {
        "REQUEST_W": streams.request.width,
        "RESPONSE_W": streams.response.width,
        "EVENT_W": streams.event.width,
        "ORDER_W": streams.event.fields[0][1].bits,
        "STATE_W": streams.state.width,
        "EVENTS": events,
        "RESET_CYCLES": dut.reset.cycles,
        "PATIENCE": patience,
        "EXACT": int(dut.cycle_exact),
    }
    return _DECK.format(
        top=name,
        about="\n".join(f"// {_in_a_comment(line)}".rstrip() for line in about),
        parameters=",\n".join(f"        .{name}({value})" for name, value in parameters.items()),
        request=streams.request.width - 1,
        response=streams.response.width - 1,
        event=streams.event.width - 1,
        port=_port(dut, streams),
        dut=_instance(dut, streams),
        asked="\n".join(_shown(streams.request, "req_", "asked_for")),
        answers="\n".join(_compared(streams.response, "resp_", "answer", "answered_with")),
        events="\n".join(_compared(streams.event, "vp_", "due", "happened")),
    )


def _in_a_comment(line: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def _shown(layout: Layout, prefix: str, vector: str) -> Iterator[str]:
    """Yield statements that print the fields of a vector."""
    for port, _ in layout.ports:
        yield f'            $display("  {prefix}{port} = %0d", {vector}{layout.slice(port)});'


def _compared(layout: Layout, prefix: str, expected: str, found: str) -> Iterator[str]:
    """Yield statements that print the fields in which two vectors differ."""
    for port, _ in layout.ports:
        a, b = (f"{vector}{layout.slice(port)}" for vector in (expected, found))
        text = f"  {prefix}{port}: expected %0d, found %0d"
        yield f'            if ({a} !== {b}) $display("{text}", {a}, {b});'


def wires(dut: Dut, streams: Streams) -> list[Wire]:
    """Return all wires to ports of the design."""
    if dut.streams != "valid/ready":
        return [*around.wires(dut, streams), *_tied(dut)]
    found = [Wire("clock.signal", dut.clock.signal, "input", 1, "clk")]
    if dut.reset.signal:
        level = "rst" if dut.reset.active == "high" else "!rst"
        found.append(Wire("reset.signal", dut.reset.signal, "input", 1, level))
    if dut.contract == "player":
        found.append(Wire("serial.rx", dut.serial.rx, "input", 1, "rx"))
        found.append(Wire("serial.tx", dut.serial.tx, "output", 1, "tx"))
        found += [
            Wire(f"lamps.{lamp}", port, "output", 1, f"lamps[{bit}]")
            for bit, (lamp, port) in enumerate(dut.lamps.items())
        ]
    else:
        found += _streams(dut, streams)
    if dut.verification_port:
        found += verification_port(dut, streams)
    return [*found, *_tied(dut)]


def _tied(dut: Dut) -> Iterator[Wire]:
    return (Wire(f"tie.{port}", port, "input", None, str(value), value) for port, value in dut.tie.items())


def _streams(dut: Dut, streams: Streams) -> Iterator[Wire]:
    for name, forward, back, layout in (
        ("req", "input", "output", streams.request),
        ("resp", "output", "input", streams.response),
    ):
        for wire, direction in (("valid", forward), ("ready", back)):
            yield _renamed(dut, f"{name}_{wire}", direction, 1, f"{name}_{wire}")
        for port, field in layout.ports:
            yield _renamed(dut, f"{name}_{port}", forward, field.bits, f"{name}{layout.slice(port)}")


def verification_port(dut: Dut, streams: Streams) -> Iterator[Wire]:
    """Yield the wires of the verification port, whether the design has it or not."""
    yield _renamed(dut, "vp_valid", "output", 1, "event_valid")
    yield _renamed(dut, "vp_state", "output", streams.state.width, "state")
    for port, field in streams.event.ports:
        yield _renamed(dut, f"vp_{port}", "output", field.bits, f"event_data{streams.event.slice(port)}")


def _port(dut: Dut, streams: Streams) -> str:
    """Return the wires of the verification port, tied to constants if the design lacks it."""
    wires = _PORT.format(event=streams.event.width - 1, state=streams.state.width - 1)
    return wires if dut.verification_port else wires + _NO_PORT


def _instance(dut: Dut, streams: Streams) -> str:
    """Return the design, and the adapter around a design without streams."""
    joined = wires(dut, streams)
    parameters = ",\n".join(f"        .{name}({literal(value)})" for name, value in dut.values.items())
    connections = ",\n".join(f"        .{wire.port}({wire.joined_to})" for wire in joined)
    instance = _DUT.format(
        module=dut.top, parameters=f"#(\n{parameters}\n    ) " if parameters else "", connections=connections
    )
    return instance if dut.streams == "valid/ready" else around.text(dut, streams) + instance


def literal(value: int | str) -> str:
    """Write the value of a parameter as Verilog."""
    return str(value) if isinstance(value, int) else '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


#: (A port may have a name that is a keyword of SystemVerilog.)
_ENGINE = """\
`begin_keywords "1364-2005"
`timescale 1ns / 1ps
`ifdef VERILATOR  // hdl/loopline_main.cpp drives the clock and writes the record, whose widths it asks for
module {top} (
    input  wire clk,
    input  wire [1:0] tenth,
    output wire asleep, probing, noted,
    output wire [31:0] record_skipped,
    output wire [7:0] record_flags /* verilator public_flat_rd */,
    output wire [{response}:0] record_answer /* verilator public_flat_rd */,
    output wire [{event}:0] record_event /* verilator public_flat_rd */,
    output wire [{state}:0] record_state /* verilator public_flat_rd */
);
`else
module {top};
    reg clk = 1'b0;
    always #5 clk = ~clk;
    wire probing;
    reg [1:0] tenth = 2'd0;
    always @(probing) begin
        #1 tenth = 2'd1;
        #1 tenth = 2'd2;
        #1 tenth = 2'd3;
    end
`endif
    wire rst;
    wire req_valid, req_ready, resp_valid, resp_ready;
    wire [{request}:0] req;
    wire [{response}:0] resp;
{port}
    loopline_session #({widths}) session (
        .clk(clk), .rst(rst),
        .req_valid(req_valid), .req_ready(req_ready), .req(req),
        .resp_valid(resp_valid), .resp_ready(resp_ready), .resp(resp),
        .event_valid(event_valid), .event_data(event_data), .state(state),
        .probing(probing), .tenth(tenth)
`ifdef VERILATOR
        , .asleep(asleep), .noted(noted), .noted_skipped(record_skipped), .noted_flags(record_flags),
        .noted_answer(record_answer), .noted_event(record_event), .noted_state(record_state)
`endif
    );

{dut}
{fields}
endmodule
`end_keywords
"""

_DECK = """\
{about}
`timescale 1ns / 1ps
module {top};
    wire clk, rst;
    wire req_valid, req_ready, resp_valid, resp_ready;
    wire [{request}:0] req, asked_for;
    wire [{response}:0] resp, answer, answered_with;
    wire [{event}:0] due, happened;
    wire failed, of_answer, of_event, passed;
{port}
    loopline_deck #(
{parameters}
    ) deck (
        .clk(clk), .rst(rst),
        .req_valid(req_valid), .req_ready(req_ready), .req(req),
        .resp_valid(resp_valid), .resp_ready(resp_ready), .resp(resp),
        .event_valid(event_valid), .event_data(event_data), .state(state),
        .failed(failed), .of_answer(of_answer), .of_event(of_event), .asked_for(asked_for),
        .answer(answer), .answered_with(answered_with), .due(due), .happened(happened),
        .passed(passed)
    );

{dut}
    always @(negedge clk)
    if (passed) $finish(0);
    else if (failed) begin
        if (^asked_for !== 1'bx) begin
            $display("  the request:");
{asked}
        end
        if (of_answer) begin
            $display("  the answer:");
{answers}
        end
        if (of_event) begin
            $display("  the event:");
{events}
        end
        // A simulator that knows only Verilog-2001 has no $fatal: +define+NO_FATAL, and look for FAIL.
`ifdef NO_FATAL
        $finish(0);
`else
        $fatal;
`endif
    end
endmodule
"""

_PLAYER = """\
`begin_keywords "1364-2005"
`timescale 1ns / 1ps
`ifdef VERILATOR  // hdl/loopline_main.cpp drives the clock
module {top} (
    input  wire clk,
    output wire asleep
);
`else
module {top};
    reg clk = 1'b0;
    always #5 clk = ~clk;
    wire asleep;
`endif
    wire rst, rx, tx;
    wire [{lamps}:0] lamps;
{dark}{port}
    loopline_line #({widths}) line (
        .clk(clk), .rst(rst), .rx(rx), .tx(tx), .lamps(lamps),
        .event_valid(event_valid), .event_data(event_data), .state(state[{settled}:0]),
        .asleep(asleep)
    );

{dut}
{fields}
endmodule
`end_keywords
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


def codes(streams: Streams, others: Iterable[tuple[type[IntEnum], str, int]] = ()) -> Iterator[str]:
    """Yield lines that define the named values of all fields, for `include` in a module.

    `others`: more values, the prefix of their names and their bits.
    """
    yield "/* verilator lint_off UNUSEDPARAM */"
    for values, prefix, bits in [*_named_values(streams), *others]:
        yield ""
        yield from (constant(f"{prefix}_{parameter.name}", bits, parameter.value) for parameter in values)
    yield ""
    yield "/* verilator lint_on UNUSEDPARAM */"


def constant(name: str, bits: int, value: int) -> str:
    """Return a line that defines a number.

    Args:
        name: The name of the parameter in Verilog.
        bits: Its width.
        value: A number that fits into the width; it is written in decimal.
    """
    return f"localparam [{bits - 1}:0] {name} = {bits}'d{value};"


def _named_values(streams: Streams) -> list[tuple[type[IntEnum], str, int]]:
    """Return the named values of fields, each once, the prefix of their names, and the bits of their fields.

    A field without bits is left out of the ports, so its only value is not named.
    """
    layouts = (streams.request, streams.response, streams.event, streams.state)
    bits = {field.values: field.bits for layout in layouts for _, field in layout.ports if field.values}
    return [(values, values.__name__.removesuffix("Code").upper(), width) for values, width in bits.items()]


def skeleton(dut: Dut, streams: Streams) -> Iterator[str]:
    """Yield lines of a module with the ports that the description implies, and a place for what it does."""
    all_wires = [
        wire._replace(width=max(1, wire.most.bit_length())) if wire.key.startswith("strobe.") else wire
        for wire in wires(dut, streams)
    ]
    ports = [wire for wire in all_wires if wire.width is not None]
    size = max(len(_range(wire)) for wire in ports)
    yield "`default_nettype none"
    yield ""
    yield f"module {dut.top} {_parameters(dut)}("
    for wire in ports:
        end = "" if wire is ports[-1] else ","
        yield f"    {wire.direction:<6} wire {_range(wire):<{size}}{' ' * bool(size)}{wire.port}{end}"
    yield ");"
    yield ""
    yield f"    // As loopline codes {dut.path.name} prints them."
    yield from (f"    {line}" if line else "" for line in codes(streams))
    yield ""
    if dut.verification_port:
        fields = ", ".join(f"{name} [{field.bits}]" for name, field in streams.state.fields)
        yield f"    // {dut.port('vp_state')}: {{{fields}}}, the first field in the highest bits"
        yield ""
    yield "endmodule"
    yield ""
    yield "`default_nettype wire"


def _parameters(dut: Dut) -> str:
    """Return the parameters that the description sets, each with its value as the default."""
    values = {name: f'"{value}"' if isinstance(value, str) else value for name, value in dut.parameter_values.items()}
    lines = [f"    parameter {name} = {value}" for name, value in values.items()]
    return "#(\n" + ",\n".join(lines) + "\n) " if lines else ""


def _range(wire: Wire) -> str:
    return f"[{wire.width - 1}:0]" if wire.width is not None and wire.width > 1 else ""
