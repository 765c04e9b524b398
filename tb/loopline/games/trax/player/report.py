"""What the user sees of a conversation that went wrong: its lines, and the board at its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from goldenrules.trax import Game, GameError, Position, read_move
from goldenrules.trax.captions import size
from goldenrules.trax.contest_line import Kind
from goldenrules.trax.drawing import legend
from goldenrules.trax.svg import svg
from rich.text import Text

from loopline.contract.steps import PICTURED, Picture, Step
from loopline.games.trax.drawing import draw
from loopline.games.trax.player.transcript import understood
from loopline.simulation.job import Outcome

_WHO = {">": "host", "~": "host", "<": "player", "!": "line"}


def explain(outcome: Outcome, room: int, ascii_only: bool) -> Text:
    """What goes below the headline. `room`: the columns available."""
    text = Text(f"{outcome.script}\n\n")
    for line in outcome.transcript:
        text.append(f"    {_WHO[line[0]]:<6}  {line[2:]}\n")
    *_, position = [Position(), *_positions(outcome.transcript)]
    if position.tiles:
        board = draw(position, room, ascii_only=ascii_only)
        text.append("\n").append(Text("\n").join(Text("    ").append_text(line) for line in board.split("\n")))
        text.append(f"\n    {size(position)}\n    {legend(position, ascii_only=ascii_only)}\n")
    return text


def steps(outcome: Outcome) -> list[Step]:
    """Line by line, with the board after each."""
    lines, shown = outcome.transcript, list[Step]()
    for number, position in enumerate(_positions(lines)):
        line, late = lines[number], len(lines) - number <= PICTURED
        picture = Picture(draw(position).plain, svg(Game.of(position))) if late else None
        shown.append(Step(f"{_WHO[line[0]]}: {line[2:]}", picture))
    return shown


def _positions(transcript: list[str]) -> Iterator[Position]:
    """After each line, the legal moves since the last -W or -B."""
    position = Position()
    for line in transcript:
        read = understood(line)
        if read is not None and read.kind in (Kind.WHITE, Kind.RED):
            position = Position()
        elif read is not None and read.kind == Kind.MOVE:
            with suppress(GameError):
                position.play(*read_move(position, read.text))
        yield position
