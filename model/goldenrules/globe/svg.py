"""The board as an SVG picture, as it would be printed.

One large circle, a circle in its middle, and on four sides the arc of another one, which cuts a lens from the large
circle.
"""

from __future__ import annotations

from collections.abc import Collection
from math import asin, cos, radians, sin, sqrt
from xml.etree.ElementTree import Element, SubElement

from goldenrules.globe.captions import caption
from goldenrules.globe.marks import Marks
from goldenrules.globe.points import LINES, NAMES, POINTS, Point
from goldenrules.globe.position import Position
from goldenrules.globe.sides import NORTH, SIDE_NAMES, SOUTH, Side
from goldenrules.svg import document, stroke, text, texts, written

__all__ = ["svg"]

#: Radius of the board, of the circle in its middle, and of the arcs, each drawn around a point on the rim.
RIM, CIRCLE, ARC = 275, 80, 134
_MIDDLE, _PIECE, _DOT = 340, 19, 5
_SIZE, _BELOW = 2 * _MIDDLE, 80

_BOARD, _LENS, _LINE = "#fbf8f0", "#efe6d0", "#5a5346"
_FILLS, _EDGES = {NORTH: "#ffffff", SOUTH: "#26323d"}, {NORTH: "#26323d", SOUTH: "#000000"}
_MOVED, _CAPTURED, _WRONG = "#e0a100", "#c62828", "#c2185b"

#: Half the angle that an arc cuts from the rim, seen from the middle.
_HALF_ANGLE = 2 * asin(ARC / 2 / RIM)
#: The fields clockwise, from the angle at which each begins; of each the points on the rim, and the one inside.
_FIELDS = {-90: "N2 N1 N4 N3", 0: "E1 E4 E3 E2", 90: "S4 S3 S2 S1", 180: "W3 W2 W1 W4"}


def _places() -> dict[str, tuple[float, float]]:
    places = {"C5": (0.0, 0.0)}
    for degrees, names in _FIELDS.items():
        first, outer, last, inner = names.split()
        angle = radians(degrees)
        for name, at, radius in (
            (first, angle - _HALF_ANGLE, RIM),
            (outer, angle, RIM),
            (last, angle + _HALF_ANGLE, RIM),
            (inner, angle, RIM - ARC),
        ):
            places[name] = radius * cos(at), radius * sin(at)
    for degrees, name in zip(_FIELDS, ("C1", "C4", "C3", "C2"), strict=True):
        places[name] = CIRCLE * cos(radians(degrees)), CIRCLE * sin(radians(degrees))
    return places


_PLACES = _places()


def place_of(point: Point) -> tuple[float, float]:
    """Return where a point lies in the picture."""
    x, y = _PLACES[NAMES[point]]
    return round(_MIDDLE + x, 1), round(_MIDDLE + y, 1)


def svg(position: Position, lying: Position | None = None, wrong: Collection[Point] = ()) -> str:
    """Return the position as an SVG document.

    Args:
        position: The position to draw.
        lying: The position whose pieces are drawn instead, such as one in the middle of the last turn.
        wrong: Points that get a square around them.
    """
    marks = Marks(position)
    root, board = document(_SIZE, _SIZE + _BELOW, caption(position, lying), turn=90)
    _board(board)
    for point in POINTS:
        _point(board, lying or position, point, marks)
    for point in wrong:
        _square(board, *place_of(point), _PIECE + 4)
    names = texts(board)
    for point in POINTS:
        _name(names, point)
    below = texts(root)
    text(below, _MIDDLE, _SIZE + 18, caption(position, lying))
    _legend(root, below, marks, bool(wrong))
    return written(root)


def _board(root: Element) -> None:
    SubElement(root, "circle", cx=str(_MIDDLE), cy=str(_MIDDLE), r=str(RIM), fill=_BOARD)
    for names in _FIELDS.values():
        first, _, last, _ = (place_of(Point(NAMES.index(name))) for name in names.split())
        lens = SubElement(root, "path", fill=_LENS)
        lens.set("d", f"M{_at(first)}A{RIM} {RIM} 0 0 1 {_at(last)}A{ARC} {ARC} 0 0 1 {_at(first)}")
    strokes = SubElement(root, "g", fill="none", stroke=_LINE)
    strokes.attrib.update({"stroke-width": "3", "stroke-linecap": "round"})
    for line in LINES:
        SubElement(strokes, "path", d=path_of(*line))


def _at(place: tuple[float, float]) -> str:
    return f"{place[0]:g} {place[1]:g}"


def path_of(start_point: Point, end_point: Point) -> str:
    """Return the path of a straight line, or of the arc of the circle that both points lie on."""
    start, end = place_of(start_point), place_of(end_point)
    circle = _circle(start_point, end_point)
    if circle is None:
        return f"M{_at(start)}L{_at(end)}"
    x, y, radius = circle
    clockwise = (start[0] - x) * (end[1] - y) > (start[1] - y) * (end[0] - x)
    return f"M{_at(start)}A{radius} {radius} 0 0 {clockwise:d} {_at(end)}"


def _circle(start: Point, goal: Point) -> tuple[float, float, int] | None:
    """Return middle and radius of the circle that both points lie on; None for a straight line."""
    ends = [_PLACES[NAMES[point]] for point in (start, goal)]
    for name, radius in (("C5", RIM), ("C5", CIRCLE), *((outer, ARC) for outer in ("N1", "E4", "S3", "W2"))):
        if all(_far(end, _PLACES[name], radius) for end in ends):
            return *place_of(Point(NAMES.index(name))), radius
    return None


def _far(place: tuple[float, float], middle: tuple[float, float], radius: float) -> bool:
    return abs(sqrt((place[0] - middle[0]) ** 2 + (place[1] - middle[1]) ** 2) - radius) < 1


def _point(root: Element, position: Position, point: Point, marks: Marks) -> None:
    x, y = place_of(point)
    side = position.at(point)
    if side is not None:
        if point == marks.target:
            _ring(root, x, y, _PIECE + 6).set("stroke", _MOVED)
        _disc(root, x, y, side)
    elif point in marks.captured:
        stroke(root, f"M{x - 11:g} {y - 11:g}l22 22m0 -22l-22 22", _CAPTURED, 5)
    else:
        SubElement(root, "circle", cx=f"{x:g}", cy=f"{y:g}", r=str(_DOT), fill=_LINE)
        if point == marks.origin:
            _ring(root, x, y, _PIECE).attrib.update({"stroke": _MOVED, "stroke-dasharray": "6 5"})


def _disc(parent: Element, x: float, y: float, side: Side) -> None:
    disc = SubElement(parent, "circle", cx=f"{x:g}", cy=f"{y:g}", r=str(_PIECE), fill=_FILLS[side])
    disc.attrib.update({"stroke": _EDGES[side], "stroke-width": "2.5"})


def _ring(parent: Element, x: float, y: float, radius: int) -> Element:
    ring = SubElement(parent, "circle", cx=f"{x:g}", cy=f"{y:g}", r=str(radius), fill="none")
    ring.set("stroke-width", "4")
    return ring


def _square(parent: Element, x: float, y: float, half: int) -> None:
    square = SubElement(parent, "rect", x=f"{x - half:g}", y=f"{y - half:g}", width=str(2 * half), height=str(2 * half))
    square.attrib.update({"fill": "none", "stroke": _WRONG, "stroke-width": "5"})


def _name(names: Element, point: Point) -> None:
    """Write the name of a point, outside the rim or between the lines."""
    x, y = place_of(point)
    name = NAMES[point]
    across, down = _PLACES[name]
    if _far((across, down), (0, 0), RIM):
        stretched = (RIM + 40) / RIM
        text(names, _MIDDLE + across * stretched, _MIDDLE + down * stretched + 5, name)
    else:
        right, below = _BESIDE.get(name, (30, -20))
        text(names, x + right, y + below + 5, name)


#: Where a name stands that is not on the rim, unless it stands to the right and above: there no line may run.
_BESIDE = {"W4": (-34, -22), "S1": (28, 22), "C2": (-28, -20), "C3": (28, 22)}


def _legend(root: Element, texts: Element, marks: Marks, wrong: bool) -> None:
    shown = list(SIDE_NAMES.values())
    shown += ["moved"] * (marks.target is not None) + ["captured"] * bool(marks.captured) + ["differs"] * wrong
    start, y = _MIDDLE - 120 * len(shown) // 2, _SIZE + 52
    for index, name in enumerate(shown):
        x = start + 120 * index
        place = SubElement(root, "g", transform=f"translate({x + 16} {y}) scale(.6)")
        if name == "moved":
            _ring(place, 0, 0, _PIECE).set("stroke", _MOVED)
        elif name == "captured":
            stroke(place, "M-11 -11l22 22m0 -22l-22 22", _CAPTURED, 5)
        elif name == "differs":
            _square(place, 0, 0, _PIECE)
        else:
            _disc(place, 0, 0, NORTH if name == SIDE_NAMES[NORTH] else SOUTH)
        text(texts, x + 66, y + 5, name)
