"""A position: the pieces, whose turn it is, the history that repetition is judged by, and the rules of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self, overload

from goldenrules import endings
from goldenrules.errors import Refused
from goldenrules.globe.captures import captured
from goldenrules.globe.errors import Reason
from goldenrules.globe.notation import PASS, Step, read_board, read_move, write_board
from goldenrules.globe.points import (
    ALL,
    BESIDE,
    NAMES,
    NEIGHBOURS,
    POINTS,
    Mask,
    Point,
    beside,
    groups,
    moved,
    points_of,
    symmetries,
)
from goldenrules.globe.rules import FEWEST, GROUP, LOST, MOST, REPETITION, Rules
from goldenrules.globe.sides import EMPTY, NORTH, SIDE_NAMES, SOUTH, Side, other
from goldenrules.playing import Playable

#: The pieces in the beginning: six on each side.
START = "nnnnn.s.ssssn.s......"
#: The pieces of North, those of South, who is to move.
Key = tuple[Mask, Mask, Side]


class End(StrEnum):
    """The ways in which a game ends (RULES 5.5); the last two are called, and no board shows them."""

    WIN = "win"
    REPETITION = "repetition"
    LENGTH = "length"
    TIME = endings.TIME
    FOUL = endings.FOUL


@dataclass(frozen=True, slots=True, repr=False)
class Turn:
    """A turn that has been played."""

    mover: Side
    #: None: the mover has passed.
    move: Step | None
    #: The captures: each group by itself, the points in order; where pieces are captured singly, each piece.
    captured: tuple[tuple[Point, ...], ...]
    #: How often the position has come up since the last capture, this time included; 0 if it is won.
    occurrence: int
    end: End | None

    def __str__(self) -> str:
        return str(self.move or PASS)

    def __repr__(self) -> str:
        taken = sum(map(len, self.captured))
        return f"<Turn: {SIDE_NAMES[self.mover]}, {self}{f', {taken} captured' if taken else ''}>"


class _EarlierState(NamedTuple):
    """The state that a turn has changed, for taking it back."""

    pieces: tuple[Mask, Mask, Mask]
    history: dict[Key, int]
    quiet: int


class Position(Playable[Step | None, Rules | None]):
    """A position: play turns and take them back.

    What is refused raises `Refused` and leaves the position as it was.
    """

    _pictures = "goldenrules.globe"

    def __init__(self, rules: Rules | None = None, board: str = START, to_move: Side = NORTH) -> None:
        self.rules = rules or Rules()
        self.load(board, to_move)

    def load(self, board: str, to_move: Side) -> None:
        """Begin with this position (RULES 5.6); nothing is captured in it. Raises `NotationError` or `Refused`."""
        north, south = read_board(board)
        for side, mask in ((NORTH, north), (SOUTH, south)):
            if not FEWEST <= mask.bit_count() <= MOST:
                found = f"{SIDE_NAMES[side]} has {mask.bit_count()} pieces"
                raise Refused(Reason.MATERIAL, f"{found}; a game begins with {FEWEST} to {MOST} of each side")
        self._begin(board, to_move, north, south)

    @classmethod
    def of_pieces(cls, north: Mask, south: Mask, to_move: Side = NORTH) -> Position:
        """Return the board with these pieces, also with numbers that no game begins with.

        Args:
            north: The points of North's pieces.
            south: The points of South's pieces.
            to_move: The side to move.
        """
        position = cls()
        position._begin(write_board(north, south), to_move, north, south)
        return position

    def _begin(self, board: str, to_move: Side, north: Mask, south: Mask) -> None:
        #: The beginning of the game: the board, and the side to move.
        self.start = board, Side(to_move)
        #: The sets of empty points, of North's pieces and of South's: by EMPTY, NORTH and SOUTH.
        self.pieces: list[Mask] = [ALL & ~(north | south), north, south]
        self.to_move: Side = self.start[1]
        self.winner: Side | None = None
        #: The way in which the game has ended.
        self.end: End | None = None
        self.turns: list[Turn] = []
        self._before: list[_EarlierState] = []
        #: The positions since the last capture, and how many times each has come up.
        self.history: dict[Key, int] = {self.key(): 1}
        #: The turns since the last capture.
        self.quiet = 0

    def copy(self) -> Self:
        twin = super().copy()
        # The turns since a capture share one history, and so they do in the twin.
        histories = {id(before.history): before.history.copy() for before in self._before}
        twin.history = histories.setdefault(id(self.history), self.history.copy())
        twin._before = [before._replace(history=histories[id(before.history)]) for before in self._before]
        return twin

    def key(self, *, symmetric: bool = False) -> Key:
        """Return what counts for repetition: all points and the side to move.

        With `symmetric` it is equal for all rotations and reflections, too.
        """
        _, north, south = self.pieces
        if symmetric:
            north, south = min((moved(north, symmetry), moved(south, symmetry)) for symmetry in symmetries())
        return north, south, self.to_move

    def _state(self) -> tuple[object, ...]:
        """Return what must be equal for two games to go on alike."""
        return self.rules, self.key(), self.history, self.quiet, self.end

    def __repr__(self) -> str:
        counts = f"{self.count(NORTH)} against {self.count(SOUTH)}"
        return f"<Position: {self.rules}, {len(self.turns)} turns, {counts}, {self.verdict}>"

    # --- a turn -----------------------------------------------------------------------------------------------------

    @overload
    def play(self, move: Step | str | None, /) -> Turn: ...
    @overload
    def play(self, origin: Point, target: Point, /) -> Turn: ...
    def play(self, move: Point | Step | str | None, target: Point | None = None, /) -> Turn:
        """Play a turn: `play("N3-C1")`, `play("pass")`, `play(origin, target)`, or a move.

        Moves are those of `legal_moves()`; None is a pass. Raises `NotationError` or `Refused`.
        """
        if isinstance(move, str):
            move = read_move(self, move)
        if move is None:
            return self._pass()
        if isinstance(move, tuple):
            move, target = move
        origin = move
        assert target is not None
        step = self._legal(origin, target)
        before = self._remember()
        own, enemy = self.to_move, other(self.to_move)
        pieces = self.pieces
        pieces[own] ^= 1 << origin | 1 << target
        taken = captured(self.rules.capture, pieces[own], pieces[enemy], pieces[EMPTY])
        pieces[enemy] ^= taken
        pieces[EMPTY] ^= 1 << origin | 1 << target | taken
        if taken:
            self.history, self.quiet = {}, 0
        else:
            self.quiet += 1
        return self._finish(before, step, self._parts(taken) if taken else ())

    def _pass(self) -> Turn:
        """Pass, which a player without a move must do, and no other may (RULES 5.4)."""
        self._refuse_if_over()
        if not self.must_pass:
            raise Refused(Reason.PASS, f"{SIDE_NAMES[self.to_move]} has a move, {self.legal_moves()[0]} for one")
        before = self._remember()
        self.quiet += 1
        return self._finish(before, None, ())

    def call(self, winner: Side, how: str) -> None:
        """End the game, though the board does not show it: by TIME or by a FOUL."""
        self.winner, self.end = winner, End(how)

    def take_back(self) -> Turn:
        """Undo the last turn, and with it an end that was called. Raise IndexError without one."""
        turn = self.turns.pop()
        if turn.end != End.WIN:
            self._forget()
        pieces, self.history, self.quiet = self._before.pop()
        self.pieces[:] = pieces
        self.winner = self.end = None
        self.to_move = turn.mover
        return turn

    def _legal(self, origin: Point, target: Point) -> Step:
        """Return the step, or raise the first reason why it may not be made (RULES 5.7)."""
        self._refuse_if_over()
        for number in (origin, target):
            if not 0 <= number < len(POINTS):
                raise Refused(Reason.POINT, f"{number} is not a point; points are numbered from 0 to {len(POINTS) - 1}")
        if not self.pieces[self.to_move] >> origin & 1:
            raise Refused(Reason.FROM, f"no piece of {SIDE_NAMES[self.to_move]} stands on {NAMES[origin]}")
        if not BESIDE[origin] >> target & 1:
            lines = " ".join(NAMES[point] for point in NEIGHBOURS[origin])
            why = f"no line joins {NAMES[origin]} and {NAMES[target]}; from {NAMES[origin]} lines go to {lines}"
            raise Refused(Reason.LINE, why)
        if not self.pieces[EMPTY] >> target & 1:
            side = NORTH if self.pieces[NORTH] >> target & 1 else SOUTH
            raise Refused(Reason.OCCUPIED, f"a piece of {SIDE_NAMES[side]} stands on {NAMES[target]}")
        return Step(origin, target)

    def _refuse_if_over(self) -> None:
        if self.end is not None:
            raise Refused(Reason.OVER, self.verdict)

    def _parts(self, taken: Mask) -> tuple[tuple[Point, ...], ...]:
        if self.rules.capture == GROUP:
            return tuple(tuple(points_of(group)) for group in groups(taken))
        return tuple((point,) for point in points_of(taken))

    def _finish(self, before: _EarlierState, step: Step | None, parts: tuple[tuple[Point, ...], ...]) -> Turn:
        """Hand the move to the other side, or end the game. A win is judged first, then repetition, then length."""
        mover = self.to_move
        self.to_move = other(mover)
        occurrence = 0
        if self.pieces[self.to_move].bit_count() <= LOST:
            self.winner, self.end = mover, End.WIN
        else:
            key = self.key()
            occurrence = self.history[key] = self.history.get(key, 0) + 1
            if occurrence == REPETITION:
                self.end = End.REPETITION
            elif self.quiet == self.rules.history:
                self.end = End.LENGTH
        self._before.append(before)
        self.turns.append(Turn(mover, step, parts, occurrence, self.end))
        return self.turns[-1]

    def _remember(self) -> _EarlierState:
        empty, north, south = self.pieces
        return _EarlierState((empty, north, south), self.history, self.quiet)

    def _forget(self) -> None:
        """Count the position on the board once less."""
        key = self.key()
        self.history[key] -= 1
        if not self.history[key]:
            del self.history[key]

    # --- questions --------------------------------------------------------------------------------------------------

    def at(self, point: Point) -> Side | None:
        """Return whose piece stands there."""
        return next((side for side in Side if self.pieces[side] >> point & 1), None)

    def count(self, side: Side) -> int:
        """Return how many pieces a side has."""
        return self.pieces[side].bit_count()

    @property
    def board(self) -> str:
        """Every point in order: `n`, `s`, or `.` for an empty one."""
        return write_board(self.pieces[NORTH], self.pieces[SOUTH])

    def legal_moves(self) -> list[Step | None]:
        """Return every step, or a pass if the side cannot move."""
        if self.end is not None:
            return []
        if self.must_pass:
            return [None]
        empty = self.pieces[EMPTY]
        return [
            Step(origin, target)
            for origin in points_of(self.pieces[self.to_move] & beside(empty))
            for target in points_of(BESIDE[origin] & empty)
        ]

    @property
    def must_pass(self) -> bool:
        """Whether the player to move lacks a step."""
        return self.end is None and not self.pieces[self.to_move] & beside(self.pieces[EMPTY])

    @property
    def drawn(self) -> bool:
        """Return whether the game has ended without a winner."""
        return self.over and self.winner is None

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.end is not None

    @property
    def verdict(self) -> str:
        """How the game stands."""
        if self.winner is not None:
            how = f" {endings.CALLED[self.end]}" if self.end in endings.CALLED else ""
            return f"{SIDE_NAMES[self.winner]} has won{how}"
        return f"drawn by {self.end}" if self.over else f"{SIDE_NAMES[self.to_move]} to move"
