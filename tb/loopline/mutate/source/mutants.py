"""Mutants of the source: Yosys reads it with all of them in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from loopline.design import netlist, yosys
from loopline.design.dut import Dut
from loopline.errors import as_named
from loopline.mutate.gates import FLAT, Cone
from loopline.mutate.mutant import Mutant, SourceMutant
from loopline.mutate.netlist import SELECT, WIDTH
from loopline.mutate.source import loops
from loopline.mutate.source.design import Elaborated
from loopline.mutate.source.proposals import proposals, spread
from loopline.mutate.source.schemata import WIRE, schemata
from loopline.mutate.source.text import Change

_LIST = "list.json"

#: Some of those that are taken first close loops of gates: so many more are taken, one for so many.
_SPARE = 4


class Source:
    name = "source"
    reader = "slang"
    classes = True

    def read(self, dut: Dut, folder: Path, seed: int, count: int) -> None:
        design = Elaborated(dut)
        possible = proposals(design)
        several = dict(enumerate(spread(possible, count + count // _SPARE, seed), 1))
        closing = self._closing(dut, design, several, folder)
        loopless = [one for number, one in several.items() if number not in closing]
        changes = dict(enumerate(spread(loopless, count, seed), 1))
        self._yosys(dut, design, changes, folder, FLAT)
        found = [asdict(_mutant(design, number, one)) for number, one in changes.items()]
        (folder / _LIST).write_text(json.dumps(found, indent=1))

    def mutants(self, folder: Path, original: dict[str, Any], count: int) -> list[Mutant]:
        return [SourceMutant(**fields) for fields in json.loads((folder / _LIST).read_text())]

    def commands(self, mutants: Sequence[Mutant]) -> list[str]:
        return []

    def wires(self, module: Mapping[str, Any]) -> Mapping[int, int]:
        found = {}
        for name, net in module["netnames"].items():
            if match := re.fullmatch(rf"(?:.*\.)?{WIRE}(\d+)", name):
                found[net["bits"][0]] = int(match[1])
        return found

    def hidden(self, original: dict[str, Any], mutants: Sequence[Mutant]) -> list[Mutant]:
        cone = Cone(original)
        seen = {number for bit, number in self.wires(original).items() if bit in cone.bits}
        return [one for one in mutants if one.number not in seen]

    def _closing(self, dut: Dut, design: Elaborated, changes: Mapping[int, Change], folder: Path) -> set[int]:
        self._yosys(dut, design, changes, folder, [*FLAT, *loops.COMMANDS])
        module = loops.read(folder / "loops.json")
        return loops.closing(module, self.wires(module))

    def _yosys(
        self, dut: Dut, design: Elaborated, changes: Mapping[int, Change], folder: Path, commands: Sequence[str]
    ) -> None:
        files = list(_written(folder / "source", schemata(design, changes, SELECT, WIDTH)))
        folders = [*dut.folders, *dict.fromkeys(file.parent for file in design.files)]
        changed = dut.model_copy(
            update={
                "sources": [str(file.resolve()) for file in files],
                "include": [str(one.resolve()) for one in folders],
                "defines": dut.macros,
                "file_list": None,
            }
        )
        yosys.run([*netlist.reading(changed, folder, dut.values), *commands], folder, "netlist", dut.path)


def _written(folder: Path, texts: Mapping[Path, str]) -> Iterator[Path]:
    """In a folder of its own each: files may have the same name."""
    for number, (file, text) in enumerate(texts.items()):
        written = folder / str(number) / file.name
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_bytes(text.encode("latin-1"))
        yield written


def _mutant(design: Elaborated, number: int, change: Change) -> SourceMutant:
    line = design.source.text(change.file).count("\n", 0, change.start) + 1
    return SourceMutant(number, change.kind, as_named(change.file), line, _told(change.before), _told(change.after))


def _told(text: str) -> str:
    """In one line, and in the characters of the source."""
    return " ".join(text.encode("latin-1").decode(errors="replace").split())
