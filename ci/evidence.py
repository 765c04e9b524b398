"""Writes the tables of measurements in README and docs, from the result files in results/.

A result file says what was measured, when, and by which command. `make evidence` writes what stands between
`<!-- results: NAME -->` and `<!-- end -->`, and a test holds the pages to the files. A new measurement takes the place
of the old one:

    python ci/evidence.py keep mutants-trax-source out/source/mutate.json

reads the JSON file that `loopline mutate`, `make synth` or `make bench` has left.
"""

from __future__ import annotations

import argparse
import json
import os
import posixpath
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

REPOSITORY = Path(__file__).parents[1]
RESULTS = REPOSITORY / "results"
#: Figures of `make bench` that README has.
_TWO = "verify, two workers against one"
#: Figures of `make synth` that no page has.
_LEFT_OUT = ("carries", "lut_rams")
#: The testbenches that loopline is measured against: every cycle, answers alone, answers alone in C++.
_RIVALS = (
    "verified turns against a plain cocotb testbench's",
    "verified turns against a cocotb testbench's that compares answers alone",
    "verified turns against a C++ main program's, vectors made for it",
)
BLOCK = re.compile(r"(<!-- results: ([\w-]+) -->\n).*?(<!-- end -->)", re.S)

Cell = int | float | str | list[int | str]


class ResultFile(BaseModel):
    """A table of measurements."""

    model_config = ConfigDict(extra="forbid", strict=True)

    measured: str
    command: str
    columns: list[str]
    rows: list[list[Cell]]

    @property
    def day(self) -> date:
        """The day of the measurement."""
        return date.fromisoformat(self.measured)


def read(name: str) -> ResultFile:
    """Return the result file of this name."""
    return ResultFile.model_validate_json((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def pages() -> list[Path]:
    """Return the documents that may have tables."""
    return [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]


def written(page: Path, text: str) -> str:
    """Return the text of a page with its tables made anew."""
    folder = os.path.relpath(REPOSITORY / "docs" / "evidence", page.parent)
    return BLOCK.sub(lambda found: f"{found[1]}{chr(10).join(_block(found[2], folder))}\n{found[3]}", text)


def _block(name: str, folder: str) -> Iterator[str]:
    if name == "headline":
        yield from _table(["", "measured", ""], list(headline(folder)))
        return
    result = read(name)
    if name == "gallery":
        for row in result.rows:
            yield from _exhibit(dict(zip(result.columns, row, strict=True)))
    else:
        yield from _table(result.columns, result.rows)
        yield ""
    yield f"*{_day(result.day)}, `{result.command}`*"


def _exhibit(bug: Mapping[str, Any]) -> Iterator[str]:
    """Yield the section of a bug in docs/gallery.md; `tests/bugs/gallery.py` says what is known of it."""
    yield from (f"## {bug['bug'].replace('-', ' ').capitalize()}", "")
    yield from (*textwrap.wrap(f"In the {bug['design']}: {bug['story']}", 120), "")
    yield from ("```diff", *bug["change"].splitlines(), "```", "")
    says = "; the model says ".join(textwrap.shorten(side, 160) for side in bug["says"].split("; the model says "))
    yield from ("```text", *textwrap.wrap(says, 84), "", *textwrap.wrap(bug["game"], 84), "```", "")
    lines = [f"**`{line}`**" if line in bug["lines"] else f"`{line}`" for line in bug["suspected"]]
    yield from textwrap.wrap(f"Suspected: {', '.join(lines) or 'nothing'}.", 120, break_on_hyphens=False)
    if bug["fix"]:
        yield from ("", "A fix was offered:", "", "```verilog", bug["fix"].strip(), "```")
    pictures = [f"![Board, {Path(name).stem.rpartition('-')[2]}](gallery/{name})" for name in bug["boards"]]
    yield from ("", " ".join(pictures), "") if pictures else ("",)


def _table(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |".replace("|  |", "| |")
    yield "|---" * len(columns) + "|"
    yield from (f"| {' | '.join(map(shown, row))} |" for row in rows)


def shown(cell: Cell) -> str:
    """Return a cell as pages show it: thousands are separated, the figures of several seeds by a comma."""
    if isinstance(cell, list):
        return ", ".join(map(shown, cell))
    return f"{cell:,}" if isinstance(cell, (int, float)) else cell


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def headline(folder: str) -> Iterator[list[Cell]]:
    """Yield what README says of the results: what was measured, the figure with a link into this folder, the day."""
    blind, gates, speed = read("blind"), read("mutants-trax-gates"), read("speed")
    engine = [row for row in blind.rows if row[0] == "Trax engine"]
    player = [row for row in blind.rows if row[0] == "Trax player"][-3:]
    go = next(row for row in read("user-games").rows if str(row[0]).startswith("Go"))
    killed, survived = (gates.rows[-1][gates.columns.index(name)] for name in ("killed", "survived"))
    assert isinstance(killed, int)
    assert isinstance(survived, int)
    figures = {row[0]: shown(row[1]) for row in speed.rows}

    def found(rows: Sequence[Sequence[Cell]]) -> str:
        """Return how many bugs each seed has found, of all that are kept."""
        return f"{sum(_least(row[5]) for row in rows)} of {sum(_least(row[4]) for row in rows)}"

    bugs, mutants, fast = (posixpath.normpath(f"{folder}/{name}.md") for name in ("bugs", "mutants", "speed"))
    yield [
        "bugs that others wrote into the Trax engine, without seeing the strategies: found by each of three seeds",
        f"[{found(engine)}]({bugs})",
        _day(blind.day),
    ]
    yield ["the same of its contest player, the last three rounds", f"[{found(player)}]({bugs})", _day(blind.day)]
    yield [
        "bugs in an engine of Go, whose author knew the documentation alone",
        f"[{go[2]} of {go[1]}]({bugs}#games-that-users-bring)",
        _day(read("user-games").day),
    ]
    yield [
        "wrong gates of the Trax engine, those proven harmless left out",
        f"[{100 * killed / (killed + survived):.1f} %]({mutants})",
        _day(gates.day),
    ]
    yield [
        "turns verified, against a cocotb testbench that compares each cycle, one that compares answers alone, and C++ "
        "that compares answers alone",
        f"[{', '.join(figures[name] for name in _RIVALS)} times]({fast})",
        _day(speed.day),
    ]
    yield ["two workers against one", f"[{figures[_TWO]} times]({fast})", _day(speed.day)]


def _least(cell: Cell) -> int:
    """Return the smallest figure of several seeds."""
    return min(_least(part) for part in cell) if isinstance(cell, list) else int(cell)


# --- from the files that the measuring commands leave -----------------------------------------------------------------


def _of_mutants(document: Mapping[str, Any]) -> ResultFile:
    """Return the result in `mutate.json`: by class for mutants of the source, by part with a survivor for gates."""
    kind = "class" if document["kind"] == "source" else "part"
    groups = document["classes"] if kind == "class" else _with_survivors(document["parts"])
    states = ("killed", "equivalent", "unobservable", "survived")
    rows: list[list[Cell]] = [
        [
            name,
            sum(sums[state] for state in (*states, "unjudged", "open")),
            *(sums[state] for state in states),
            *("never" if sums[key] is None else round(sums[key]) for key in ("median", "percentile_90")),
        ]
        for name, sums in {**groups, "all": document}.items()
    ]
    columns = [kind, "mutants", *states, "turns: median", "90 %"]
    return ResultFile(measured=_today(), command=document["command"], columns=columns, rows=rows)


def _with_survivors(parts: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: sums for name, sums in parts.items() if sums["survived"]}


def _of_synthesis(document: Mapping[str, Any]) -> ResultFile:
    """Return the result in `synth.json`: a row for each build."""
    builds = document["builds"]
    first = list(builds[0])
    cells = [cell for cell in first[first.index("part") + 1 : first.index("used")] if cell not in _LEFT_OUT]
    times = list(dict.fromkeys(name for build in builds for name in build["seconds"]))
    rows: list[list[Cell]] = [
        [
            build["board"],
            build["part"],
            *(build[name] for name in cells),
            f"{min(build['mhz_by_seed']):.1f} – {max(build['mhz_by_seed']):.1f}" if build["fits"] else "does not fit",
            *(f"{1e6 * build['seconds'][name]:.3g} µs" if name in build["seconds"] else "" for name in times),
        ]
        for build in builds
    ]
    return ResultFile(
        measured=_today(), command="make synth", columns=["board", "part", *cells, "MHz", *times], rows=rows
    )


def _two_digits(value: float) -> Cell:
    rounded = float(f"{value:.2g}")
    return int(rounded) if rounded >= 10 else rounded


def _of_speed(document: Mapping[str, Any]) -> ResultFile:
    """Return the result in `bench.json`: a row for each ratio, and the turns verified in a second."""
    chosen = (row for row in document["figures"] if row["unit"].startswith("times") or row["name"] == "verified")
    rows: list[list[Cell]] = [[row["name"], _two_digits(row["value"]), row["unit"]] for row in chosen]
    return ResultFile(measured=_today(), command="make bench", columns=["figure", "value", "unit"], rows=rows)


#: A key that only this kind of file has → the function that makes a result of the file.
KINDS: dict[str, Callable[[Mapping[str, Any]], ResultFile]] = {
    "classes": _of_mutants,
    "builds": _of_synthesis,
    "figures": _of_speed,
}


def _today() -> str:
    return date.today().isoformat()


def kept(document: Mapping[str, Any]) -> ResultFile:
    """Return the result that the JSON file of a measuring command has."""
    for key, make in KINDS.items():
        if key in document:
            return make(document)
    raise SystemExit(f"expected the JSON file of mutate, synth or bench, with one of the keys {', '.join(KINDS)}")


def text(result: ResultFile) -> str:
    """Return the text of a result file: a line for each row."""
    values = result.model_dump()
    rows = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in values.pop("rows"))
    head = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
    return f'{{\n{head},\n  "rows": [\n{rows}\n  ]\n}}\n'


def main() -> None:
    """Write the pages; with `keep`, a result file before that."""
    options = argparse.ArgumentParser(description="Write the tables of measurements in README and docs.")
    keep = options.add_subparsers(dest="keep").add_parser("keep", help="take a result from a command's JSON file")
    keep.add_argument("name")
    keep.add_argument("file", type=Path)
    given = options.parse_args()
    if given.keep:
        result = kept(json.loads(given.file.read_text(encoding="utf-8")))
        (RESULTS / f"{given.name}.json").write_text(text(result), encoding="utf-8")
    for page in pages():
        old = page.read_text(encoding="utf-8")
        if (new := written(page, old)) != old:
            page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
