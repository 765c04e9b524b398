"""A block described once.

A class derived from `Block` says what passes over the ports; from it follow streams and codes, the event model, the
text of scripts, what is read back, refusals, coverage and general properties.

    class Counter(Block[Count]):
        fields = {"step": 4, "value": 8}
        status = ["value"]
        events = {"counted": ["step"]}

        def initial(self) -> Count:
            return Count()

        @operation()
        def count(self, now: Count, step: int) -> Answer:
            now.add(step)
            yield Event("counted", step=step)

    GAME = Counter.game("counter")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loopline.contract.game import Game
from loopline.games.described import BlockGame
from loopline.games.description import Description, Now
from loopline.games.operations import Answer, Event, Request, operation
from loopline.games.strategy import Strategy
from loopline.signals import Field

__all__ = ["Answer", "Block", "Event", "Field", "Request", "operation"]


class Block(Description[Now]):
    """A block, as its author describes it."""

    @classmethod
    def game(cls, name: str, *, suffix: str = "", strategies: Sequence[Strategy] = ()) -> Game[Any]:
        """Return the game that a description names as `module:GAME`.

        Args:
            name: The name of the game.
            suffix: The suffix of files of saved scripts; by default `.name`.
            strategies: General strategies, played after those of the block.

        Returns:
            The game.
        """
        return Game(
            name=name,
            board=cls.board_type,
            suffix=suffix or f".{name}",
            engine=lambda board: BlockGame(cls(board), strategies),
        )
