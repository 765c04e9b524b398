"""Verilog around a design without streams, which makes a request and a response stream from its ports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from loopline import tables
from loopline.design.dut import Dut, MessagePart, Signal, parts_of
from loopline.errors import BadInput
from loopline.signals import Field, Streams


class Wire(NamedTuple):
    """A port that the design must have, and what it is joined to."""

    #: Where the description names it: `clock.signal`, or its own name in [signals].
    key: str
    #: The design's name of it.
    port: str
    #: What it is to the design: input or output.
    direction: str
    #: None: any.
    width: int | None
    joined_to: str
    #: The largest value that it must have room for, if its width may be any.
    most: int = 0


def renamed(dut: Dut, ours: str, direction: str, width: int, joined_to: str) -> Wire:
    """Return the wire to a port that [signals] may rename.

    Args:
        dut: The design.
        ours: The contract's name of the port.
        direction: `input` or `output`, as the design sees it.
        width: The bits of the port.
        joined_to: The Verilog expression that it is joined to.
    """
    return Wire(f"signals.{ours}", dut.port(ours), direction, width, joined_to)


def wires(dut: Dut, streams: Streams) -> Iterator[Wire]:
    """Yield what is joined to a port of a design without streams. Raises BadInput."""
    if dut.streams != "combinational":
        yield Wire("clock.signal", dut.clock.signal, "input", 1, _clock(dut))
        yield Wire("reset.signal", dut.reset.signal, "input", 1, "rst" if dut.reset.active == "high" else "!rst")
    yield from {"combinational": _fields, "strobe": _strobes, "bytes": _line}[dut.streams](dut, streams)


def text(dut: Dut, streams: Streams) -> str:
    """Return the Verilog around a design without streams. Raises BadInput."""
    return {"combinational": _combinational, "strobe": _strobe, "bytes": _bytes}[dut.streams](dut, streams)


def _sizes(dut: Dut, streams: Streams) -> dict[str, Any]:
    return {"module": dut.top, "request": streams.request.width - 1, "response": streams.response.width - 1}


# --- plain logic ------------------------------------------------------------------------------------------------------


def _fields(dut: Dut, streams: Streams) -> Iterator[Wire]:
    """Yield the wires of plain logic.

    Inputs come from the register of the request, and outputs are the answer.
    """
    for port, field in streams.request.ports:
        if not (port == streams.request.names[0] and f"req_{port}" not in dut.signals and _tells_itself(dut, field)):
            yield renamed(dut, f"req_{port}", "input", field.bits, f"asked_q{streams.request.slice(port)}")
    for port, field in streams.response.ports:
        yield renamed(dut, f"resp_{port}", "output", field.bits, f"outputs{streams.response.slice(port)}")


def _tells_itself(dut: Dut, operation: Field) -> bool:
    """Return whether the design knows the operation without a field.

    It has a single one, or its inputs say which begins.
    """
    return (operation.values is not None and len(operation.values) == 1) or (
        dut.strobe is not None and isinstance(dut.strobe.start, Mapping)
    )


def _combinational(dut: Dut, streams: Streams) -> str:
    return _COMBINATIONAL.format(**_sizes(dut, streams))


_COMBINATIONAL = """\
    // {module} is combinational: a register holds the request, and what comes of it is the answer until it is taken.
    reg [{request}:0] asked_q;
    reg answers_q;
    wire [{response}:0] outputs;
    assign req_ready = !answers_q;
    assign resp_valid = answers_q;
    assign resp = outputs;
    always @(posedge clk)
    if (rst) begin
        asked_q <= 0;
        answers_q <= 1'b0;
    end else if (answers_q) answers_q <= !resp_ready;
    else if (req_valid) begin
        asked_q <= req;
        answers_q <= 1'b1;
    end

"""


# --- a strobe ---------------------------------------------------------------------------------------------------------


def _clock(dut: Dut) -> str:
    """Return the clock of the design.

    Inputs change as ours rises; a falling edge, or one that may be left out, comes amid.
    """
    if not _stops(dut):
        return "clk"
    return "!clk && runs" if dut.clock.edge == "rising" else "clk || !runs"


def _stops(dut: Dut) -> bool:
    return dut.strobe is not None and dut.strobe.stopped


def _is_amid(dut: Dut) -> bool:
    return _stops(dut) or dut.clock.edge == "falling"


def _operations(streams: Streams) -> dict[str, int]:
    """Return the values of the operations, by their names as a description writes them."""
    values = streams.request.fields[0][1].values
    return {value.name.lower(): value.value for value in values} if values else {}


def _by_operation(dut: Dut, streams: Streams, given: Any, *key: str) -> dict[str, Any]:
    """Return what a table has for each operation. Raise BadInput if it has more or fewer."""
    operations = _operations(streams)
    if not isinstance(given, Mapping):
        return dict.fromkeys(operations, given)
    for name in given:
        if name not in operations:
            meant = tables.nearest(name, operations)
            hint = f"did you mean {meant}? " if meant else ""
            raise BadInput(
                f"{dut.place(*key, name)}: {'.'.join(key)}.{name}: the game has no operation {name}; {hint}"
                f"it has {', '.join(operations)}"
            )
    for name in operations:
        if name not in given:
            raise BadInput(f"{dut.place(*key)}: {'.'.join(key)} says nothing of the operation {name}: add {name} = ...")
    return {name: given[name] for name in operations}


def _is(streams: Streams, operation: str) -> str:
    name, field = streams.request.fields[0]
    return f"asked_q{streams.request.slice(name)} == {field.bits}'d{_operations(streams)[operation]}"


def _started(dut: Dut, streams: Streams) -> dict[str, tuple[str, int, dict[str, int]]]:
    """Return the inputs that say that something begins. Raise BadInput.

    Each has its key, its value at other times, and its value as each operation begins.
    """
    assert dut.strobe
    found: dict[str, tuple[str, int, dict[str, int]]] = {}
    for operation, how in _by_operation(dut, streams, dut.strobe.start, "strobe", "start").items():
        signal = Signal.of(how) if isinstance(how, str) else None
        settings = {signal.port: signal.active} if signal else how
        key = f"strobe.start.{operation}" if isinstance(dut.strobe.start, Mapping) else "strobe.start"
        for port, value in settings.items():
            idle = dut.strobe.idle.get(port, 1 - signal.active if signal else 0)
            before = found.setdefault(port, (key, idle, {}))
            if before[1] != idle:
                raise BadInput(
                    f"{dut.place(*key.split('.'))}: {key}: {port} is active high in one place and low in another: "
                    f"write {{ {port} = 0 }} or {{ {port} = 1 }}, and strobe.idle"
                )
            before[2][operation] = value
    for port in dut.strobe.idle:
        if port not in found:
            raise BadInput(
                f"{dut.place('strobe', 'idle', port)}: strobe.idle.{port}: no operation sets {port}: a constant "
                "belongs in [tie]"
            )
    return found


def _dones(dut: Dut, streams: Streams) -> list[str]:
    """Return the outputs that say that something is done."""
    assert dut.strobe
    outputs = _by_operation(dut, streams, dut.strobe.done, "strobe", "done").values()
    return [*dict.fromkeys(Signal.of(output).port for output in outputs if isinstance(output, str))]


def _strobes(dut: Dut, streams: Streams) -> Iterator[Wire]:
    for number, (port, (key, idle, values)) in enumerate(_started(dut, streams).items()):
        is_strobe = {idle, *values.values()} <= {0, 1} and _is_one_signal(dut, port)
        yield Wire(key, port, "input", 1 if is_strobe else None, f"start_{number}", max(idle, *values.values()))
    for number, port in enumerate(_dones(dut, streams)):
        yield Wire("strobe.done", port, "output", 1, f"done_{number}")
    yield from _fields(dut, streams)


def _is_one_signal(dut: Dut, port: str) -> bool:
    """Return whether an operation names this input as its only signal."""
    assert dut.strobe
    start = dut.strobe.start
    signals = start.values() if isinstance(start, Mapping) else [start]
    return any(isinstance(signal, str) and Signal.of(signal).port == port for signal in signals)


def _strobe(dut: Dut, streams: Streams) -> str:
    assert dut.strobe
    lines = []
    for number, (port, (_, idle, values)) in enumerate(_started(dut, streams).items()):
        bits = max(1, *(value.bit_length() for value in (idle, *values.values())))
        width = f"[{bits - 1}:0] " if bits > 1 else ""
        chosen = _chosen(streams, {name: f"{bits}'d{value}" for name, value in values.items()}, f"{bits}'d{idle}")
        lines.append(f"    wire {width}start_{number} = starts ? ({chosen}) : {bits}'d{idle};  // {port}")
    ports = _dones(dut, streams)
    lines += [f"    wire done_{number};  // {port}" for number, port in enumerate(ports)]
    how = _by_operation(dut, streams, dut.strobe.done, "strobe", "done")
    done = _chosen(streams, {name: _is_done(dut, ports, value) for name, value in how.items()}, "1'b0")
    lines.append(f"    wire done = {done};")
    if dut.strobe.stopped:
        lines.append("    wire runs = rst || busy_q;  // the clock stands still between operations")
    return _STROBE.format(**_sizes(dut, streams), signals="\n".join(lines))


def _chosen(streams: Streams, by: Mapping[str, str], otherwise: str) -> str:
    """Return an expression that has a value for each operation."""
    if len({*by.values()}) == 1 and len(by) == len(_operations(streams)):
        return next(iter(by.values()))
    return " : ".join([*(f"{_is(streams, name)} ? {value}" for name, value in by.items()), otherwise])


def _is_done(dut: Dut, ports: Sequence[str], how: str | int) -> str:
    """Return the expression that holds in the cycle in which the operation is done.

    The design's edge comes at the end of a cycle, or amid.
    """
    if isinstance(how, int):
        return f"cycles_q == 31'd{how - _is_amid(dut)}"
    signal = Signal.of(how)
    seen = f"done_{ports.index(signal.port)} === 1'b{signal.active}"
    return f"({seen})" if _is_amid(dut) else f"(!starts && {seen})"


_STROBE = """\
    // {module} has no streams. A register holds the request; in the first cycle the design is told to begin, and when
    // it is done its outputs are kept as the answer until that is taken.
    reg [{request}:0] asked_q;
    reg [{response}:0] answer_q;
    reg busy_q = 1'b0, answers_q;
    reg [30:0] cycles_q;
    wire [{response}:0] outputs;
    wire starts = busy_q && cycles_q == 0;
{signals}
    assign req_ready = !busy_q && !answers_q;
    assign resp_valid = answers_q;
    assign resp = answer_q;
    always @(posedge clk)
    if (rst) begin
        asked_q <= 0;
        answer_q <= 0;
        cycles_q <= 0;
        busy_q <= 1'b0;
        answers_q <= 1'b0;
    end else if (answers_q) answers_q <= !resp_ready;
    else if (busy_q) begin
        cycles_q <= cycles_q + 31'd1;
        if (done) begin
            answer_q <= outputs;
            busy_q <= 1'b0;
            answers_q <= 1'b1;
        end
    end else if (req_valid) begin
        asked_q <= req;
        cycles_q <= 0;
        busy_q <= 1'b1;
    end

"""


# --- bytes ------------------------------------------------------------------------------------------------------------


def _line(dut: Dut, streams: Streams) -> Iterator[Wire]:
    assert dut.bytes
    _messages(dut, streams), _heard(dut, streams)  # they say what is wrong
    if dut.bytes.uart:
        yield Wire("bytes.uart.rx", dut.bytes.uart.rx, "input", 1, "said")
        yield Wire("bytes.uart.tx", dut.bytes.uart.tx, "output", 1, "heard")
        return
    into, out = dut.bytes.into, dut.bytes.out
    assert into
    assert out
    yield Wire("bytes.into.valid", into.valid, "input", 1, "says")
    yield Wire("bytes.into.byte", into.byte, "input", 8, "saying")
    if into.ready:
        yield Wire("bytes.into.ready", into.ready, "output", 1, "goes")
    yield Wire("bytes.out.valid", out.valid, "output", 1, "comes")
    yield Wire("bytes.out.byte", out.byte, "output", 8, "coming")
    if out.ready:
        yield Wire("bytes.out.ready", out.ready, "input", 1, "1'b1")


def _messages(dut: Dut, streams: Streams) -> dict[str, list[str]]:
    """Return the bytes of each operation's message, as expressions. Raise BadInput."""
    assert dut.bytes
    found = {}
    fields, operations = dict(streams.request.fields), _operations(streams)
    for name, template in _by_operation(dut, streams, dut.bytes.message, "bytes", "message").items():
        at = f"{dut.place('bytes', 'message', name)}: bytes.message.{name}"
        try:
            message = parts_of(template)
        except ValueError as problem:
            raise BadInput(f"{at}: {tables.shown(template)} {problem}") from None
        own = [name for name, field in fields.items() if field.values is None or name != streams.request.names[0]]
        own = [key for key in own if not fields[key].of or operations[name] in fields[key].of]
        said = {part.field for part in message if part.field}
        for missing in [name for name in own if name not in said]:
            raise BadInput(f"{at}: says nothing of the field {missing}: write {{{missing}}} where its bytes are")
        for unknown in sorted(said - {*own}):
            known = f"it has {', '.join(own)}" if own else "it has none"
            raise BadInput(f"{at}: the operation {name} has no field {unknown}: {known}")
        found[name] = [byte for part in message for byte in _said(streams, part, fields, at)]
    return found


def _said(streams: Streams, part: MessagePart, fields: Mapping[str, Field], at: str) -> list[str]:
    """Return the bytes of a part of a message, as expressions."""
    if not part.field:
        return [f"8'd{part.byte}"]
    bits, value = fields[part.field].bits, f"asked_q{streams.request.slice(part.field)}"
    if part.added:
        if bits > 8:
            raise BadInput(f"{at}: {part.field} has {bits} bits, and a letter plus its value 8 at most")
        return [f"8'd{part.byte} + {{{8 - bits}'d0, {value}}}" if bits < 8 else f"8'd{part.byte} + {value}"]
    if bits % 8:
        raise BadInput(f"{at}: {part.field} has {bits} bits; expected a multiple of 8: write {{{part.field}:a}}")
    right = streams.request.shifts[part.field][0]
    return [f"asked_q[{right + 8 * number}+:8]" for number in reversed(range(bits // 8))]


def _heard(dut: Dut, streams: Streams) -> tuple[str, int]:
    """Return the answer as an expression, and the bytes that it has room for. Raise BadInput."""
    assert dut.bytes
    length, room, parts = dut.bytes.length, 0, []
    shown = f"{dut.place('bytes', 'length')}: bytes.length"
    if length is not None and length not in dict(streams.response.ports):
        names = ", ".join(name for name, _ in streams.response.ports)
        raise BadInput(f"{shown} = {tables.shown(length)}: expected a field of the answer: {names}")
    for name, field in streams.response.ports:
        if name != length:
            if field.bits % 8:
                raise BadInput(
                    f"{dut.place('bytes')}: the answer's {name} has {field.bits} bits; expected a multiple of 8: give "
                    f"it 8 for each byte of the reply in the game, or name it in bytes.length"
                )
            room += field.bits // 8
    if not room:
        raise BadInput(
            f"{dut.place('bytes')}: the answer has no field for the bytes of a reply: the game must have one"
        )
    if dut.bytes.reply.bytes is not None and dut.bytes.reply.bytes != room:
        raise BadInput(
            f"{dut.place('bytes', 'reply')}: bytes.reply: a reply of {dut.bytes.reply.bytes} bytes, but the fields of "
            f"the answer have {room}: make them the same"
        )
    if dut.bytes.reply.bytes is None and length is None:
        raise BadInput(
            f"{dut.place('bytes')}: replies have no fixed length, so one that is too long, or too short, would go "
            "unseen: name the field of the answer that has the number of its bytes, length = ..."
        )
    left = 8 * room
    for name, field in streams.response.ports:
        if name == length:
            most = (1 << field.bits) - 1
            parts.append(f"heard_q > 32'd{most} ? {field.bits}'d{most} : heard_q[{field.bits - 1}:0]")
        else:
            left -= field.bits
            parts.append(f"reply_q[{left}+:{field.bits}]")
    return "{" + ", ".join(f"({part})" if "?" in part else part for part in parts) + "}", room


def _bytes(dut: Dut, streams: Streams) -> str:
    assert dut.bytes
    messages = _messages(dut, streams)
    answer, room = _heard(dut, streams)
    longest = max(map(len, messages.values()))
    padded = {
        name: "{" + ", ".join([*said, *["8'd0"] * (longest - len(said))]) + "}" for name, said in messages.items()
    }
    lengths = {name: f"13'd{len(said)}" for name, said in messages.items()}
    reply, uart = dut.bytes.reply, dut.bytes.uart
    if reply.bytes is not None:
        ends = f"comes && heard_q == 32'd{reply.bytes - 1}"
    elif reply.separator is not None:
        ends = f"comes && coming == 8'd{ord(reply.separator)}"
    else:
        ends = f"!speaks && quiet_q == 32'd{reply.quiet}"
    line = (
        _UART.format(bit=uart.bit)
        if uart
        else _PULSES.format(goes="" if dut.bytes.into and dut.bytes.into.ready else " = 1'b1")
    )
    return _BYTES.format(
        **_sizes(dut, streams),
        line=line,
        message=8 * longest - 1,
        next=8 * longest - 8,
        reply=8 * room - 1,
        room=room,
        messages=_chosen(streams, padded, f"{8 * longest}'d0"),
        lengths=_chosen(streams, lengths, "13'd0"),
        answer=answer,
        ends=ends,
    )


_BYTES = """\
    // {module} hears and says bytes. A register holds the request, and its message is said; what comes back is the
    // answer when it is over. A byte that comes at any other time makes an answer, too, which nobody has asked for.
    reg [{request}:0] asked_q;
    reg busy_q, begins_q, full_q, late_q, answers_q;
    reg [{message}:0] message_q;  // what is left to say, the next byte first
    reg [12:0] left_q;  // and how many bytes these are
    reg [{reply}:0] reply_q;  // what has come, the first byte first
    reg [31:0] heard_q, quiet_q;
    wire says = left_q != 0;
    wire [7:0] saying = message_q[{next}+:8];
    wire comes;
    wire [7:0] coming;
{line}
    wire [{message}:0] message = {messages};
    wire ends = {ends};
    assign req_ready = !busy_q && !answers_q;
    assign resp_valid = answers_q;
    assign resp = {answer};
    always @(posedge clk)
    if (rst) begin
        asked_q <= 0;
        {{busy_q, begins_q, full_q, late_q, answers_q}} <= 5'd0;
        left_q <= 0;
        reply_q <= 0;
        heard_q <= 0;
        quiet_q <= 0;
    end else begin
        begins_q <= 1'b0;
        if (begins_q) begin
            message_q <= message;
            left_q <= {lengths};
        end else if (says && goes) begin
            message_q <= message_q << 8;
            left_q <= left_q - 13'd1;
        end
        quiet_q <= comes || begins_q || speaks ? 32'd0 : quiet_q + 32'd1;
        if (comes && !full_q && !answers_q) begin
            if (heard_q < 32'd{room}) reply_q[8 * ({room} - 1 - heard_q) +: 8] <= coming;
            heard_q <= heard_q + 32'd1;
        end
        if (comes && (full_q || answers_q)) late_q <= 1'b1;
        if (busy_q && !begins_q) begin
            if (ends) full_q <= 1'b1;
            if ((ends || full_q) && !speaks) begin
                busy_q <= 1'b0;
                answers_q <= 1'b1;
            end
        end
        if (answers_q && resp_ready) begin
            answers_q <= late_q || comes;
            {{full_q, late_q}} <= 2'b00;
            reply_q <= 0;
            heard_q <= 0;
        end
        if (req_ready && req_valid) begin
            asked_q <= req;
            busy_q <= 1'b1;
            begins_q <= 1'b1;
        end else if (req_ready && comes) answers_q <= 1'b1;
    end

"""

_PULSES = """\
    wire goes{goes};
    wire speaks = says;"""

_UART = """\
    // A serial line: eight bits, the lowest first, between a start and a stop bit, each of {bit} cycles.
    reg [9:0] sent_q;
    reg [3:0] bits_q, place_q;
    reg [31:0] time_q, sample_q, rest_q;  // a byte is said a bit after one that was heard, at the earliest
    reg hears_q, came_q;
    reg [7:0] byte_q;
    wire said = bits_q == 0 || sent_q[0];
    wire heard;
    wire goes = bits_q == 0 && rest_q == 0 && says;
    wire speaks = says || bits_q != 0 || hears_q;
    assign comes = came_q;
    assign coming = byte_q;
    always @(posedge clk)
    if (rst) begin
        bits_q <= 0;
        rest_q <= 0;
        hears_q <= 1'b0;
        came_q <= 1'b0;
    end else begin
        time_q <= time_q - 32'd1;
        if (goes) begin
            sent_q <= {{1'b1, saying, 1'b0}};
            bits_q <= 4'd10;
            time_q <= 32'd{bit} - 32'd1;
        end else if (bits_q != 0 && time_q == 0) begin
            sent_q <= {{1'b1, sent_q[9:1]}};
            bits_q <= bits_q - 4'd1;
            time_q <= 32'd{bit} - 32'd1;
        end
        came_q <= 1'b0;
        rest_q <= came_q ? 32'd{bit} : rest_q != 0 ? rest_q - 32'd1 : 32'd0;
        sample_q <= sample_q - 32'd1;
        if (!hears_q) begin
            hears_q <= heard === 1'b0;
            place_q <= 0;
            sample_q <= 32'd{bit} + 32'd{bit} / 2 - 32'd1;
        end else if (sample_q == 0) begin
            sample_q <= 32'd{bit} - 32'd1;
            place_q <= place_q + 4'd1;
            if (place_q < 4'd8) byte_q <= {{heard, byte_q[7:1]}};
            else if (heard === 1'b1) begin  // a byte without its stop bit is none
                hears_q <= 1'b0;
                came_q <= place_q == 4'd8;
            end
        end
    end"""
