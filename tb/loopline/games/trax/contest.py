"""Trax between two players: a game as the referee sees it, and as it is shown while it is played."""

from __future__ import annotations

from collections.abc import Sequence

from goldenrules.endings import CALLED, OPEN, TIME
from goldenrules.trax import (
    COLOUR_NAMES,
    CONTEST,
    RED,
    WHITE,
    Game,
    GameError,
    Position,
    RuleSet,
    choose,
    column_of,
    read_move,
    row_of,
    write_move,
    write_rules,
)
from goldenrules.trax.captions import reason, size
from goldenrules.trax.drawing import HEIGHT, NARROW, draw
from goldenrules.trax.marks import area
from goldenrules.trax.svg import svg
from rich.text import Text

from loopline.contract.contest import Chooser, Contest, ContestGame, GoldenPlayer
from loopline.games.drawing import coloured

_SIDES = (WHITE, RED)


class _TraxContest(ContestGame):
    """A game of Trax between White, who moves first, and Red."""

    def __init__(self, rules: RuleSet = CONTEST) -> None:
        self._game = Game(rules)

    @property
    def position(self) -> Position:
        """The board after all moves so far."""
        return self._game.position

    @property
    def to_move(self) -> int:
        return _SIDES.index(self.position.to_move)

    def moves(self) -> Sequence[str]:
        return [write_move(self.position, move) for move in self.position.legal_moves()]

    def play(self, text: str) -> None:
        position = self._game.position
        try:
            position.play(*read_move(position, text))
        except GameError as error:
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

    def logged(self, number: int, move: str) -> str:
        """Return the move, the first with the rules of the game, if they are not those of contests."""
        rules = write_rules(self.position.rules) if number == 1 else ""
        return f"{rules}{number}. {move}"

    def closing(self, winner: int | None, how: str) -> str:
        """Return the result as the file has it. Of a foul it says who has won; why, only a comment says."""
        on_time = f" {CALLED[how]}" if how == TIME else ""
        return OPEN if winner is None else f"{COLOUR_NAMES[_SIDES[winner]]} wins{on_time}"

    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        """Return the board; if it does not fit, the part around the last move.

        Args:
            columns: The columns that there are.
            rows: The rows that there are; None: any number.
            ascii_only: Whether the picture must be ASCII.
        """
        position = self._game.position
        lines = list(coloured(draw(position, columns, ascii_only=ascii_only)).split("\n"))
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

    def svg(self) -> str:
        return svg(self._game)


def _around(middle: int, size: int, total: int) -> slice:
    """Return a range of this size around `middle`, moved where it would go beyond the ends."""
    start = max(0, min(middle - size // 2, total - size))
    return slice(start, start + size)


def _model(depth: int) -> Chooser:
    def chosen(game: _TraxContest) -> str:
        move = choose(game.position, depth)
        assert move, "a game without a turn left has ended"
        return write_move(game.position, move)

    return chosen


MODEL = GoldenPlayer("the golden model, which looks NUMBER turns ahead", _model, (1, 2))


def contest(rules: RuleSet) -> Contest:
    """Return Trax by these rules for `loopline match`, with the player `model`."""
    first = "" if rules.first_cell_free else "The first move is @0/ or @0+."
    return Contest(("White", "Red"), lambda: _TraxContest(rules), {"model": MODEL}, first)
