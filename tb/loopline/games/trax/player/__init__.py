"""Trax as contest players play it, over a serial line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.game import PlayerGame, Property, Situation
from loopline.design.dut import Dut
from loopline.games import script as scripts
from loopline.games.trax import streams as widths
from loopline.games.trax.board import Torus
from loopline.games.trax.player import timing
from loopline.games.trax.player.host import Host
from loopline.games.trax.player.port import InnerEngine
from loopline.games.trax.player.report import explain
from loopline.games.trax.player.script import CHOSEN, LINES, Script, Step, read_script, write_script
from loopline.games.trax.player.strategies import PROPERTIES
from loopline.signals.streams import Streams
from loopline.simulation.job import Outcome


class TraxPlayer(PlayerGame[Script]):
    def __init__(self, board: Torus) -> None:
        self.size = board.size

    @property
    def streams(self) -> Streams:
        return widths.streams(self.size)

    def properties(self) -> Sequence[Property]:
        return PROPERTIES

    def host(self, dut: Dut) -> Host:
        return Host(dut, self.size)

    def port(self) -> InnerEngine:
        return InnerEngine(self.size)

    def turns(self, script: Script) -> int:
        """Lines that the host sends, or tries to."""
        return sum(step.kind in LINES for step in script.steps)

    def until(self, script: Script, request: int | None) -> Script:
        return script if request is None else Script(script.steps[: request + 1])

    # No short games: what a player is asked is not only what the host says but also what the player has answered.

    def shorter(self, script: Script) -> Iterator[Script]:
        """Parts left out; then the same said simpler."""
        yield from map(Script, scripts.shorter(script.steps, few=0))
        yield from map(Script, scripts.simpler(script.steps, _simpler))

    def long_games(self, turns: int) -> SearchStrategy[Script]:
        return timing.long_games(turns)

    def longer(self, script: Script, request: int, number: int) -> Script:
        return timing.longer(script, request, number)

    def situations(self, transcript: Sequence[str]) -> Sequence[Situation]:
        return timing.situations(transcript)

    def write(self, script: Script) -> str:
        return write_script(script)

    def read(self, words: Sequence[str]) -> Script:
        return read_script(words)

    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        return explain(outcome, room, ascii_only)


def _simpler(step: Step) -> Iterator[Step]:
    simpler = [step._replace(end="lf"), step._replace(baud=0), step._replace(now=False)]
    if step.kind in CHOSEN:
        simpler += [step._replace(number=0), step._replace(number=step.number // 2)]
    return (other for other in simpler if other != step)
