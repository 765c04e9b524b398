"""The FPGAs, and what their cells are called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from loopline.errors import BadInput

#: Parts of LUTs alone, registers … of a netlist, in the order in which they are shown.
KINDS = ("luts", "carries", "registers", "block_rams", "lut_rams")


@dataclass(frozen=True)
class Family:
    #: As Yosys and nextpnr call it.
    name: str
    #: Kind → which cells are of it.
    cells: Mapping[str, str]
    #: Options of nextpnr: pins may lie anywhere.
    options: tuple[str, ...] = ()

    @property
    def programs(self) -> tuple[str, str]:
        """The programs that make cells of a design, and place them."""
        return "yosys", f"nextpnr-{self.name}"

    def count(self, cells: Mapping[str, int]) -> dict[str, int]:
        """Return the number of cells of each kind, from the number of each type in a netlist."""
        found: Counter[str] = Counter()
        for cell, number in cells.items():
            found.update({kind: number for kind, pattern in self.cells.items() if re.fullmatch(pattern, cell)})
        return {kind: found[kind] for kind in KINDS}


ECP5 = Family(
    "ecp5",
    {
        "luts": "LUT4",
        "carries": "CCU2C",  # two bits each
        "registers": "TRELLIS_FF",
        "block_rams": "DP16KD",  # 18 Kbit
        "lut_rams": "TRELLIS_DPR16X4",
    },
    ("--lpf-allow-unconstrained",),
)
ICE40 = Family(
    "ice40",
    {
        "luts": "SB_LUT4",
        "carries": "SB_CARRY",
        "registers": "SB_DFF.*",
        "block_rams": "SB_RAM40_4K.*",  # 4 Kbit
    },
)


@dataclass(frozen=True)
class Part:
    name: str
    family: Family
    #: Options of nextpnr.
    options: tuple[str, ...]


def _ecp5(name: str, package: str) -> Part:
    size, speed = name.split("-")[1:]
    return Part(name, ECP5, (f"--{size.lower().replace('f', 'k')}", "--package", package, "--speed", speed))


#: For each the package with the most pins, or the commonest one if that has enough for an engine.
PARTS = {
    part.name: part
    for part in (
        *(_ecp5(f"LFE5U-{size}-{speed}", "CABGA381") for size in ("25F", "45F") for speed in (6, 7, 8)),
        *(_ecp5(f"LFE5U-85F-{speed}", "CABGA756") for speed in (6, 7, 8)),
        Part("iCE40HX8K", ICE40, ("--hx8k", "--package", "ct256")),
        Part("iCE40UP5K", ICE40, ("--up5k", "--package", "sg48")),
    )
}


def find(name: str) -> Part:
    """Return the part of this name. Raise BadInput."""
    if name not in PARTS:
        raise BadInput(f"no part is called {name!r}; there are {', '.join(PARTS)}")
    return PARTS[name]
