"""The design beside its mutant, on the same inputs, as one circuit with one question: is all well?

Memories are cut out: what is read is an input of the circuit. Both sides get the same word as long as they read the
same cell, and any two words otherwise; and all is well only while both write the same. What is left is mostly gates.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loopline import game as games
from loopline.dut import Dut
from loopline.mutate import yosys
from loopline.mutate.cage import SELECT, Cage
from loopline.mutate.mutant import Mutant

#: A register with more bits than this may be a counter that nobody ever sees overflow; and how far it is followed then.
_WIDE, FAR = 24, 4096

_READ, _WRITE = ("RD_ADDR", "RD_EN", "RD_ARST", "RD_SRST"), ("WR_EN", "WR_ADDR", "WR_DATA")


@dataclass
class Miter:
    """In its folder: miter.il. Its inputs beside the design's:

    `select`, the mutant's number; `strict`, the payload counts even where its `valid` is low; `held`, the bits of
    registers that must be the same on both sides; `counters`, which of the wide registers are to be young. Its outputs:
    `differs`, the bits of registers that are not the same; `ok`; `young`, no counter has come far; and of each wide
    register whether it `counts`, that is stays, rises by one, or returns to 0, and whether it is 0 (`fresh`).
    """

    cage: Cage
    folder: Path
    #: The bits of each register among those of `held`: first, width. And how many there are.
    registers: list[tuple[int, int]] = field(default_factory=list)
    bits: int = 0
    #: How many registers are wide.
    wide: int = 0

    def build(self, mutants: Sequence[Mutant]) -> bool:
        """Make it for these mutants. False if the design has several clocks, for which none of this would be right."""
        self.folder.mkdir(parents=True, exist_ok=True)
        source = yosys.path_from(self.folder, self.cage.folder / "netlist.il")
        commands = [f"read_rtlil {source}", *self.cage.commands(mutants), "opt_clean", "async2sync", "dffunmap"]
        yosys.run([*commands, "write_json mutants.json"], self.folder, "mutants", self.cage.dut.path)
        document = json.loads((self.folder / "mutants.json").read_text())
        [module] = document["modules"].values()
        clocks = {
            (*cell["connections"]["CLK"], cell["parameters"]["CLK_POLARITY"]) for _, cell in _cells(module, "$dff")
        }
        if len(clocks) > 1 or any(True for _ in _cells(module, "$ff")):
            return False
        inputs, body = self._cut(module)
        document["modules"] = {"half": module}
        module["attributes"].pop("top", None)
        (self.folder / "half.json").write_text(json.dumps(document))
        (self.folder / "miter.v").write_text(self._text(inputs, body))
        yosys.run(
            [
                "read_json half.json",
                "read_verilog miter.v",
                "hierarchy -check -top miter",
                "proc",
                "flatten",
                "opt_expr",
                "opt_merge",
                "opt_clean",
                "write_rtlil miter.il",
            ],
            self.folder,
            "miter",
            self.cage.dut.path,
        )
        return True

    def _cut(self, module: dict[str, Any]) -> tuple[list[str], list[str]]:
        """Registers become visible, memories ports. The miter's own inputs for that, and what it says of them."""
        ports, inputs, body = module["ports"], [], ["    wire [%d:0] a_q, b_q;"]
        self.registers, self.bits, self.wide = [], 0, 0
        for number, (_, cell) in enumerate(_cells(module, "$dff")):
            bits = cell["connections"]["Q"]
            ports[f"q{number}"] = {"direction": "output", "bits": bits}
            self.registers.append((self.bits, len(bits)))
            self.bits += len(bits)
            if len(bits) > _WIDE:
                ports[f"d{self.wide}"] = {"direction": "output", "bits": cell["connections"]["D"]}
                body += _counter(self.wide, *self.registers[-1])
                self.wide += 1
        for number, (name, cell) in enumerate(_cells(module, "$mem_v2")):
            del module["cells"][name]
            pins, width = cell["connections"], int(cell["parameters"]["WIDTH"], 2)
            for pin in (*_READ, *_WRITE, "RD_DATA"):
                direction = "input" if pin == "RD_DATA" else "output"
                ports[f"m{number}_{pin}"] = {"direction": direction, "bits": pins[pin]}
            inputs += [f"    input [{len(pins['RD_DATA']) - 1}:0] {side}_m{number}" for side in ("any", "other")]
            body += _memory(number, pins, width, int(cell["parameters"]["ABITS"], 2))
        body[0] %= max(self.bits - 1, 0)
        return inputs, body

    def _text(self, inputs: Sequence[str], body: Sequence[str]) -> str:
        dut, ports = self.cage.dut, self.cage.netlist["ports"]
        ins = {name: len(port["bits"]) for name, port in ports.items() if port["direction"] == "input"}
        outs = {name: len(port["bits"]) for name, port in ports.items() if port["direction"] != "input"}
        head = [f"    input [{width - 1}:0] {name}" for name, width in ins.items()]
        reset = "1'b0" if not dut.reset.signal else ("" if dut.reset.active == "high" else "!") + dut.reset.signal
        memories = len(inputs) // 2
        lines = [*body]
        for side, select in (("a", "24'd0"), ("b", "select")):
            pins = [f".{name}({name})" for name in ins]
            pins += [f".{name}({side}_{name})" for name in outs]
            pins += [f".q{n}({side}_q[{first}+:{width}])" for n, (first, width) in enumerate(self.registers)]
            for n in range(memories):
                pins += [f".m{n}_{pin}({side}_m{n}_{pin})" for pin in (*_READ, *_WRITE, "RD_DATA")]
            pins += [f".d{n}(d{n})" for n in range(self.wide) if side == "a"]
            lines += [f"    wire [{width - 1}:0] {side}_{name};" for name, width in outs.items()]
            lines += [f"    half {side} (.{SELECT}({select}), {', '.join(pins)});"]
        conditions = [
            f"(a_{name} == b_{name} || (!strict && !a_{valid}))" if valid else f"a_{name} == b_{name}"
            for name, valid in ((name, _valid(dut).get(name)) for name in outs)
        ]
        writes = [f"m{n}_ok" for n in range(memories)]
        return _MITER.format(
            inputs=",\n".join([*head, *inputs]),
            bits=max(self.bits - 1, 0),
            wide=max(self.wide - 1, 0),
            body="\n".join(lines),
            outputs="\n        && ".join(conditions),
            writes=" && ".join(writes) or "1'b1",
            reset=reset,
        )


def _cells(module: dict[str, Any], kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, cell) for name, cell in list(module["cells"].items()) if cell["type"] == kind)


def _memory(number: int, pins: dict[str, list[Any]], width: int, abits: int) -> list[str]:
    m, lines = f"m{number}", []
    for side in ("a", "b"):
        lines += [f"    wire [{len(pins[pin]) - 1}:0] {side}_{m}_{pin};" for pin in (*_READ, *_WRITE, "RD_DATA")]
    lines += [f"    assign a_{m}_RD_DATA = any_{m};"]
    for port in range(len(pins["RD_DATA"]) // width):
        word, cell = f"[{port * width}+:{width}]", f"[{port * abits}+:{abits}]"
        same = f"a_{m}_RD_ADDR{cell} == b_{m}_RD_ADDR{cell}"
        lines += [f"    assign b_{m}_RD_DATA{word} = {same} ? any_{m}{word} : other_{m}{word};"]
    equal = [f"a_{m}_{pin} == b_{m}_{pin}" for pin in ("RD_EN", "RD_ARST", "RD_SRST", "WR_EN")]
    for port in range(len(pins["WR_DATA"]) // width):
        word, cell = f"[{port * width}+:{width}]", f"[{port * abits}+:{abits}]"
        equal += [f"((a_{m}_WR_DATA{word} ^ b_{m}_WR_DATA{word}) & a_{m}_WR_EN{word}) == 0"]
        equal += [f"(a_{m}_WR_ADDR{cell} == b_{m}_WR_ADDR{cell} || a_{m}_WR_EN{word} == 0)"]
    return [*lines, f"    wire {m}_ok = {' && '.join(equal)};"]


def _counter(number: int, first: int, width: int) -> list[str]:
    """Of the design itself, not of the mutant."""
    d, q = f"d{number}", f"a_q[{first}+:{width}]"
    return [
        f"    wire [{width - 1}:0] {d};",
        f"    assign counts[{number}] = {d} == 0 || {d} == {q} || {d} == {q} + {width}'d1;",
        f"    assign fresh[{number}] = {q} == 0;",
        f"    assign far[{number}] = {q} >= {width}'d{FAR};",
    ]


def _valid(dut: Dut) -> dict[str, str]:
    """Of each port that carries a payload: the one that says when it counts."""
    streams = games.engine(dut).streams(dut.size)
    answer, event = dut.port("resp_valid"), dut.port("vp_valid")
    valid = {dut.port(f"resp_{name}"): answer for name, _ in streams.response.fields}
    return valid | {dut.port(f"vp_{name}"): event for name, _ in streams.event.fields}


_MITER = """\
module miter (
{inputs},
    input [23:0] select,
    input strict,
    input [{bits}:0] held,
    input [{wide}:0] counters,
    output [{bits}:0] differs,
    output ok,
    output young,
    output [{wide}:0] counts,
    output [{wide}:0] fresh
);
    wire [{wide}:0] far;
{body}
    wire outputs_ok = {outputs};
    wire writes_ok = {writes};
    assign young = (far & counters) == 0;
    assign differs = a_q ^ b_q;
    assign ok = ({reset} || outputs_ok) && writes_ok && (held & differs) == 0;
endmodule
"""
