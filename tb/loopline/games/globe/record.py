"""Records of the Globe: a game as the list of its moves, and random ones: built, never filtered.

Every decision is a byte that picks one of several options. So whenever Hypothesis deletes or lowers bytes while it
shrinks, the result is a legal game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from goldenrules.globe import (
    BESIDE,
    FEWEST,
    MOST,
    NEIGHBOURS,
    NORTH,
    POINTS,
    START,
    Capture,
    Mask,
    Point,
    Position,
    Rules,
    Side,
    Step,
    beside,
    mask_of,
    points_of,
    symmetries,
    write_board,
    write_move,
    write_side,
)
from hypothesis import strategies as st

from loopline.games.checks import GameRecord, ModelError


@dataclass(frozen=True)
class Record(GameRecord[str, Position]):
    """A legal game of the Globe as its first board and the list of its moves."""

    rules: Rules = field(default_factory=Rules)
    board: str = START
    to_move: Side = NORTH

    def begin(self) -> Position:
        return Position(self.rules, self.board, self.to_move)

    def make(self, position: Position, move: str) -> None:
        position.play(move)

    @property
    def rules_text(self) -> str:
        """What --rules is given."""
        return str(self.rules)

    def __str__(self) -> str:
        start = [f"board={self.board}", f"side={write_side(self.to_move)}"]
        return " ".join([*(start if (self.board, self.to_move) != (START, NORTH) else ()), *self.moves])


#: Short histories too, so that some games end by length.
rules: st.SearchStrategy[Rules] = st.builds(Rules, st.sampled_from(Capture), st.just(1024) | st.integers(1, 12))

symmetry: st.SearchStrategy[tuple[Point, ...]] = st.sampled_from(symmetries())

#: The most points that a side picks.
_PICKS = 2 * MOST + 4


@st.composite
def games(draw: st.DrawFn, max_turns: int = 40) -> Record:
    """Draw a legal game: to its end, to the limit, or broken off anywhere.

    From the start, captures take many plies. So half of the games begin elsewhere, and half of these where something
    can be captured at once.
    """
    board = START
    if draw(st.booleans()):
        picks = iter(draw(st.binary(min_size=_PICKS, max_size=_PICKS)))
        north, south = _about_to_be_caught(picks) if draw(st.booleans()) else (0, 0)
        board = write_board(*_filled(north, south, picks))
    record = Record((), draw(rules), board, draw(st.sampled_from(Side)))
    position, moves = record.begin(), list[str]()
    for choice in draw(st.binary(max_size=max_turns)):
        if position.over:
            break
        try:
            moves.append(_chosen(position, *divmod(choice, 4)))
            position.play(moves[-1])
        except Exception as error:
            raise ModelError(replace(record, moves=tuple(moves)), error) from error
    return replace(record, moves=tuple(moves))


def _about_to_be_caught(picks: Iterator[int]) -> tuple[Mask, Mask]:
    """Return one to three pieces of South with a single empty point beside them, and North beside that point."""
    last = _pick(POINTS, picks)
    caught = mask_of({_pick(NEIGHBOURS[last], picks) for _ in range(3)})
    walls = beside(caught) & ~caught
    origins = list(points_of(BESIDE[last] & ~caught & ~walls)) or [last]
    return walls & ~(1 << last) | 1 << _pick(origins, picks), caught


def _filled(north: Mask, south: Mask, picks: Iterator[int]) -> tuple[Mask, Mask]:
    """Return a board with a legal number of pieces of each side. Excess pieces are left out."""
    sides = [mask_of(list(points_of(mask))[:MOST]) for mask in (north, south)]
    for side in (0, 1):
        count = FEWEST + next(picks) % (MOST - FEWEST + 1)
        while sides[side].bit_count() < count:
            free = list(points_of(mask_of(POINTS) & ~(sides[0] | sides[1])))
            sides[side] |= 1 << _pick(free, picks)
    return sides[0], sides[1]


def _pick(points: Sequence[Point], picks: Iterator[int]) -> Point:
    return points[next(picks, 0) % len(points)]


def texts(position: Position) -> list[str]:
    """Return the legal moves as texts."""
    return [write_move(position, move) for move in position.legal_moves()]


def _chosen(position: Position, choice: int, kind: int) -> str:
    """Return any move, one that captures, or the reverse of the side's last one, so that positions come up again."""
    moves = texts(position)
    if kind == 1:
        moves = [move for move in moves if _captures(position, move)] or moves
    elif kind > 1 and len(position.turns) > 1 and (last := position.turns[-2].move):
        way_back = str(Step(last.target, last.origin))
        moves = [way_back] if way_back in moves else moves
    return moves[choice % len(moves)]


def _captures(position: Position, move: str) -> bool:
    turn = position.play(move)
    position.take_back()
    return bool(turn.captured)
