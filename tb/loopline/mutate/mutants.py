"""Mutants of the source: Yosys reads it with all of them in it.

None of them closes a loop of gates: another signal of the same width may depend on what it is put into, or be what is
assigned there, which would be a latch. With such a loop nothing could be proven, not even of the other mutants, as all
of them are in one netlist.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from loopline.design import yosys
from loopline.design.dut import Dut
from loopline.errors import as_named
from loopline.mutate.gates import FLAT, Cone
from loopline.mutate.netlist import SELECT, WIDTH, Mutant
from loopline.source import ElaboratedDesign
from loopline.source.schemata import WIRE, Change, schemata
from loopline.source.statements import proposals

_LIST = "list.json"

#: Attribute of cells in a loop.
_LOOP = "loopline_loop"

#: `proc` without the pass that makes latches: what keeps its own value is a loop of gates then.
_PROC = (
    "proc_clean; proc_rmdead; proc_prune; proc_init; proc_arst; proc_rom; proc_mux; proc_dff; proc_memwr; proc_clean"
)

#: With these Yosys writes what is in loops of gates, bit by bit, and the wires of the mutants.
_FIND_LOOPS = [
    *(_PROC if command == "proc" else command for command in FLAT),
    "simplemap",
    f"scc -set_attr {_LOOP} {{}}",
    f"select */a:{_LOOP} */w:*loopline_*",
    "write_json -selected loops.json",
]

#: Some of those that are taken first close loops of gates: for this many mutants one more is taken.
_SPARE = 4


@dataclass(frozen=True)
class SourceMutant(Mutant):
    """A text of the source in the place of another."""

    before: str
    after: str

    @property
    def details(self) -> dict[str, str]:
        """The text before and after."""
        return {"before": self.before, "after": self.after}

    def __str__(self) -> str:
        return f"{self.kind}: {self.before} → {self.after or 'nothing'}"


class Source:
    """Mutants of the source."""

    name = "source"
    reader = "slang"
    classes = True

    def read(self, dut: Dut, folder: Path, seed: int, count: int) -> None:
        """Write the source with all mutants in it, the netlist of that, and the list of mutants.

        Args:
            dut: The design.
            folder: The folder for all three.
            seed: The seed of the choice of mutants.
            count: The number of mutants.
        """
        design = ElaboratedDesign(dut)
        possible = proposals(design)
        several = dict(enumerate(spread(possible, count + count // _SPARE, seed), 1))
        closing = self._closing(dut, design, several, folder)
        loopless = [change for number, change in several.items() if number not in closing]
        changes = dict(enumerate(spread(loopless, count, seed), 1))
        self._yosys(dut, design, changes, folder, FLAT)
        found = [asdict(_mutant(design, number, change)) for number, change in changes.items()]
        (folder / _LIST).write_text(json.dumps(found, indent=1))

    def mutants(self, folder: Path, original: dict[str, Any], count: int) -> list[Mutant]:
        """Return the mutants of the list.

        Args:
            folder: The folder with the list.
            original: What netlist.json says of the design.
            count: The number of mutants, which the list has.
        """
        return [SourceMutant(**fields) for fields in json.loads((folder / _LIST).read_text())]

    def commands(self, mutants: Sequence[Mutant]) -> list[str]:
        """Return nothing: the mutants are in the netlist already."""
        return []

    def wires(self, module: Mapping[str, Any]) -> Mapping[int, int]:
        """Return the number of each mutant by the bit that selects it."""
        found = {}
        for name, net in module["netnames"].items():
            if match := re.fullmatch(rf"(?:.*\.)?{WIRE}(\d+)", name):
                found[net["bits"][0]] = int(match[1])
        return found

    def hidden(self, original: dict[str, Any], mutants: Sequence[Mutant]) -> list[Mutant]:
        """Return the mutants that cannot reach an output."""
        cone = Cone(original)
        seen = {number for bit, number in self.wires(original).items() if bit in cone.bits}
        return [mutant for mutant in mutants if mutant.number not in seen]

    def _closing(self, dut: Dut, design: ElaboratedDesign, changes: Mapping[int, Change], folder: Path) -> set[int]:
        self._yosys(dut, design, changes, folder, _FIND_LOOPS)
        [module] = json.loads((folder / "loops.json").read_text())["modules"].values()
        return _closing(module, self.wires(module))

    def _yosys(
        self, dut: Dut, design: ElaboratedDesign, changes: Mapping[int, Change], folder: Path, commands: Sequence[str]
    ) -> None:
        changed = design.with_texts(schemata(design, changes, SELECT, WIDTH), folder / "source")
        yosys.run([*yosys.reading(changed, folder, dut.values), *commands], folder, "netlist", dut.path)


def spread(changes: Sequence[Change], count: int, seed: int) -> list[Change]:
    """Choose changes: always one of the class that has the fewest yet.

    In the class it is one of the module and of the line that have the fewest.

    Args:
        changes: The changes to choose from.
        count: The number to choose; all if there are fewer.
        seed: The seed of the choice.
    """
    left: dict[str, list[Change]] = defaultdict(list)
    for change in random.Random(seed).sample(changes, len(changes)):
        left[change.kind].append(change)
    taken: list[Change] = []
    kinds: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    places: Counter[object] = Counter()
    while left and len(taken) < count:
        kind = min(left, key=lambda kind: (kinds[kind], kind))
        best = min(left[kind], key=lambda change: (modules[change.module], places[change.file, change.start]))
        left[kind].remove(best)
        if not left[kind]:
            del left[kind]
        taken.append(best)
        kinds[kind] += 1
        modules[best.module] += 1
        places[best.file, best.start] += 1
    return taken


def _mutant(design: ElaboratedDesign, number: int, change: Change) -> SourceMutant:
    line = design.source.text(change.file).count("\n", 0, change.start) + 1
    return SourceMutant(number, change.kind, as_named(change.file), line, _told(change.before), _told(change.after))


def _told(text: str) -> str:
    """Return a text in one line, and in the characters of the source."""
    return " ".join(text.encode("latin-1").decode(errors="replace").split())


def _closing(module: Mapping[str, Any], wires: Mapping[int, int]) -> set[int]:
    """Return the mutants that close loops, of a module that _FIND_LOOPS has written.

    They are let in one after the other: those with which a loop is closed stay out. `wires` has the number by the bit
    that selects it.
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
            out |= suspects  # what selects here is not a simple choice
    return out


def _loops(cells: Sequence[Any], wires: Mapping[int, int], inside: set[int]) -> bool:
    """Return whether there is a loop with these mutants alone."""
    drivers: dict[Any, set[Any]] = {}
    for cell in cells:
        pins = cell["connections"]
        inputs = _inputs(cell)
        if cell["type"] == "$_MUX_" and (number := wires.get(pins["S"][0])) and number not in inside:
            inputs = pins["A"]
        for bit in pins["Y"]:
            drivers[bit] = {driver for driver in inputs if isinstance(driver, int)}
    try:
        list(TopologicalSorter(drivers).static_order())
    except CycleError:
        return True
    return False


def _inputs(cell: Mapping[str, Any]) -> list[Any]:
    directions = cell["port_directions"]
    return [bit for pin, bits in cell["connections"].items() if directions[pin] == "input" for bit in bits]
