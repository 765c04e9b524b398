"""Pages: the templates in web/ filled in, the games that a page steps through, and a page of what a command measured.

The last has tables and pictures. Each is one file that needs nothing else.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from loopline.contract.game import AnyScripts
from loopline.contract.steps import UNREAD, Moment, Picture, Step
from loopline.design.plugins import in_words
from loopline.report.console import printable
from loopline.simulation.job import Outcome
from loopline.system import replace_file

NAME = "report.html"

#: Characters of a cell or of a text.
_LONGEST = 600

#: The folder of templates, style sheets and scripts.
_WEB = Path(__file__).parent / "web"


def rendered(name: str, **values: Any) -> str:
    """Return the template of this name, filled in. What is filled in is escaped."""
    from jinja2 import Environment, FileSystemLoader  # most runs write no page

    environment = Environment(loader=FileSystemLoader(_WEB), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"image": _image, "breakable": _breakable, "kind": _kind}
    return environment.get_template(name).render(**values)


def source(name: str) -> str:
    """Return the text of a style sheet or script."""
    return (_WEB / name).read_text(encoding="utf-8")


def _image(svg: str) -> str:
    return "data:image/svg+xml," + quote(svg)


def _breakable(path: str) -> Markup:
    """Return a path that a browser may break after a folder, and not within a name."""
    return Markup("/<wbr>").join(path.split("/"))


def _kind(cell: str) -> str:
    """Return the classes of a cell: numbers stand flush right."""
    number = cell[:1].isdigit() and not cell.strip("0123456789.,")
    return " ".join(["bar"] * isinstance(cell, Bar) + ["number"] * number)


class Bar(str):
    """A cell of a table behind which there is a bar."""

    long: float

    def __new__(cls, text: str, long: float) -> Bar:
        """Make a cell.

        `long`: the share of the column that the bar fills, in per cent.
        """
        made = super().__new__(cls, printable(text, _LONGEST))
        made.long = long
        return made


class Rows(NamedTuple):
    """A table."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def cells(self) -> Iterator[list[str]]:
        """Yield each row, safe to be shown."""
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
    """Return cells of one column, each with a bar as long as its value is beside `most`.

    Args:
        values: The values.
        texts: The cells.
        most: The value of the longest bar; by default the largest.
    """
    most = max(values, default=0) if most is None else most
    return [Bar(text, 100 * value / most if most else 0) for value, text in zip(values, texts, strict=True)]


def write(
    folder: Path,
    title: str,
    says: str,
    command: Sequence[str],
    sections: Sequence[Section],
    games: Sequence[SteppedGame] = (),
) -> Path:
    """Write report.html into the folder.

    Args:
        folder: The folder.
        title: The title.
        says: What came of the command, in a line.
        command: The command.
        sections: The parts of the page.
        games: Games that can be stepped through.

    Returns:
        Its path.
    """
    path = folder / NAME
    text = rendered(
        "overview.html",
        title=printable(title, _LONGEST),
        says=printable(says, _LONGEST),
        command=shlex.join(command),
        sections=sections,
        games=games,
        data=within_bounds([game.steps for game in games]),
        js=source("page.js"),
        css=source("page.css"),
    )
    replace_file(path, text)
    return path


#: Characters of all pictures and answers together. In the file some take up to six bytes.
_ROOM = {"svg": 450_000, "text": 60_000, "answer": 150_000}
#: Steps of all games together, the last of each; and the least of one.
_STEPS, _FEW = 4000, 40


class SteppedGame(NamedTuple):
    """A game in which nothing is wrong."""

    title: str
    says: str
    steps: Sequence[Step]
    #: As text, and the command that plays it against hardware, if there is one.
    text: str
    replay: str = ""
    #: The word by which the page refers to it.
    word: str = ""


def agreed(game: AnyScripts, outcome: Outcome) -> tuple[Sequence[Step], str]:
    """Return the steps of a script on which the hardware agrees, without its board; or none, and why."""
    try:
        steps = game.steps(game.read(outcome.script.split()), outcome)
    except Exception as error:  # of the game's own code: the script is there all the same
        return (), f"There is no picture: {in_words(error)}"
    return [*steps[:-1], *(step._replace(hardware=None, says="") for step in steps[-1:])], ""


def within_bounds(games: Sequence[Sequence[Step]]) -> list[list[dict[str, Any]]]:
    """Return the steps of each game for the script of the page. A step may lack what others use."""
    most, left, shown = max(_FEW, _STEPS // max(1, len(games))), _ROOM, list[list[dict[str, Any]]]()
    for number, game in enumerate(games):
        share = {kind: size // (len(games) - number) for kind, size in left.items()}
        unused = dict(share)
        shown.append(_steps(game, most, unused))
        left = {kind: size - share[kind] + max(0, unused[kind]) for kind, size in left.items()}
    return shown


def _steps(steps: Sequence[Step], most: int, left: dict[str, int]) -> list[dict[str, Any]]:
    """Return the steps as the page has them, with pictures and answers while there is room.

    The last step comes first.
    """
    shown = []
    for step in reversed(steps[-most:]):
        svg, text = (left[kind] >= 0 for kind in ("svg", "text"))  # boards are drawn only while there is room
        boards = [
            board for board in (step.model, step.hardware) if board and ((svg and board.svg) or (text and board.text))
        ]
        as_svg = svg and bool(boards) and all(board.svg for board in boards if board is not UNREAD)
        answer = [[part and printable(part, _LONGEST) for part in value] for value in step.answer]
        moments = [moment._replace(says=printable(moment.says, _LONGEST)) for moment in step.moments]
        left["answer"] -= len(str(answer)) + sum(len(moment.says) for moment in moments)
        shown.append(
            {
                "word": printable(step.word, _LONGEST),
                "pictures": [_picture(board, as_svg, left) for board in boards],
                "answer": answer if left["answer"] >= 0 else [],
                "says": printable(step.says, _LONGEST),
                "cycle": step.cycle,
                "moments": [_moment(moment, left) for moment in moments if left["answer"] >= 0],
            }
        )
    return shown[::-1]


def _moment(moment: Moment, left: dict[str, int]) -> list[Any]:
    """Return a moment as the page has it.

    It has the model's board alone, as the hardware's board after the step may be missing.
    """
    return [moment.cycle, moment.says, moment.picture and _picture(moment.picture, True, left)]


def _picture(picture: Picture, as_svg: bool, left: dict[str, int]) -> dict[str, str]:
    shown = {}
    for kind in ("svg", "text"):
        content = getattr(picture, kind) if left[kind] >= 0 and (as_svg or kind == "text") else ""
        left[kind] -= len(content)
        shown[kind] = content if left[kind] >= 0 else ""
    return shown
