"""Values of a Tsolitaire engine's ports in the words of the game."""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.tsolitaire import CELLS, ROTATION_NAMES, TILES, Cell, cell_name


def cell_in_words(cell: int) -> str:
    """The cell's name, or that the number is not a cell."""
    return cell_name(Cell(cell)) if cell < len(CELLS) else f"{cell}, which is not a cell"


def tile_in_words(tile: int) -> str:
    """The tile's number, "none", or that the number is not a tile."""
    return str(tile) if tile < len(TILES) else "none" if tile == 63 else f"{tile}, which is not a tile"


def rotation_in_words(rotation: int) -> str:
    """The letter of the rotation."""
    return ROTATION_NAMES[rotation]


def over_in_words(over: int) -> str:
    """The number, and whether the game is over."""
    return f"{over}, {'the game is over' if over else 'the game goes on'}"


def these_stones(mask: int) -> str:
    """The numbers of the stones in the mask."""
    return _these(mask, "stone")


def these_tiles(mask: int) -> str:
    """The numbers of the tiles in the mask."""
    return _these(mask, "tile")


def _these(mask: int, what: str) -> str:
    numbers = [*bits(mask)]
    return f"{what}{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}" if numbers else f"no {what}"


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    return (number for number in range(mask.bit_length()) if mask >> number & 1)


def fits_in_words(fits: int) -> str:
    """Stone by stone, as it does not say which cells they face."""
    rotations = [f"at stone {number >> 2} {ROTATION_NAMES[number & 3]}" for number in bits(fits)]
    return ", ".join(rotations) or "nowhere"


def content_in_words(content: int) -> str:
    """What lies on a cell."""
    if not content:
        return "nothing"
    number, rotation = content >> 2 & 63, ROTATION_NAMES[content & 3]
    return f"{tile_in_words(number)}{rotation}" if content >> 8 else f"{content}, which means nothing"


def stones_in_words(packed: int) -> str:
    """Stone 0 first, each as cell and port."""
    places = [packed >> right & 511 for right in range(0, 72, 9)]
    return " ".join(f"{cell_in_words(place >> 3)}/{place & 7}" for place in places)
