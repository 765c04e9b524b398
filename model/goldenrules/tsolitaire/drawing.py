"""The board as text. Paths are curves of braille dots, so that the eye can follow them from tile to tile.

In plain ASCII each end of a path is a letter instead, the same at both ends. Either way a path that a stone has passed
has the number of the stone: as its colour, or in place of the letter.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.drawing import Drawing, Look, Span, spans
from goldenrules.tsolitaire.cells import COLUMN_NAMES, SIZE, Cell, cell_at
from goldenrules.tsolitaire.marks import STONE_COLOURS, paths_of, point_on, tracks
from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import JOINTS, PORTS, Port

__all__ = ["draw", "legend"]

HEIGHT = 4
WIDE, NARROW = 8, 7
_MARGIN = 2
#: Dots of a braille character, by column and row.
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BRAILLE = 0x2800
#: Enough for the dots of a curve to touch.
_POINTS = 64

_LABELS, _PLAIN = Look("#8a8a8a"), Look()
_PATH = "#d8d8d8"
_TILES, _LAST_TILE = ("#1c2630", "#263340"), "#5f4a00"
_STONES = tuple(Look("#000000", colour, bold=True) for colour in STONE_COLOURS)

#: A character of the picture, and how it looks.
_Glyphs = list[tuple[str, Look]]


def draw(position: Position, room: int | None = None, *, ascii_only: bool = False) -> Drawing:
    """Draw the board with its labels.

    Args:
        position: The position to draw.
        room: The columns that there are; None for any number. A wider board is drawn in letters.
        ascii_only: Draw with ASCII characters only.
    """
    wide = _MARGIN + SIZE * WIDE
    if ascii_only or (room is not None and room < wide):
        return _Letters(position).drawing()
    return _Curves(position).drawing()


def legend(position: Position, *, ascii_only: bool = False) -> str:
    """Return what the signs of the drawing mean."""
    words = "0-7 stones" if ascii_only else "0–7 stones, and the colours of their tracks"
    if ascii_only and position.turns:
        words += " and their tracks   a-d the two ends of any other path   ( ) the last tile"
    return words


class _Picture:
    width: int

    def __init__(self, position: Position) -> None:
        self.position = position
        self.tracks = tracks(position)
        self.stones = {place: stone for stone, place in enumerate(position.stones)}
        self.last = position.turns[-1].move.cell if position.turns else None

    def drawing(self) -> Drawing:
        names = " " * _MARGIN + "".join(name.center(self.width) for name in COLUMN_NAMES)
        lines = [[Span(names.rstrip(), _LABELS)]]
        for row in range(SIZE):
            cells = [self.cell(cell_at(row, column)) for column in range(SIZE)]
            for y in range(HEIGHT):
                label = str(row + 1) if y == (HEIGHT - 1) // 2 else ""
                glyphs = [glyph for cell in cells for glyph in cell[y]]
                while glyphs and glyphs[-1][0] == " " and not glyphs[-1][1].ground:
                    glyphs.pop()
                margin = label.ljust(_MARGIN if glyphs else 0)
                lines.append([Span(margin, _LABELS), *(Span(*glyph) for glyph in glyphs)])
        return Drawing(tuple(spans(line, {}) for line in lines))

    def cell(self, cell: Cell) -> list[_Glyphs]:
        raise NotImplementedError

    def with_stones(self, cell: Cell, lines: list[_Glyphs]) -> list[_Glyphs]:
        for port in PORTS:
            stone = next((s for s, place in enumerate(self.position.stones) if place == (cell, port)), None)
            if stone is not None:
                column, row = self.at(port)
                lines[row][column] = str(stone), _STONES[stone]
        return lines

    def at(self, port: Port) -> tuple[int, int]:
        """Return column and row of the character at a port."""
        last, near, further = self.width - 1, 2, self.width - 3
        columns = near, further, last, last, further, near, 0, 0
        return columns[port], (0, 0, 1, 2, 3, 3, 2, 1)[port]

    def joints(self, cell: Cell) -> tuple[Port, ...]:
        placement = self.position.placed[cell]
        return JOINTS[placement.tile][placement.rotation]


class _Curves(_Picture):
    width = WIDE

    def cell(self, cell: Cell) -> list[_Glyphs]:
        if cell not in self.position.placed:
            lines = [[(" ", _PLAIN)] * self.width for _ in range(HEIGHT)]
            lines[1][self.width // 2 - 1] = "·", _LABELS
            return self.with_stones(cell, lines)
        ground = _LAST_TILE if cell == self.last else _TILES[sum(divmod(cell, SIZE)) % 2]
        dots = [[0] * self.width for _ in range(HEIGHT)]
        inks = [[_PATH] * self.width for _ in range(HEIGHT)]
        for path in paths_of(self.joints(cell)):
            stone = self.tracks.get((cell, path))
            for x, y in _dots(path, self.width):
                dots[y // 4][x // 2] |= _DOTS[x % 2][y % 4]
                if stone is not None:
                    inks[y // 4][x // 2] = STONE_COLOURS[stone]
        return [
            [(chr(_BRAILLE + byte) if byte else " ", Look(ink, ground)) for byte, ink in zip(*line, strict=True)]
            for line in zip(dots, inks, strict=True)
        ]


def _dots(path: tuple[Port, Port], width: int) -> Iterator[tuple[int, int]]:
    """Yield the dots of a curve on a tile of this many characters."""
    across, down = 2 * width, 4 * HEIGHT
    for step in range(_POINTS + 1):
        x, y = point_on(path, step / _POINTS)
        yield min(int(x * across), across - 1), min(int(y * down), down - 1)


class _Letters(_Picture):
    width = NARROW

    def cell(self, cell: Cell) -> list[_Glyphs]:
        placement = self.position.placed.get(cell)
        if not placement:
            return self.with_stones(cell, _plain([".     .", "       ", "       ", ".     ."]))
        left, right = "()" if cell == self.last else "  "
        name = f"{left}{str(placement)[2:]}{right}".center(self.width - 2)
        lines = _plain(["+-----+", f"|{name}|", "|     |", "+-----+"])
        letters = iter("abcd")
        for path in paths_of(self.joints(cell)):
            stone = self.tracks.get((cell, path))
            sign, look = (next(letters), Look()) if stone is None else (str(stone), Look(STONE_COLOURS[stone]))
            for port in path:
                column, row = self.at(port)
                lines[row][column] = sign, look
        return lines


def _plain(lines: list[str]) -> list[_Glyphs]:
    return [[(char, _LABELS) for char in line] for line in lines]
