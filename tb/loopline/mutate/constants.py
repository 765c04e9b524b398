"""Bits of registers that never change, such as rules that a player's engine has and the player never sets.

What is known of each bit is whether it may be 0, and whether it may be 1. After a reset it may be what the reset makes
it, or either. From there on what it may be only grows, cycle by cycle, until nothing is new. A bit that still may be
one value only has that for ever, whatever all else does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

#: What a bit may be.
_ZERO, _ONE, _EITHER = 1, 2, 3
_NOT = {_ZERO: _ONE, _ONE: _ZERO, _EITHER: _EITHER}
_LEVELS = {_ZERO: 0, _ONE: 1}

GATES = ("$_AND_", "$_NOT_")


class Constant(NamedTuple):
    """A bit of a register, by number, and its value."""

    register: int
    bit: int
    level: int

    def text(self, registers: str) -> str:
        """In Verilog, as a condition on registers with such names."""
        return f"{registers}{self.register}[{self.bit}] == {self.level}"


def program(gates: Mapping[str, Any]) -> list[Sequence[Any]]:
    """The gates in an order in which they can be computed: an output and its inputs."""
    cells = [cell["connections"] for cell in gates["cells"].values() if cell["type"] in GATES]
    drivers = {pins["Y"][0]: [pins[pin][0] for pin in "AB" if pin in pins] for pins in cells}
    return [(bit, *drivers[bit]) for bit in TopologicalSorter(drivers).static_order() if bit in drivers]


def constants(gates: Mapping[str, Any], registers: int, reset: tuple[str, int, int]) -> list[Constant]:
    """Of a netlist of AND and NOT, in which register n is an input qn and an output dn. The reset: a port, the level at
    which it is active, and for how many cycles."""
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
