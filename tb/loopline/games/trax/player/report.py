"""What the user sees of a conversation that went wrong: its lines, and the board at its end."""

from __future__ import annotations

from goldenrules.trax import Position, TraxError, read_move
from goldenrules.trax.captions import size
from goldenrules.trax.contest_line import Kind
from goldenrules.trax.drawing import legend
from rich.text import Text

from loopline.games.trax.drawing import draw
from loopline.games.trax.player.transcript import understood
from loopline.simulation.job import Outcome


def explain(outcome: Outcome, room: int, ascii_only: bool) -> Text:
    """What goes below the headline. `room`: the columns available."""
    text = Text(f"{outcome.script}\n\n")
    for line in outcome.transcript:
        who = {">": "host  ", "~": "host  ", "<": "player", "!": "line  "}[line[0]]
        text.append(f"    {who}  {line[2:]}\n")
    position = _last_game(outcome.transcript)
    if position.tiles:
        board = draw(position, room, ascii_only=ascii_only)
        text.append("\n").append(Text("\n").join(Text("    ").append_text(line) for line in board.split("\n")))
        text.append(f"\n    {size(position)}\n    {legend(position, ascii_only=ascii_only)}\n")
    return text


def _last_game(transcript: list[str]) -> Position:
    """The legal moves since the last -W or -B."""
    position = Position()
    for line in transcript:
        read = understood(line)
        if read is None:
            continue
        if read.kind in (Kind.WHITE, Kind.RED):
            position = Position()
        elif read.kind == Kind.MOVE:
            try:
                position.play(*read_move(position, read.text))
            except TraxError:
                continue
    return position
