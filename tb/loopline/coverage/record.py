"""What runs have covered, in OUT/coverage: situations of the game, a file for each run, and lines and bits of the
Verilog, a file for each simulation. The first are added up here, the others in `rtl`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ValidationError

from loopline.contract.coverage import Filled, Group, Hits, Model, all_filled, digest, merged
from loopline.contract.game import find
from loopline.coverage import coverage_of, rtl
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.simulation.job import FAILURES, Outcome


class Record(BaseModel):
    """The counts, and what they are counts of."""

    format: Literal["loopline coverage 2"] = "loopline coverage 2"
    game: str
    design: str
    board: str
    #: The digest of the coverage model.
    model: str
    simulator: str
    seed: int
    examples: int
    hits: Hits
    #: Of each bin that was filled, a script that fills it, if that is short.
    games: Filled = {}

    def differs(self, dut: Dut, model: Model) -> str:
        """Why it cannot be added to the records of this design; "" if it can."""
        if (self.game, self.design, self.board) != (find(dut).name, dut.name, str(dut.board)):
            return f"is of {self.design!r}, {self.board}, and not of {dut.name!r}, {dut.board}"
        if self.model != digest(model):
            return "was made with another coverage model, of another version of loopline. Run it again"
        return ""


class Unusable(NamedTuple):
    """A file that was left out, and why."""

    file: Path
    why: str

    def __str__(self) -> str:
        return f"{self.file}: left out: {self.why}"


class Total(NamedTuple):
    """All records of a design, added up."""

    dut: Dut
    model: Model
    files: list[Path]
    examples: int
    hits: Hits
    unusable: list[Unusable]
    #: By group and bin, the shortest script that is known to fill it.
    games: dict[tuple[str, str], str]

    def of(self, group: Group) -> dict[str, int]:
        """How often each of the group's bins was hit."""
        seen = self.hits.get(group.name, {})
        return {one.name: seen.get(one.name, 0) for one in group.bins.values()}


def total(dut: Dut, model: Model, paths: Iterable[Path]) -> Total:
    """Add up all files. A file that cannot be used is left out and listed with the reason."""
    used, records, unusable = [], [], []
    for path in _files(paths):
        try:
            record = Record.model_validate_json(path.read_bytes())
        except OSError as error:
            unusable.append(Unusable(path, f"it cannot be read: {error.strerror}"))
            continue
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            why = " ".join(filter(None, [where, first["msg"]]))
            unusable.append(Unusable(path, f"it is not a complete coverage file: {why}"))
            continue
        if why := record.differs(dut, model):
            unusable.append(Unusable(path, f"it {why}"))
            continue
        used.append(path)
        records.append(record)
    examples = sum(record.examples for record in records)
    games = _shortest(record.games for record in records)
    return Total(dut, model, used, examples, merged(record.hits for record in records), unusable, games)


def _shortest(every: Iterable[Filled]) -> dict[tuple[str, str], str]:
    """Of each bin the shortest script; of those of one length the first by letters, whatever the order of files."""
    found: dict[tuple[str, str], str] = {}
    for script, bins in all_filled(every).items():
        for one in bins:
            if one not in found or (len(script), script) < (len(found[one]), found[one]):
                found[one] = script
    return found


def _each_once(every: Iterable[Filled]) -> Filled:
    """Each bin with its shortest script, in the same order whatever the order of outcomes."""
    games: Filled = {}
    for one, script in sorted(_shortest(every).items()):
        games.setdefault(script, []).append(one)
    return games


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files, and those in the folders, each once."""
    found = (file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path]))
    yield from {file.resolve(): file for file in found}.values()


def write_situations(dut: Dut, simulator: Simulator, seed: int, outcomes: Sequence[Outcome], file: Path) -> list[Path]:
    """Write down which situations these outcomes covered, if that was counted. Returns the files that were written."""
    if not any(outcome.covered for outcome in outcomes):
        return []
    record = Record(
        game=find(dut).name,
        design=dut.name,
        board=str(dut.board),
        model=digest(coverage_of(dut).model),
        simulator=simulator.name,
        seed=seed,
        examples=sum(outcome.examples - (outcome.state in FAILURES) for outcome in outcomes),
        hits=merged(outcome.covered for outcome in outcomes),
        games=_each_once(outcome.filled for outcome in outcomes),
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(record.model_dump_json())
    return [file]


def take_lines_and_bits(folder: Path, out: Path) -> list[Path]:
    """Move what the simulation in this folder counted, if anything, to `out`, under the name of the folder. Returns the
    files there."""
    if not (folder / rtl.FILE).is_file():
        return []
    out.mkdir(parents=True, exist_ok=True)
    return [(folder / rtl.FILE).replace(out / f"{folder.name}{Path(rtl.FILE).suffix}")]
