"""The Globe on paper: its game files, its pictures, and what can be counted of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO

from loopline.contract.paper import Location, Problem, Reading
from loopline.contract.rules import Options, one_of, whole
from loopline.games.paper import ModelPaper, ModelReplayed, replayed

if TYPE_CHECKING:
    from goldenrules.globe import GameText, IllegalGame, Position, Rules


class _Replayed(ModelReplayed):
    """A game from a file, played to its end or up to its first wrong word."""

    model = "goldenrules.globe"

    def __init__(self, text: GameText, rules: Rules) -> None:
        from goldenrules.globe import IllegalGame, replay

        self.line = text.line
        try:
            self.position: Position = replay(text, rules)
        except IllegalGame as error:
            self.position = error.position
            self.problem = _problem(text, error)

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

    def written(self, notation: str) -> str:
        from goldenrules.globe import write_game

        return write_game(self.position)


class _Paper(ModelPaper["Rules"]):
    """The Globe as `check`, `show` and `perft` take it."""

    name, suffix = "globe", ".globe"
    model = "goldenrules.globe"
    hardware = "loopline.games.globe.game:GAME"
    columns = ("sequences", "last move captures", "won", "ended by repetition")

    @property
    def rules(self) -> Options[Rules]:
        """The options capture and history."""
        from goldenrules.globe import Capture, Rules

        return Options(Rules, capture=one_of(*Capture), history=whole(1024, 1, 999_999))

    def read(self, stream: BinaryIO, rules: Rules, notation: str) -> Reading:
        from goldenrules.globe import read_games

        return Reading(replayed(read_games(stream), lambda text: _Replayed(text, rules)))


PAPER = _Paper()


def _problem(text: GameText, error: IllegalGame) -> Problem:
    from goldenrules.globe import NotationError, Reason

    word, wrong = error.word, error.error
    unreadable = isinstance(wrong, NotationError) and wrong.reason is not Reason.WRONG_RESULT
    before = [one.text for one in text.words[: text.words.index(word)]]
    at = wrong.at if isinstance(wrong, NotationError) else 0
    location = Location(word.line, word.column)
    return Problem(location, word.text, error.what, error.number, str(wrong), wrong.reason, unreadable, at, before)
