"""What the Verilog of a design repeats of its description: the codes of its fields, and its ports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum

from loopline.design.dut import Dut
from loopline.design.top import Wire, wires
from loopline.signals import Streams


def codes(streams: Streams, others: Iterable[tuple[type[IntEnum], str, int]] = ()) -> Iterator[str]:
    """Lines that define the named values of all fields, for `include` in a module. `others`: more values, the prefix of
    their names and their bits."""
    yield "/* verilator lint_off UNUSEDPARAM */"
    for values, prefix, bits in [*_named_values(streams), *others]:
        yield ""
        yield from (constant(f"{prefix}_{one.name}", bits, one.value) for one in values)
    yield ""
    yield "/* verilator lint_on UNUSEDPARAM */"


def constant(name: str, bits: int, value: int) -> str:
    """A line that defines a number."""
    return f"localparam [{bits - 1}:0] {name} = {bits}'d{value};"


def _named_values(streams: Streams) -> list[tuple[type[IntEnum], str, int]]:
    """The named values of fields, each once; the prefix of their names, and the bits of their fields."""
    layouts = (streams.request, streams.response, streams.event, streams.state)
    bits = {field.values: field.bits for layout in layouts for _, field in layout.fields if field.values}
    return [(values, values.__name__.removesuffix("Code").upper(), width) for values, width in bits.items()]


def skeleton(dut: Dut, streams: Streams) -> Iterator[str]:
    """Lines of a module with the ports that the description implies, and a place for what it does."""
    ports = [wire for wire in wires(dut, streams) if wire.width is not None]
    size = max(len(_range(wire)) for wire in ports)
    yield "`default_nettype none"
    yield ""
    yield f"module {dut.top} {_parameters(dut)}("
    for wire in ports:
        end = "" if wire is ports[-1] else ","
        yield f"    {wire.direction:<6} wire {_range(wire):<{size}}{' ' * bool(size)}{wire.port}{end}"
    yield ");"
    yield ""
    yield f"    // The codes: loopline codes {dut.path.name} >{dut.top}_codes.vh"
    yield f'    `include "{dut.top}_codes.vh"'
    yield ""
    if dut.verification_port:
        fields = ", ".join(f"{name} [{field.bits}]" for name, field in streams.state.fields)
        yield f"    // {dut.port('vp_state')}: {{{fields}}}, the first field in the highest bits"
        yield ""
    yield "endmodule"
    yield ""
    yield "`default_nettype wire"


def _parameters(dut: Dut) -> str:
    """The parameters that the description sets, each with its value as the default."""
    values = {name: f'"{value}"' if isinstance(value, str) else value for name, value in dut.values.items()}
    lines = [f"    parameter {name} = {value}" for name, value in values.items()]
    return "#(\n" + ",\n".join(lines) + "\n) " if lines else ""


def _range(wire: Wire) -> str:
    return f"[{wire.width - 1}:0]" if wire.width is not None and wire.width > 1 else ""
