"""Moves and boards as text (RULES 5.6): `N3-C1`, `pass`, `nnnnn.s.ssssn.s......`."""

from __future__ import annotations

from typing import NamedTuple

from goldenrules.errors import NotationError
from goldenrules.globe.errors import Reason
from goldenrules.globe.points import NAMES, POINT, POINTS, Mask, Point, mask_of
from goldenrules.globe.sides import LETTERS, NORTH, SOUTH, Side

#: The word of a pass.
PASS = "pass"
#: The characters of a bad text that are shown.
LONGEST = 12


class Step(NamedTuple):
    """A step from one point along a line to the next."""

    origin: Point
    target: Point

    def __str__(self) -> str:
        return f"{NAMES[self.origin]}-{NAMES[self.target]}"


def read_move(position: object, text: str) -> Step | None:
    """Return the step, or None for a pass; the same in every position. Raises NotationError."""
    if not text:
        raise NotationError(Reason.EMPTY_MOVE, text, 0, "nothing", "a move such as N3-C1, or pass")
    if text == PASS:
        return None
    origin = _point(text, 0)
    if text[2:3] != "-":
        raise NotationError(Reason.NO_DASH, text, 2, _shown(text[2:]), "- between the two points")
    target = _point(text, 3)
    if len(text) > 5:
        raise NotationError(Reason.TRAILING_TEXT, text, 5, _shown(text[5:]), "the end of the move")
    return Step(origin, target)


def _point(text: str, at: int) -> Point:
    name = text[at : at + 2]
    if name in POINT:
        return POINT[name]
    if name.upper() in POINT:
        raise NotationError(Reason.LOWER_CASE, text, at, repr(name), f"capital letters, {name.upper()}")
    if text.upper() == PASS.upper():
        raise NotationError(Reason.LOWER_CASE, text, 0, repr(text), f"small letters, {PASS}")
    points = "N1 to N4, W1 to W4, S1 to S4, E1 to E4 or C1 to C5"
    raise NotationError(Reason.UNKNOWN_POINT, text, at, _shown(name), points)


def write_move(position: object, move: Step | None) -> str:
    """Return the text of the move, in every position."""
    return PASS if move is None else str(move)


def read_board(text: str) -> tuple[Mask, Mask]:
    """Return the pieces of North, and those of South. Raises NotationError."""
    for at, letter in enumerate(text[: len(POINTS)]):
        if letter not in LETTERS:
            raise NotationError(Reason.BAD_BOARD, text, at, _shown(letter), "n, s or . for each point")
    if len(text) != len(POINTS):
        at, found, expected = (
            min(len(text), len(POINTS)),
            f"{len(text)} characters",
            f"{len(POINTS)}, one for each point",
        )
        raise NotationError(Reason.BAD_BOARD, text, at, found, expected)
    north, south = (mask_of(point for point in POINTS if text[point] == LETTERS[side]) for side in (NORTH, SOUTH))
    return north, south


def write_board(north: Mask, south: Mask) -> str:
    """Return the letters of a board, point by point."""
    return "".join(LETTERS[(north >> point & 1) * NORTH + (south >> point & 1) * SOUTH] for point in POINTS)


def read_side(letter: str) -> Side:
    """Read `n` or `s`. Raise NotationError."""
    if len(letter) != 1 or letter not in LETTERS[1:]:
        raise NotationError(Reason.BAD_SIDE, letter, 0, _shown(letter), "n or s, the side to move")
    return Side(LETTERS.index(letter))


def write_side(side: Side) -> str:
    """Return `n` or `s`."""
    return LETTERS[side]


def _shown(text: str) -> str:
    return repr(text[:LONGEST]) if text else "the end of the text"
