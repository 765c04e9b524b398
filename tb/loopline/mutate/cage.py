"""A design with many bugs, all of them in it and none let out: a select says which one, 0 for none.

Yosys reads the design as it is, flattens it and does hardly more, so that each cell still knows its line of source.
Memories stay memories. Into this netlist go the mutants, each with the condition that the select is its number. A
module around it has the design's own ports, and the select in a register that Python can write: one build serves all.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from loopline import yosys
from loopline.dut import Dut, load
from loopline.errors import BadInput
from loopline.mutate.mutant import Mutant, options, position

SELECT = "loopline_mutant"
CAGE = "loopline_cage"

#: Pins that are left alone: without its clock a register is no register, and simulators differ on what it is; a memory
#: that is read without a clock has pins that say just that.
_NOT_THESE = {"CLK", "RD_CLK", "WR_CLK", "RD_EN", "RD_ARST", "RD_SRST"}


@dataclass(frozen=True)
class Cage:
    """The mutants of a design, in a folder."""

    dut: Dut
    folder: Path
    seed: int
    count: int

    @cached_property
    def mutants(self) -> list[Mutant]:
        """So many, or all there are, numbered from 1. The same seed gives the same ones."""
        folder, listed = self.folder, self.folder / "list.txt"
        kinds, places = self._cells()
        # Some are passed over: have a few more.
        command = f"mutate -list {self.count + self.count // 16 + 64} -seed {self.seed} -ctrl {SELECT} 1 0 -o list.txt"
        listed.unlink(missing_ok=True)
        yosys.run(["read_rtlil netlist.il", command], folder, "list", self.dut.path)
        mutants: list[Mutant] = []
        for line in listed.read_text().splitlines():
            found = options(line)
            if found["port"].removeprefix("\\") in _NOT_THESE or len(mutants) == self.count:
                continue
            file, row = position(places.get(found["cell"], ""))
            mutants.append(
                Mutant(
                    number=len(mutants) + 1,
                    mode=found["mode"],
                    module=found["module"],
                    cell=found["cell"],
                    port=found["port"],
                    portbit=int(found["portbit"]),
                    ctrlbit=int(found.get("ctrlbit", -1)),
                    kind=kinds[found["cell"]],
                    file=yosys.shown(folder, file) if file else "",
                    line=row,
                    wire=f"{found['wire']}[{found['wirebit']}]" if "wire" in found else "",
                )
            )
        if not mutants:
            raise BadInput(f"{self.dut.path}: Yosys finds nothing in it that could be mutated")
        return mutants

    def _cells(self) -> tuple[dict[str, str], dict[str, str]]:
        """Of each cell its type and its source."""
        cells = self.netlist["cells"]
        return (
            {name: cell["type"] for name, cell in cells.items()},
            {name: cell["attributes"].get("src", "") for name, cell in cells.items()},
        )

    @cached_property
    def netlist(self) -> dict[str, Any]:
        """The design without mutants, as Yosys writes it in JSON; beside it is netlist.il."""
        with self._locked():
            stamp = self.folder / "netlist.key"
            if not stamp.is_file() or stamp.read_text() != self._key:
                stamp.unlink(missing_ok=True)
                yosys.run(self._reading(), self.folder, "netlist", self.dut.path)
                stamp.write_text(self._key)
        [module] = json.loads((self.folder / "netlist.json").read_text())["modules"].values()
        assert isinstance(module, dict)
        return module

    @property
    def _key(self) -> str:
        digest = hashlib.sha256("\n".join([yosys.version(), *self._reading()]).encode())
        for file in self.dut.files:
            digest.update(file.read_bytes())
        return digest.hexdigest()

    def _reading(self) -> list[str]:
        dut = self.dut
        includes = " ".join(f"-I{yosys.path_from(self.folder, folder)}" for folder in dut.folders)
        return [
            *(
                f"read_verilog {'-sv ' if file.suffix == '.sv' else ''}{includes} {yosys.path_from(self.folder, file)}"
                for file in dut.files
            ),
            *(f"chparam -set {name} {json.dumps(value)} {dut.top}" for name, value in dut.values.items()),
            f"hierarchy -check -top {dut.top}",
            "setattr -mod -unset keep_hierarchy",
            "proc",
            "flatten",
            # Verilog computes in 32 bits whatever it is not told: leave out those that nobody asks for.
            "wreduce -keepdc",
            "opt_expr -keepdc",
            "memory_collect",
            "opt_clean",
            f"rename -top {CAGE}_netlist",
            "write_rtlil netlist.il",
            "write_json netlist.json",
        ]

    def commands(self, mutants: Sequence[Mutant]) -> list[str]:
        """What puts them into the netlist that has been read."""
        return [f"mutate -ctrl {SELECT} {_WIDTH} {one.number} {one.command}" for one in mutants]

    def close(self) -> Dut:
        """The design with all mutants, as the harness takes any other."""
        mutants, around = self.mutants, self._around()
        with self._locked():
            commands = ["read_rtlil netlist.il", *self.commands(mutants), "write_verilog -noattr mutants.v"]
            script = self.folder / "mutants.ys"
            if not script.is_file() or script.read_text().split("\n")[:-1] != commands or not self._made.is_file():
                self._made.unlink(missing_ok=True)
                yosys.run(commands, self.folder, "mutants", self.dut.path)
            (self.folder / f"{CAGE}.v").write_text(around)
            description = self.folder / "cage.toml"
            description.write_text(_description(self.dut))
        return load(description)

    @property
    def _made(self) -> Path:
        return self.folder / "mutants.v"

    def _around(self) -> str:
        ports = self.netlist["ports"]
        lines = [f"    {port['direction']} wire [{len(port['bits']) - 1}:0] {name}" for name, port in ports.items()]
        connections = [f"        .{name}({name})" for name in [*ports, SELECT]]
        return _AROUND.format(
            cage=CAGE,
            select=SELECT,
            high=_WIDTH - 1,
            ports=",\n".join(lines),
            connections=",\n".join(connections),
        )

    def _locked(self) -> _Lock:
        return _Lock(self.folder)


class _Lock:
    """One process at a time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / "lock").open("w")

    def __enter__(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self._file.close()


_WIDTH = 24

_AROUND = """\
module {cage} (
{ports}
);
    reg [{high}:0] {select} /* verilator public_flat_rw */ = 0;

    {cage}_netlist netlist (
{connections}
    );
endmodule
"""


def _description(dut: Dut) -> str:
    """The design's, but for what Yosys has settled: sources, parameters, size."""
    keep = {"game", "contract", "size", "verification_port", "exact", "patience", "clock", "reset", "signals"}
    values = {
        "name": f"{dut.name}, mutated",
        "top": CAGE,
        "sources": [f"{CAGE}.v", "mutants.v"],
        **dut.model_dump(include=keep, exclude_none=True),
    }
    lines = [f"{name} = {json.dumps(value)}" for name, value in values.items() if not isinstance(value, dict)]
    for name, table in values.items():
        if isinstance(table, dict):
            lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"
