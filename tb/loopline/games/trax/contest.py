"""Trax between two players: as the referee sees a game, and as it is shown while it goes on."""

from __future__ import annotations

from goldenrules.trax import RED, WHITE, Game, TraxError, column_of, read_move, row_of
from goldenrules.trax.captions import reason, size
from goldenrules.trax.drawing import HEIGHT, NARROW
from goldenrules.trax.marks import area
from goldenrules.trax.player import Player
from rich.text import Text

from loopline.contract.contest import Contest, Receive
from loopline.games.trax.drawing import draw

_SIDES = (WHITE, RED)


class TraxContest:
    sides = ("White", "Red")

    def __init__(self) -> None:
        self._game = Game()

    def play(self, text: str) -> None:
        position = self._game.position
        try:
            position.play(*read_move(position, text))
        except TraxError as error:
            raise ValueError(reason(error, position)) from error

    @property
    def outcome(self) -> tuple[int | None, str] | None:
        result = self._game.result
        if result is None:
            return None
        return None if result.winner is None else _SIDES.index(result.winner), result.how

    @property
    def caption(self) -> str:
        return size(self._game.position)

    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        """The board; of one that does not fit in so many columns and rows of text, the part around the last move."""
        position = self._game.position
        lines = list(draw(position, columns, ascii_only=ascii_only).split("\n"))
        if not position.turns:
            return Text("\n").join(lines)
        cell, drawn = position.turns[-1].move.cell, area(position)
        if rows is not None and len(lines) > rows:
            # Above the box there are two lines of labels; the first, with the columns' names, always stays.
            at = 1 + HEIGHT * (row_of(cell) - drawn.top) + HEIGHT // 2
            lines[1:] = lines[1:][_around(at, rows - 1, len(lines) - 1)]
        widest, margin = max(map(len, lines)), len(str(drawn.rows + 1)) + 1
        if widest > columns:
            at = NARROW + NARROW * (column_of(cell) - drawn.left) + NARROW // 2
            part = _around(at, columns - margin, widest - margin)
            lines = [line[:margin] + line[margin:][part] for line in lines]
        return Text("\n").join(lines)


def golden_player(depth: int) -> Receive:
    return Player("GM", depth).receive


def _around(middle: int, size: int, total: int) -> slice:
    """So many of all, with the one in the middle as far as possible."""
    start = max(0, min(middle - size // 2, total - size))
    return slice(start, start + size)


CONTEST = Contest(TraxContest, golden_player, "The first move is @0/ or @0+.")
