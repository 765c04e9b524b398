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
from collections.abc import Iterator, Sequence
from itertools import combinations

from goldenrules.trax import SYMBOLS, GameError, Move, Position, cell_at, label, read_move, write_move
from goldenrules.trax.contest_line import COMMANDS
from goldenrules.trax.notation import labelled

from loopline.games.serial.aliases import aliases, larger
from loopline.games.serial.script import ALIAS, ENDING, GIVING, LONG, MARKS, PART, WRONG, Step, Words
from loopline.games.trax.player.long_games import (
    doubling,
    ending,
    forcing,
    giving,
    heightening,
    lasting,
    lining,
    trapping,
    widening,
)

WIDE, TALL, TRAPS, TRAP = "wide", "tall", "traps", "trap"
LINES, FORCED, BOTH = "lines", "forced", "both"

WORDS = Words(
    r"[@A-Z]+[0-9]+[+/\\]",
    {**MARKS, WIDE: "=", TALL: "|", TRAPS: "^", TRAP: "<", LINES: ">", FORCED: "]", BOTH: "["},
)


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


def reply(position: Position, step: Step, size: int) -> bytes | None:
    """The line that a step with a choice means; None if there is none. `size`: of the player's board."""
    if step.kind in _THOUGHTFUL:
        move = _THOUGHTFUL[step.kind](position, step.number)
        return write_move(position, move).encode() if move else None
    if step.kind == ALIAS:
        return _alias(position, step.number)
    if step.kind == PART:
        parts = _parts(position)
        return parts[step.number % len(parts)].encode() if parts else None
    if step.kind == TRAP:
        traps = list(_traps(position))
        return traps[step.number % len(traps)].encode() if traps else None
    kinds = _wrong(position, size) if step.kind == WRONG else [list(_legal(position))]
    number, kind = divmod(step.number, len(kinds))
    return kinds[kind][number % len(kinds[kind])].encode() if kinds[kind] else None


def _legal(position: Position) -> Iterator[str]:
    return (write_move(position, move) for move in sorted(position.legal_moves()))


def _traps(position: Position) -> Iterator[str]:
    return (write_move(position, move) for move in sorted(position.candidates()) if not position.is_legal(*move))


def _alias(position: Position, number: int) -> bytes | None:
    """What a careless reader takes for a legal move, or, once in many, for a command, or for the move farthest to the
    right, the lowest of these, if it has another number; and is neither."""
    moves = list(_legal(position))
    if not moves:
        return None
    number, kind = divmod(number, _KINDS)
    meant = list(COMMANDS) if kind == 0 else [max(moves, key=_far)] if kind == _KINDS - 1 else moves
    text = meant[number % len(meant)]
    others = larger(text) if kind == _KINDS - 1 else [*aliases(text), *(text + symbol for symbol in SYMBOLS)]
    others = [one for one in others if one not in moves and one not in COMMANDS]
    return others[number // len(meant) % len(others)].encode("latin-1")


def _parts(position: Position) -> Sequence[str]:
    """Legal moves without their column, their row or their symbol, or without two of these: a reader may still have
    them from the line before."""
    whole = [re.findall(r"\d+|[@A-Z]+|.", text) for text in _legal(position)]
    return list(dict.fromkeys("".join(some) for count in (1, 2) for one in whole for some in combinations(one, count)))


#: In this many aliases, one is a command's, and one that of a move far away.
_KINDS = 4


def _far(text: str) -> tuple[int, str, int, str]:
    """Columns of more letters come after all others, and so do rows of more digits."""
    column = text.rstrip("0123456789" + "".join(SYMBOLS))
    row = text[len(column) : -1]
    return len(column), column, len(row), row


def _wrong(position: Position, size: int) -> Sequence[Sequence[str]]:
    """Illegal moves, those together that are refused for the same reason."""
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
    """Traps; a legal turn with something behind it, or with a column or row that is too large by what a short counter
    loses; then every other move that can be written on the board and around it."""
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
