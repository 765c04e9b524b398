"""How large and how slow designs may be, as data: ci/synth.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from loopline import tables
from loopline.tables import Table, of_design
from pydantic import Field

from fpga.implement import Implementation


class Bounds(Table):
    """Bounds for a design with this board on this part."""

    #: As --board has it; empty: there is no other.
    board: str = ""
    part: str
    luts: int = Field(ge=0)
    registers: int = Field(ge=0)
    block_rams: int = Field(ge=0)
    #: For every seed.
    mhz: float = Field(ge=0)

    def complaints(self, result: Implementation) -> Iterator[str]:
        """Return a sentence for each bound that is exceeded."""
        where = f"{result.dut.board} on an {self.part}".lstrip()
        if result.lacking:
            yield f"{where}: does not fit: {', '.join(result.lacking)}"
            return
        for key, name in (("luts", "LUTs"), ("registers", "registers"), ("block_rams", "block RAMs")):
            bound, found = getattr(self, key), result.cells[key]
            if found > bound:
                yield f"{where}: {found:,} {name}, {found - bound:,} more than its budget of {bound:,}"
        if result.mhz < self.mhz:
            yield f"{where}: {result.mhz:.1f} MHz, and its budget is {self.mhz:g} MHz at least"


class Budget(Table):
    """The budget of one design."""

    design: str
    #: The number of nextpnr's seeds for each build.
    seeds: int = Field(ge=1)
    #: What becomes a time when the clock is known: what is done, and its cycles.
    cycles: Mapping[str, int] = {}
    builds: Sequence[Bounds] = Field(min_length=1)


class _File(Table):
    budget: Sequence[Budget]


def read(path: Path, design: str) -> Budget:
    """Read the budget of the design. Raise BadInput."""
    return of_design(path, tables.read(path, _File).budget, design)
