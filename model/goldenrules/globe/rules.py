"""The options of the game (RULES 5.3 and 5.5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Capture(StrEnum):
    """The rule of capture; all of it at once, and judged on the board after the step."""

    #: Every connected enemy group without an empty point beside it.
    GROUP = "G"
    #: Every enemy piece all of whose neighbours are the mover's.
    PIECE = "P"
    #: Every enemy piece that the step has robbed of its last empty point.
    TRAPPED = "T"


GROUP, PIECE, TRAPPED = Capture

#: A side with this many pieces, or fewer, has lost.
LOST = 2
#: The occurrence of a position by which the game is drawn.
REPETITION = 3
#: The numbers of pieces that a side may have in a position that is loaded.
FEWEST, MOST = 3, 6


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of the rules: `capture` and `history`."""

    capture: Capture = GROUP
    #: The number of plies without a capture after which the game is drawn: the history holds no more positions.
    history: int = 1024

    def __post_init__(self) -> None:
        object.__setattr__(self, "capture", Capture(self.capture))
        if self.history < 1:
            raise ValueError(f"a history of {self.history} positions holds not even the one on the board")

    def __str__(self) -> str:
        return f"capture={self.capture},history={self.history}"
