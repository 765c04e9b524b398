"""Tiles (RULES 1.1), and the tables that follow from them.

A tile *is* the set of its red sides: four bits, north first; the other two sides are white. Of the sixteen sets the six
with two members are tiles, and 0 can stand for an empty cell.

The *entries* of a cell are what its neighbours' tiles point into it: two bits a side, 0 where nothing enters, else the
colour. Everything a cell can be asked (what fits, what is forced, is it a trap) depends on its entries alone, so
256-row tables answer it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import NewType, cast

Side = int
#: A tile: the set of its red sides, north in bit 0, then clockwise. An int at run time.
Tile = NewType("Tile", int)
Entries = int
Symbol = str


class Colour(IntEnum):
    """The colour of a path, and of the player who owns it."""

    WHITE = 1
    RED = 2


SIDES: tuple[Side, ...] = (0, 1, 2, 3)
NORTH, EAST, SOUTH, WEST = SIDES
SIDE_NAMES = ("north", "east", "south", "west")

WHITE, RED = Colour
COLOUR_NAMES = {WHITE: "White", RED: "Red"}

#: No tile.
EMPTY = Tile(0)
PLUS_RED_ACROSS = Tile(0b1010)
PLUS_WHITE_ACROSS = Tile(0b0101)
SLASH_RED_RIGHT = Tile(0b0110)
SLASH_WHITE_RIGHT = Tile(0b1001)
BACKSLASH_RED_RIGHT = Tile(0b0011)
BACKSLASH_WHITE_RIGHT = Tile(0b1100)
#: All six tiles.
TILES: tuple[Tile, ...] = (
    PLUS_RED_ACROSS,
    PLUS_WHITE_ACROSS,
    SLASH_RED_RIGHT,
    SLASH_WHITE_RIGHT,
    BACKSLASH_RED_RIGHT,
    BACKSLASH_WHITE_RIGHT,
)

#: The three symbols that a player can choose.
SYMBOLS: tuple[Symbol, ...] = ("+", "/", "\\")
#: The symbol of each tile.
SYMBOL: dict[Tile, Symbol] = dict(zip(TILES, "++//\\\\", strict=True))


def opposite(side: Side) -> Side:
    """Return the side across."""
    return side ^ 2


def other(colour: Colour) -> Colour:
    """Return the other colour."""
    return RED if colour == WHITE else WHITE


def colour_at(tile: Tile, side: Side) -> Colour:
    """Return the colour of the path that leaves `tile` on `side`."""
    return RED if tile >> side & 1 else WHITE


def joined(tile: Tile, colour: Colour) -> tuple[Side, Side]:
    """Return the two sides that the path of `colour` joins on `tile`."""
    return _JOINED[tile, colour]


def _joined(tile: Tile, colour: Colour) -> tuple[Side, Side]:
    a, b = (side for side in SIDES if colour_at(tile, side) == colour)
    return a, b


_JOINED = {(tile, colour): _joined(tile, colour) for tile in TILES for colour in Colour}


def entry(entries: Entries, side: Side) -> int:
    """Return the colour that enters from `side`, or 0."""
    return entries >> 2 * side & 3


def entered(entries: Entries, colour: Colour) -> Sequence[Side]:
    """Return the sides from which `colour` enters."""
    return _ENTERED[colour][entries]


_ENTERED = {
    colour: [tuple(side for side in SIDES if entry(entries, side) == colour) for entries in range(256)]
    for colour in Colour
}


def fits(tile: Tile, entries: Entries) -> bool:
    """Do the colours match on every shared edge (RULES 1.2, step 1)?"""
    return all(entry(entries, side) in (0, colour_at(tile, side)) for side in SIDES)


def is_trap(entries: Entries) -> bool:
    """Return whether three or four edges of one colour enter (RULES 1.2, step 3)."""
    return any(len(entered(entries, colour)) >= 3 for colour in (WHITE, RED))


def forced_tile(entries: Entries) -> Tile:
    """Return the tile that forced play demands (RULES 1.2, step 2), or EMPTY."""
    if any(len(entered(entries, colour)) == 2 for colour in (WHITE, RED)) and not is_trap(entries):
        return next((tile for tile in TILES if fits(tile, entries)), EMPTY)
    return EMPTY


def _fitting(symbol: Symbol) -> Iterator[Tile]:
    """Yield, for each value of entries, the tile drawn as `symbol` that fits. One entry settles its colouring."""
    for entries in range(256):
        fitting = [tile for tile in TILES if SYMBOL[tile] == symbol and fits(tile, entries)]
        yield fitting[0] if entries and fitting else EMPTY


#: Where no side holds the impossible colour 3.
VALID_ENTRIES = tuple(e for e in range(256) if all(entry(e, side) != 3 for side in SIDES))


def _table(tiles: Iterable[Tile]) -> Sequence[Tile]:
    """Return one tile for each value of entries. Nothing is looked up as quickly as a byte."""
    return cast("Sequence[Tile]", bytes(tiles))


#: Marks a trap in FORCED; tiles have other numbers.
TRAP = Tile(0xFF)

#: entries → the forced tile, EMPTY, or TRAP.
FORCED = _table(TRAP if is_trap(entries) else forced_tile(entries) for entries in range(256))
#: Of a rule set without forced play.
NOTHING_FORCED = _table(EMPTY for _ in range(256))

#: symbol → entries → the one placement that fits, or EMPTY.
FITTING: dict[Symbol, Sequence[Tile]] = {symbol: _table(_fitting(symbol)) for symbol in SYMBOLS}
