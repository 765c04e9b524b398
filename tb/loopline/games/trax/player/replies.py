"""What the host replies: moves of this very position, legal or not, and lines that a careless reader takes for moves.

In a script there are seven kinds besides those of any game:

=17                     a legal reply that makes the board wider, or at least the game longer
|17                     one that makes it taller
^17                     a legal one after which a trap is likelier
>17                     a legal one that ends the game by a line, or else brings a line nearer; even: white, odd: red
]17                     a legal one that ends the game by forced tiles alone, or else one that does not win
[17                     one by which both players complete something, or else one that makes the game longer
<17                     one that is illegal because it makes a trap, if there is one
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from random import Random
from typing import Any, TypeVar

from goldenrules.errors import Refused
from goldenrules.trax import (
    RED,
    SYMBOLS,
    WHITE,
    Colour,
    GameError,
    Move,
    Position,
    cell_at,
    label,
    read_move,
    write_move,
)
from goldenrules.trax.board import Kind, Win
from goldenrules.trax.cells import Cell, column_of, neighbour, row_of
from goldenrules.trax.contest_line import COMMANDS
from goldenrules.trax.notation import labelled
from goldenrules.trax.player import Player
from goldenrules.trax.policy import choose, unanswered
from goldenrules.trax.tiles import NORTH, SIDES, WEST, Side, colour_at

from loopline.games.serial.aliases import aliases, larger
from loopline.games.serial.script import ALIAS, ENDING, GIVING, KINDS_OF_ALIASES, LONG, MARKS, PART, WRONG, Step, Words

WIDE, TALL, TRAPS, TRAP = "wide", "tall", "traps", "trap"
LINES, FORCED, BOTH = "lines", "forced", "both"

WORDS = Words(
    r"[@A-Z]+[0-9]+[+/\\]",
    {**MARKS, WIDE: "=", TALL: "|", TRAPS: "^", TRAP: "<", LINES: ">", FORCED: "]", BOTH: "["},
)


#: By the moves of a game and what was asked. In a sweep the same game comes again and again, and a turn takes longer to
#: find than to compare.
_known: dict[tuple[object, ...], Any] = {}
_KEPT = 1 << 12

_Answer = TypeVar("_Answer")


def _once(position: Position, asked: tuple[object, ...], answer: Callable[[], _Answer]) -> _Answer:
    """Return what follows from the position alone: it is worked out once."""
    key = position.rules, tuple([turn.move for turn in position.turns]), asked
    if key not in _known:
        if len(_known) >= _KEPT:
            _known.clear()
        _known[key] = answer()
    known: _Answer = _known[key]
    return known


class GoldenPlayer(Player):
    """A golden player that works out each of its turns once."""

    def _choose(self) -> Move | None:
        return _once(self.position, ("turn", self.depth), super()._choose)


def reply(position: Position, step: Step, size: int) -> bytes | None:
    """Return the line that a step with a choice means, or None.

    Args:
        position: The position.
        step: The step.
        size: The size of the player's board.
    """
    return _once(position, (step.kind, step.number, size), lambda: _reply(position, step, size))


def _reply(position: Position, step: Step, size: int) -> bytes | None:
    if step.kind in _THOUGHTFUL:
        move = _THOUGHTFUL[step.kind](position, step.number)
        return write_move(position, move).encode() if move else None
    if step.kind == ALIAS:
        return _alias(position, step.number)
    if step.kind == PART:
        parts = _once(position, ("parts",), lambda: _parts(position))
        return parts[step.number % len(parts)].encode() if parts else None
    if step.kind == TRAP:
        traps = list(_traps(position))
        return traps[step.number % len(traps)].encode() if traps else None
    if step.kind == WRONG:
        kinds = _once(position, ("wrong", size), lambda: _wrong(position, size))
    else:
        kinds = [_legal(position)]
    number, kind = divmod(step.number, len(kinds))
    return kinds[kind][number % len(kinds[kind])].encode() if kinds[kind] else None


def _legal(position: Position) -> Sequence[str]:
    return _once(position, ("legal",), lambda: [write_move(position, move) for move in sorted(position.legal_moves())])


def _traps(position: Position) -> Iterator[str]:
    return (write_move(position, move) for move in sorted(position.candidates()) if not position.is_legal(*move))


def _alias(position: Position, number: int) -> bytes | None:
    """Return what a careless reader takes for a legal move, but is neither a move nor a command.

    Or, once in many, what it takes for a command; or for the lowest of the moves farthest to the right, with another
    number.
    """
    moves = _legal(position)
    if not moves:
        return None
    number, kind = divmod(number, KINDS_OF_ALIASES)
    meant = list(COMMANDS) if kind == 0 else [max(moves, key=_far)] if kind == KINDS_OF_ALIASES - 1 else moves
    text = meant[number % len(meant)]
    others = larger(text) if kind == KINDS_OF_ALIASES - 1 else [*aliases(text), *(text + symbol for symbol in SYMBOLS)]
    others = [alias for alias in others if alias not in moves and alias not in COMMANDS]
    return others[number // len(meant) % len(others)].encode("latin-1")


def _parts(position: Position) -> Sequence[str]:
    """Return legal moves without their column, their row or their symbol, or without two of these.

    A reader may still have them from the line before.
    """
    whole = [re.findall(r"\d+|[@A-Z]+|.", text) for text in _legal(position)]
    return list(
        dict.fromkeys("".join(kept) for count in (1, 2) for parts in whole for kept in combinations(parts, count))
    )


def _far(text: str) -> tuple[int, str, int, str]:
    """Return a key of order: columns of more letters come after all others, and so do rows of more digits."""
    column = text.rstrip("0123456789" + "".join(SYMBOLS))
    row = text[len(column) : -1]
    return len(column), column, len(row), row


def _wrong(position: Position, size: int) -> Sequence[Sequence[str]]:
    """Return illegal moves, those together that are refused for the same reason."""
    kinds: dict[str, list[str]] = {}
    for text in _illegal(position, size):
        try:
            position.play(*read_move(position, text))
        except GameError as error:
            kinds.setdefault(error.reason, []).append(text)
        else:
            position.take_back()
    return list(kinds.values())


def _illegal(position: Position, size: int) -> Iterator[str]:
    """Yield illegal moves.

    Traps; a legal turn with something behind it, or with a column or row that is too large by what a short counter
    loses; then every other move that can be written on the board and around it.
    """
    yield from _traps(position)
    for move in position.legal_moves()[:1]:
        yield write_move(position, move) + move.symbol
        for shift in (cell_at(size, 0), cell_at(0, size)):
            yield write_move(position, move._replace(cell=move.cell + shift))
    if not position.tiles:
        yield from ("@0\\", "A1+", "@1/", "B2/")
        return
    candidates = set(position.candidates())
    for cell in labelled(position).cells():
        for symbol in SYMBOLS:
            if Move(cell, symbol) not in candidates:
                yield label(position, cell) + symbol


# --- replies that make a game long or decide it -----------------------------------------------------------------------

#: The number of replies that are compared at a time.
_FEW, _SOME, _MANY = 6, 20, 40

#: More columns than can be counted with A as the first letter of two, and more rows than with five bits.
_WIDE, _TALL = 52, 32

#: The value of the position, after a reply.
_Value = Callable[[], tuple[int, ...]]

_Judgement = TypeVar("_Judgement")


def lasting(position: Position, number: int) -> Move | None:
    """Return, of a few legal turns that neither win nor allow a win at once, the one that leaves the most candidates.

    Otherwise one of a few others: the number decides which few. If they all fail, any legal one.
    """
    return _lasting(position, number, _FEW, lambda: (len(position.candidates()),))


def widening(position: Position, number: int) -> Move | None:
    """Return a turn that makes the board as wide as possible and places few tiles.

    Once the board is very wide, one that is answered far to the right. Which turns are looked at, and otherwise
    returned: see `lasting`.
    """
    if position.box.columns > _WIDE:
        return _lasting(position, number, _FEW, lambda: (_answer(position)[0],))
    return _lasting(position, number, _MANY, lambda: (position.box.columns, -len(position.tiles)))


def heightening(position: Position, number: int) -> Move | None:
    """Return a turn that makes the board high, as `widening` makes it wide."""
    if position.box.rows > _TALL:
        return _lasting(position, number, _FEW, lambda: (_answer(position)[1],))
    return _lasting(position, number, _MANY, lambda: (position.box.rows, -len(position.tiles)))


def _answer(position: Position) -> tuple[int, int]:
    """Return the column and row of the box in which a player of the golden policy would answer."""
    move, box = choose(position), position.box
    return (column_of(move.cell) - box.left, row_of(move.cell) - box.top) if move else (0, 0)


def trapping(position: Position, number: int) -> Move | None:
    """Return, as `lasting` does, a turn after which a trap is likelier.

    A trap needs a cell with two edges of different colours, so that nothing is forced there, whose other two neighbours
    are placed in one turn: the more edges they have, the sooner.
    """
    return _lasting(position, number, _SOME, lambda: (_prone(position),))


def ending(position: Position, number: int) -> Move | None:
    """Return a legal turn that ends the game, won by either player.

    Else one after which the opponent can end it; else any.
    """
    legal = []
    for ends, move in _judged(position, _shuffled(position, number), lambda: position.winner is not None):
        if ends:
            return move
        legal.append(move)
    return next((move for move in legal[:_FEW] if unanswered(position, [move]) is None), next(iter(legal), None))


def giving(position: Position, number: int) -> Move | None:
    """Return a legal turn after which the opponent can win, and that does not end the game.

    Best is a win in several ways, by more tiles and by fewer. Otherwise any turn after which the game goes on.
    """
    return _deciding(position, number, lambda: False, lambda: (_wins(position),))


def lining(position: Position, number: int) -> Move | None:
    """Return a legal turn that ends the game by a line of either player.

    Else one that does not win, and after which a path goes on as far as possible from the left or upper edge of the
    board: a white one if the number is even.
    """
    colour = (WHITE, RED)[number % 2]
    return _deciding(
        position,
        number,
        lambda: any(win.kind != "loop" for win in position.wins),
        lambda: (_reach(position, colour), -len(position.tiles)),
    )


def doubling(position: Position, number: int) -> Move | None:
    """Return a legal turn by which both players complete something, so that the mover wins.

    Else one that makes the game longer.
    """
    winners = _judged(position, _shuffled(position, number), lambda: {win.colour for win in position.wins})
    return next((move for colours, move in winners if len(colours) > 1), None) or lasting(position, number)


def forcing(position: Position, number: int) -> Move | None:
    """Return a legal turn that ends the game by forced tiles alone; else any that does not win."""
    return _deciding(position, number, lambda: _is_won_by_forced_tiles(position), lambda: ())


def _is_won_by_forced_tiles(position: Position) -> bool:
    chosen = position.turns[-1].move.cell
    return bool(position.wins) and not any(chosen in position.path(win) for win in position.wins)


def _deciding(position: Position, number: int, wanted: Callable[[], bool], value: _Value) -> Move | None:
    """Return a legal turn after which the game has ended as wanted; else the best of those that do not win.

    The number decides between equal ones.
    """
    quiet = []
    turns = _judged(position, _shuffled(position, number), lambda: (wanted(), _unless_won(position, value)))
    for (decided, worth), move in turns:
        if decided:
            return move
        if worth is not None:
            quiet.append((worth, move))
    return max(quiet, key=itemgetter(0))[1] if quiet else None


def _reach(position: Position, colour: Colour) -> int:
    """Return the most columns or rows that a path of this colour crosses which begins at the left or upper edge."""
    box = position.box
    left = [cell_at(box.left, row) for row in range(box.top, box.bottom + 1)]
    top = [cell_at(column, box.top) for column in range(box.left, box.right + 1)]
    across = (column_of(end) - box.left for end in _ends(position, colour, "line across", left, WEST))
    down = (row_of(end) - box.top for end in _ends(position, colour, "line down", top, NORTH))
    return max((*across, *down), default=-1)


def _ends(position: Position, colour: Colour, kind: Kind, cells: Iterable[Cell], side: Side) -> Iterator[Cell]:
    """Yield the last cells of the paths of this colour that begin in these cells on that side."""
    for cell in cells:
        tile = position.tiles.get(cell)
        if tile and colour_at(tile, side) == colour:
            yield position.path(Win(colour, kind, cell, side))[-1]


def _wins(position: Position) -> int:
    """Return how many different numbers of tiles there are among turns by which the player to move wins."""
    mover, tiles = position.to_move, len(position.tiles)
    turns = _judged(position, position.candidates(), lambda: (position.winner, len(position.tiles) - tiles))
    return len({placed for (winner, placed), _ in turns if winner == mover})


def _prone(position: Position) -> int:
    edges = {cell: entries.bit_count() for cell, entries in position.entries.items()}
    value = 0
    for cell, count in edges.items():
        others = [edges.get(neighbour(cell, side), 0) for side in SIDES]  # 0 for its two tiles, too
        if count == 2:
            value += sum(others) ** 2 - sum(edge_count**2 for edge_count in others)
    return value


def _lasting(position: Position, number: int, compared: int, value: _Value) -> Move | None:
    moves = _shuffled(position, number)
    for start in range(0, len(moves), compared):
        turns = _judged(position, moves[start : start + compared], lambda: _unless_won(position, value))
        quiet = sorted(((worth, move) for worth, move in turns if worth is not None), reverse=True)
        if move := unanswered(position, (move for _, move in quiet)):
            return move
    return next((move for move in moves if position.is_legal(*move)), None)


def _shuffled(position: Position, number: int) -> list[Move]:
    moves = position.candidates()
    Random(number).shuffle(moves)
    return moves


def _judged(
    position: Position, moves: Iterable[Move], judge: Callable[[], _Judgement]
) -> Iterator[tuple[_Judgement, Move]]:
    """Yield what the judge says of the position after each of these turns that is legal."""
    for move in moves:
        try:
            position.play(*move)
        except Refused:
            continue
        judgement = judge()
        position.take_back()
        yield judgement, move


def _unless_won(position: Position, value: _Value) -> tuple[int, ...] | None:
    return value() if position.winner is None else None


#: How to choose a reply that makes a game more demanding, or brings it to its end.
_THOUGHTFUL = {
    LONG: lasting,
    WIDE: widening,
    TALL: heightening,
    TRAPS: trapping,
    ENDING: ending,
    GIVING: giving,
    LINES: lining,
    FORCED: forcing,
    BOTH: doubling,
}
