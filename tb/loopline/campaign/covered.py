"""What a campaign has counted, in OUT/coverage: situations of the game, and lines and bits of the Verilog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from loopline.contract import game as games
from loopline.contract.coverage import digest, merged
from loopline.coverage import coverage_of, rtl
from loopline.coverage.record import Record
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.simulation.job import FAILURES, Outcome


def situations(dut: Dut, simulator: Simulator, seed: int, outcomes: Sequence[Outcome], file: Path) -> list[Path]:
    """Write down which situations these outcomes covered, if that was counted."""
    if not any(outcome.covered for outcome in outcomes):
        return []
    record = Record(
        game=games.find(dut).name,
        design=dut.name,
        board=str(dut.board),
        model=digest(coverage_of(dut).model),
        simulator=simulator.name,
        seed=seed,
        examples=sum(outcome.examples - (outcome.state in FAILURES) for outcome in outcomes),
        hits=merged(outcome.covered for outcome in outcomes),
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(record.model_dump_json())
    return [file]


def lines_and_bits(folder: Path, out: Path) -> list[Path]:
    """Move what the simulation in this folder counted, if anything, to `out`, under the name of the folder."""
    if not (folder / rtl.FILE).is_file():
        return []
    out.mkdir(parents=True, exist_ok=True)
    return [(folder / rtl.FILE).replace(out / f"{folder.name}{Path(rtl.FILE).suffix}")]
