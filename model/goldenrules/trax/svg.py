"""The board as an SVG picture: curves as arcs, crossings with one path over the other."""

from __future__ import annotations

from collections.abc import Collection
from xml.etree.ElementTree import Element, SubElement

from goldenrules.svg import TILE_EDGE, TILE_FILL, cross, document, number, square, stroke, text, texts, written
from goldenrules.trax.captions import caption
from goldenrules.trax.cells import Cell, column_of, row_of
from goldenrules.trax.game import Game
from goldenrules.trax.marks import Frame, Marks
from goldenrules.trax.position import Position
from goldenrules.trax.tiles import EAST, NORTH, PLUS_WHITE_ACROSS, RED, SOUTH, WEST, WHITE, Colour, Tile, joined

__all__ = ["svg"]

TILE = 40
_HALF = TILE // 2
#: Around the board: a strip of cells at half size, then one for the labels.
_RIM, _LABELS = 26, 24
_BOARD = _RIM + _LABELS
_BELOW = 62
_NARROWEST, _LARGEST = 400, 1.6

_DOT = "#a9a08d"
_STROKES = {WHITE: "#ffffff", RED: "#f0464a"}
_CHOSEN, _FORCED, _WINNING = "#ffc629", "#4fc3f7", "#b88a00"
_STROKE, _CASING, _GLOW = 7, 13, 19

_MIDDLES = {NORTH: (_HALF, 0), EAST: (TILE, _HALF), SOUTH: (_HALF, TILE), WEST: (0, _HALF)}


def svg(game: Game | Position, crossed: Collection[Cell] = (), said: str = "") -> str:
    """Return a game or a position as an SVG document.

    Args:
        game: What is drawn.
        crossed: Cells to cross out.
        said: The text below the board, instead of the caption.
    """
    position = game.position if isinstance(game, Game) else game
    frame, marks = Frame(position, crossed), Marks(position)
    cells = frame.area
    across, down = 2 * _BOARD + cells.columns * TILE, 2 * _BOARD + cells.rows * TILE
    scale = max(1, min(_LARGEST, _NARROWEST / across))  # a small board fills the picture
    width, height = max(across, _NARROWEST), round(scale * down) + _BELOW
    centred = f"translate({number((width - scale * across) / 2)} 0) scale({number(scale)})"
    root, board = document(width, height, said or caption(game), turn=180, place=centred)
    names = texts(board)
    for column, name in frame.columns():
        text(names, _middle(column - cells.left, cells.columns), _LABELS - 4, name)
    for row, name in frame.rows():
        text(names, _LABELS // 2 + 4, _middle(row - cells.top, cells.rows) + 5, name)

    for cell in cells.cells():
        x, y = column_of(cell) - cells.left, row_of(cell) - cells.top
        if cell in position.tiles:
            place = SubElement(board, "g", transform=f"translate({_BOARD + x * TILE} {_BOARD + y * TILE})")
            _tile(place, cell, position.tiles[cell], marks)
        else:
            dot = {"cx": str(_middle(x, cells.columns)), "cy": str(_middle(y, cells.rows))}
            SubElement(board, "circle", dot, r="2", fill=_DOT)
    for cell in crossed:
        x, y = (
            _middle(at, of)
            for at, of in ((column_of(cell) - cells.left, cells.columns), (row_of(cell) - cells.top, cells.rows))
        )
        cross(board, x, y, 11)
    below = texts(root)
    text(below, width // 2, height - _BELOW + 14, said or caption(game))
    _legend(root, below, width // 2, height - 24, marks)
    return written(root)


def _middle(index: int, cells: int) -> int:
    """Return where the middle of a column or row lies; the first and last are those around the board."""
    if index < 0:
        return _LABELS + _RIM // 2
    return _BOARD + (index * TILE + _HALF if index < cells else cells * TILE + _RIM // 2)


def _tile(place: Element, cell: Cell, tile: Tile, marks: Marks) -> None:
    square(place, TILE, TILE_FILL, TILE_EDGE, 1)
    for colour in (WHITE, RED):
        if (cell, colour) in marks.winning:
            stroke(place, path_of(tile, colour), _WINNING, _GLOW)
    for colour in (RED, WHITE):
        # Where they cross, the gap in the lower path shows that they do not meet.
        if colour == WHITE and joined(tile, WHITE) in ((EAST, WEST), (NORTH, SOUTH)):
            under = _WINNING if (cell, WHITE) in marks.winning else TILE_FILL
            stroke(place, path_of(tile, WHITE), under, _CASING)
        stroke(place, path_of(tile, colour), _STROKES[colour], _STROKE)
    if cell in marks.turn:
        _outline(place, cell in marks.chosen)


def _outline(parent: Element, chosen: bool) -> None:
    """Draw a full line around the chosen tile, a broken one around each forced tile."""
    outline = square(parent, TILE, "none", _CHOSEN if chosen else _FORCED, 3, inset=2)
    if not chosen:
        outline.set("stroke-dasharray", "5 4")


def path_of(tile: Tile, colour: Colour) -> str:
    """Return a straight, or a quarter of a circle around the corner between its two sides."""
    a, b = joined(tile, colour)
    (ax, ay), (bx, by) = _MIDDLES[a], _MIDDLES[b]
    if ax == bx or ay == by:
        return f"M{ax} {ay}L{bx} {by}"
    # joined() names the sides clockwise from the north: all curves turn the same way but the one from north to west.
    sweep = 1 if (a, b) == (NORTH, WEST) else 0
    return f"M{ax} {ay}A{_HALF} {_HALF} 0 0 {sweep} {bx} {by}"


def _legend(root: Element, texts: Element, middle: int, y: int, marks: Marks) -> None:
    shown = [name for name in ("chosen", "forced", "winning") if getattr(marks, name)]
    start = middle - 110 * len(shown) // 2
    for index, name in enumerate(shown):
        x = start + 110 * index
        place = SubElement(root, "g", transform=f"translate({x} {y - 15}) scale(.5)")
        square(place, TILE, TILE_FILL, TILE_EDGE, 1)
        if name == "winning":
            stroke(place, path_of(PLUS_WHITE_ACROSS, RED), _WINNING, _GLOW)
        else:
            _outline(place, name == "chosen")
        text(texts, x + 60, y, name)
