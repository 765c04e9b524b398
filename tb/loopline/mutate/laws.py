"""States that a design never comes to. An induction begins in any state: laws and constants rule these out.

Laws say what small registers never are together while the control has some value. They are guessed by simulating no
more than the design's skeleton, its small registers and the gates before them, thousands of copies at once, a bit of an
integer each. Everything else is random in every cycle, so what never happens is likely to be impossible. The prover has
to show that it is, for the skeleton: what is true of it for any other values is true of the design.

Constants are bits of registers that never change, such as rules that a player's engine has and the player never sets.
For each bit is known whether it may be 0, and whether it may be 1. After a reset it may be what the reset makes it, or
either. From then on what it may be only grows, cycle by cycle, until nothing is new. A bit that still may be one value
only has that value for ever.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, NamedTuple

from loopline.design import yosys

#: Copies of the skeleton, and cycles of its simulation.
_LANES, _CYCLES = 4096, 1000
#: If something was unlikely to happen at all, that it did not happen makes no law.
_CHANCES = 20
_ALL = (1 << _LANES) - 1

#: What a bit may be.
_ZERO, _ONE, _EITHER = 1, 2, 3
_NOT = {_ZERO: _ONE, _ONE: _ZERO, _EITHER: _EITHER}
_LEVELS = {_ZERO: 0, _ONE: 1}

_GATES = ("$_AND_", "$_NOT_")


#: Bits of registers and their values: number of the register, bit, value.
Never = tuple[tuple[int, int, int], ...]
#: Registers' bits, each in all copies.
State = dict[int, list[int]]


@dataclass(frozen=True)
class Law:
    """While the control is `value`, these bits never all have these values. Without bits: it is never `value`."""

    value: int
    never: Never

    def text(self, register: str) -> str:
        """Return it in Verilog, as a condition on `control` and on registers with such names."""
        bits = (f" && {register}{number}[{bit}] == {level}" for number, bit, level in self.never)
        return f"!(control == {self.value}{''.join(bits)})"


class Constant(NamedTuple):
    """A bit of a register, by number, and its value."""

    register: int
    bit: int
    level: int

    def text(self, registers: str) -> str:
        """Return it in Verilog, as a condition on registers with such names."""
        return f"{registers}{self.register}[{self.bit}] == {self.level}"


@dataclass(frozen=True)
class Skeleton:
    """Of a design in Yosys' JSON whose registers have these numbers: which of them are kept."""

    module: dict[str, Any]
    registers: Sequence[dict[str, Any]]
    control: int | None
    flags: Sequence[int]
    #: Ports; what comes from others is 0.
    inputs: Sequence[str]
    #: The name and the level of the reset, and for how many cycles.
    reset: tuple[str, int, int]

    def guesses(self, folder: Path, about: Path) -> list[Law]:
        """Return laws that no copy has broken, not even from a disturbed state in which all were kept. Writes laws.il:
        the skeleton, with an output `holds` for each law, and `lawful`, which says that those in `kept` hold."""
        gates = self._gates(folder, about, self.kept)
        simulation = Simulation(gates, self.reset, self.kept)
        laws = self._kept_from_anywhere(simulation, self._unbroken(simulation))
        if laws:
            (folder / "laws.v").write_text(self._text(gates, laws))
            commands = "read_json gates.json; read_verilog laws.v; hierarchy -check -top laws; proc; flatten; opt_clean"
            yosys.run([*commands.split("; "), "write_rtlil laws.il"], folder, "laws", about)
        return laws

    def _unbroken(self, simulation: Simulation) -> list[Law]:
        bits = [(number, bit) for number in self.flags for bit in range(len(self._q(number)))]
        literals = [(*bit, level) for bit in bits for level in (0, 1)]
        pairs = [(a, b) for n, a in enumerate(literals) for b in literals[n + 1 :] if a[:2] != b[:2]]
        everything: list[Never] = [(), *((one,) for one in literals), *pairs]
        left = dict.fromkeys(range(self.values), everything)
        seen = {value: Counter[Any]() for value in left}
        for state in simulation.states():
            for value, here in enumerate(self._places(state)):
                if here:
                    levels = {(n, bit, 1): state[n][bit] & here for n, bit in bits}
                    levels |= {(n, bit, 0): ~state[n][bit] & here for n, bit in bits}
                    left[value] = [law for law in left[value] if not _broken(law, levels)]
                    seen[value].update({one: lanes.bit_count() for one, lanes in levels.items()})
                    seen[value][()] += here.bit_count()
        return [
            Law(value, never)
            for value, some in left.items()
            for never in _strongest([one for one in some if len(one) < 2 or _expected(one, seen[value]) > _CHANCES])
        ]

    def _kept_from_anywhere(self, simulation: Simulation, laws: list[Law]) -> list[Law]:
        """Some bits are flipped: where the copy then still keeps all laws, it must do so in the next cycle. That is the
        question that the prover will ask, and what fails here need not be asked there."""
        for state in simulation.states():
            disturbed = simulation.disturbed(state)
            lawless = 0
            places = self._places(disturbed)
            for law in laws:
                lawless |= _lanes(law, places, disturbed)
            after = simulation.step(disturbed)
            places = self._places(after)
            laws = [law for law in laws if not _lanes(law, places, after) & ~lawless]
        return laws

    def _places(self, state: State) -> list[int]:
        """For each value of the control, the copies in which it has that."""
        places = [_ALL]
        for lanes in state[self.control] if self.control is not None else []:
            places = [here & ~lanes for here in places] + [here & lanes for here in places]
        return places

    @property
    def kept(self) -> list[int]:
        """The registers that are kept: the flags and the control."""
        return [*self.flags, *([] if self.control is None else [self.control])]

    @property
    def values(self) -> int:
        """How many values the control can have."""
        return 1 << (0 if self.control is None else len(self._q(self.control)))

    def _text(self, gates: dict[str, Any], laws: Sequence[Law]) -> str:
        ports = {name: len(port["bits"]) for name, port in gates["ports"].items()}
        state = {f"q{number}": f"d{number}" for number in self.kept}
        inputs = [name for name, port in gates["ports"].items() if port["direction"] == "input" and name not in state]
        return "\n".join(
            [
                "module laws (",
                *(f"    input [{ports[name] - 1}:0] in_{name}," for name in inputs),
                f"    input clk, input [{len(laws) - 1}:0] kept,",
                f"    output [{max(self.values.bit_length() - 2, 0)}:0] control,",
                f"    output [{len(laws) - 1}:0] holds, output lawful",
                ");",
                *(f"    reg [{ports[q] - 1}:0] {q}; wire [{ports[q] - 1}:0] {d};" for q, d in state.items()),
                *(f"    always @(posedge clk) {q} <= {d};" for q, d in state.items()),
                f"    skeleton skeleton ({', '.join(f'.{name}(in_{name})' for name in inputs)},",
                f"        {', '.join(f'.{q}({q}), .{d}({d})' for q, d in state.items())});",
                f"    assign control = {'0' if self.control is None else f'q{self.control}'};",
                *(f"    assign holds[{number}] = {law.text('q')};" for number, law in enumerate(laws)),
                "    assign lawful = (kept & ~holds) == 0;",
                "endmodule",
                "",
            ]
        )

    def _q(self, number: int) -> list[Any]:
        bits = self.registers[number]["connections"]["Q"]
        assert isinstance(bits, list)
        return bits

    def constants(self, folder: Path, about: Path) -> list[Constant]:
        """Return the bits of any of its registers that never change."""
        every = range(len(self.registers))
        return constants(self._gates(folder, about, every), len(every), self.reset)

    def _gates(self, folder: Path, about: Path, kept: Container[int]) -> dict[str, Any]:
        """What computes these registers' next values from all the present ones: AND and NOT, in Yosys' JSON. Inputs are
        called q…, outputs d…, with the register's number."""
        cells = {name: cell for name, cell in self.module["cells"].items() if cell["type"] != "$dff"}
        ports = {name: self.module["ports"][name] for name in self.inputs}
        for number, register in enumerate(self.registers):
            ports[f"q{number}"] = {"direction": "input", "bits": register["connections"]["Q"]}
            if number in kept:
                ports[f"d{number}"] = {"direction": "output", "bits": register["connections"]["D"]}
        skeleton = {**self.module, "ports": ports, "cells": cells, "netnames": {}}
        (folder / "skeleton.json").write_text(json.dumps({"modules": {"skeleton": skeleton}}))
        commands = [
            *("read_json skeleton.json", "hierarchy -top skeleton", "opt_clean"),
            *("techmap", "setundef -undriven -anyseq"),  # beyond a word there may be anything
            *("opt_expr -mux_bool", "opt_clean", "aigmap", "opt_clean", "write_json gates.json"),
        ]
        yosys.run(commands, folder, "gates", about)
        [gates] = json.loads((folder / "gates.json").read_text())["modules"].values()
        assert isinstance(gates, dict)
        return gates


class Simulation:
    """Of copies of the skeleton: in each cycle, and in each copy, all that is not kept is random."""

    def __init__(self, gates: dict[str, Any], reset: tuple[str, int, int], kept: Sequence[int]) -> None:
        self._ports = {name: port["bits"] for name, port in gates["ports"].items()}
        self._kept = kept
        self._signal, self._active, self._cycles = reset
        self._chance = random.Random(1)
        cells = gates["cells"].values()
        self._program = program(gates)
        inputs = [port["bits"] for port in gates["ports"].values() if port["direction"] == "input"]
        self._words = [*inputs, [cell["connections"]["Y"][0] for cell in cells if cell["type"] == "$anyseq"]]

    def states(self) -> Iterator[State]:
        """Yield the state of the registers that are kept, in each cycle from the end of a reset on."""
        state: State = {}
        for cycle in range(self._cycles + _CYCLES):
            state = self.step(state, cycle < self._cycles)
            if cycle + 1 >= self._cycles:
                yield state

    def step(self, state: State, reset: bool = False) -> State:
        """Return the state one cycle later."""
        chance = self._chance
        lanes = {"0": 0, "1": _ALL, **_anything(chance, self._words)}
        for number, values in state.items():
            lanes |= zip(self._ports[f"q{number}"], values, strict=True)
        if self._signal in self._ports:
            high = _ALL if reset else _rare(chance) & _rare(chance) & _rare(chance)
            lanes[self._ports[self._signal][0]] = high if self._active else high ^ _ALL
        for out, a, *b in self._program:
            lanes[out] = lanes[a] & lanes[b[0]] if b else lanes[a] ^ _ALL
        return {number: [lanes[bit] for bit in self._ports[f"d{number}"]] for number in self._kept}

    def disturbed(self, state: State) -> State:
        """Return the state with some bits flipped."""
        often = _rare(self._chance)
        return {
            number: [lanes ^ (_rare(self._chance) & (often | _rare(self._chance))) for lanes in bits]
            for number, bits in state.items()
        }


def program(gates: Mapping[str, Any]) -> list[Sequence[Any]]:
    """Return the gates in an order in which they can be computed: an output and its inputs."""
    cells = [cell["connections"] for cell in gates["cells"].values() if cell["type"] in _GATES]
    drivers = {pins["Y"][0]: [pins[pin][0] for pin in "AB" if pin in pins] for pins in cells}
    return [(bit, *drivers[bit]) for bit in TopologicalSorter(drivers).static_order() if bit in drivers]


def constants(gates: Mapping[str, Any], registers: int, reset: tuple[str, int, int]) -> list[Constant]:
    """Return the bits that never change, of a netlist of AND and NOT in which register n is an input qn and an output
    dn. `reset`: a port, the level at which it is active, and for how many cycles."""
    signal, active, cycles = reset
    ports = {name: port["bits"] for name, port in gates["ports"].items()}
    if signal not in ports:
        return []
    places = [(number, bit) for number in range(registers) for bit in range(len(ports[f"q{number}"]))]
    pairs = [(ports[f"q{number}"][bit], ports[f"d{number}"][bit]) for number, bit in places]
    steps = program(gates)

    def after(may: Mapping[Any, int], known: Mapping[Any, int]) -> dict[Any, int]:
        levels: dict[Any, int] = {"0": _ZERO, "1": _ONE, **may, **known}
        for out, *inputs in steps:
            a, *b = (levels.get(bit, _EITHER) for bit in inputs)
            levels[out] = (a & b[0] & _ONE) | ((a | b[0]) & _ZERO) if b else _NOT[a]
        return {q: levels.get(d, _EITHER) for q, d in pairs}

    may: dict[Any, int] = {}
    for _ in range(cycles):
        may = after(may, {ports[signal][0]: _ONE if active else _ZERO})
    while (grown := {q: may[q] | level for q, level in after(may, {}).items()}) != may:
        may = grown
    return [Constant(*place, _LEVELS[may[q]]) for place, (q, _) in zip(places, pairs, strict=True) if may[q] in _LEVELS]


def _anything(chance: random.Random, words: Iterable[Sequence[Any]]) -> dict[Any, int]:
    """In some copies a word is all zeros, all ones, or like others: by luck alone comparisons hardly ever hold."""
    common = [chance.getrandbits(_LANES) for _ in range(max(map(len, words)))]
    lanes = {}
    for bits in words:
        ones, zeros, alike = _rare(chance), _rare(chance), chance.getrandbits(_LANES)
        for bit, shared in zip(bits, common, strict=False):
            lanes[bit] = (chance.getrandbits(_LANES) & alike | shared & ~alike | ones) & ~zeros
    return lanes


def _rare(chance: random.Random) -> int:
    """A random bit that is set in one of eight copies."""
    return chance.getrandbits(_LANES) & chance.getrandbits(_LANES) & chance.getrandbits(_LANES)


def _broken(law: Never, levels: dict[tuple[int, int, int], int]) -> bool:
    if not law:
        return True
    lanes = levels[law[0]]
    for literal in law[1:]:
        lanes &= levels[literal]
    return lanes != 0


def _lanes(law: Law, places: Sequence[int], state: State) -> int:
    """The copies that break the law."""
    lanes = places[law.value]
    for number, bit, level in law.never:
        lanes &= state[number][bit] if level else ~state[number][bit]
    return lanes


def _expected(law: Never, seen: Counter[Any]) -> float:
    """How often it would have been broken if the two had nothing to do with each other."""
    return seen[law[0]] * seen[law[1]] / max(seen[()], 1)


def _strongest(laws: list[Never]) -> list[Never]:
    """The laws that do not follow from shorter ones."""
    known = set(laws)
    if () in known:
        return [()]
    return [law for law in laws if len(law) == 1 or not any((one,) in known for one in law)]
