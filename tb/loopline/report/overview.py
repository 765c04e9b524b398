"""Pages: the templates in web/ filled in, and a page of tables and pictures with what a command has measured. Each is
one file that needs nothing else."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from loopline.campaign.failures import replace
from loopline.report.console import printable
from loopline.report.stepped import Game, within_bounds

NAME = "report.html"

#: Characters of a cell or of a text.
_LONGEST = 600


#: The folder of templates, style sheets and scripts.
_WEB = Path(__file__).parent / "web"


def rendered(name: str, **values: Any) -> str:
    """Return the template of this name, filled in. What is filled in is escaped."""
    from jinja2 import Environment, FileSystemLoader  # most runs write no page

    environment = Environment(loader=FileSystemLoader(_WEB), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["image"] = _image
    return environment.get_template(name).render(**values)


def source(name: str) -> str:
    """Return the text of a style sheet or script."""
    return (_WEB / name).read_text(encoding="utf-8")


def _image(svg: str) -> str:
    return "data:image/svg+xml," + quote(svg)


class Bar(str):
    """A cell of a table behind which there is a bar."""

    long: float

    def __new__(cls, text: str, long: float) -> Bar:
        """`long`: the share of the column that the bar fills, in per cent."""
        made = super().__new__(cls, printable(text, _LONGEST))
        made.long = long
        return made


class Rows(NamedTuple):
    """A table."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def cells(self) -> Iterator[list[str]]:
        """Each row, safe to be shown."""
        for row in self.rows:
            yield [cell if isinstance(cell, Bar) else printable(cell, _LONGEST) for cell in row]


class Section(NamedTuple):
    """A part of a page, under a heading."""

    heading: str
    says: str = ""
    table: Rows | None = None
    #: A picture, and the same in words.
    svg: str = ""
    about: str = ""
    #: Lines as they are in a file.
    code: str = ""
    #: It is something that is wrong.
    bad: bool = False


def bars(values: Sequence[float], texts: Sequence[str], most: float | None = None) -> list[Bar]:
    """Cells of one column, each with a bar as long as its value is beside `most`, or else the largest."""
    most = max(values, default=0) if most is None else most
    return [Bar(text, 100 * value / most if most else 0) for value, text in zip(values, texts, strict=True)]


def write(
    folder: Path,
    title: str,
    says: str,
    command: Sequence[str],
    sections: Sequence[Section],
    games: Sequence[Game] = (),
) -> Path:
    """Write report.html into the folder, with games that can be stepped through. Returns its path."""
    path = folder / NAME
    text = rendered(
        "overview.html",
        title=printable(title, _LONGEST),
        says=printable(says, _LONGEST),
        command=shlex.join(command),
        sections=sections,
        games=games,
        data=within_bounds([one.steps for one in games]),
        js=source("page.js"),
        css=source("page.css"),
    )
    replace(path, text)
    return path
