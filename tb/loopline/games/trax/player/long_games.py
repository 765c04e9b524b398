"""Long games and short ones: replies that let nobody win and give the player much to think about, or lead to columns of
two letters; and replies that end the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from random import Random

from goldenrules.trax import Move, Position, Trap
from goldenrules.trax.cells import column_of, neighbour, row_of
from goldenrules.trax.errors import Refused
from goldenrules.trax.policy import choose, unanswered
from goldenrules.trax.tiles import SIDES

#: The number of replies that are compared at a time.
_FEW, _SOME, _MANY = 6, 20, 40

#: More columns than can be counted with A as the first letter of two, and more rows than with five bits.
_WIDE, _TALL = 52, 32

#: What the position is worth, after a reply.
_Value = Callable[[], tuple[int, ...]]


def lasting(position: Position, number: int) -> Move | None:
    """Of a few legal turns, the one that leaves the most candidates and by which nobody has won or can win at once; if
    none of them will do, one of a few others. The number decides which few. If no turn will do, any legal one."""
    return _lasting(position, number, _FEW, lambda: (len(position.candidates()),))


def widening(position: Position, number: int) -> Move | None:
    """The same, but a turn that makes the board as wide as possible and places few tiles. Once the board is very wide,
    a turn that is answered far to the right."""
    if position.box.columns > _WIDE:
        return _lasting(position, number, _FEW, lambda: (_answer(position)[0],))
    return _lasting(position, number, _MANY, lambda: (position.box.columns, -len(position.tiles)))


def heightening(position: Position, number: int) -> Move | None:
    """The same with rows."""
    if position.box.rows > _TALL:
        return _lasting(position, number, _FEW, lambda: (_answer(position)[1],))
    return _lasting(position, number, _MANY, lambda: (position.box.rows, -len(position.tiles)))


def _answer(position: Position) -> tuple[int, int]:
    """In which column and row of the box a player of the golden policy would answer."""
    move, box = choose(position), position.box
    return (column_of(move.cell) - box.left, row_of(move.cell) - box.top) if move else (0, 0)


def trapping(position: Position, number: int) -> Move | None:
    """The same, but a turn after which a trap is likelier. A trap needs a cell with two edges of different colours, so
    that nothing is forced there, whose other two neighbours are placed in one turn: the more edges they have, the
    sooner."""
    return _lasting(position, number, _SOME, lambda: (_prone(position),))


def ending(position: Position, number: int) -> Move | None:
    """A legal turn that ends the game, whoever wins by it; else one after which the opponent can end it; else any."""
    moves = position.candidates()
    Random(number).shuffle(moves)
    legal = []
    for move in moves:
        try:
            position.play(*move)
        except Refused:
            continue
        ends = position.winner is not None
        position.take_back()
        if ends:
            return move
        legal.append(move)
    return next((move for move in legal[:_FEW] if unanswered(position, [move]) is None), next(iter(legal), None))


def giving(position: Position, number: int) -> Move | None:
    """A legal turn after which the opponent can win, best in several ways, by more tiles and by fewer, and nobody has
    yet; else any that ends no game."""
    moves = position.candidates()
    Random(number).shuffle(moves)
    quiet = [(ways, move) for (ways,), move in _quiet(position, moves, lambda: (_wins(position),))]
    return max(quiet, key=itemgetter(0))[1] if quiet else None


def _wins(position: Position) -> int:
    """How many different numbers of tiles there are among turns by which the player to move wins."""
    found, tiles = set(), len(position.tiles)
    for move in position.candidates():
        try:
            turn = position.play(*move)
        except Refused:
            continue
        if position.winner == turn.mover:
            found.add(len(position.tiles) - tiles)
        position.take_back()
    return len(found)


def _prone(position: Position) -> int:
    edges = {cell: entries.bit_count() for cell, entries in position.entries.items()}
    value = 0
    for cell, count in edges.items():
        others = [edges.get(neighbour(cell, side), 0) for side in SIDES]  # 0 for its two tiles, too
        if count == 2:
            value += sum(others) ** 2 - sum(other**2 for other in others)
    return value


def _lasting(position: Position, number: int, compared: int, value: _Value) -> Move | None:
    moves = position.candidates()
    Random(number).shuffle(moves)
    for start in range(0, len(moves), compared):
        quiet = sorted(_quiet(position, moves[start : start + compared], value), reverse=True)
        if move := unanswered(position, (move for _, move in quiet)):
            return move
    return next((move for move in moves if position.is_legal(*move)), None)


def _quiet(position: Position, moves: Iterable[Move], value: _Value) -> Iterator[tuple[tuple[int, ...], Move]]:
    """Those by which nobody wins, and what the position is worth then."""
    for move in moves:
        try:
            position.play(*move)
        except Trap:
            continue
        if position.winner is None:
            yield value(), move
        position.take_back()
