"""The transcript of a conversation, line by line.

It has what was said, what was done to it on its way, how it is shown, and when the player was asked for a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from goldenrules.trax import GameError, Position, read_move
from goldenrules.trax.captions import size
from goldenrules.trax.contest_line import ContestLine, Kind, read_line
from goldenrules.trax.drawing import draw, legend
from rich.text import Text

from loopline.contract import steps as shown_steps
from loopline.contract.game import Situation, said
from loopline.contract.steps import PICTURED
from loopline.design.dut import Dut
from loopline.games.drawing import coloured
from loopline.games.serial.script import Step
from loopline.games.serial.waves import UNDERSTOOD, done_to
from loopline.games.trax.player.judge import shown
from loopline.games.trax.report import pictured
from loopline.simulation.job import Outcome

#: Before what was done to a line.
_DONE = "  ("


def told(data: bytes, step: Step, dut: Dut) -> str:
    """Return a line of the host as the transcript has it.

    It begins with `~` if the player cannot read it.

    Args:
        data: The bytes of the line.
        step: How it is sent.
        dut: The design.
    """
    mark = "~" if step.is_damaged or abs(step.baud) > UNDERSTOOD else ">"
    done = "; ".join(done_to(data, step, dut))
    return f"{mark} {shown(data)}" + (f"{_DONE}{done})" if done else "")


def understood(line: str) -> ContestLine | None:
    """Return the line that one end has said and the other has read; None if it cannot be read."""
    return read_line(line[2:].partition(_DONE)[0]) if line[0] in "<>" else None


def explain(outcome: Outcome, room: int, ascii_only: bool) -> Text:
    """Return what goes below the headline.

    Args:
        outcome: The outcome.
        room: The columns available.
        ascii_only: Whether the text must be ASCII.
    """
    text = Text(f"{outcome.script}\n\n")
    for who, words in map(said, outcome.transcript):
        text.append(f"    {who:<6}  {words}\n")
    *_, position = [Position(), *_positions(outcome.transcript)]
    if position.tiles:
        board = coloured(draw(position, room, ascii_only=ascii_only))
        text.append("\n").append(Text("\n").join(Text("    ").append_text(line) for line in board.split("\n")))
        text.append(f"\n    {size(position)}\n    {legend(position, ascii_only=ascii_only)}\n")
    return text


def steps(outcome: Outcome) -> list[shown_steps.Step]:
    """Return the conversation line by line, with the board after each.

    After the last, if it is a wrong move, the model's move stands beside it.
    """
    lines, shown = outcome.transcript, list[shown_steps.Step]()
    before = position = Position()
    for number, position in enumerate(_positions(lines)):
        line, late = lines[number], len(lines) - number <= PICTURED
        shown.append(shown_steps.Step(": ".join(said(line)), pictured(position) if late else None))
        before = before if number + 1 == len(lines) else position.copy()
    expected = _played(before, outcome.expected) if lines and lines[-1][0] == "<" else None
    if expected is None or expected.tiles == position.tiles:
        return shown
    says = f"The boards after {outcome.expected}, the model's move, and after {lines[-1][2:]}, the player's."
    if position.tiles == before.tiles:
        says = f"The model plays {outcome.expected}. The player says {lines[-1][2:]}, which cannot be played."
    return [*shown[:-1], shown[-1]._replace(model=pictured(expected), hardware=pictured(position), says=says)]


def _played(position: Position, text: str) -> Position | None:
    """Return the position after a move; None if it is illegal."""
    after = position.copy()
    try:
        after.play(*read_move(after, text))
    except GameError:
        return None
    return after


def _positions(transcript: list[str]) -> Iterator[Position]:
    """Yield the position after each line: the legal moves since the last -W or -B."""
    position = Position()
    for line in transcript:
        read = understood(line)
        if read is not None and read.kind in (Kind.WHITE, Kind.RED):
            position = Position()
        elif read is not None and read.kind == Kind.MOVE:
            with suppress(GameError):
                position.play(*read_move(position, read.text))
        yield position


def situations(transcript: Sequence[str]) -> list[Situation]:
    """Return legal turns and tiles of each position in which the player was asked.

    Empty for a line that is not a move there.
    """
    found, position = [], Position()
    for text in transcript:
        read = understood(text)
        situation = Situation("no move", {})
        if read and read.kind in (Kind.WHITE, Kind.RED):
            position = Position()
        elif read and read.kind == Kind.MOVE:
            facts = {"legal turns": len(position.legal_moves()), "tiles": len(position.tiles)} if text[0] == "<" else {}
            try:
                position.play(*read_move(position, read.text))
                situation = Situation("move", facts)
            except GameError:
                pass
        if text[0] == "<":
            found.append(situation)
    return found
