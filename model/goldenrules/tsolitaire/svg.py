"""The board as an SVG picture: four smooth paths on each tile, the tracks of the stones in their colours."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from goldenrules.svg import TILE_EDGE, TILE_FILL, document, number, square, stroke, text, texts, written
from goldenrules.tsolitaire.captions import caption, lines
from goldenrules.tsolitaire.cells import CELLS, COLUMN_NAMES, SIZE, Cell, Place, Stone, column_of, row_of
from goldenrules.tsolitaire.marks import STONE_COLOURS, Path, curve, inwards, paths_of, place_of, tracks
from goldenrules.tsolitaire.notation import Placement
from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import JOINTS, ROTATION_NAMES, Tile

__all__ = ["svg"]

TILE = 72
_EDGE, _BELOW = 34, 62
_BOARD = SIZE * TILE
_WIDTH, _HEIGHT = _BOARD + 2 * _EDGE, _BOARD + _EDGE + _BELOW

_CELL_FILL, _CELL_EDGE = "#e6dfd0", "#c9bfab"
_PATH, _NAME, _LAST = "#8a97a3", "#ffffff", "#ffc629"
_STROKE, _CASING, _STONE = 5, 10, 9


def svg(position: Position, end: Tile | None = None, stones: Sequence[Place] = ()) -> str:
    """Return the position as an SVG document.

    Args:
        position: The position to draw.
        end: The tile that could not be placed.
        stones: Where the stones are drawn instead, such as in the middle of the last turn.
    """
    root, board = document(_WIDTH, _HEIGHT, caption(position, end), turn=90)
    _labels(board)
    below = texts(root)
    for row, line in enumerate(lines(position, end)):
        text(below, _WIDTH // 2, _EDGE + _BOARD + 25 + 21 * row, line)
    on_board = SubElement(board, "g", transform=f"translate({_EDGE} {_EDGE})")
    passed = tracks(position)
    for cell in CELLS:
        where = f"translate({column_of(cell) * TILE} {row_of(cell) * TILE})"
        _cell(SubElement(on_board, "g", transform=where), position.placed.get(cell), passed)
    if position.turns:
        _outline(on_board, position.turns[-1].move.cell)
    for stone, place in enumerate(stones or position.stones):
        _stone(on_board, stone, place)
    return written(root)


def _labels(board: Element) -> None:
    names = texts(board)
    for column, name in enumerate(COLUMN_NAMES):
        middle = _EDGE + column * TILE + TILE // 2
        text(names, middle, _EDGE - 14, name)
        text(names, _EDGE // 2 - 3, middle + 5, str(column + 1))


def _cell(place: Element, placement: Placement | None, passed: dict[tuple[Cell, Path], Stone]) -> None:
    fill, edge = (TILE_FILL, TILE_EDGE) if placement else (_CELL_FILL, _CELL_EDGE)
    square(place, TILE, fill, edge, 1)
    if not placement:
        return
    paths = paths_of(JOINTS[placement.tile][placement.rotation])
    # Tracks last, so that they lie on top. The casing shows that two paths that cross do not meet.
    for path in sorted(paths, key=lambda path: (placement.cell, path) in passed):
        stone = passed.get((placement.cell, path))
        stroke(place, _path(path), TILE_FILL, _CASING)
        stroke(place, _path(path), _PATH if stone is None else STONE_COLOURS[stone], _STROKE)
    # Paths may run through the corner: the name has a casing, too.
    name = SubElement(place, "text", x=number(TILE - 4), y=number(TILE - 5), fill=_NAME, stroke=TILE_FILL)
    name.attrib.update({"font-family": "sans-serif", "font-size": "12", "font-weight": "bold", "text-anchor": "end"})
    name.attrib.update({"stroke-width": "3", "stroke-linejoin": "round", "paint-order": "stroke"})
    name.text = f"{placement.tile}{ROTATION_NAMES[placement.rotation]}"


def _path(path: Path) -> str:
    (ax, ay), *others = (tuple(number(value * TILE) for value in point) for point in curve(path))
    return f"M{ax} {ay}C" + " ".join(f"{x} {y}" for x, y in others)


def _outline(parent: Element, cell: Cell) -> None:
    """Draw a line around the last tile that was placed."""
    where = f"translate({column_of(cell) * TILE} {row_of(cell) * TILE})"
    square(SubElement(parent, "g", transform=where), TILE, "none", _LAST, 3, inset=1.5)


def _stone(parent: Element, stone: int, place: Place) -> None:
    """Draw a stone in the cell that it faces, at its port."""
    (x, y), (dx, dy) = place_of(place.port), inwards(place.port)
    x = (column_of(place.cell) + x) * TILE + dx * _STONE
    y = (row_of(place.cell) + y) * TILE + dy * _STONE
    disc = SubElement(parent, "circle", cx=number(x), cy=number(y), r=str(_STONE), fill=STONE_COLOURS[stone])
    disc.set("stroke", "#1c2630")
    disc.set("stroke-width", "1.5")
    name = SubElement(parent, "text", x=number(x), y=number(y + 4), fill="#1c2630")
    name.attrib.update({"font-family": "sans-serif", "font-size": "11", "font-weight": "bold", "text-anchor": "middle"})
    name.text = str(stone)
