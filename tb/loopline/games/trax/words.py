"""Numbers in the fields of an engine's ports, in words."""

from __future__ import annotations

from goldenrules.trax import RED, SYMBOL, WHITE, Tile, Win

_SIDES = ("north", "east", "south", "west")
#: What each bit of the wins means, the lowest first.
_WINS = [(colour, kind) for colour in (WHITE, RED) for kind in ("loop", "line across", "line down")]
_WIN_BITS = {win: 1 << bit for bit, win in enumerate(_WINS)}


def win_bits(wins: list[Win]) -> int:
    """One bit for each colour and kind of formation, white in the lower three."""
    bits = 0
    for win in wins:
        bits |= _WIN_BITS[win.colour, win.kind]
    return bits


def wins_in_words(value: int) -> str:
    """Bits to formations, `white line across and red loop`."""
    won = (f"{colour.name.lower()} {kind}" for (colour, kind), bit in _WIN_BITS.items() if value & bit)
    return f"{value:06b}, {' and '.join(won) or 'none'}"


def tile_name(value: int) -> str:
    """The tile's symbol and its red sides, or that the number is not a tile."""
    if (tile := Tile(value)) in SYMBOL:
        red = (side for bit, side in enumerate(_SIDES) if tile >> bit & 1)
        return f"{SYMBOL[tile]} with red to the {' and '.join(red)}"
    return "not a tile" if tile else "no tile"


def tile_in_words(value: int) -> str:
    """The number in binary, and the tile's name."""
    return f"{value:04b}, {tile_name(value)}"


def entries_in_words(value: int) -> str:
    """The number in binary, and which colour enters from which side."""
    sides = [f"{_ENTERS[value >> 2 * at & 3]} from the {side}" for at, side in enumerate(_SIDES) if value >> 2 * at & 3]
    return f"{value:08b}, {', '.join(sides) or 'nothing enters'}"


_ENTERS = {1: "white", 2: "red", 3: "white and red at once"}


def over_in_words(value: int) -> str:
    """The number, and whether the game is over."""
    return f"{value}, {'the game is over' if value else 'the game goes on'}"
