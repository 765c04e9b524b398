"""The board as text: each line of the board is a line of box-drawing characters, with a corner where it bends.

The circles are drawn as what they are in characters, rounded squares. Every point has its name, so that a move can be
read off. Who stands where can be told without colour.
"""

from __future__ import annotations

from goldenrules.drawing import Drawing, Look, Span, spans
from goldenrules.globe.marks import Marks
from goldenrules.globe.points import LINES, NAMES, POINTS, Point
from goldenrules.globe.position import Position
from goldenrules.globe.sides import NORTH, SOUTH

__all__ = ["draw", "legend"]

#: Columns and rows from one point to the next.
_WIDTH, _HEIGHT = 6, 2
#: Where the points are, in such steps from C5 in the middle.
_PLACES: dict[str, tuple[int, int]] = {
    "N1": (0, -3), "N2": (-1, -2), "N3": (0, -2), "N4": (1, -2),
    "W1": (-2, -1), "W2": (-3, 0), "W3": (-2, 1), "W4": (-2, 0),
    "S1": (0, 2), "S2": (-1, 2), "S3": (0, 3), "S4": (1, 2),
    "E1": (2, -1), "E2": (2, 0), "E3": (2, 1), "E4": (3, 0),
    "C1": (0, -1), "C2": (-1, 0), "C3": (0, 1), "C4": (1, 0), "C5": (0, 0),
}  # fmt: skip
#: The side that a piece belongs to → the piece, and one that has just moved.
PIECES = {NORTH: "○◎", SOUTH: "●◉"}
EMPTY_POINT, CAPTURED = "·", "×"
#: To which sides a character of a line leads: north 1, east 2, south 4, west 8.
_CHARS = {5: "│", 10: "─", 6: "╭", 12: "╮", 3: "╰", 9: "╯"}
_TO_ASCII = str.maketrans("○◎●◉×·│─╭╮╰╯", "oOxX*.|-++++")

#: To be seen on dark terminals and on light ones: North has the colour of the text.
_INKS = {NORTH: Look(bold=True), SOUTH: Look("#d7642e", bold=True)}
_LINE, _NAME, _TAKEN = Look("#6f7f8f"), Look("#8a8a8a"), Look("#ff5f5f", bold=True)
#: Both ends of the last step.
_MOVED = Look("", "#8a6d00", bold=True)


def draw(position: Position, room: int | None = None, *, ascii_only: bool = False) -> Drawing:
    """Draw the board, 39 columns wide.

    Args:
        position: The position to draw.
        room: Changes nothing: the board has one width.
        ascii_only: Draw with ASCII characters only.
    """
    marks, characters = Marks(position), _TO_ASCII if ascii_only else {}
    canvas = {place: Span(char, _LINE) for place, char in _lines().items()}
    for point in POINTS:
        x, y = _place(point)
        piece, look = _piece(position, point, marks)
        name = look if look.ground else _NAME
        for offset, span in enumerate((Span(piece, look), *(Span(char, name) for char in NAMES[point]))):
            canvas[x + offset, y] = span
    blank = Span(" ", Look())
    rows = []
    for row in range(6 * _HEIGHT + 1):
        last = max(x for x, y in canvas if y == row)
        rows.append(spans([canvas.get((x, row), blank) for x in range(last + 1)], characters))
    return Drawing(tuple(rows))


def _place(point: Point) -> tuple[int, int]:
    x, y = _PLACES[NAMES[point]]
    return (x + 3) * _WIDTH, (y + 3) * _HEIGHT


def _piece(position: Position, point: Point, marks: Marks) -> tuple[str, Look]:
    moved = point in (marks.origin, marks.target)
    side = position.at(point)
    if side is not None:
        return PIECES[side][point == marks.target], _MOVED if moved else _INKS[side]
    return (CAPTURED, _TAKEN) if point in marks.captured else (EMPTY_POINT, _MOVED if moved else _NAME)


def _lines() -> dict[tuple[int, int], str]:
    """Return the characters of all lines, from the middles of the points, which are drawn over them."""
    leads: dict[tuple[int, int], int] = {}
    for line in LINES:
        (ax, ay), (bx, by) = (_place(point) for point in line)
        middle = 3 * _WIDTH, 3 * _HEIGHT
        # A line that bends does so on the side away from the middle.
        corner = max(ax, bx, key=lambda x: abs(x - middle[0])), max(ay, by, key=lambda y: abs(y - middle[1]))
        for end in ((ax, ay), (bx, by)):
            _lead(leads, end, corner)
    return {(x + 1, y): _CHARS[sides] for (x, y), sides in leads.items() if sides in _CHARS}


def _lead(leads: dict[tuple[int, int], int], start: tuple[int, int], end: tuple[int, int]) -> None:
    """Draw a straight line from one place to another in the same row or column."""
    (x, y), (last_x, last_y) = start, end
    dx, dy = (last_x > x) - (last_x < x), (last_y > y) - (last_y < y)
    ahead, back = {(0, -1): (1, 4), (1, 0): (2, 8), (0, 1): (4, 1), (-1, 0): (8, 2), (0, 0): (0, 0)}[dx, dy]
    while (x, y) != end:
        leads[x, y] = leads.get((x, y), 0) | ahead
        x, y = x + dx, y + dy
        leads[x, y] = leads.get((x, y), 0) | back


def legend(position: Position, *, ascii_only: bool = False) -> str:
    """Explain the signs of the drawing, as far as they occur in it."""
    marks = Marks(position)
    words = [f"{PIECES[NORTH][0]} North", f"{PIECES[SOUTH][0]} South"]
    if marks.target is not None:
        words.append(f"{PIECES[position.turns[-1].mover][1]} just moved")
    if marks.captured:
        words.append(f"{CAPTURED} captured")
    text = "   ".join(words)
    return text.translate(_TO_ASCII) if ascii_only else text
