"""Finds the cells that can be observed: those from which a path leads to an output."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from loopline.mutate.mutant import PinMutant


class Cone:
    """The netlist as a graph of bits and cells, followed backwards from the outputs."""

    def __init__(self, netlist: dict[str, Any]) -> None:
        self._cells = netlist["cells"]
        drivers: dict[int, list[str]] = defaultdict(list)
        for name, cell in self._cells.items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"][port] == "output":
                    for bit in bits:
                        drivers[bit].append(name)
        #: The bits and cells on which an output depends.
        self.bits: set[int] = set()
        self.cells: set[str] = set()
        outputs = (port["bits"] for port in netlist["ports"].values() if port["direction"] != "input")
        self._follow([bit for bits in outputs for bit in bits], drivers)

    def _follow(self, bits: Iterable[int], drivers: dict[int, list[str]]) -> None:
        waiting = list(bits)
        while waiting:
            bit = waiting.pop()
            if bit in self.bits:
                continue
            self.bits.add(bit)
            for name in drivers[bit]:
                if name not in self.cells:
                    self.cells.add(name)
                    cell = self._cells[name]
                    for port, inputs in cell["connections"].items():
                        if cell["port_directions"][port] != "output":
                            waiting.extend(inputs)

    def shows(self, mutant: PinMutant) -> bool:
        """Whether the mutation can reach an output at all."""
        cell = self._cells[mutant.cell]
        port = mutant.port.removeprefix("\\")
        if cell["port_directions"][port] == "output":
            return cell["connections"][port][mutant.portbit] in self.bits
        return mutant.cell in self.cells
