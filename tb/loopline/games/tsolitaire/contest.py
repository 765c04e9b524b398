"""Two players, each with a board of his own and the same deck: the one who places more tiles wins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from goldenrules.tsolitaire import Deck, Placement, Position, greedy, shuffled, solve
from goldenrules.tsolitaire.captions import state
from goldenrules.tsolitaire.drawing import draw
from goldenrules.tsolitaire.svg import svg

from loopline.contract.contest import Chooser, Contest, ContestGame, GoldenPlayer
from loopline.errors import BadInput
from loopline.games.drawing import coloured

if TYPE_CHECKING:
    from rich.text import Text

SIDES = ("First", "Second")
#: Placements that the solver tries for each game.
NODES = 100_000


class _TsolitaireContest(ContestGame):
    """Two games with one deck.

    The first side plays until it is stuck; then the second has its turns.
    """

    def __init__(self, deck: Deck) -> None:
        self.boards = Position(deck), Position(deck)

    @property
    def position(self) -> Position:
        """The board of the player to move; each player has one."""
        return self.boards[self.to_move]

    @property
    def to_move(self) -> int:
        return int(self._has_ended(0))

    def _has_ended(self, side: int) -> bool:
        board = self.boards[side]
        return board.over or board.next_tile is None

    def moves(self) -> Sequence[str]:
        return [str(placement) for placement in self.position.legal_moves()]

    def play(self, text: str) -> None:
        self.position.play(text)

    @property
    def outcome(self) -> tuple[int | None, str] | None:
        if not (self._has_ended(0) and self._has_ended(1)):
            return None
        first, second = (len(board.turns) for board in self.boards)
        if first == second:
            return None, f"{first} tiles each"
        return int(second > first), f"{max(first, second)} tiles to {min(first, second)}"

    @property
    def caption(self) -> str:
        tiles = " and ".join(str(len(board.turns)) for board in self.boards)
        return f"{tiles} tiles · {SIDES[self.to_move]}: {state(self.position)}"

    def news(self, moves: Sequence[str]) -> str:
        """Return the tile to be placed; the other player's board does not matter."""
        return str(self.position.next_tile)

    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        return coloured(draw(self.position, columns, ascii_only=ascii_only))

    def svg(self) -> str:
        return svg(self.position)

    def logged(self, number: int, move: str) -> str:
        """Return the move as a record has it; each side's game is a record of its own, with its end."""
        first, second = self.boards
        board = second if second.turns else first
        placed = len(board.turns)
        blank = "\n\n" if board is second and placed == 1 else ""
        end = f" {placed + 1}: {board.next_tile}/" if board.over and not board.cleared else ""
        return f"{blank}{placed}: {move}{end}"


# --- players --------------------------------------------------------------------------------------------------------


def _greedy(_: int) -> Chooser:
    return lambda game: str(greedy(game.position))


def _solver(_: int) -> Chooser:
    """Return a player who knows the whole deck, and plans the whole game before its first placement."""
    planned: dict[int, list[Placement]] = {}

    def choose(game: _TsolitaireContest) -> str:
        position = game.position
        if not position.turns:
            planned[game.to_move] = list(solve(position, NODES).line)
        return str(planned[game.to_move][len(position.turns)])

    return choose


PLAYERS = {
    "greedy": GoldenPlayer("keeps as many placements open for the other tiles as it can", _greedy),
    "solver": GoldenPlayer("knows the deck, and searches it for a game that clears the board", _solver),
}


def contest(deck: Deck | None) -> Contest:
    """Return the contest with this deck; by default each game has another deck."""
    if deck is not None and Position(deck).over:
        raise BadInput(f"the first tile of the deck, {deck[0]}, cannot be placed: choose another deck")
    seeds = count(1)

    def new_game() -> _TsolitaireContest:
        playable = (shuffled(seed) for seed in seeds)
        return _TsolitaireContest(deck or next(shuffle for shuffle in playable if not Position(shuffle).over))

    about = "Each tile is told by its number; answer with a placement of it, such as 1B16T."
    return Contest(SIDES, new_game, PLAYERS, about)
