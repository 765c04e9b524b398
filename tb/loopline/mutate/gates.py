"""Mutants of gates: a pin of a cell that is inverted, or stuck. Yosys lists them, and puts them into its netlist."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from loopline.design import netlist, yosys
from loopline.design.dut import Dut
from loopline.mutate.mutant import Mutant, PinMutant, options, position
from loopline.mutate.netlist import SELECT, TOP, WIDTH


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


#: Pins that are left alone: without its clock a register is no register, and simulators differ on what it is; a memory
#: that is read without a clock has pins that say just that.
_NOT_THESE = {"CLK", "RD_CLK", "WR_CLK", "RD_EN", "RD_ARST", "RD_SRST"}

#: What makes one netlist of a design that has been read, and hardly more, so that each cell still knows its line of
#: source. Memories stay memories.
FLAT = [
    "setattr -mod -unset keep_hierarchy",
    "proc",
    "flatten",
    # Verilog computes in 32 bits whatever it is not told: leave out those that nobody asks for.
    "wreduce -keepdc",
    "opt_expr -keepdc",
    "memory_collect",
    "opt_clean",
    f"rename -top {TOP}_netlist",
    "write_rtlil netlist.il",
    "write_json netlist.json",
]


class Gates:
    name = "gates"
    reader = "Yosys"
    classes = False

    def read(self, dut: Dut, folder: Path, seed: int, count: int) -> None:
        # Some mutants are passed over: have a few more.
        several = count + count // 16 + 64
        commands = [
            *netlist.reading(dut, folder, dut.values),
            *FLAT,
            "design -reset",
            "read_rtlil netlist.il",
            f"mutate -list {several} -seed {seed} -ctrl {SELECT} 1 0 -o list.txt",
        ]
        yosys.run(commands, folder, "netlist", dut.path)

    def mutants(self, folder: Path, original: dict[str, Any], count: int) -> list[Mutant]:
        cells = original["cells"]
        mutants: list[Mutant] = []
        for line in (folder / "list.txt").read_text().splitlines():
            found = options(line)
            if found["port"].removeprefix("\\") in _NOT_THESE or len(mutants) == count:
                continue
            cell = cells[found["cell"]]
            file, row = position(cell["attributes"].get("src", ""))
            mutants.append(
                PinMutant(
                    number=len(mutants) + 1,
                    mode=found["mode"],
                    module=found["module"],
                    cell=found["cell"],
                    port=found["port"],
                    portbit=int(found["portbit"]),
                    ctrlbit=int(found.get("ctrlbit", -1)),
                    kind=cell["type"],
                    file=yosys.shown(folder, file) if file else "",
                    line=row,
                    wire=f"{found['wire']}[{found['wirebit']}]" if "wire" in found else "",
                )
            )
        return mutants

    def commands(self, mutants: Sequence[Mutant]) -> list[str]:
        pins = (one for one in mutants if isinstance(one, PinMutant))
        return [f"mutate -ctrl {SELECT} {WIDTH} {one.number} {one.command}" for one in pins]

    def wires(self, module: Mapping[str, Any]) -> Mapping[int, int]:
        return {}

    def hidden(self, original: dict[str, Any], mutants: Sequence[Mutant]) -> list[Mutant]:
        cone = Cone(original)
        return [one for one in mutants if isinstance(one, PinMutant) and not cone.shows(one)]
