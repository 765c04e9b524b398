"""Mutants of gates: a pin of a cell that is inverted, or stuck. Yosys lists them, and puts them into its netlist."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loopline.design import yosys
from loopline.design.dut import Dut
from loopline.mutate.netlist import SELECT, TOP, WIDTH, Mutant

_WRONG = {
    "inv": "inverted",
    "const0": "stuck at 0",
    "const1": "stuck at 1",
    "cnot0": "inverted while bit {ctrlbit} is 0",
    "cnot1": "inverted while bit {ctrlbit} is 1",
}


@dataclass(frozen=True)
class PinMutant(Mutant):
    """A pin of a cell that is inverted or stuck."""

    mode: str
    module: str
    cell: str
    port: str
    portbit: int
    #: Another bit of the same pin, on which it depends; -1 if on none.
    ctrlbit: int
    wire: str = ""

    @property
    def command(self) -> str:
        """The Yosys command that puts it into a netlist, without the select."""
        words = f"-mode {self.mode} -module {self.module} -cell {self.cell} -port {self.port} -portbit {self.portbit}"
        return f"{words} -ctrlbit {self.ctrlbit}" if self.ctrlbit >= 0 else words

    @property
    def place(self) -> str:
        """File and line; the name of the cell if its line is unknown."""
        return super().place if self.file else self.cell

    @property
    def details(self) -> dict[str, str]:
        """The cell and the wire."""
        return {"cell": self.cell, "wire": self.wire}

    def __str__(self) -> str:
        wrong = _WRONG[self.mode].format(ctrlbit=self.ctrlbit)
        return f"{self.kind} {self.port}[{self.portbit}] {wrong}"


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
        """Return whether the mutation can reach an output at all."""
        cell = self._cells[mutant.cell]
        port = mutant.port.removeprefix("\\")
        if cell["port_directions"][port] == "output":
            return cell["connections"][port][mutant.portbit] in self.bits
        return mutant.cell in self.cells


#: Pins that are left alone: without its clock a register is dead, and simulators differ on what it is; a memory
#: that is read without a clock has pins that say just that.
_NOT_THESE = {"CLK", "RD_CLK", "WR_CLK", "RD_EN", "RD_ARST", "RD_SRST"}

#: What makes one netlist of a design that has been read, and hardly more, so that each cell still knows its line of
#: source. Memories stay memories.
FLAT = [
    "setattr -mod -unset keep_hierarchy",
    "proc",
    "flatten",
    # Verilog computes in 32 bits by default: leave out the bits that are not used.
    "wreduce -keepdc",
    "opt_expr -keepdc",
    "memory_collect",
    "opt_clean",
    f"rename -top {TOP}_netlist",
    "write_rtlil netlist.il",
    "write_json netlist.json",
]


class Gates:
    """Mutants of gates."""

    name = "gates"
    reader = "Yosys"
    classes = False

    def read(self, dut: Dut, folder: Path, seed: int, count: int) -> None:
        """Write the netlist, and a list of more mutants than are wanted: some pins are left alone.

        Args:
            dut: The design.
            folder: The folder for both.
            seed: The seed of the list.
            count: The number of mutants that are wanted.
        """
        # Some mutants are passed over: have a few more.
        several = count + count // 16 + 64
        commands = [
            *yosys.reading(dut, folder, dut.values),
            *FLAT,
            "design -reset",
            "read_rtlil netlist.il",
            f"mutate -list {several} -seed {seed} -ctrl {SELECT} 1 0 -o list.txt",
        ]
        yosys.run(commands, folder, "netlist", dut.path)

    def mutants(self, folder: Path, original: dict[str, Any], count: int) -> list[Mutant]:
        """Return the first mutants of the list whose pins may be changed.

        Args:
            folder: The folder with the list.
            original: What netlist.json says of the design.
            count: The number of mutants.
        """
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
        """Return the commands that put the mutants into the netlist."""
        pins = (mutant for mutant in mutants if isinstance(mutant, PinMutant))
        return [f"mutate -ctrl {SELECT} {WIDTH} {pin.number} {pin.command}" for pin in pins]

    def wires(self, module: Mapping[str, Any]) -> Mapping[int, int]:
        """Return nothing: the mutants are not in the netlist that was read."""
        return {}

    def hidden(self, original: dict[str, Any], mutants: Sequence[Mutant]) -> list[Mutant]:
        """Return the mutants that cannot reach an output."""
        cone = Cone(original)
        return [mutant for mutant in mutants if isinstance(mutant, PinMutant) and not cone.shows(mutant)]


def options(line: str) -> dict[str, str]:
    """Return the options in a line of Yosys' list.

    Backslashes and dollars in the names of cells stand for themselves.
    """
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.escape, lexer.commenters = True, "", ""
    words = list(lexer)[1:]
    found: dict[str, str] = {}
    while words:
        name = words.pop(0).removeprefix("-")
        value = words.pop(0)
        if name == "ctrl":
            del words[:2]
        found.setdefault(name, value)
    return found


def position(src: str) -> tuple[str, int]:
    """Return file and line of a `src` attribute, `a.v:3.5-3.9|…`: the first of its places."""
    file, _, rest = src.split("|")[0].rpartition(":")
    number = rest.split("-")[0].split(".")[0]
    return (file, int(number)) if number.isdigit() else ("", 0)
