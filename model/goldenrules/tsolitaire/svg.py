"""The board as an SVG picture: four smooth paths on each tile, the tracks of the stones in their colours."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from goldenrules.svg import TILE_EDGE, TILE_FILL, document, texts, written
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
    """A whole SVG document. `end`: the tile that could not be placed. `stones`: where they are, in the middle of the
    last turn."""
    root, board = document(_WIDTH, _HEIGHT, caption(position, end), turn=90)
    _labels(board)
    below = texts(root)
    for number, line in enumerate(lines(position, end)):
        _text(below, _WIDTH // 2, _EDGE + _BOARD + 25 + 21 * number, line)
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
    for number, name in enumerate(COLUMN_NAMES):
        middle = _EDGE + number * TILE + TILE // 2
        _text(names, middle, _EDGE - 14, name)
        _text(names, _EDGE // 2 - 3, middle + 5, str(number + 1))


def _text(parent: Element, x: float, y: float, text: str) -> None:
    SubElement(parent, "text", x=_number(x), y=_number(y)).text = text


def _cell(place: Element, placement: Placement | None, passed: dict[tuple[Cell, Path], Stone]) -> None:
    fill, edge = (TILE_FILL, TILE_EDGE) if placement else (_CELL_FILL, _CELL_EDGE)
    _square(place, fill, edge, 1)
    if not placement:
        return
    paths = paths_of(JOINTS[placement.tile][placement.rotation])
    # Tracks last, so that they lie on top. The casing shows that two paths that cross do not meet.
    for path in sorted(paths, key=lambda path: (placement.cell, path) in passed):
        stone = passed.get((placement.cell, path))
        _path(place, path, TILE_FILL, _CASING)
        _path(place, path, _PATH if stone is None else STONE_COLOURS[stone], _STROKE)
    # Paths may run through the corner: the name has a casing, too.
    name = SubElement(place, "text", x=_number(TILE - 4), y=_number(TILE - 5), fill=_NAME, stroke=TILE_FILL)
    name.attrib.update({"font-family": "sans-serif", "font-size": "12", "font-weight": "bold", "text-anchor": "end"})
    name.attrib.update({"stroke-width": "3", "stroke-linejoin": "round", "paint-order": "stroke"})
    name.text = f"{placement.tile}{ROTATION_NAMES[placement.rotation]}"


def _square(parent: Element, fill: str, edge: str, width: float, inset: float = 0.5) -> Element:
    size = _number(TILE - 2 * inset)
    square = SubElement(parent, "rect", x=_number(inset), y=_number(inset), width=size, height=size, rx="3", fill=fill)
    square.attrib.update({"stroke": edge, "stroke-width": _number(width)})
    return square


def _path(parent: Element, path: Path, stroke: str, width: int) -> None:
    (ax, ay), *others = (tuple(_number(value * TILE) for value in point) for point in curve(path))
    bends = " ".join(f"{x} {y}" for x, y in others)
    line = SubElement(parent, "path", d=f"M{ax} {ay}C{bends}", fill="none", stroke=stroke)
    line.set("stroke-width", str(width))


def _outline(parent: Element, cell: Cell) -> None:
    """Around the last tile that was placed."""
    where = f"translate({column_of(cell) * TILE} {row_of(cell) * TILE})"
    _square(SubElement(parent, "g", transform=where), "none", _LAST, 3, inset=1.5)


def _stone(parent: Element, stone: int, place: Place) -> None:
    """In the cell that it faces, at its port."""
    (x, y), (dx, dy) = place_of(place.port), inwards(place.port)
    x = (column_of(place.cell) + x) * TILE + dx * _STONE
    y = (row_of(place.cell) + y) * TILE + dy * _STONE
    disc = SubElement(parent, "circle", cx=_number(x), cy=_number(y), r=str(_STONE), fill=STONE_COLOURS[stone])
    disc.set("stroke", "#1c2630")
    disc.set("stroke-width", "1.5")
    number = SubElement(parent, "text", x=_number(x), y=_number(y + 4), fill="#1c2630")
    number.attrib.update({"font-family": "sans-serif", "font-size": "11", "font-weight": "bold"})
    number.set("text-anchor", "middle")
    number.text = str(stone)


def _number(value: float) -> str:
    """Two decimals are enough, and no more than needed."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
