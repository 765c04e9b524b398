"""Marks in every picture of a position, and the shapes that pictures are made of."""

from __future__ import annotations

from goldenrules.tsolitaire.cells import Cell, Stone
from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import PORTS, Joints, Port

#: Two ports that a path joins, the lower one first.
Path = tuple[Port, Port]
Point = tuple[float, float]

#: One for each stone; told apart on a dark ground.
STONE_COLOURS = ("#ff5f5f", "#ff9f40", "#ffe04d", "#6fdc6f", "#4dd9e8", "#7c9dff", "#c38bff", "#ff7fd0")

#: Of each port: where it is on a tile of size 1, and which way is inwards.
_PLACES: tuple[tuple[Point, Point], ...] = (
    *(((x, 0.0), (0.0, 1.0)) for x in (1 / 3, 2 / 3)),
    *(((1.0, y), (-1.0, 0.0)) for y in (1 / 3, 2 / 3)),
    *(((x, 1.0), (0.0, -1.0)) for x in (2 / 3, 1 / 3)),
    *(((0.0, y), (1.0, 0.0)) for y in (2 / 3, 1 / 3)),
)


def paths_of(joints: Joints) -> list[Path]:
    """Return the four paths of a tile."""
    return [(port, joints[port]) for port in PORTS if port < joints[port]]


def tracks(position: Position) -> dict[tuple[Cell, Path], Stone]:
    """Return each path on the board that a stone has passed, and the stone."""
    return {
        (passed.cell, (min(passed.entry, passed.exit), max(passed.entry, passed.exit))): run.stone
        for turn in position.turns
        for run in turn.runs
        for passed in run.passes
    }


def place_of(port: Port) -> Point:
    """Return the place of a port on a tile of size 1, from its top left corner."""
    return _PLACES[port][0]


def inwards(port: Port) -> Point:
    """Return the direction in which a path leaves the port."""
    return _PLACES[port][1]


def curve(path: Path) -> tuple[Point, Point, Point, Point]:
    """Return a path as a Bézier curve: it leaves both ports at a right angle to the edge, and goes on smoothly."""
    (ax, ay), (bx, by) = place_of(path[0]), place_of(path[1])
    far = max(0.4, 0.55 * ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)
    (adx, ady), (bdx, bdy) = inwards(path[0]), inwards(path[1])
    return (ax, ay), (ax + far * adx, ay + far * ady), (bx + far * bdx, by + far * bdy), (bx, by)


def point_on(path: Path, at: float) -> Point:
    """Return a point of the curve; `at` goes from 0 to 1."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve(path)
    weights = (1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3
    x = sum(weight * value for weight, value in zip(weights, (x0, x1, x2, x3), strict=True))
    y = sum(weight * value for weight, value in zip(weights, (y0, y1, y2, y3), strict=True))
    return x, y
