"""Evening between two players: a game as the referee sees it, and as it is shown while it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldenrules.endings import OPEN, StatedEnd
from goldenrules.evening import (
    BLACK,
    COLOUR_NAMES,
    WHITE,
    Move,
    Position,
    Protocol,
    RuleSet,
    Solver,
    greedy,
    options_text,
    write_move,
)
from goldenrules.evening.captions import how, size
from goldenrules.evening.drawing import draw
from goldenrules.evening.svg import svg
from rich.text import Text

from loopline.contract.contest import Chooser, Contest, ContestGame, GoldenPlayer, drawn
from loopline.errors import BadInput
from loopline.games.drawing import coloured

_SIDES = (WHITE, BLACK)


class EveningContest(ContestGame):
    """A game between two players.

    The loser moves, so a side may have several moves in a row.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.position = Position(rules)

    @property
    def to_move(self) -> int:
        return _SIDES.index(self.position.loser)

    def moves(self) -> Sequence[str]:
        """Return the stones that may be placed. Declining is legal too, but loses."""
        return [self.text(move) for move in self.position.legal_moves()]

    def text(self, move: Move) -> str:
        """Return the move in the notation of this board."""
        return write_move(self.position, move)

    def play(self, text: str) -> None:
        self.position.play(text)

    @property
    def outcome(self) -> tuple[int | None, str] | None:
        winner = self.position.winner
        return None if winner is None else (_SIDES.index(winner), how(self.position))

    @property
    def caption(self) -> str:
        return size(self.position)

    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        """Return a picture of the whole board: the largest has 11 rows.

        Args:
            columns: The columns that there are.
            rows: The rows that there are; not needed here.
            ascii_only: Whether the picture must be ASCII.
        """
        return coloured(draw(self.position, columns, ascii_only=ascii_only))

    def svg(self) -> str:
        return svg(self.position)

    def logged(self, number: int, move: str) -> str:
        """Return a move for the file, which says first by which rules the game is played."""
        options = f"{options_text(self.position.rules)}\n" if number == 1 else ""
        return f"{options}{number}. {move}"

    def closing(self, winner: int | None, how: str) -> str:
        return OPEN if winner is None else str(StatedEnd(COLOUR_NAMES[_SIDES[winner]], how))


def _by(choices: Callable[[Position], list[Move]]) -> Callable[[int], Chooser]:
    return drawn(lambda game: [game.text(move) for move in choices(game.position)])


def _perfect(rules: RuleSet) -> Callable[[int], Chooser]:
    def player(seed: int) -> Chooser:
        try:
            solver = Solver(rules)
        except ValueError as error:
            raise BadInput(f"the player perfect: {error}") from error
        return _by(lambda position: list(solver.winning_moves(position)) or greedy(position))(seed)

    return player


def contest(rules: RuleSet) -> Contest:
    """Return the contest by these rules. Raise BadInput for free play, in which any player may move."""
    if rules.protocol is Protocol.FREE:
        raise BadInput("a match needs turns, and free play has none: leave protocol=free out of --rules")
    players = {
        "greedy": GoldenPlayer("looks one stone ahead: to win, to lead, to leave few cells", _by(greedy), None),
        "perfect": GoldenPlayer("never errs on sides 2 and 3; there is none for larger boards", _perfect(rules), None),
    }
    return Contest(
        ("White", "Black"), lambda: EveningContest(rules), players, "The first stone is White's, on any cell."
    )
