"""The board in a terminal: tiles three rows tall, so that the eye can follow a path from tile to tile.

A path is a line of box-drawing characters that leaves each tile in the middle of a side. White's are double and red's
single, so the picture can be read without colour. On a tile with two curves each takes its own corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from goldenrules.trax import RED, SYMBOL, WHITE, Cell, Colour, Position, Tile, cell_at, column_of, row_of
from goldenrules.trax.notation import labelled
from goldenrules.trax.scan import column_name
from goldenrules.trax.tiles import EAST, NORTH, SOUTH, WEST, joined, opposite
from rich.text import Text

from loopline.games.trax.marks import Marks, area

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
EMPTY_CELL, CHOSEN, FORCED, WINNING, WRONG = "·", "●", "○", "★", "✗"
_TO_ASCII = str.maketrans("║═╔╗╚╝│─╭╮╰╯╪╫·●○★✗", "H=####|-..''++:*o!X")

_COLOURS = {WHITE: "bold #ffffff", RED: "bold #ff5f5f"}
_MARKS = {CHOSEN: "bold #ffd75f", FORCED: "bold #5fd7ff", WINNING: "bold #ffd75f", WRONG: "bold #ffffff on #c00000"}
_TILES, _CHOSEN_TILE, _FORCED_TILE, _WINNING_PATH = ("#1c2630", "#263340"), "#5f4a00", "#004d66", "#7a5f00"
_LABELS = "#8a8a8a"


class Glyph(NamedTuple):
    char: str
    #: Whose path it belongs to: nobody's, one's, or both on a crossing, whoever goes across first.
    colours: tuple[Colour, ...] = ()


@cache
def tile_art(tile: Tile, width: int) -> list[list[Glyph]]:
    """The rows of a tile."""
    rows = [[Glyph(" ")] * width for _ in range(HEIGHT)]
    for colour in (WHITE, RED):
        for row, column, char in _path(frozenset(joined(tile, colour)), colour, width):
            rows[row][column] = Glyph(char, (colour,))
    if SYMBOL[tile] == "+":
        across, down = (WHITE, RED) if joined(tile, WHITE) == (EAST, WEST) else (RED, WHITE)
        rows[1][width // 2] = Glyph(CROSSINGS[across], (across, down))
    return rows


def _path(sides: frozenset[int], colour: Colour, width: int) -> Iterator[tuple[int, int, str]]:
    """Row, column and character of each step of one path over a tile."""
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


def draw(position: Position, room: int | None = None, *, ascii_only: bool = False, wrong: Cell | None = None) -> Text:
    """The board, and around it the labels that count for the next turn; in narrow tiles if `room` is too narrow.

    `wrong` marks one cell, be it empty.
    """
    picture = _Picture(position, WIDE, wrong)
    if room is not None and picture.total > room:
        picture = _Picture(position, NARROW, wrong)
    text = picture.text()
    if ascii_only:
        text.plain = text.plain.translate(_TO_ASCII)
    return text


def legend(position: Position, *, ascii_only: bool = False) -> str:
    """What the signs of the picture mean, as far as they occur in it."""
    marks = Marks(position)
    signs = {CHOSEN: "chosen", FORCED: "forced", WINNING: "winning path"}
    shown = {CHOSEN: marks.chosen, FORCED: marks.forced, WINNING: marks.winning}
    words = ["═ White", "─ Red", *(f"{sign} {meaning}" for sign, meaning in signs.items() if shown[sign])]
    text = "   ".join(words)
    return text.translate(_TO_ASCII) if ascii_only else text


class _Picture:
    def __init__(self, position: Position, width: int, wrong: Cell | None) -> None:
        self.position = position
        self.wrong = wrong
        self.width = width
        self.marks = Marks(position)
        self.labels = labelled(position)
        self.margin = len(str(self.labels.rows - 1)) + 1
        #: The cells drawn at full size; around them there is just room for the labels.
        self.area = area(position)
        self.total = self.margin + sum(map(self._width, range(self.labels.left, self.labels.right + 1)))

    def text(self) -> Text:
        labels = self.labels
        names = [column_name(i).center(self._width(labels.left + i)) for i in range(labels.columns)]
        lines = [Text((" " * self.margin + "".join(names)).rstrip(), _LABELS)]
        for row in range(labels.top, labels.bottom + 1):
            inside = self.area.top <= row <= self.area.bottom
            lines.extend(self._line(row, y) for y in (range(HEIGHT) if inside else [1]))
        return Text("\n").join(lines)

    def _width(self, column: int) -> int:
        return self.width if self.area.left <= column <= self.area.right else NARROW

    def _line(self, row: int, y: int) -> Text:
        number = str(row - self.labels.top) if y == 1 else ""
        line = Text(number.rjust(self.margin - 1), _LABELS)
        gap = " "
        for cell in (cell_at(column, row) for column in range(self.labels.left, self.labels.right + 1)):
            tile = self.position.tiles.get(cell)
            if tile:
                line.append(gap)
                self._tile(line, cell, tile, y)
                gap = ""
            elif cell in self.area and y == 1:
                line.append(gap)
                sign = WRONG if cell == self.wrong else EMPTY_CELL
                line.append(sign.center(self.width), _MARKS.get(sign, _LABELS))
                gap = ""
            else:
                gap += " " * self._width(column_of(cell))
        return line

    def _tile(self, line: Text, cell: Cell, tile: Tile, y: int) -> None:
        signs = self._signs(cell, tile)
        ground = _TILES[(column_of(cell) + row_of(cell)) & 1]
        if cell in self.marks.turn:
            ground = _CHOSEN_TILE if cell in self.marks.chosen else _FORCED_TILE
        for x, glyph in enumerate(tile_art(tile, self.width)[y]):
            sign = signs.get((y, x))
            won = any((cell, colour) in self.marks.winning for colour in glyph.colours)
            style = _MARKS[sign] if sign else _COLOURS[glyph.colours[0]] if glyph.colours else ""
            line.append(sign or glyph.char, f"{style} on {_WINNING_PATH if won else ground}")

    def _signs(self, cell: Cell, tile: Tile) -> dict[tuple[int, int], str]:
        """What is pointed out about a tile, in the two of its corners where no path runs."""
        first, second = ((0, self.width - 1), (2, 0)) if SYMBOL[tile] == "/" else ((0, 0), (2, self.width - 1))
        signs = {}
        if cell in self.marks.turn:
            signs[first] = CHOSEN if cell in self.marks.chosen else FORCED
        if cell == self.wrong:
            signs[first] = signs[second] = WRONG
            return signs
        if any((cell, colour) in self.marks.winning for colour in (WHITE, RED)):
            signs[second] = WINNING
        return signs
