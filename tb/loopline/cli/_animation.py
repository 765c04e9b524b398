"""Games of `loopline show` as pictures that move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from loopline.campaign.failures import FailureDocument
from loopline.campaign.saved import read_all
from loopline.contract import game as games
from loopline.contract.designs import bundled, first_of, path_of
from loopline.contract.steps import Step
from loopline.design.dut import Dut, load
from loopline.errors import BadInput, plural
from loopline.report import animation
from loopline.report.animation import Format
from loopline.report.console import console
from loopline.simulation.job import Outcome


def animate(argument: str, files: dict[Format, Path], game: str | None, dut: str | None) -> None:
    """Write a game as pictures that move: a saved game or its moves; of one beside which its failure is saved, what is
    wrong is shown last.

    Raises:
        BadInput: there is not exactly one game, or it has no pictures, or they cannot be written.
    """
    design = load(path_of(dut), before_sources=True) if dut else _design_for(argument, game)
    steps, failure = _steps(argument, design)
    wrong = f"{failure.signal}: expected {failure.expected}, found {failure.found}" if failure else ""
    frames = animation.frames_of(steps, wrong)
    if not frames:
        raise BadInput(f"{argument}: {games.find(design).name} draws no boards for such a game")
    for form, path in files.items():
        animation.write(path, frames, form)
        console().print(f"Written: {path}, {plural(len(frames), 'frame')}, {path.stat().st_size:,} bytes")


def last_board(argument: str, game: str | None) -> str:
    """Return the board at the end of a saved game, in characters; empty if it is none, or has no boards."""
    try:
        steps, _ = _steps(argument, _design_for(argument, game))
    except BadInput:
        return ""
    boards = [step.model.text for step in steps if step.model]
    return boards[-1] if boards else ""


def _steps(argument: str, design: Dut) -> tuple[Sequence[Step], Outcome | None]:
    """Return the steps of a saved game, and its failure if that is saved beside it. Raises BadInput."""
    found = read_all([argument], design)
    if len(found) != 1:
        raise BadInput(f"{argument}: {len(found)} games; draw one at a time")
    _, text, _ = found[0]
    failure = _failure_beside(Path(argument), text)
    playing = games.scripts(design)
    return playing.steps(playing.read(text.split()), failure or Outcome(name="", script=text)), failure


def _design_for(argument: str, game: str | None) -> Dut:
    """The bundled engine that the game is of: by its name, by the suffix of a file, or the only one that can read it.
    Raises BadInput."""
    if game is None and (named := first_of(Path(argument).suffix)):
        return load(named.path)
    engines = {one.game.name: load(one.path) for one in reversed(bundled()) if one.contract == "engine"}
    if game is not None:
        if game not in engines:
            raise BadInput(f"--game {game}: no bundled engine plays it; name a design with --dut")
        return engines[game]
    able = {name: dut for name, dut in engines.items() if _can_read(argument, dut)}
    if len(able) != 1:
        known = ", ".join(able or engines)
        raise BadInput(f"{argument}: name the game with --game ({known}), or a design with --dut")
    return able.popitem()[1]


def _can_read(argument: str, dut: Dut) -> bool:
    try:
        read_all([argument], dut)
    except BadInput:
        return False
    return True


def _failure_beside(file: Path, text: str) -> Outcome | None:
    """The failure that was saved with a game, if the game still is the one that failed."""
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
