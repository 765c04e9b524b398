"""Which mutants close a loop of gates: another signal of the same width may depend on what it is put into.

In such a loop nothing can be proven, not even of the other mutants, as all of them are in one netlist.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

#: Attribute of cells in a loop.
_LOOP = "loopline_loop"

#: With these Yosys writes what is in loops of the netlist in hand, bit by bit, and the wires of the mutants.
COMMANDS = [
    "simplemap",
    f"scc -set_attr {_LOOP} {{}}",
    f"select */a:{_LOOP} */w:*loopline_*",
    "write_json -selected loops.json",
]


def closing(module: Mapping[str, Any], wires: Mapping[int, int]) -> set[int]:
    """Of a module that COMMANDS have written: numbers of mutants without which nothing is in a loop. `wires` has the
    number by the bit that selects it.

    One after the other is let in: those with which a loop is closed stay out.
    """
    gates: dict[str, list[Any]] = defaultdict(list)
    for cell in module["cells"].values():
        if _LOOP in cell["attributes"]:
            gates[cell["attributes"][_LOOP]].append(cell)
    out: set[int] = set()
    for cells in gates.values():
        suspects = {wires[bit] for cell in cells for bit in _inputs(cell) if bit in wires}
        inside: set[int] = set()
        for number in sorted(suspects - out):
            if _loops(cells, wires, inside | {number}):
                out.add(number)
            else:
                inside.add(number)
        if _loops(cells, wires, inside):
            out |= suspects  # what selects here is no simple choice
    return out


def _loops(cells: Sequence[Any], wires: Mapping[int, int], inside: set[int]) -> bool:
    """Is there one with these alone?"""
    drivers: dict[Any, set[Any]] = {}
    for cell in cells:
        pins = cell["connections"]
        inputs = _inputs(cell)
        if cell["type"] == "$_MUX_" and (number := wires.get(pins["S"][0])) and number not in inside:
            inputs = pins["A"]
        for bit in pins["Y"]:
            drivers[bit] = {one for one in inputs if isinstance(one, int)}
    try:
        list(TopologicalSorter(drivers).static_order())
    except CycleError:
        return True
    return False


def _inputs(cell: Mapping[str, Any]) -> list[Any]:
    directions = cell["port_directions"]
    return [bit for pin, bits in cell["connections"].items() if directions[pin] == "input" for bit in bits]


def read(file: Path) -> Mapping[str, Any]:
    [module] = json.loads(file.read_text())["modules"].values()
    assert isinstance(module, dict)
    return module
