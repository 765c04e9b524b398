"""The design beside its mutant, on the same inputs, as one circuit with one output: `ok`.

Memories are cut out: what is read is an input of the circuit. Both sides get the same word as long as they read the
same cell, and any two words otherwise; and all is well only while both write the same. What is left is mostly gates.

X in the source means that any value will do. So the mutant's X is an input, and any value of it must do. The design's
is a choice, and for a proof one choice is enough: what the mutant has at the very place. It is a *witness*, computed
from the mutant alone, so there is one in every cycle; the mutant then is one of the designs that the source allows.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loopline.contract.game import Subject
from loopline.design import top, yosys
from loopline.mutate.gates import PinMutant
from loopline.mutate.netlist import SELECT, Mutant, MutantNetlist

#: A register with more bits than this may be a counter that never overflows in practice; and how far it is followed.
_WIDE, FAR = 24, 4096
#: A register with this many bits may be the state of the design's control.
_CONTROL = range(2, 6)

#: Names that do not occur in any design.
_OURS = "loopline_"

_UNKNOWN, _WITNESS = f"{_OURS}unknown", f"{_OURS}witness"

_READ, _WRITE = ("RD_ADDR", "RD_EN", "RD_ARST", "RD_SRST"), ("WR_EN", "WR_ADDR", "WR_DATA")


@dataclass(frozen=True)
class AddressPermutation:
    """Cells of memories that have changed places.

    In these memories, a bit of the address is flipped, always or only while some others are 1, or 0. That cannot be
    seen if the design writes and reads at such addresses alike.
    """

    memories: int = 0
    flip: int = 0
    ones: int = 0
    zeros: int = 0


NOWHERE = AddressPermutation()


@dataclass
class Miter:
    """The circuit in its folder: miter.il.

    Its inputs beside the design's, which are called in_…:

    `select`, the mutant's number; `unknown`, what X is in the mutant; `strict`, the payload counts even where its
    `valid` is low, and so do a player's outputs outside the contract; `held`, for each value of the control,
    the registers that must be the same on both sides; `memories`, `flip`, `ones`, `zeros`, see AddressPermutation;
    `counters`, which of the wide registers are to be young.

    Its outputs: `differs`, the registers that are not the same; `control`, the design's; `ok`; `young`, no counter has
    come far; and of each wide register whether it `counts`, that is stays, rises by one or returns to 0, and whether it
    is 0 (`fresh`).
    """

    mutants: MutantNetlist
    folder: Path
    #: Registers, the values that the control can have, wide registers.
    registers: int = 0
    values: int = 1
    wide: int = 0
    _lines: list[str] = field(default_factory=list, repr=False)
    _inputs: list[str] = field(default_factory=list, repr=False)

    def build(self, mutants: Sequence[Mutant]) -> str:
        """Build the miter for these mutants. Returns what in the design would make it invalid, if anything does."""
        self.folder.mkdir(parents=True, exist_ok=True)
        source = yosys.path_from(self.folder, self.mutants.folder / "netlist.il")
        commands = [f"read_rtlil {source}", *self.mutants.commands(mutants), "opt_clean", "async2sync", "dffunmap"]
        yosys.run([*commands, "write_json mutants.json"], self.folder, "mutants", self.mutants.dut.path)
        document = json.loads((self.folder / "mutants.json").read_text())
        [module] = document["modules"].values()
        asked = {mutant.number for mutant in mutants}
        _tie({bit for bit, number in self.mutants.origin.wires(module).items() if number not in asked}, module)
        registers = [cell for _, cell in _cells(module, "$dff")]
        clocks = {(*cell["connections"]["CLK"], cell["parameters"]["CLK_POLARITY"]) for cell in registers}
        if len(clocks) > 1 or any(True for _ in _cells(module, "$ff")):
            return "several clocks"
        self._lines, self._inputs = [], []
        self._open_registers(module, registers)
        self._cut_memories(module)
        _unfold_choices(module)
        unknown = _free_unknown(module)
        module["attributes"].pop("top", None)
        (self.folder / "half.json").write_text(json.dumps({**document, "modules": {"half": module}}))
        return "" if self._join(module, unknown) else "gates in a loop"

    def _join(self, module: dict[str, Any], unknown: int) -> bool:
        """Join the two halves. False if gates form a loop: an unsatisfiable circuit proves anything."""
        (self.folder / "miter.v").write_text(self._text(module, unknown))
        reading = ["read_json half.json", "read_verilog miter.v", "hierarchy -check -top miter", "proc", "flatten"]
        cleaning = ["opt_expr", "opt_merge", "opt_clean", "write_rtlil miter.il"]
        looking = ["simplemap", "tee -q -o loops.txt scc"]  # bit by bit: the bits of a word may depend on each other
        yosys.run([*reading, *cleaning, *looking], self.folder, "miter", self.mutants.dut.path)
        return "Found 0 SCCs" in (self.folder / "loops.txt").read_text()

    def moved_by(self, mutant: Mutant) -> AddressPermutation:
        """Return which cells change places, if the mutant flips a bit of the address that is read; else none.

        (Whether what is written goes there too, the proof will tell.)
        """
        if not isinstance(mutant, PinMutant):
            return NOWHERE
        cell, port = self.mutants.original["cells"][mutant.cell], mutant.port.removeprefix("\\")
        if mutant.mode not in ("inv", "cnot0", "cnot1") or cell["port_directions"][port] != "output":
            return NOWHERE
        bits = cell["connections"][port]
        memories, flipped, others = 0, set(), set()
        for number, (_, memory) in enumerate(_cells(self.mutants.original, "$mem_v2")):
            pins, parameters = memory["connections"], memory["parameters"]
            addresses = _sliced(pins["RD_ADDR"], int(parameters["ABITS"], 2))
            # What is there at first must be anything, so that it may lie anywhere.
            if set(parameters["INIT"]) <= {"x"} and all(bits[mutant.portbit] in address for address in addresses):
                memories |= 1 << number
                flipped |= {address.index(bits[mutant.portbit]) for address in addresses}
                others |= {_index(address, bits, mutant.ctrlbit) for address in addresses}
        if len(flipped) != 1 or len(others) != 1:
            return NOWHERE
        flip, condition = 1 << flipped.pop(), others.pop()
        return AddressPermutation(
            memories, flip, condition * (mutant.mode == "cnot1"), condition * (mutant.mode == "cnot0")
        )

    def _open_registers(self, module: dict[str, Any], registers: Sequence[dict[str, Any]]) -> None:
        """Make the contents of the registers visible."""
        ports, lines = module["ports"], self._lines
        self.registers, self.wide = len(registers), 0
        for number, cell in enumerate(registers):
            bits = cell["connections"]["Q"]
            q = f"{_OURS}q{number}"
            ports[q] = {"direction": "output", "bits": bits}
            lines += [f"    wire [{len(bits) - 1}:0] a_{q}, b_{q};"]
            lines += [f"    assign differs[{number}] = a_{q} != b_{q};"]
            if len(bits) > _WIDE:
                ports[f"{_OURS}d{self.wide}"] = {"direction": "output", "bits": cell["connections"]["D"]}
                lines += _counter(self.wide, f"a_{q}", len(bits))
                self.wide += 1
        control = _control(module, registers)
        width = len(registers[control]["connections"]["Q"]) if control is not None else 1
        self.values = 1 << width
        lines += [f"    assign control = {'0' if control is None else f'a_{_OURS}q{control}'};"]

    def _cut_memories(self, module: dict[str, Any]) -> None:
        """Turn the pins of the memories into ports."""
        for number, (name, cell) in enumerate(_cells(module, "$mem_v2")):
            del module["cells"][name]
            pins, parameters = cell["connections"], cell["parameters"]
            for pin in (*_READ, *_WRITE, "RD_DATA"):
                direction = "input" if pin == "RD_DATA" else "output"
                module["ports"][f"{_OURS}m{number}_{pin}"] = {"direction": direction, "bits": pins[pin]}
            width = len(pins["RD_DATA"])
            self._inputs += [f"    input [{width - 1}:0] {word}_{_OURS}m{number}" for word in ("any", "other")]
            self._lines += _memory(number, pins, int(parameters["WIDTH"], 2), int(parameters["ABITS"], 2))

    def _text(self, module: dict[str, Any], unknown: int) -> str:
        dut, ports = self.mutants.dut, self.mutants.ports
        ins = {name: len(port["bits"]) for name, port in ports.items() if port["direction"] == "input"}
        outs = {name: len(port["bits"]) for name, port in ports.items() if port["direction"] != "input"}
        own = [name for name in module["ports"] if name not in (*ports, SELECT, _UNKNOWN, _WITNESS)]
        lines = [f"    wire [{width - 1}:0] {side}_{name};" for side in "ab" for name, width in outs.items()]
        lines += [f"    wire [{unknown - 1}:0] b_{_WITNESS};", *self._lines]
        for side, half, select, its_x in (
            ("a", "design", "24'd0", f"b_{_WITNESS}"),
            ("b", "mutant", "select", "unknown"),
        ):
            pins = [f".{SELECT}({select})", f".{_UNKNOWN}({its_x})", *(f".{name}(in_{name})" for name in ins)]
            pins += [f".{_WITNESS}(b_{_WITNESS})"] * (side == "b")
            pins += [f".{name}({side}_{name})" for name in [*outs, *own] if not name.startswith(f"{_OURS}d")]
            # The input of a register is looked at only in the design.
            pins += [f".{name}({name if side == 'a' else ''})" for name in own if name.startswith(f"{_OURS}d")]
            lines += [f"    half {half} ({', '.join(pins)});"]
        reset = (
            "1'b0" if not dut.reset.signal else ("" if dut.reset.active == "high" else "!") + f"in_{dut.reset.signal}"
        )
        valid = _valid(self.mutants.subject)
        # A player may well have outputs beside the contract's, such as lamps.
        seen = (
            {wire.port for wire in top.wires(dut, self.mutants.subject.scripts.streams)}
            if dut.contract == "player"
            else outs
        )
        return _MITER.format(
            inputs=",\n".join(
                [*(f"    input [{width - 1}:0] in_{name}" for name, width in ins.items()), *self._inputs]
            ),
            unknown=unknown - 1,
            held=self.registers * self.values - 1,
            registers=self.registers,
            last=self.registers - 1,
            control=self.values.bit_length() - 2,
            wide=max(self.wide - 1, 0),
            lines="\n".join(lines),
            outputs="\n        && ".join(_same(name, valid.get(name), name in seen) for name in outs),
            writes=" && ".join(f"{_OURS}m{number}_ok" for number in range(len(self._inputs) // 2)) or "1'b1",
            reset=reset,
        )


def _same(name: str, valid: str | None, seen: bool) -> str:
    same = f"a_{name} == b_{name}"
    if not seen:
        return f"({same} || !strict)"
    return f"({same} || (!strict && !a_{valid}))" if valid else same


def _cells(module: dict[str, Any], kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, cell) for name, cell in list(module["cells"].items()) if cell["type"] == kind)


def _tie(unused: set[int], module: dict[str, Any]) -> None:
    """Tie the selects of mutants that are not asked about to 0."""
    for cell in module["cells"].values():
        for pin, bits in cell["connections"].items():
            if cell["port_directions"][pin] == "input":
                cell["connections"][pin] = ["0" if bit in unused else bit for bit in bits]


def _unfold_choices(module: dict[str, Any]) -> None:
    """Have multiplexers take the first input if a mutant selects several at once, as simulation does."""
    fresh = _fresh(module)
    for name, cell in _cells(module, "$pmux"):
        pins = module["cells"].pop(name)["connections"]
        width, value = len(pins["Y"]), pins["A"]
        for number in reversed(range(len(pins["S"]))):
            y = list(range(fresh, fresh + width)) if number else pins["Y"]
            fresh += width
            connections = {"A": value, "B": pins["B"][number * width :][:width], "S": [pins["S"][number]], "Y": y}
            module["cells"][f"{name}_{number}"] = {
                **cell,
                "type": "$mux",
                "parameters": {"WIDTH": f"{width:032b}"},
                "connections": connections,
            }
            value = y


def _free_unknown(module: dict[str, Any]) -> int:
    """Make each X an input with a witness: what the multiplexers pass on that alone get it, or else itself.

    Returns how many there are, at least one: a port has a bit or more.
    """
    pins = [
        (cell["type"], cell["connections"], pin) for cell in module["cells"].values() for pin in cell["connections"]
    ]
    pins += [("", port, "bits") for port in module["ports"].values()]
    first = free = _fresh(module)
    for _, connections, pin in pins:
        for place in (place for place, bit in enumerate(connections[pin]) if bit == "x"):
            connections[pin][place] = free
            free += 1
    free += free == first
    loads = defaultdict(list)
    for kind, connections, pin in pins:
        for place, bit in enumerate(connections[pin]):
            if (kind, pin) != ("$mux", "Y"):
                loads[bit].append(connections["Y"][place] if kind == "$mux" and pin in "AB" else None)

    def witness(bit: Any) -> Any:
        for _ in module["cells"]:
            if len(loads[bit]) != 1 or loads[bit][0] is None:
                break
            bit = loads[bit][0]
        return bit

    unknown = list(range(first, free))
    module["ports"][_UNKNOWN] = {"direction": "input", "bits": unknown}
    module["ports"][_WITNESS] = {"direction": "output", "bits": [witness(bit) for bit in unknown]}
    return len(unknown)


def _fresh(module: dict[str, Any]) -> int:
    """Return the first unused number of a bit; all above it are unused too."""
    used = [bits for cell in module["cells"].values() for bits in cell["connections"].values()]
    used += [port["bits"] for port in module["ports"].values()]
    return 1 + max(bit for bits in used for bit in bits if isinstance(bit, int))


def _index(address: list[Any], bits: list[Any], number: int) -> int:
    """Return the bit's position in the address as a mask; 0 for a bit that is elsewhere."""
    return 1 << address.index(bits[number]) if number >= 0 and bits[number] in address else 0


def _sliced(bits: list[Any], width: int) -> list[list[Any]]:
    return [bits[start : start + width] for start in range(0, len(bits), width)]


def _control(module: dict[str, Any], registers: Sequence[dict[str, Any]]) -> int | None:
    """Return the small register on which most cells depend."""
    loads: Counter[Any] = Counter()
    for cell in module["cells"].values():
        inputs = (bits for port, bits in cell["connections"].items() if cell["port_directions"][port] == "input")
        loads.update({bit for bits in inputs for bit in bits})
    small = [number for number, cell in enumerate(registers) if len(cell["connections"]["Q"]) in _CONTROL]
    return max(
        small, key=lambda register: max(loads[bit] for bit in registers[register]["connections"]["Q"]), default=None
    )


def _counter(number: int, q: str, width: int) -> list[str]:
    """Return lines that tell whether a register of the design, not of the mutant, is a counter."""
    d = f"{_OURS}d{number}"
    return [
        f"    wire [{width - 1}:0] {d};",
        f"    assign counts[{number}] = {d} == 0 || {d} == {q} || {d} == {q} + {width}'d1;",
        f"    assign fresh[{number}] = {q} == 0;",
        f"    assign far[{number}] = {q} >= {width}'d{FAR};",
    ]


def _memory(number: int, pins: dict[str, list[Any]], width: int, abits: int) -> list[str]:
    m, lines = f"{_OURS}m{number}", []
    for side in ("a", "b"):
        lines += [f"    wire [{len(pins[pin]) - 1}:0] {side}_{m}_{pin};" for pin in (*_READ, *_WRITE, "RD_DATA")]
    lines += [f"    assign a_{m}_RD_DATA = any_{m};"]

    def same_cell(pin: str, port: int) -> str:
        part = f"[{port * abits}+:{abits}]"
        a, b = f"a_{m}_{pin}{part}", f"b_{m}_{pin}{part}"
        changed = f"memories[{number}] && ({a} & ones[{abits - 1}:0]) == ones && ({a} & zeros[{abits - 1}:0]) == 0"
        return f"({changed} ? {a} ^ flip[{abits - 1}:0] : {a}) == {b}"

    for port in range(len(pins["RD_DATA"]) // width):
        word = f"[{port * width}+:{width}]"
        same = same_cell("RD_ADDR", port)
        lines += [f"    assign b_{m}_RD_DATA{word} = {same} ? any_{m}{word} : other_{m}{word};"]
    equal = [f"a_{m}_{pin} == b_{m}_{pin}" for pin in ("RD_EN", "RD_ARST", "RD_SRST", "WR_EN")]
    for port in range(len(pins["WR_DATA"]) // width):
        word = f"[{port * width}+:{width}]"
        equal += [f"((a_{m}_WR_DATA{word} ^ b_{m}_WR_DATA{word}) & a_{m}_WR_EN{word}) == 0"]
        equal += [f"({same_cell('WR_ADDR', port)} || a_{m}_WR_EN{word} == 0)"]
    return [*lines, f"    wire {m}_ok = {' && '.join(equal)};"]


def _valid(subject: Subject) -> dict[str, str]:
    """Return for each port with a payload the port that says when it is valid."""
    dut, streams, valid = subject.dut, subject.scripts.streams, {}
    answer, event = dut.port("resp_valid"), dut.port("vp_valid")
    if dut.contract == "engine":
        valid = {dut.port(f"resp_{name}"): answer for name, _ in streams.response.ports}
    return valid | {dut.port(f"vp_{name}"): event for name, _ in streams.event.ports}


_MITER = """\
module miter (
{inputs},
    input [23:0] select,
    input [{unknown}:0] unknown,
    input strict,
    input [{held}:0] held,
    input [63:0] memories,
    input [31:0] flip,
    input [31:0] ones,
    input [31:0] zeros,
    input [{wide}:0] counters,
    output [{last}:0] differs,
    output [{control}:0] control,
    output ok,
    output young,
    output [{wide}:0] counts,
    output [{wide}:0] fresh
);
    wire [{wide}:0] far;
{lines}
    wire [{last}:0] held_now = held[control*{registers}+:{registers}];
    wire outputs_ok = {outputs};
    wire writes_ok = {writes};
    assign young = (far & counters) == 0;
    assign ok = ({reset} || outputs_ok) && writes_ok && (held_now & differs) == 0;
endmodule
"""
