"""The board as an SVG picture: hexagons, the stones of a group joined by bars, a small mark of who may place.

It can be printed without colours: an empty ring is White's, a full one Black's.
"""

from __future__ import annotations

from math import cos, pi, sin
from xml.etree.ElementTree import Element, SubElement

from goldenrules.evening.captions import caption, groups, standing
from goldenrules.evening.cells import Cell, Hexagon
from goldenrules.evening.colours import BLACK, WHITE, Colour, other
from goldenrules.evening.position import Position
from goldenrules.svg import TEXT, cross, document, written

__all__ = ["svg"]

#: From one cell to the next in its row, and from one row to the next.
ACROSS, DOWN = 48, 42
_CORNER = ACROSS / 3**0.5
_STONE, _BAR, _MARK = 18, 10, 5
_RIM = 34
_BELOW = 140
_NARROWEST = 400

_CELL, _EDGE, _LAST = "#e3d5b8", "#a9997a", "#d9480f"
_OUTLINE = "#26323d"
_FILLS = {WHITE: "#ffffff", BLACK: _OUTLINE}


def svg(position: Position, wrong: Cell | None = None) -> str:
    """Return the position as an SVG document. `wrong`: a cell that is crossed out."""
    board = position.hexagon
    width = max((2 * board.side - 1) * ACROSS + 2 * _RIM, _NARROWEST)
    height = (2 * board.side - 2) * DOWN + round(2 * _CORNER) + _RIM + _BELOW
    root, drawn = document(width, height, caption(position), turn=60)
    root.set("font-family", "sans-serif")
    places = _places(board, width / 2)
    may_place = {cell: colour for colour in (WHITE, BLACK) for cell in position.cells(colour)}
    for cell, (x, y) in places.items():
        points = " ".join(f"{x + _CORNER * sin(k * pi / 3):.1f},{y + _CORNER * cos(k * pi / 3):.1f}" for k in range(6))
        SubElement(drawn, "polygon", points=points, fill=_CELL, stroke=_EDGE)
        if position.stones[cell] is None:
            _empty(drawn, x, y, board.names[cell], may_place.get(cell))
    _bars(drawn, position, places)
    last = position.turns[-1].move.cell if position.turns else None
    for cell, (x, y) in places.items():
        if group := position.group(cell):
            _stone(drawn, x, y, group.colour, str(len(group)), cell == last)
    if wrong is not None:
        cross(drawn, *places[wrong], 12)
    said = [
        (f"{standing(position)} · {position.rules}", 15),
        *((groups(position, player), 13) for player in (WHITE, BLACK)),
    ]
    for line, (text, text_size) in enumerate(said):
        _text(root, width / 2, height - _BELOW + 34 + 21 * line, text, text_size)
    _legend(root, width / 2, height - 38)
    return written(root)


def _places(board: Hexagon, middle: float) -> dict[Cell, tuple[float, float]]:
    """Return the middle of each cell."""
    return {
        cell: (middle + (x - (len(row) - 1) / 2) * ACROSS, _RIM + _CORNER + y * DOWN)
        for y, row in enumerate(board.rows)
        for x, cell in enumerate(row)
    }


def _bars(root: Element, position: Position, places: dict[Cell, tuple[float, float]]) -> None:
    """Draw bars between stones that touch; first the outlines, so that bars that meet have one outline together."""
    pairs = [
        (colour, places[cell], places[near])
        for cell in position.hexagon.cells
        for colour in [position.stones[cell]]
        for near in position.hexagon.neighbours[cell]
        if colour and near > cell and position.stones[near] is colour
    ]
    for outline in (2, 0):
        for colour, (x1, y1), (x2, y2) in pairs:
            line = SubElement(root, "line", x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}")
            line.attrib.update({"stroke": _OUTLINE if outline else _FILLS[colour], "stroke-width": str(_BAR + outline)})


def _stone(root: Element, x: float, y: float, colour: Colour, size: str, is_last: bool) -> None:
    _circle(root, x, y, _STONE, colour)
    if is_last:
        ring = SubElement(root, "circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=str(_STONE - 3), fill="none", stroke=_LAST)
        ring.set("stroke-width", "2.5")
    _text(root, x, y + 5, size, 14, _FILLS[other(colour)])


def _empty(root: Element, x: float, y: float, name: str, owner: Colour | None) -> None:
    _text(root, x, y + (2 if owner else 4), name, 11)
    if owner:
        _circle(root, x, y + 12, _MARK, owner)


def _circle(root: Element, x: float, y: float, radius: float, colour: Colour) -> None:
    SubElement(root, "circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=str(radius), fill=_FILLS[colour], stroke=_OUTLINE)


def _text(root: Element, x: float, y: float, text: str, size: int, fill: str = TEXT) -> None:
    place = SubElement(root, "text", x=f"{x:.1f}", y=f"{y:.1f}", fill=fill)
    place.attrib.update({"font-size": str(size), "text-anchor": "middle"})
    place.text = text


def _legend(root: Element, middle: float, y: float) -> None:
    for x, colour, text in [(-134, WHITE, "White may place"), (24, BLACK, "Black may place")]:
        _circle(root, middle + x, y - 4, _MARK, colour)
        _text(root, middle + x + 60, y, text, 12)
    _text(root, middle, y + 20, "On a stone: how many its group has", 12)
