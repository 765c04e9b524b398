"""What has been covered, as a table, and for machines and browsers."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from rich.console import Console

from loopline import coverage
from loopline.contract.coverage import Bin, Group
from loopline.coverage import Total, coverage_of
from loopline.design import Change
from loopline.errors import plural
from loopline.report.console import complain, table
from loopline.report.overview import NAME as PAGE
from loopline.report.overview import SteppedGame, agreed, rendered, source, within_bounds
from loopline.simulation.job import Outcome
from loopline.tables import Document, Table

if TYPE_CHECKING:
    from loopline.campaign import Campaign

NAME = "coverage.json"

#: The folder with the files of runs, in which the page is: it does not replace that of `verify`.
FOLDER = "coverage"

#: Of the games that fill bins, this many can be stepped through on the page.
_GAMES = 12

_HEAD = ("group", "bins", "hit", "%", "fewest hits")

#: How many empty bins are named after a run; `loopline coverage` names all.
_FEW = 12


def show(screen: Console, total: Total, out: Path, most: int | None = _FEW, board: Change | None = None) -> None:
    """Print the table and empty bins; write OUT/coverage.json, .xml and the page.

    Args:
        screen: Where to print.
        total: The counts of all runs.
        out: The folder of the reports.
        most: The most empty bins that are printed; None: all.
        board: The board that was asked for instead of the design's own.
    """
    for unusable in total.unusable:
        complain(str(unusable))
    rows, styles, counted = [], {}, _counted(total)
    for group, wanted, _ in counted:
        if not wanted:  # nothing of this kind can happen on such a board
            continue
        hit = sum(hits > 0 for _, hits in wanted)
        fewest, hits = min(wanted, key=lambda pair: pair[1])
        rows.append((group.name, str(len(wanted)), str(hit), percent(hit, len(wanted)), f"{hits:,}: {fewest.name}"))
        styles[rows[-1][4]] = "" if hit == len(wanted) else "yellow"
    bins, hit = (sum(int(row[i]) for row in rows) for i in (1, 2))
    rows.append(("all", str(bins), str(hit), percent(hit, bins), ""))
    screen.print(table(_HEAD, rows, left={0, 4}, styles=styles))
    _print_empty(screen, counted, most, out / FOLDER / PAGE)
    written = write(total, out, board)
    scripts = f"{total.examples:,} scripts in {len(total.files)} {'file' if len(total.files) == 1 else 'files'}"
    screen.print(f"\n{hit} of {bins} bins hit by {scripts}. Written: {', '.join(map(str, written))}")


def _print_empty(screen: Console, counted: Sequence[_CountedGroup], most: int | None, page: Path) -> None:
    empty = []
    for of in counted:
        for bin_, hits in of.unreachable:
            if hits:
                complain(f"{of.group.name}: {bin_.name} is marked unreachable, but was hit: {bin_.unreachable}")
        for bin_ in of.empty:
            by = f" · {bin_.strategy} should fill it" if bin_.strategy else ""
            empty.append(f"  empty: {of.group.name}: {bin_.name}{by}")
    for text in empty[:most]:
        screen.print(text, style="yellow")
    if most is not None and empty[most:]:
        screen.print(f"  and {len(empty) - most} more, see {page}", style="yellow")


def percent(hit: int, bins: int) -> str:
    """Return a percentage, rounded, but 100 only if all are hit."""
    return f"{int(1000 * hit / bins) / 10:.1f}"


def show_counted(screen: Console, campaign: Campaign) -> None:
    """Print what a campaign has counted, situations of the game or lines and bits, and write the files of it."""
    subject, out = campaign.plan.subject, campaign.plan.out
    if campaign.runs.covered:
        covered = coverage.total(subject, coverage_of(subject).model, campaign.runs.covered)
        show(screen, covered, out, board=campaign.plan.board)
        screen.print()
    if campaign.runs.counted:
        show_rtl(screen, coverage.read_rtl(campaign.runs.counted, subject.dut.files), out)
        screen.print()


def show_rtl(screen: Console, files: list[coverage.RtlFile], out: Path) -> None:
    """Print a line for each file of the design; write OUT/coverage/rtl.info.

    Args:
        screen: Where to print.
        files: The files with their counts.
        out: The folder of the reports.
    """
    info = out / FOLDER / "rtl.info"
    info.write_text(coverage.lcov(files), encoding="utf-8")
    head = ("file", "lines", "run", "%", "bits", "toggled", "%")
    rows = [(file.path.name, *_figures(file.lines), *_figures(file.bits)) for file in files]
    screen.print(table(head, rows, left={0}))
    screen.print(f"\nWritten: {info}")


def _figures(counts: Mapping[Any, int]) -> tuple[str, str, str]:
    hit = sum(count > 0 for count in counts.values())
    return f"{len(counts):,}", f"{hit:,}", percent(hit, len(counts)) if counts else "-"


def write(total: Total, out: Path, board: Change | None = None) -> list[Path]:
    """Write coverage.json, coverage.xml and coverage/report.html into the folder.

    Args:
        total: The counts of all runs.
        out: The folder.
        board: The board that was asked for instead of the design's own.

    Returns:
        The paths.
    """
    report, xml, page = out / NAME, out / "coverage.xml", out / FOLDER / PAGE
    page.parent.mkdir(parents=True, exist_ok=True)
    _document(total).write(report)
    write_xml(total, xml)
    write_page(total, page, board)
    return [report, xml, page]


class BinEntry(Table):
    """A situation to be covered."""

    name: str
    strategy: str
    """The strategy that should fill it."""
    unreachable: str
    """If the situation is impossible: why."""
    hits: int
    game: int | None
    """A short game that fills it, if one is known: its place in `games`, from 0."""


class GroupEntry(Table):
    """Situations of one kind."""

    name: str
    about: str
    bins: list[BinEntry]


class ExcludedFile(Table):
    """A file that could not be added up."""

    file: str
    why: str


class CoverageDocument(Document):
    """`coverage.json`."""

    format: Literal["loopline coverage report 1"] = "loopline coverage report 1"
    game: str
    design: str
    board: str
    examples: int
    files: list[str]
    """The files that were added up."""
    left_out: list[ExcludedFile]
    groups: list[GroupEntry]
    games: list[str]
    """Games that fill bins, those that are kept for most of them first."""


def _document(total: Total) -> CoverageDocument:
    def of(group: Group) -> GroupEntry:
        counts = total.of(group)
        bins = [
            BinEntry(
                **bin_._asdict(), hits=counts[bin_.name], game=places.get(total.games.get((group.name, bin_.name), ""))
            )
            for bin_ in group.bins.values()
        ]
        return GroupEntry(name=group.name, about=group.about, bins=bins)

    games = list(_games(total))
    places = {script: place for place, script in enumerate(games)}
    return CoverageDocument(
        game=total.subject.dut.game,
        design=total.subject.dut.name,
        board=str(total.subject.dut.board),
        examples=total.examples,
        files=[str(path) for path in total.files],
        left_out=[ExcludedFile(file=str(path), why=why) for path, why in total.unusable],
        groups=[of(group) for group in total.model],
        games=games,
    )


def _games(total: Total) -> dict[str, int]:
    """Return the games of all bins, and for how many bins each is kept; those of most of them first."""
    return dict(Counter(total.games.values()).most_common())


def _stepped(total: Total, kept: Mapping[str, int], board: Change | None) -> list[SteppedGame]:
    """Return the kept games for the page. The first of them can be stepped through."""
    design, games = total.subject.dut, list[SteppedGame]()
    for place, (script, fills) in enumerate(kept.items()):
        outcome = Outcome(name="", state="agrees", script=script)
        steps, why = agreed(total.subject.engine, outcome) if place < _GAMES else ((), "")
        command = shlex.join(["loopline", "replay", script, "--dut", design.shown, *(board.words if board else [])])
        says = why or f"kept for {plural(fills, 'bin')}"
        games.append(SteppedGame(f"Game {place + 1}", says, steps, script, command, f"game-{place + 1}"))
    return games


class _CountedGroup(NamedTuple):
    group: Group
    #: Those that can be filled, and those that cannot, each with its hits.
    bins: list[tuple[Bin, int]]
    unreachable: list[tuple[Bin, int]]

    @property
    def hit(self) -> int:
        """How many bins were reached."""
        return sum(hits > 0 for _, hits in self.bins)

    @property
    def empty(self) -> list[Bin]:
        """The bins that were not reached."""
        return [bin_ for bin_, hits in self.bins if not hits]


def _counted(total: Total) -> list[_CountedGroup]:
    counted = [_CountedGroup(group, [], []) for group in total.model]
    for of in counted:
        hits = total.of(of.group)
        for bin_ in of.group.bins.values():
            (of.unreachable if bin_.unreachable else of.bins).append((bin_, hits[bin_.name]))
    return counted


def write_page(total: Total, path: Path, board: Change | None = None) -> None:
    """Write the figures as one self-contained HTML file.

    Args:
        total: The counts of all runs.
        path: The file.
        board: The board that was asked for instead of the design's own.
    """
    kept = _games(total)
    games = _stepped(total, kept, board)
    places = {script: place for place, script in enumerate(kept, 1)}
    text = rendered(
        "coverage.html",
        total=total,
        groups=_counted(total),
        places={key: places[script] for key, script in total.games.items()},
        games=games,
        data=within_bounds([game.steps for game in games]),
        css=source("page.css"),
        js=source("page.js"),
    )
    path.write_text(text, encoding="utf-8")


def write_xml(total: Total, path: Path) -> None:
    """Write coverage as cocotb-coverage does, whose tools merge such files.

    There is a cover point for each group, without the bins that cannot be filled.
    """

    def element(parent: Element, tag: str, bins: Sequence[tuple[Bin, int]]) -> Element:
        hit = sum(hits > 0 for _, hits in bins)
        size = {"size": str(len(bins)), "coverage": str(hit)}
        size["cover_percentage"] = str(round(100 * hit / len(bins), 2))
        return SubElement(parent, tag, size, abs_name=f"{parent.attrib['abs_name']}.{tag}".removeprefix("."))

    counted = [group for group in _counted(total) if group.bins]
    pairs = [pair for _, bins, _ in counted for pair in bins]
    top = element(Element("", abs_name=""), "top", pairs)
    game = element(top, total.subject.game.name, pairs)
    for group, bins, _ in counted:
        tag = re.sub(r"\W+|^(?=\d)", "_", group.name)  # the name of an element
        point = element(game, tag, bins)
        point.attrib |= {"weight": "1", "at_least": "1"}
        for number, (bin_, hits) in enumerate(bins):
            place = {"bin": bin_.name, "hits": str(hits), "abs_name": f"{point.attrib['abs_name']}.bin{number}"}
            SubElement(point, f"bin{number}", place)
    tree = ElementTree(top)
    indent(tree)
    tree.write(path)
