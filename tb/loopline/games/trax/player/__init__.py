"""Trax as contest players play it, over a serial line: see loopline.contract.game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from rich.text import Text

from loopline.contract.checker import PortFollower
from loopline.contract.game import Property
from loopline.design.dut import Dut
from loopline.games.trax import streams as widths
from loopline.games.trax.player.host import Host
from loopline.games.trax.player.port import InnerEngine
from loopline.games.trax.player.report import explain as explained
from loopline.games.trax.player.script import CHOSEN, LINES, Script, read_script, write_script
from loopline.games.trax.player.strategies import PROPERTIES
from loopline.games.trax.player.timing import long_games, longer, situations
from loopline.simulation.job import Outcome

streams = widths.streams


def properties(size: int) -> Sequence[Property]:
    return PROPERTIES


def host(dut: Dut) -> Host:
    return Host(dut)


def port(dut: Dut) -> PortFollower:
    return InnerEngine(dut.size)


def turns(script: Script) -> int:
    """Lines that the host sends, or tries to."""
    return sum(step.kind in LINES for step in script.steps)


def until(script: Script, request: int | None) -> Script:
    return script if request is None else Script(script.steps[: request + 1])


def short_games(turns: int, like: Script) -> Iterator[Script]:
    """None: what a player is asked is not only what the host says but also what the player has answered."""
    return iter(())


def shorter(script: Script) -> Iterator[Script]:
    """Ever smaller runs of steps left out, from the end; then the same said simpler."""
    steps = script.steps
    length = len(steps) // 2
    while length:
        for start in range(len(steps) - length, -1, -length):
            yield Script(steps[:start] + steps[start + length :])
        length //= 2
    for number, step in enumerate(steps):
        simpler = [step._replace(end="lf"), step._replace(baud=0), step._replace(now=False)]
        if step.kind in CHOSEN:
            simpler += [step._replace(number=0), step._replace(number=step.number // 2)]
        for other in simpler:
            if other != step:
                yield Script((*steps[:number], other, *steps[number + 1 :]))


def write(script: Script, size: int) -> str:
    return write_script(script)


def read(words: Sequence[str], size: int) -> Script:
    return read_script(words)


def games(stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
    """A line of a file is a script; `#` begins a comment."""
    for number, raw in enumerate(stream, 1):
        words = raw.decode("utf-8", "strict").split("#")[0].split()
        if words:
            yield number, words


def explain(script: Script, size: int, outcome: Outcome, room: int, ascii_only: bool) -> Text:
    return explained(outcome, room, ascii_only)


__all__ = [
    "explain",
    "games",
    "host",
    "long_games",
    "longer",
    "port",
    "properties",
    "read",
    "short_games",
    "shorter",
    "situations",
    "streams",
    "turns",
    "until",
    "write",
]
