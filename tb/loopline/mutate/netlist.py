"""A design with many bugs, all of them in it and none let out: a select says which one, 0 for none.

Yosys reads the design as it is, flattens it and does hardly more, so that each cell still knows its line of source.
Memories stay memories. Into this netlist go the mutants, each with the condition that the select is its number. A
module around it has the design's own ports, and the select in a register that Python can write: one build serves all.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from loopline.design import netlist, yosys
from loopline.design.dut import Dut, load
from loopline.errors import BadInput
from loopline.mutate.mutant import Mutant, options, position

SELECT = "loopline_mutant"
TOP = "loopline_mutants"

#: The mutants of so many designs are kept, those used last.
_KEPT = 4
_USED = "used"

#: Pins that are left alone: without its clock a register is no register, and simulators differ on what it is; a memory
#: that is read without a clock has pins that say just that.
_NOT_THESE = {"CLK", "RD_CLK", "WR_CLK", "RD_EN", "RD_ARST", "RD_SRST"}


@dataclass(frozen=True)
class MutantNetlist:
    """The mutants of a design, in a folder of their own below the root."""

    dut: Dut
    root: Path
    seed: int
    count: int

    @cached_property
    def folder(self) -> Path:
        """Its name depends on everything that is in it, so whoever reads another design disturbs nobody."""
        self.root.mkdir(parents=True, exist_ok=True)
        draft = Path(mkdtemp(prefix="reading-", dir=self.root))
        try:
            yosys.run(self._reading(draft), draft, "netlist", self.dut.path)
            # Wherever it lies, a design is the same: the folders of its sources do not count.
            text = re.sub(rb'[^\s"|$]*/', b"", (draft / "netlist.il").read_bytes())
            digest = hashlib.sha256(f"{self.seed} {self.count} {_description(self.dut)}".encode() + text).hexdigest()
            folder = self.root / digest[:12]
            if not folder.exists():
                draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        _use(folder)
        _sweep(self.root)
        return folder

    @cached_property
    def mutants(self) -> list[Mutant]:
        """So many, or all there are, numbered from 1. The same seed gives the same ones."""
        kinds, places = self._cells()
        mutants: list[Mutant] = []
        for line in (self.folder / "list.txt").read_text().splitlines():
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
                    file=yosys.shown(self.folder, file) if file else "",
                    line=row,
                    wire=f"{found['wire']}[{found['wirebit']}]" if "wire" in found else "",
                )
            )
        if not mutants:
            raise BadInput(f"{self.dut.path}: Yosys finds nothing in it that could be mutated")
        return mutants

    def _cells(self) -> tuple[dict[str, str], dict[str, str]]:
        """Of each cell its type and its source."""
        cells = self.original["cells"]
        return (
            {name: cell["type"] for name, cell in cells.items()},
            {name: cell["attributes"].get("src", "") for name, cell in cells.items()},
        )

    @cached_property
    def original(self) -> dict[str, Any]:
        """The design without mutants, as Yosys writes it in JSON; beside it is netlist.il."""
        [module] = json.loads((self.folder / "netlist.json").read_text())["modules"].values()
        assert isinstance(module, dict)
        return module

    def _reading(self, folder: Path) -> list[str]:
        # Some mutants are passed over: have a few more.
        count = self.count + self.count // 16 + 64
        return [
            *netlist.reading(self.dut, folder, self.dut.values),
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
            "design -reset",
            "read_rtlil netlist.il",
            f"mutate -list {count} -seed {self.seed} -ctrl {SELECT} 1 0 -o list.txt",
        ]

    def commands(self, mutants: Sequence[Mutant]) -> list[str]:
        """What puts them into the netlist that has been read."""
        return [f"mutate -ctrl {SELECT} {_WIDTH} {one.number} {one.command}" for one in mutants]

    def close(self) -> Dut:
        """The design with all mutants, as the harness takes any other."""
        made, draft, script = (self.folder / name for name in ("mutants.v", "mutants.draft.v", "mutants.ys"))
        commands = ["read_rtlil netlist.il", *self.commands(self.mutants), f"write_verilog -noattr {draft.name}"]
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # somebody else may be making the same
            if not made.is_file() or script.read_text().splitlines() != commands:
                made.unlink(missing_ok=True)
                (self.folder / f"{TOP}.v").write_text(self._around())
                (self.folder / "mutants.toml").write_text(_description(self.dut))
                yosys.run(commands, self.folder, "mutants", self.dut.path)
                draft.replace(made)
        return load(self.folder / "mutants.toml")

    def _around(self) -> str:
        ports = self.original["ports"]
        lines = [f"    {port['direction']} wire [{len(port['bits']) - 1}:0] {name}" for name, port in ports.items()]
        connections = [f"        .{name}({name})" for name in [*ports, SELECT]]
        return _AROUND.format(
            top=TOP,
            select=SELECT,
            high=_WIDTH - 1,
            ports=",\n".join(lines),
            connections=",\n".join(connections),
        )


def _use(folder: Path) -> None:
    """It stays as long as this process lives, which holds a lock in it."""
    os.utime(folder)
    fcntl.flock(os.open(folder / _USED, os.O_RDWR | os.O_CREAT, 0o666), fcntl.LOCK_SH)


def _sweep(root: Path) -> None:
    """What nobody has used for long, and what was left behind by who has died."""
    with suppress(FileNotFoundError):  # somebody else is sweeping
        folders = [one for one in root.iterdir() if one.is_dir()]
        for folder in sorted(folders, key=lambda one: one.stat().st_mtime)[:-_KEPT]:
            with (folder / _USED).open("a") as file, suppress(BlockingIOError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)


_WIDTH = 24

_AROUND = """\
module {top} (
{ports}
);
    reg [{high}:0] {select} /* verilator public_flat_rw */ = 0;

    {top}_netlist netlist (
{connections}
    );
endmodule
"""


def _description(dut: Dut) -> str:
    return netlist.description(dut, f"{dut.name}, mutated", TOP, [f"{TOP}.v", "mutants.v"])
