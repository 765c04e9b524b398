"""The board as text: tiles three rows tall, so that the eye can follow a path from tile to tile.

A path is a line of box-drawing characters that leaves each tile in the middle of a side. White's are double and red's
single, so the drawing can be read without colour. On a tile with two curves each takes its own corner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from goldenrules.drawing import Drawing, Look, Span, spans
from goldenrules.trax.cells import Cell, cell_at, column_of, row_of
from goldenrules.trax.marks import Frame, Marks
from goldenrules.trax.position import Position
from goldenrules.trax.tiles import EAST, NORTH, RED, SOUTH, SYMBOL, WEST, WHITE, Colour, Tile, joined, opposite

__all__ = ["draw", "legend"]

HEIGHT = 3
#: Characters a tile takes: five look square; three where the board would be too wide.
WIDE, NARROW = 5, 3

_SIDES = ((NORTH, SOUTH), (EAST, WEST), (EAST, SOUTH), (SOUTH, WEST), (NORTH, EAST), (NORTH, WEST))
#: colour → sides joined → character.
LINES: dict[Colour, dict[frozenset[int], str]] = {
    WHITE: {frozenset(sides): char for sides, char in zip(_SIDES, "║═╔╗╚╝", strict=True)},
    RED: {frozenset(sides): char for sides, char in zip(_SIDES, "│─╭╮╰╯", strict=True)},
}
#: On a crossing: the colour that goes across → character.
CROSSINGS: dict[Colour, str] = {WHITE: "╪", RED: "╫"}
EMPTY_CELL, CHOSEN, FORCED, WINNING, CROSS = "·", "●", "○", "★", "✗"
#: The seam of a board that is a torus: beside a tile, and above one.
SEAM, SEAM_ABOVE = "┊", "┈"
_TO_ASCII = str.maketrans("║═╔╗╚╝│─╭╮╰╯╪╫·●○★✗┊┈", "H=####|-..''++:*o!X~~")


_INKS = {WHITE: Look("#ffffff", bold=True), RED: Look("#ff5f5f", bold=True)}
_SIGNS = {
    CHOSEN: Look("#ffd75f", bold=True),
    FORCED: Look("#5fd7ff", bold=True),
    WINNING: Look("#ffd75f", bold=True),
    CROSS: Look("#ffffff", "#c00000", bold=True),
}
_TILES, _CHOSEN_TILE, _FORCED_TILE, _WINNING_PATH = ("#1c2630", "#263340"), "#5f4a00", "#004d66", "#7a5f00"
_LABELS = Look("#8a8a8a")
_PLAIN = Look()


class Seam(NamedTuple):
    """Lines between cells: left of this column, and above this row."""

    column: int | None = None
    row: int | None = None


NO_SEAM = Seam()


class Glyph(NamedTuple):
    char: str
    #: The colours of its path: none, one, or both on a crossing, the one that goes across first.
    colours: tuple[Colour, ...] = ()


@cache
def tile_art(tile: Tile, width: int) -> list[list[Glyph]]:
    """Return the rows of a tile."""
    rows = [[Glyph(" ")] * width for _ in range(HEIGHT)]
    for colour in (WHITE, RED):
        for row, column, char in _path(frozenset(joined(tile, colour)), colour, width):
            rows[row][column] = Glyph(char, (colour,))
    if SYMBOL[tile] == "+":
        across, down = (WHITE, RED) if joined(tile, WHITE) == (EAST, WEST) else (RED, WHITE)
        rows[1][width // 2] = Glyph(CROSSINGS[across], (across, down))
    return rows


def _path(sides: frozenset[int], colour: Colour, width: int) -> Iterator[tuple[int, int, str]]:
    """Return row, column and character of each step of one path over a tile."""
    chars, middle = LINES[colour], width // 2
    upright, level = chars[frozenset((NORTH, SOUTH))], chars[frozenset((EAST, WEST))]
    if sides == {NORTH, SOUTH}:
        yield from ((row, middle, upright) for row in range(HEIGHT))
    elif sides == {EAST, WEST}:
        yield from ((1, column, level) for column in range(width))
    else:
        row, column = 0 if NORTH in sides else HEIGHT - 1, 0 if WEST in sides else width - 1
        yield row, middle, chars[sides]
        between = range(1, middle) if WEST in sides else range(middle + 1, width - 1)
        yield from ((row, x, level) for x in between)
        yield row, column, chars[frozenset(opposite(side) for side in sides)]
        yield 1, column, chars[sides]


def draw(
    position: Position,
    room: int | None = None,
    *,
    ascii_only: bool = False,
    crossed: Collection[Cell] = (),
    seam: Seam = NO_SEAM,
) -> Drawing:
    """Draw the board, and around it the labels that count for the next turn.

    Args:
        position: The position to draw.
        room: The columns that there are; None for any number. A wider board is drawn in narrow tiles.
        ascii_only: Draw with ASCII characters only.
        crossed: Cells to mark with a cross, even if they are empty.
        seam: Where lines are drawn between the cells.
    """
    picture = _Picture(position, WIDE, crossed, seam)
    if room is not None and picture.total > room:
        picture = _Picture(position, NARROW, crossed, seam)
    return picture.drawing(_TO_ASCII if ascii_only else {})


def legend(position: Position, *, ascii_only: bool = False) -> str:
    """Return what the signs of the drawing mean, as far as they occur in it."""
    marks = Marks(position)
    signs = {CHOSEN: "chosen", FORCED: "forced", WINNING: "winning path"}
    shown = {CHOSEN: marks.chosen, FORCED: marks.forced, WINNING: marks.winning}
    words = ["═ White", "─ Red", *(f"{sign} {meaning}" for sign, meaning in signs.items() if shown[sign])]
    text = "   ".join(words)
    return text.translate(_TO_ASCII) if ascii_only else text


class _Picture:
    def __init__(self, position: Position, width: int, crossed: Collection[Cell], seam: Seam) -> None:
        self.position = position
        self.crossed, self.seam = crossed, seam
        self.width = width
        self.marks = Marks(position)
        self.frame = Frame(position, crossed)
        self.area = self.frame.area
        self.margin = max(len(name) for _, name in self.frame.rows()) + 1
        self.total = self.margin + sum(self._room(column) for column, _ in self.frame.columns())

    def drawing(self, characters: dict[int, int]) -> Drawing:
        """Return the drawing.

        `characters`: replacements for some characters.
        """
        return Drawing(tuple(spans(line, characters) for line in self._lines()))

    def _lines(self) -> Iterator[list[Span]]:
        names = [name.center(self._width(column)).rjust(self._room(column)) for column, name in self.frame.columns()]
        yield [Span((" " * self.margin + "".join(names)).rstrip(), _LABELS)]
        for row, number in self.frame.rows():
            if row == self.seam.row:
                yield [Span(" " * self.margin + SEAM_ABOVE * (self.total - self.margin), _LABELS)]
            inside = self.area.top <= row <= self.area.bottom
            yield from (self._line(row, number, y) for y in (range(HEIGHT) if inside else [1]))

    def _width(self, column: int) -> int:
        return self.width if self.area.left <= column <= self.area.right else NARROW

    def _room(self, column: int) -> int:
        """Return the width of the column, and of the seam before it."""
        return self._width(column) + (column == self.seam.column)

    def _line(self, row: int, number: str, y: int) -> list[Span]:
        line = [Span((number if y == 1 else "").rjust(self.margin - 1), _LABELS)]
        gap = " "
        for cell in (cell_at(column, row) for column, _ in self.frame.columns()):
            if column_of(cell) == self.seam.column:
                line += [Span(gap, _PLAIN), Span(SEAM, _LABELS)]
                gap = ""
            tile = self.position.tiles.get(cell)
            if not tile and not (cell in self.area and y == 1):
                gap += " " * self._width(column_of(cell))
                continue
            line.append(Span(gap, _PLAIN))
            line.extend(self._tile(cell, tile, y) if tile else [self._empty(cell)])
            gap = ""
        return line

    def _empty(self, cell: Cell) -> Span:
        sign = CROSS if cell in self.crossed else EMPTY_CELL
        return Span(sign.center(self.width), _SIGNS.get(sign, _LABELS))

    def _tile(self, cell: Cell, tile: Tile, y: int) -> Iterator[Span]:
        signs = self._signs(cell, tile)
        ground = _TILES[(column_of(cell) + row_of(cell)) & 1]
        if cell in self.marks.turn:
            ground = _CHOSEN_TILE if cell in self.marks.chosen else _FORCED_TILE
        for x, glyph in enumerate(tile_art(tile, self.width)[y]):
            sign = signs.get((y, x))
            won = any((cell, colour) in self.marks.winning for colour in glyph.colours)
            look = _SIGNS[sign] if sign else _INKS[glyph.colours[0]] if glyph.colours else _PLAIN
            yield Span(sign or glyph.char, look._replace(ground=_WINNING_PATH if won else look.ground or ground))

    def _signs(self, cell: Cell, tile: Tile) -> dict[tuple[int, int], str]:
        """Return what is pointed out about a tile, in the two of its corners where no path runs."""
        first, second = ((0, self.width - 1), (2, 0)) if SYMBOL[tile] == "/" else ((0, 0), (2, self.width - 1))
        signs = {}
        if cell in self.marks.turn:
            signs[first] = CHOSEN if cell in self.marks.chosen else FORCED
        if cell in self.crossed:
            signs[first] = signs[second] = CROSS
            return signs
        if any((cell, colour) in self.marks.winning for colour in (WHITE, RED)):
            signs[second] = WINNING
        return signs
