"""The Globe on paper: its game files, its pictures, and what can be counted of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from loopline.contract.paper import Options, integer_option, one_of
from loopline.games.paper import ModelPaper, ModelReplay

if TYPE_CHECKING:
    from goldenrules.globe import Position, Rules


class _ReplayedGame(ModelReplay):
    """A game from a file, played to its end or up to its first wrong word."""

    model = "goldenrules.globe"

    position: Position

    @property
    def facts(self) -> Mapping[str, object]:
        from goldenrules.globe import NORTH, SIDE_NAMES, SOUTH

        position = self.position
        return {
            "winner": SIDE_NAMES[position.winner] if position.winner else None,
            "how": position.end,
            "plies": len(position.turns),
            "to_move": None if position.over else SIDE_NAMES[position.to_move],
            "north": position.count(NORTH),
            "south": position.count(SOUTH),
            "board": position.board,
            "capture": position.rules.capture,
            "history": position.rules.history,
        }


class _Paper(ModelPaper["Rules"]):
    """The Globe as `check`, `show` and `perft` take it."""

    name, suffix = "globe", ".globe"
    model, replayed = "goldenrules.globe", _ReplayedGame
    hardware = "loopline.games.globe.game:GAME"
    columns = ("sequences", "last move captures", "won", "ended by repetition")

    @property
    def rules(self) -> Options[Rules]:
        """The options capture and history."""
        from goldenrules.globe import Capture, Rules

        return Options(Rules, capture=one_of(*Capture), history=integer_option(1024, 1, 999_999))


PAPER = _Paper()
