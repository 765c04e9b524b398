"""The numbers in the fields of an engine's ports, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum

from goldenrules.trax import COLOUR_NAMES, SYMBOL, Colour, Tile

from loopline.games.trax.protocol import WIN_NAMES, Event, Op, Reason

_SIDES = ("north", "east", "south", "west")


def _one_of(kind: type[IntEnum]) -> Callable[[int], str]:
    names = {int(one): str(one) for one in kind}
    return lambda value: f"{value}, {names.get(value, 'which means nothing')}"


def _colour(value: int) -> str:
    return {0: "0, nobody", 3: "3, which means nothing"}.get(value) or f"{value}, {COLOUR_NAMES[Colour(value)]}"


def tile_name(value: int) -> str:
    if (tile := Tile(value)) in SYMBOL:
        red = (side for bit, side in enumerate(_SIDES) if tile >> bit & 1)
        return f"{SYMBOL[tile]} with red to the {' and '.join(red)}"
    return "what is no tile" if tile else "no tile"


def _tile(value: int) -> str:
    return f"{value:04b}, {tile_name(value)}"


def _wins(value: int) -> str:
    """Bits to formations, `white line across and red loop`."""
    return f"{value:06b}, {' and '.join(name for bit, name in enumerate(WIN_NAMES) if value >> bit & 1) or 'none'}"


def _entries(value: int) -> str:
    sides = [f"{_ENTERS[value >> 2 * at & 3]} from the {side}" for at, side in enumerate(_SIDES) if value >> 2 * at & 3]
    return f"{value:08b}, {', '.join(sides) or 'nothing enters'}"


_ENTERS = {1: "white", 2: "red", 3: "white and red at once"}

#: Field → its value in words. Those that are not here are plain numbers.
WORDS: Mapping[str, Callable[[int], str]] = {
    "op": _one_of(Op),
    "kind": _one_of(Event),
    "reason": _one_of(Reason),
    "tile": _tile,
    "entries": _entries,
    "wins": _wins,
    "winner": _colour,
    "to_move": _colour,
    "over": lambda value: f"{value}, {'the game is over' if value else 'the game goes on'}",
}
