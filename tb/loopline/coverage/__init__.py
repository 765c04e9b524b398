"""Functional coverage of any game: the situations met, over runs and simulators, and the lines and bits of the Verilog.

In OUT/coverage each run writes a file of situations and each simulation one of lines and bits, which are added up and
written as lcov.

A point of Verilator's file is a line of keys, each with a value, and a count:

    C '<1>f<2>board.v<1>l<2>57<1>n<2>9<1>page<2>v_toggle/board<1>o<2>is_red:0->1<1>h<2>top.dut.board' 4711

The `h` is the instance, so points that differ in it only are the same place in the source.

May import: games, match, trial and below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ValidationError

from loopline.contract.coverage import Coverage, Group, Hits, Model, digest
from loopline.contract.game import AnyScript, Subject
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.simulation.job import FAILURES, Filled, Outcome, all_filled, summed


def coverage_of(subject: Subject) -> Coverage[AnyScript]:
    """Return the coverage of the design's game. Raise BadInput if it is missing."""
    dut = subject.dut
    if dut.contract != "engine":
        raise BadInput(f"{dut.shown}: coverage needs the contract 'engine', got {dut.contract!r}")
    coverage = subject.engine.coverage()
    if coverage is None:
        raise BadInput(f"{dut.shown}: {subject.game.name} has no coverage model")
    return coverage


class CoverageRecord(BaseModel):
    """Counts, and what they are counts of."""

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

    def differs(self, subject: Subject, model: Model) -> str:
        """Return why the record cannot be added to those of this design; "" if it can."""
        dut = subject.dut
        if (self.game, self.design, self.board) != (subject.game.name, dut.name, str(dut.board)):
            return f"is of {self.design!r}, {self.board}, and not of {dut.name!r}, {dut.board}"
        if self.model != digest(model):
            return "was made with another coverage model, of another version of loopline. Run it again"
        return ""


class UnusableFile(NamedTuple):
    """A file that was left out, and why."""

    file: Path
    why: str

    def __str__(self) -> str:
        return f"{self.file}: left out: {self.why}"


class Total(NamedTuple):
    """All records of a design, added up."""

    subject: Subject
    model: Model
    files: list[Path]
    examples: int
    hits: Hits
    unusable: list[UnusableFile]
    #: By group and bin, the shortest script that is known to fill it.
    games: dict[tuple[str, str], str]

    def of(self, group: Group) -> dict[str, int]:
        """Return how often each of the group's bins was hit."""
        seen = self.hits.get(group.name, {})
        return {entry.name: seen.get(entry.name, 0) for entry in group.bins.values()}


def total(subject: Subject, model: Model, paths: Iterable[Path]) -> Total:
    """Add up all files. A file that cannot be used is left out and listed with the reason.

    Args:
        subject: The design, and its game.
        model: The coverage model.
        paths: The files, and folders of files.
    """
    used, records, unusable = [], [], []
    for path in _files(paths):
        try:
            record = CoverageRecord.model_validate_json(path.read_bytes())
        except OSError as error:
            unusable.append(UnusableFile(path, f"it cannot be read: {error.strerror}"))
            continue
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            why = " ".join(filter(None, [where, first["msg"]]))
            unusable.append(UnusableFile(path, f"it is not a complete coverage file: {why}"))
            continue
        if why := record.differs(subject, model):
            unusable.append(UnusableFile(path, f"it {why}"))
            continue
        used.append(path)
        records.append(record)
    examples = sum(record.examples for record in records)
    games = _shortest(record.games for record in records)
    return Total(subject, model, used, examples, summed(record.hits for record in records), unusable, games)


def _shortest(all_games: Iterable[Filled]) -> dict[tuple[str, str], str]:
    """Return the shortest script of each bin; among equally long ones the first by letters.

    So the order of files does not matter.
    """
    found: dict[tuple[str, str], str] = {}
    for script, bins in all_filled(all_games).items():
        for key in bins:
            if key not in found or (len(script), script) < (len(found[key]), found[key]):
                found[key] = script
    return found


def _each_once(all_games: Iterable[Filled]) -> Filled:
    """Return each bin with its shortest script, in the same order for any order of outcomes."""
    games: Filled = {}
    for key, script in sorted(_shortest(all_games).items()):
        games.setdefault(script, []).append(key)
    return games


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files, and those in the folders, each once."""
    found = (file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path]))
    yield from {file.resolve(): file for file in found}.values()


def write_situations(
    subject: Subject, simulator: Simulator, seed: int, outcomes: Sequence[Outcome], file: Path
) -> None:
    """Write down which situations these outcomes covered.

    Args:
        subject: The design on the board that was played.
        simulator: The simulator of all these outcomes.
        seed: The seed of the run, to repeat it.
        outcomes: Their counts are added up; failing examples are not counted.
        file: The file to write; its folder is made.
    """
    record = CoverageRecord(
        game=subject.game.name,
        design=subject.dut.name,
        board=str(subject.dut.board),
        model=digest(coverage_of(subject).model),
        simulator=simulator.name,
        seed=seed,
        examples=sum(outcome.examples - (outcome.state in FAILURES) for outcome in outcomes),
        hits=summed(outcome.covered for outcome in outcomes),
        games=_each_once(outcome.filled for outcome in outcomes),
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(record.model_dump_json())


def take_lines_and_bits(folder: Path, out: Path) -> list[Path]:
    """Move what the simulation in this folder counted, if anything, to `out`, under the name of the folder.

    Return the files there.
    """
    if not (folder / RTL_FILE).is_file():
        return []
    out.mkdir(parents=True, exist_ok=True)
    return [(folder / RTL_FILE).replace(out / f"{folder.name}{Path(RTL_FILE).suffix}")]


#: The file that Verilator writes in a simulation's folder.
RTL_FILE = "coverage.dat"

#: The page with the counts of `cover` statements.
_COVER = "v_user"

_POINT = re.compile(r"C '(.*)' (\d+)")


class RtlFile(NamedTuple):
    """A source file, and how often its parts were run."""

    path: Path
    #: Line → how often it was run; the least, if it has several branches.
    lines: dict[int, int]
    #: Line and what toggled, up or down → how often.
    bits: dict[tuple[int, str], int]


def read_rtl(counted: Iterable[Path], sources: Sequence[Path]) -> list[RtlFile]:
    """Return the counts for these sources, all files together. Raise BadInput for a file that is not Verilator's."""
    points: Counter[tuple[Path, str, int, str]] = Counter()
    wanted = {path.resolve() for path in sources}
    for point, count in _points(counted):
        path = Path(point["f"]).resolve()
        if path in wanted and _kind(point) != _COVER:
            points[path, _kind(point), int(point["l"]), f"{point.get('n', '')} {point.get('o', '')}"] += count
    return [_file(path, points) for path in sorted(wanted)]


def _points(counted: Iterable[Path]) -> Iterator[tuple[dict[str, str], int]]:
    for file in counted:
        text = file.read_text(errors="replace")
        if not text.startswith("# SystemC::Coverage"):
            raise BadInput(f"{file}: this is not a coverage file of Verilator")
        for keys, count in _POINT.findall(text):
            yield dict(key.split("\x02", 1) for key in keys.split("\x01") if key), int(count)


def _kind(point: dict[str, str]) -> str:
    return point["page"].partition("/")[0]


def _file(path: Path, points: Counter[tuple[Path, str, int, str]]) -> RtlFile:
    lines: dict[int, int] = {}
    bits: dict[tuple[int, str], int] = {}
    for (where, kind, line, what), count in sorted(points.items()):
        if where != path:
            continue
        if kind == "v_toggle":
            bits[line, what.partition(" ")[2]] = count
        else:
            lines[line] = min(count, lines.get(line, count))
    return RtlFile(path, lines, bits)


def lcov(files: Iterable[RtlFile]) -> str:
    """Return the counts as LCOV has them: lines as lines; bits as branches of the line that declares them."""
    text = []
    for file in files:
        text.append(f"SF:{file.path}")
        text += [f"DA:{line},{count}" for line, count in sorted(file.lines.items())]
        text += [f"BRDA:{line},0,{bit},{count}" for (line, bit), count in sorted(file.bits.items())]
        for name, counts in (("L", list(file.lines.values())), ("BR", list(file.bits.values()))):
            text += [f"{name}F:{len(counts)}", f"{name}H:{sum(count > 0 for count in counts)}"]
        text.append("end_of_record")
    return "\n".join(text) + "\n"
