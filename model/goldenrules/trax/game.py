"""A game: a position, and what the rule set makes of a refused turn, of a resignation and of the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

from goldenrules.drawing import Drawable
from goldenrules.errors import GameError, Refused
from goldenrules.trax.board import KINDS
from goldenrules.trax.cells import Cell
from goldenrules.trax.errors import Reason
from goldenrules.trax.notation import Move, read_move
from goldenrules.trax.position import Position
from goldenrules.trax.rules import CONTEST, RuleSet
from goldenrules.trax.tiles import COLOUR_NAMES, Colour, Symbol, other

RESIGNATION = "resignation"
ON_TIME = "time"
#: Only a record of the game can say more.
AS_STATED = "as stated"


@dataclass(frozen=True)
class Result:
    """The end of a game. `winner` is None for a draw.

    `how` is a kind of win, "foul", "resignation", "time", "draw", or "as stated".
    """

    winner: Colour | None
    how: str
    foul: GameError | None = None

    def __str__(self) -> str:
        if self.winner is None:
            return "draw"
        why = f": {self.foul.reason}" if self.foul else ""
        return f"{COLOUR_NAMES[self.winner]} wins, {self.how}{why}"


class Game(Drawable):
    """A position, and how the game has ended."""

    _pictures = "goldenrules.trax"

    def __init__(self, rules: RuleSet = CONTEST) -> None:
        self.position = Position(rules)
        #: A result that the position does not show: a foul, a resignation, or what a record states.
        self._called: Result | None = None

    @classmethod
    def of(cls, position: Position) -> Game:
        """Return the game that has come to this position.

        They stay one: a turn played in either is played in both.
        """
        game = cls(position.rules)
        game.position = position
        return game

    def copy(self) -> Game:
        """Return the same game once more: playing on in one leaves the other as it is."""
        twin = Game.__new__(type(self))
        twin.position, twin._called = self.position.copy(), self._called
        return twin

    __copy__ = copy

    @property
    def rules(self) -> RuleSet:
        """Return the rules of the game."""
        return self.position.rules

    @property
    def result(self) -> Result | None:
        """None while the game goes on."""
        position = self.position
        if self._called:
            return self._called
        if position.winner is not None:
            kinds = {win.kind for win in position.wins if win.colour == position.winner}
            return Result(position.winner, " and ".join(kind for kind in KINDS if kind in kinds))
        return Result(None, "draw") if position.drawn else None

    @overload
    def play(self, move: Move | str, /) -> Result | None: ...
    @overload
    def play(self, move: Cell, symbol: Symbol, /) -> Result | None: ...
    def play(self, move: Cell | Move | str, symbol: Symbol = "", /) -> Result | None:
        """Play a turn: `play("B2+")`, `play(cell, "+")`, or a `Move`.

        A refused one loses the game under contest rules; under others it raises and changes nothing. A text that is not
        a move always raises `NotationError`; if that is to lose, too, call `foul(error)`.
        """
        if isinstance(move, str):
            move = read_move(self.position, move)
        if isinstance(move, tuple):
            move, symbol = move
        if result := self.result:
            raise Refused(Reason.GAME_OVER, f"the game has ended: {result}")
        try:
            self.position.play(move, symbol)
        except Refused as refusal:
            if not self.rules.fouls_lose:
                raise
            return self.foul(refusal)
        return self.result

    def foul(self, error: GameError) -> Result:
        """End the game by a foul of the player to move, for example a text that is not a turn."""
        return self._call(Result(other(self.position.to_move), "foul", error))

    def resign(self, colour: Colour | None = None) -> Result:
        """Resign for `colour`; by default for the player to move."""
        loser = self.position.to_move if colour is None else colour
        return self._call(Result(other(loser), RESIGNATION))

    def state(self, winner: Colour | None, how: str = AS_STATED) -> Result:
        """State an end that the board does not show, from a record: by a foul, by the clock, by agreement."""
        return self._call(Result(winner, "draw" if winner is None else how))

    def _call(self, result: Result) -> Result:
        """Call a result; a game that has ended keeps its result."""
        if ended := self.result:
            return ended
        self._called = result
        return result

    def __str__(self) -> str:
        """Return the board, and what is said about it."""
        return f"{self.position}\n\n{self._module('captions').caption(self)}"

    def take_back(self) -> None:
        """Undo the last thing that happened: an end that was called, otherwise a turn."""
        if self._called:
            self._called = None
        else:
            self.position.take_back()
