"""A design in which operations are watched: its netlist, and beside it a module that sees all operands in every cycle
and has Verilator count the cases."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loopline.design import netlist, yosys
from loopline.design.dut import Dut, load
from loopline.errors import BadInput
from loopline.operands.points import Bits, Operation, Point, operations

#: The netlist, the module that sees the operands, and the file with both.
TOP, MODULE, WATCHED = "loopline_watched", "loopline_operands", "watched.json"

#: Widths are reduced again and again: each pass sees what the one before it has left.
_FLAT = [
    "setattr -mod -unset keep_hierarchy",
    "proc",
    "flatten",
    *["wreduce -keepdc", "opt_expr -fine -keepdc"] * 4,
    "memory_collect",
    "opt_clean",
    f"rename -top {TOP}",
    "write_json netlist.json",
]


@dataclass(frozen=True)
class Watched:
    """An operation of the design: where it stands in the source."""

    number: int
    file: str
    line: int
    text: str
    operation: Operation

    def condition(self, point: Point) -> str:
        """When the case is met, in Verilog: one bit, by its own operands."""
        return f"|({point.condition(f'a_{self.number}', f'b_{self.number}')})"


def watch(dut: Dut, folder: Path) -> tuple[Dut, list[Watched]]:
    """The design as a netlist in which its operations are watched, and these. Raises BadInput."""
    folder.mkdir(parents=True, exist_ok=True)
    yosys.run([*netlist.reading(dut, folder, dut.values), *_FLAT], folder, "netlist", dut.path)
    document = json.loads((folder / "netlist.json").read_text())
    module = document["modules"][TOP]
    watched = list(_watched(module, folder))
    if not any(one.operation.points for one in watched):
        raise BadInput(f"{dut.shown}: there is no comparison, no sum and no index in it that could be watched")
    clock = module["ports"].get(dut.clock.signal)
    if clock is None:
        raise BadInput(
            f"{dut.path}: clock.signal: {dut.top} has no port {dut.clock.signal}, whose cycles would be counted"
        )
    reset = module["ports"][dut.reset.signal]["bits"] if dut.reset.signal else ["0"]
    module["cells"][MODULE] = _cell({"clk": clock["bits"], "rst": reset}, watched)
    (folder / WATCHED).write_text(json.dumps(document))
    yosys.run([f"read_json {WATCHED}", "write_verilog -noattr watched.v"], folder, "watched", dut.path)
    plain = folder / "watched.v"
    plain.write_text(f"/* verilator coverage_off */\n{plain.read_text()}")  # its own lines and bits are not asked for
    (folder / f"{MODULE}.v").write_text(_module(dut, watched))
    description = netlist.description(dut, f"{dut.name}, watched", TOP, [f"{MODULE}.v", "watched.v"])
    (folder / "watched.toml").write_text(description)
    return load(folder / "watched.toml"), watched


def _watched(module: dict[str, Any], folder: Path) -> Iterable[Watched]:
    number = 0
    for _, cell in sorted(module["cells"].items()):
        for operation in operations(cell):
            # Of a `case` the item comes first, then all of it.
            file, _, place = cell["attributes"].get("src", "").partition("|")[0].rpartition(":")
            if operation.points and file:
                number += 1
                yield Watched(number, yosys.shown(folder, file), *_at(folder, file, place), operation)


def _at(folder: Path, file: str, place: str) -> tuple[int, str]:
    """The line, and what stands there: `57.20-57.32` is line and column, from and to."""
    (line, first), (last_line, last) = (map(int, one.split(".")) for one in place.split("-"))
    try:
        text = (folder / file).read_text(errors="replace").splitlines()[line - 1]
    except (OSError, IndexError):
        return line, "?"
    whole = line == last_line and last > first
    return line, (text[first - 1 : last - 1] if whole else text).strip()


def ports(watched: Sequence[Watched]) -> Iterable[tuple[str, Bits]]:
    for one in watched:
        yield f"a_{one.number}", one.operation.a
        yield f"b_{one.number}", one.operation.b


def _cell(control: Mapping[str, Bits], watched: Sequence[Watched]) -> dict[str, Any]:
    pins = {**control, **dict(ports(watched))}
    return {
        "hide_name": 0,
        "type": MODULE,
        "parameters": {},
        "attributes": {},
        "port_directions": dict.fromkeys(pins, "input"),
        "connections": pins,
    }


def _module(dut: Dut, watched: Sequence[Watched]) -> str:
    """Each case is a `cover` with a label, by which Verilator's count is known. Before the first reset nothing counts:
    a register may hold what it never holds again."""
    lines = [f"module {MODULE} ("]
    lines += [f"    input wire [{len(bits) - 1}:0] {name}," for name, bits in ports(watched)]
    lines += ["    input wire clk, rst", ");"]
    lines += [f"    reg awake = {int(not dut.reset.signal)};"]
    lines += [f"    always @(posedge clk) if ({'' if dut.reset.active == 'high' else '!'}rst) awake <= 1;"]
    for one in watched:
        for n, point in enumerate(one.operation.points):
            lines.append(
                f"    {label(one.number, n)}: cover property (@(posedge clk) awake && {one.condition(point)});"
            )
    return "\n".join([*lines, "endmodule", ""])


def label(number: int, point: int) -> str:
    return f"point_{number}_{point}"
