"""Lines of a transcript: what was said, and what was done to it on its way."""

from __future__ import annotations

from goldenrules.trax.contest_line import ContestLine, read_line

from loopline.design.dut import Dut
from loopline.games.serial.script import Step
from loopline.games.serial.waves import UNDERSTOOD, done_to
from loopline.games.trax.player.judge import shown

#: Before what was done to a line.
_DONE = "  ("


def told(data: bytes, step: Step, dut: Dut) -> str:
    """A line of the host. It begins with `~` if the player cannot read it."""
    mark = "~" if step.is_damaged or abs(step.baud) > UNDERSTOOD else ">"
    done = "; ".join(done_to(data, step, dut))
    return f"{mark} {shown(data)}" + (f"{_DONE}{done})" if done else "")


def understood(line: str) -> ContestLine | None:
    """The line that one end has said and the other has read; None if there is none."""
    return read_line(line[2:].partition(_DONE)[0]) if line[0] in "<>" else None
