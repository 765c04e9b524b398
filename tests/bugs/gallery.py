"""Measures what docs/gallery.md shows: bugs that are kept, each found and looked at as `loopline verify` does it.

    make gallery ARGS="BUG…"

Writes results/gallery.json and the boards, docs/gallery/*.svg; `make docs` makes the page of them. With names of bugs,
only these are measured anew.
"""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import evidence
from bugs.why import searched, true_lines
from bugs.zoo import ENGINE, EVENING, GLOBE, TSOLITAIRE, Bug, Zoo
from loopline.campaign.findings import Diagnosis
from loopline.report.findings import sentence_of

#: So many bugs of each zoo, the first that Verilator shows.
EACH, ZOOS = 5, (TSOLITAIRE, GLOBE, EVENING, ENGINE)

COLUMNS = ["bug", "design", "story", "change", "lines", "says", "game", "suspected", "fix", "boards"]
COMMAND = "make gallery"


def bugs() -> Iterator[tuple[Zoo, Bug]]:
    """Yield the bugs of the gallery, one of each zoo after the other."""
    for number in range(EACH):
        yield from ((zoo, zoo.shown("verilator")[number]) for zoo in ZOOS)


def row(zoo: Zoo, bug: Bug, seconds: float, boards: Path) -> list[evidence.Cell]:
    """Measure a bug, and write its boards into the folder.

    Raises:
        SystemExit: the bug is not found.
    """
    with TemporaryDirectory(prefix="gallery-") as name:
        folder = Path(name)
        found = searched(zoo, bug, folder, seconds)
        if not found:
            raise SystemExit(f"{bug.name}: not found")
        campaign, finding, why = found
        changed = change(zoo, bug, folder / "rtl")
        game, outcome = campaign.plan.game, finding.outcome
        *_, last = game.steps(game.read(outcome.script.split()), outcome)
    pictures: list[int | str] = []
    for side, picture in (("model", last.model), ("hardware", last.hardware)):
        if picture and picture.svg:
            pictures.append(f"{bug.name}-{side}.svg")
            (boards / f"{bug.name}-{side}.svg").write_text(picture.svg, encoding="utf-8")
    true: list[int | str] = [f"{file}:{line}" for file, line in sorted(true_lines(zoo, bug))]
    suspected: list[int | str] = []
    suspected += [f"{Path(line.file).name}:{line.line}" for line in why.suspects[:5]] if why else []
    design, says = zoo.design().name, sentence_of(outcome)
    return [bug.name, design, bug.story, changed, true, says, outcome.script, suspected, _fix(why), pictures]


def change(zoo: Zoo, bug: Bug, rtl: Path) -> str:
    """Return the lines that differ, as they were and as they are with the bug."""
    changed = list[str]()
    for file in dict.fromkeys(edit.file for edit in bug.edits):
        ([before], [after]) = (folder.rglob(file) for folder in (zoo.rtl, rtl))
        lines = (path.read_text(encoding="utf-8").splitlines() for path in (before, after))
        differ = [*difflib.unified_diff(*lines, n=0)][2:]
        changed += [f"{line[0]} {line[1:].strip()}" for line in differ if line[0] in "+-"]
    return "\n".join(changed)


def _fix(why: Diagnosis | None) -> str:
    return why.mends[0].after if why and why.mends else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bugs", nargs="*", help="only these; by default all")
    parser.add_argument("--why", type=float, default=10.0, help="seconds for the lines of each")
    options = parser.parse_args()
    boards = evidence.REPOSITORY / "docs" / "gallery"
    boards.mkdir(exist_ok=True)
    path = evidence.RESULTS / "gallery.json"
    kept = {str(known[0]): known for known in evidence.read("gallery").rows} if path.exists() else {}
    for zoo, bug in bugs():
        if not options.bugs or bug.name in options.bugs:
            kept[bug.name] = row(zoo, bug, options.why, boards)
            print(bug.name, kept[bug.name][5], sep=": ", flush=True)
            rows = [kept[known.name] for _, known in bugs() if known.name in kept]
            today = date.today().isoformat()
            result = evidence.ResultFile(measured=today, command=COMMAND, columns=COLUMNS, rows=rows)
            path.write_text(evidence.text(result), encoding="utf-8")


if __name__ == "__main__":
    main()
