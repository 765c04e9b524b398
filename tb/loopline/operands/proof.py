"""Which cases can never be met: proven by Yosys' SAT solver, by induction over time.

If a case has not been met for two cycles, from whatever state, it is not met in the next one; and it is not met in the
first cycles after a reset. Memories may hold and answer anything. So what is proven holds; what is not proven may still
be impossible.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from loopline.design import yosys
from loopline.design.dut import Dut
from loopline.operands.cases import Case
from loopline.operands.netlist import MODULE, TOP, WATCHED, Watched, ports

#: The cycles of an induction, the seconds for one question, and the cases that one Yosys is asked about.
_CYCLES, _TIMEOUT, _LOT = 2, 10, 16

#: Registers with one clock and nothing else; what is X may be anything, in every cycle.
_PREPARED = [
    "read_json asked.json",
    "read_verilog asked.v",
    f"hierarchy -top {TOP}",
    *("proc", "flatten", "async2sync", "dffunmap", "setundef -undriven -anyseq", "opt_clean"),
    "splitnets -ports w:met",  # so that each is asked about by what it depends on
    "write_rtlil asked.il",
]


def impossible(dut: Dut, folder: Path, cases: Sequence[Case], done: Callable[[int], bool]) -> list[Case]:
    """Those of the cases that cannot be met once the design has been reset. `done` hears how many have been asked
    about, and says whether to go on."""
    document = json.loads((folder / WATCHED).read_text())
    module = document["modules"][TOP]
    if not cases or not dut.reset.signal or not _has_one_clock(module):
        return []
    operations = list({one.number: one for one, _ in cases}.values())
    _ask(module, operations, len(cases))
    (folder / "asked.json").write_text(json.dumps(document))
    (folder / "asked.v").write_text(_module(operations, cases))
    yosys.run(_PREPARED, folder, "asked", dut.path)
    resetting = f"{dut.reset.signal} {int(dut.reset.active == 'high')}"
    proven: list[int] = []
    rest = iter(range(len(cases)))
    asked = 0
    while lot := list(islice(rest, _LOT)):
        steady = _holding(dut, folder, {n: _question(n, [f"met[{n}] 0"] * _CYCLES, 1) for n in lot})
        proven += _holding(dut, folder, {n: _question(n, [resetting] * dut.reset.cycles, _CYCLES) for n in steady})
        asked += len(lot)
        if not done(asked):
            break
    return [cases[n] for n in proven]


def _holding(dut: Dut, folder: Path, questions: Mapping[int, str]) -> list[int]:
    """Those of which Yosys says that they hold."""
    answers = {n: folder / f"answer-{n}.txt" for n in questions}
    if questions:
        asked = [f"tee -q -o {file.name} {questions[n]}" for n, file in answers.items()]
        yosys.run(["read_rtlil asked.il", *asked], folder, "prove", dut.path)
    holding = [n for n, file in answers.items() if "SUCCESS!" in file.read_text()]
    for file in answers.values():
        file.unlink()
    return holding


def _has_one_clock(module: dict[str, Any]) -> bool:
    """An induction over cycles knows no other."""
    cells = [cell for cell in module["cells"].values() if "CLK" in cell["connections"]]
    edges = {(str(cell["connections"]["CLK"]), str(cell["parameters"].get("CLK_POLARITY"))) for cell in cells}
    return len(edges) == 1


def _ask(module: dict[str, Any], operations: Sequence[Watched], count: int) -> None:
    """Give the module an output for the cases that are asked about, and watch these operations only."""
    used = (bit for net in module["netnames"].values() for bit in net["bits"] if isinstance(bit, int))
    first = max(used) + 1
    bits = list(range(first, first + count))
    watch = module["cells"][MODULE]
    seen = {"clk", "rst", *dict(ports(operations))}
    watch["connections"] = {name: pins for name, pins in watch["connections"].items() if name in seen} | {"met": bits}
    watch["port_directions"] = dict.fromkeys(seen, "input") | {"met": "output"}
    module["ports"]["met"] = {"direction": "output", "bits": bits}
    module["netnames"]["met"] = {"hide_name": 0, "bits": bits, "attributes": {}}


def _module(operations: Sequence[Watched], cases: Sequence[Case]) -> str:
    lines = [f"module {MODULE} ("]
    lines += [f"    input wire [{len(bits) - 1}:0] {name}," for name, bits in ports(operations)]
    lines += ["    input wire clk, rst,", f"    output wire [{len(cases) - 1}:0] met", ");"]
    lines += [f"    assign met[{n}] = {one.condition(point)};" for n, (one, point) in enumerate(cases)]
    return "\n".join([*lines, "endmodule", ""])


def _question(case: int, given: Sequence[str], then: int) -> str:
    """Is the case not met in the next cycles, `then`, whenever signals have had the given values, one each cycle?"""
    before = " ".join(f"-set-at {cycle} {value}" for cycle, value in enumerate(given, 1))
    length = f"-seq {len(given) + then} -prove-skip {len(given)}"
    return f"sat -ignore_unknown_cells -timeout {_TIMEOUT} {length} {before} -prove met[{case}] 0 w:met[{case}] %ci*"
