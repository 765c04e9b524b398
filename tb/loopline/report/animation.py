"""A game as a moving picture, GIF or PNG: the board after each turn and, last of all, where the hardware differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from loopline.campaign.failures import FailureDocument
from loopline.campaign.saved import read_all
from loopline.contract.designs import bundled, first_of, path_of
from loopline.contract.game import Subject
from loopline.contract.steps import Step
from loopline.design.dut import load
from loopline.errors import BadInput, plural
from loopline.report.console import console, wrapped
from loopline.report.findings import sentence_of
from loopline.report.game_files import write_picture
from loopline.simulation.job import Outcome

#: How a picture is written: GIF, or PNG with several frames.
Format = Literal["GIF", "PNG"]

#: Pixels: the square that a board is drawn in, the space around it, and a line of words.
_BOARD, _SPACE, _LINE = 320, 16, 26

#: Milliseconds that a frame is shown, and the last one. The last of a long game are shown, no more than this number.
_SHOWN, _LAST, _MOST = 900, 4000, 200

_GROUND, _TEXT, _WRONG = "#f3efe6", "#4a4a4a", "#b00078"

#: The most characters of a line.
_CHARACTERS = 42


class Frame(NamedTuple):
    """What is shown at a time: boards side by side with the title of each, and lines of words below them."""

    boards: Sequence[tuple[str, str]]
    lines: Sequence[str]
    is_wrong: bool = False


def animate(argument: str, files: dict[Format, Path], game: str | None, dut: str | None) -> None:
    """Write a game as pictures that move: a saved game or its moves.

    If its failure is saved beside it, what is wrong is shown last.

    Args:
        argument: A file, or moves.
        files: The file of each format.
        game: The name of the game, if the file does not tell it.
        dut: The design, if it is not the game's own.

    Raises:
        BadInput: The game is one of several, or lacks pictures, or they cannot be written.
    """
    subject = Subject.of(load(path_of(dut), before_sources=True)) if dut else _subject_for(argument, game)
    steps, failure = _steps(argument, subject)
    wrong = sentence_of(failure) if failure else ""
    frames = frames_of(steps, wrong)
    if not frames:
        raise BadInput(f"{argument}: {subject.game.name} draws no boards for such a game")
    for form, path in files.items():
        write(path, frames, form)
        console().print(f"Written: {path}, {plural(len(frames), 'frame')}, {path.stat().st_size:,} bytes")


def last_board(argument: str, game: str | None) -> str:
    """Return the board at the end of a saved game, in characters; "" if the game cannot be read, or lacks boards."""
    try:
        steps, _ = _steps(argument, _subject_for(argument, game))
    except BadInput:
        return ""
    boards = [step.model.text for step in steps if step.model]
    return boards[-1] if boards else ""


def frames_of(steps: Sequence[Step], wrong: str = "") -> list[Frame]:
    """Return a frame for each step that has a picture; after them what is wrong, if something is."""
    frames = [
        Frame([("", step.model.svg)], [f"{number} of {len(steps)}   {step.word}"])
        for number, step in enumerate(steps, 1)
        if step.model and step.model.svg
    ][-_MOST:]
    if wrong and frames:
        last = steps[-1]
        boards = frames[-1].boards
        if last.model and last.hardware and last.hardware.svg:
            boards = [("Model", last.model.svg), ("Hardware", last.hardware.svg)]
        frames.append(Frame(boards, [*frames[-1].lines, wrong], is_wrong=True))
    return frames


def write(path: Path, frames: Sequence[Frame], form: Format) -> None:
    """Write the frames as one picture that moves.

    Args:
        path: The file to write, as a whole or not at all.
        frames: The pictures in their order; the last one stays longest.
        form: The format of the picture: GIF or PNG.

    Raises:
        BadInput: What draws it is not installed, or the file cannot be written.
    """
    try:
        images, drawing, fonts, resvg = map(import_module, ("PIL.Image", "PIL.ImageDraw", "PIL.ImageFont", "resvg_py"))
    except ImportError:
        raise BadInput("pictures that move need Pillow and resvg: pip install 'loopline[gif]'") from None
    with NamedTemporaryFile(suffix=".ttf") as file:  # the font that is here on every machine: Pillow's own
        file.write(fonts.load_default(18).font_bytes)
        file.flush()
        drawn = [*_Drawing(images, drawing, fonts, resvg, frames, file.name).drawn()]
    shown = [*[_SHOWN] * (len(drawn) - 1), _LAST]
    options: dict[str, Any] = {"save_all": True, "append_images": drawn[1:], "duration": shown, "loop": 0}
    made = BytesIO()  # so that a file is whole, or is not written
    drawn[0].save(made, form, optimize=True, **options)
    write_picture(path, made.getvalue())


class _Drawing:
    """Draws frames of one size. The libraries are those of an extra, which need not be installed."""

    def __init__(self, images: Any, drawing: Any, fonts: Any, resvg: Any, frames: Sequence[Frame], font: str) -> None:
        self._images, self._drawing, self._resvg, self._frames = images, drawing, resvg, frames
        self._font = fonts.load_default(18)
        self._fonts = {"font_files": [font], "sans_serif_family": self._font.getname()[0]}
        beside = max(len(frame.boards) for frame in frames)
        lines = max(len(_wrapped(frame.lines, beside)) for frame in frames)
        self._beside, self._titled = beside, any(title for frame in frames for title, _ in frame.boards)
        self._width = beside * (_BOARD + _SPACE) + _SPACE
        self._top = _SPACE + _LINE * self._titled
        self._height = self._top + _BOARD + _SPACE + lines * _LINE

    def drawn(self) -> Iterator[Any]:
        """Yield each frame as an image with few colours."""
        for frame in self._frames:
            image = self._images.new("RGB", (self._width, self._height), _GROUND)
            draw = self._drawing.Draw(image)
            left = (self._width - len(frame.boards) * (_BOARD + _SPACE) + _SPACE) // 2
            for title, svg in frame.boards:
                middle = left + _BOARD // 2
                draw.text((middle, _SPACE), title, fill=_TEXT, font=self._font, anchor="ma")
                board = self._board(svg)
                image.paste(board, (middle - board.width // 2, self._top + (_BOARD - board.height) // 2), board)
                left += _BOARD + _SPACE
            for number, line in enumerate(_wrapped(frame.lines, self._beside)):
                fill = _WRONG if frame.is_wrong and number else _TEXT
                at = self._width // 2, self._top + _BOARD + number * _LINE + 4
                draw.text(at, line, fill=fill, font=self._font, anchor="ma")
            yield image.quantize(128)

    def _board(self, svg: str) -> Any:
        """Draw a board, as large as its place allows."""
        made = bytes(self._resvg.svg_to_bytes(svg_string=svg, zoom=2, **self._fonts))
        drawn = self._images.open(BytesIO(made)).convert("RGBA")
        drawn.thumbnail((_BOARD, _BOARD))
        return drawn


def _wrapped(lines: Sequence[str], beside: int) -> list[str]:
    """Return the lines, in parts that fit below the boards side by side."""
    room = _CHARACTERS * beside if beside > 1 else _CHARACTERS - 6
    return [part for line in lines for part in wrapped(line, room)]


def _steps(argument: str, subject: Subject) -> tuple[Sequence[Step], Outcome | None]:
    """Return the steps of a saved game, and its failure if that is saved beside it. Raises BadInput."""
    found = read_all([argument], subject)
    if len(found) != 1:
        raise BadInput(f"{argument}: {len(found)} games; draw one at a time")
    _, text, _ = found[0]
    failure = _failure_beside(Path(argument), text)
    playing = subject.scripts
    return playing.steps(playing.read(text.split()), failure or Outcome(name="", script=text)), failure


def _subject_for(argument: str, game: str | None) -> Subject:
    """Return the bundled engine that the game is of, or the player that the lines are for. Raise BadInput.

    It is found by its name, by the suffix of a file, or as the only one that can read it.
    """
    if player := player_for(argument):
        return player
    if game is None and (named := first_of(Path(argument).suffix)):
        return Subject.of(load(named.path))
    engines = {dut.game.name: Subject.of(load(dut.path)) for dut in reversed(bundled()) if dut.contract == "engine"}
    if game is not None:
        if game not in engines:
            raise BadInput(f"--game {game}: no bundled engine plays it; name a design with --dut")
        return engines[game]
    able = {name: subject for name, subject in engines.items() if _can_read(argument, subject)}
    if len(able) != 1:
        known = ", ".join(able or engines)
        raise BadInput(f"{argument}: name the game with --game ({known}), or a design with --dut")
    return able.popitem()[1]


def player_for(argument: str) -> Subject | None:
    """Return the bundled player that can read a saved game; None if an engine can, too, or none can."""
    subjects = [Subject.of(load(dut.path)) for dut in bundled()]
    able = [subject for subject in subjects if _can_read(argument, subject)]
    return None if any(subject.dut.contract == "engine" for subject in able) else next(iter(able), None)


def _can_read(argument: str, subject: Subject) -> bool:
    try:
        read_all([argument], subject)
    except BadInput:
        return False
    return True


def _failure_beside(file: Path, text: str) -> Outcome | None:
    """Return the failure that was saved with a game, if the game still is the one that failed. Raise BadInput."""
    beside = file.parent / "failure.json"
    if not (file.is_file() and beside.is_file()):
        return None
    try:
        document = FailureDocument.model_validate_json(beside.read_bytes())
    except (OSError, ValidationError) as error:
        raise BadInput(
            f"{beside}: expected the failure of {file.name}, as `loopline verify` writes it: {error}"
        ) from None
    same = document.state == "mismatch" and document.script.split() == text.split()
    return Outcome(**document.model_dump(exclude={"format"})) if same else None
