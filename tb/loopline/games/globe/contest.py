"""The Globe between two players: a game as the referee sees it, and the model's players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldenrules.endings import DRAW, OPEN, StatedEnd
from goldenrules.globe import (
    GROUP,
    SIDE_NAMES,
    Position,
    Rules,
    Side,
    Step,
    greedy,
    other,
    perfect,
    write_game,
    write_move,
)
from goldenrules.globe.captions import caption
from goldenrules.globe.drawing import draw
from goldenrules.globe.svg import svg
from rich.text import Text

from loopline.contract.contest import Chooser, Contest, ContestGame, GoldenPlayer, drawn
from loopline.errors import plural
from loopline.games.drawing import coloured
from loopline.games.globe.record import texts

_SIDES = tuple(Side)


class GlobeContest(ContestGame):
    """A game of the Globe between its two sides; a side without a move has to pass."""

    def __init__(self, rules: Rules) -> None:
        self.position = Position(rules)

    @property
    def to_move(self) -> int:
        return _SIDES.index(self.position.to_move)

    def moves(self) -> Sequence[str]:
        return texts(self.position)

    def play(self, text: str) -> None:
        self.position.play(text)

    @property
    def outcome(self) -> tuple[int | None, str] | None:
        position = self.position
        if position.end is None:
            return None
        if position.winner is None:
            return None, str(position.end)
        return _SIDES.index(position.winner), f"{plural(position.count(other(position.winner)), 'piece')} left"

    @property
    def caption(self) -> str:
        return caption(self.position)

    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        return coloured(draw(self.position, ascii_only=ascii_only))

    def svg(self) -> str:
        return svg(self.position)

    def logged(self, number: int, move: str) -> str:
        """Return the move; the first below the rules of the game."""
        return move if number > 1 else write_game(Position(self.position.rules)) + move

    def closing(self, winner: int | None, how: str) -> str:
        if winner is None:
            return DRAW if self.position.drawn else OPEN
        return str(StatedEnd(SIDE_NAMES[_SIDES[winner]], how))


def _by(choices: Callable[[Position], list[Step | None]]) -> Callable[[int], Chooser]:
    return drawn(lambda game: [write_move(game.position, move) for move in choices(game.position)])


GREEDY = GoldenPlayer("looks one move and one reply ahead, and counts pieces", _by(greedy), None)
PERFECT = GoldenPlayer("never errs with seven pieces left or fewer, and is greedy before", _by(perfect), None)


def contest(rules: Rules) -> Contest:
    """Return the contest by these rules; with the player `perfect` only where groups are captured."""
    players = {"greedy": GREEDY, **({"perfect": PERFECT} if rules.capture == GROUP else {})}
    first = "A move is written N3-C1; who has none passes, and writes pass."
    return Contest((SIDE_NAMES[_SIDES[0]], SIDE_NAMES[_SIDES[1]]), lambda: GlobeContest(rules), players, first)
