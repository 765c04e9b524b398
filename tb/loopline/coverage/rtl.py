"""Lines that were run and bits that have toggled, as Verilator counts them; added up, and written as lcov.

A point of its file is a line of keys, each with a value, and a count:

    C '<1>f<2>board.v<1>l<2>57<1>n<2>9<1>page<2>v_toggle/board<1>o<2>is_red:0->1<1>h<2>top.dut.board' 4711

The `h` is the instance, so points that differ in it only are the same place in the source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from loopline.errors import BadInput

#: The file that Verilator writes in a simulation's folder.
FILE = "coverage.dat"

#: The page with the counts of `cover` statements.
_COVER = "v_user"

_POINT = re.compile(r"C '(.*)' (\d+)")


class File(NamedTuple):
    """One source file, and how often its parts were run."""

    path: Path
    #: Line → how often it was run; the least, if it has several branches.
    lines: dict[int, int]
    #: Line and what toggled, up or down → how often.
    bits: dict[tuple[int, str], int]


def read(counted: Iterable[Path], sources: Sequence[Path]) -> list[File]:
    """The counts for these sources, all files together. Raises BadInput for a file that is not Verilator's."""
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


def _file(path: Path, points: Counter[tuple[Path, str, int, str]]) -> File:
    lines: dict[int, int] = {}
    bits: dict[tuple[int, str], int] = {}
    for (where, kind, line, what), count in sorted(points.items()):
        if where != path:
            continue
        if kind == "v_toggle":
            bits[line, what.partition(" ")[2]] = count
        else:
            lines[line] = min(count, lines.get(line, count))
    return File(path, lines, bits)


def lcov(files: Iterable[File]) -> str:
    """Lines as lines; bits as branches of the line that declares them."""
    text = []
    for file in files:
        text.append(f"SF:{file.path}")
        text += [f"DA:{line},{count}" for line, count in sorted(file.lines.items())]
        text += [f"BRDA:{line},0,{bit},{count}" for (line, bit), count in sorted(file.bits.items())]
        for name, counts in (("L", list(file.lines.values())), ("BR", list(file.bits.values()))):
            text += [f"{name}F:{len(counts)}", f"{name}H:{sum(count > 0 for count in counts)}"]
        text.append("end_of_record")
    return "\n".join(text) + "\n"
