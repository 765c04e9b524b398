"""The notations that games are read and written in, by the name a user types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goldenrules.trax import notation, notation_1998
from goldenrules.trax.board import Board
from goldenrules.trax.notation import Move


@dataclass(frozen=True)
class Notation:
    """A notation: its name, and what reads and writes a move."""

    name: str
    read_move: Callable[[Board, str], Move]
    write_move: Callable[[Board, Move], str]
    #: The beginnings of a game.
    first_moves: tuple[str, ...]
    #: A later move may be written like a first one.
    first_moves_recur: bool


#: The usual notation.
MODERN = Notation("modern", notation.read_move, notation.write_move, ("@0/", "@0+"), first_moves_recur=False)
#: The notation that was used before 1998.
BEFORE_1998 = Notation(
    "1998", notation_1998.read_move, notation_1998.write_move, ("A1C", "A1S"), first_moves_recur=True
)
#: All notations, by name.
NOTATIONS = {entry.name: entry for entry in (MODERN, BEFORE_1998)}
