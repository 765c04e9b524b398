"""Trax as contest players play it, over a serial line.

May import: what the game may.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from loopline.contract.game import Property, Situation
from loopline.contract.steps import Step
from loopline.design.dut import Dut
from loopline.games.serial.player import SerialGame
from loopline.games.serial.script import Script
from loopline.games.trax.player import transcript as shown
from loopline.games.trax.player.host import Host
from loopline.games.trax.player.judge import LAMPS
from loopline.games.trax.player.port import InnerEngine
from loopline.games.trax.player.replies import WORDS
from loopline.games.trax.player.strategies import (
    PROPERTIES,
    deck,
    deck_of_deep_players,
    deck_of_large_boards,
    deck_of_small_boards,
)
from loopline.games.trax.protocol import Torus, streams
from loopline.signals import Streams
from loopline.simulation.job import Outcome

#: The side of a board on which thousands of games do not take long.
_LARGEST = 64

#: The side of a board that is soon full.
_SMALL = 16


class TraxPlayer(SerialGame):
    """The contract of a player on a serial line."""

    words = WORDS
    lamps = LAMPS

    def __init__(self, board: Torus) -> None:
        self.size = board.size

    @property
    def streams(self) -> Streams:
        return streams(self.size)

    def properties(self) -> Sequence[Property]:
        """Return a property for each strategy."""
        return PROPERTIES

    def deck(self, dut: Dut) -> Iterable[Script]:
        """Yield the player's deck.

        Very short if the player looks several turns ahead: all of it would take minutes. Short for large boards, which
        take long to clear.
        """
        if dut.depth > 1:
            return deck_of_deep_players()
        if self.size > _LARGEST:
            return deck_of_large_boards(dut.serial.queue)
        if self.size <= _SMALL:
            return deck_of_small_boards()
        return deck(dut.golden_policy, dut.serial.names)

    def host(self, dut: Dut) -> Host:
        """Return the host that speaks to this player."""
        return Host(dut, self.size)

    def port(self) -> InnerEngine:
        return InnerEngine(self.size)

    def situations(self, transcript: Sequence[str]) -> Sequence[Situation]:
        return shown.situations(transcript)

    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        return shown.explain(outcome, room, ascii_only)

    def steps(self, script: Script, outcome: Outcome) -> list[Step]:
        return shown.steps(outcome)
