"""The board as text: a sign a cell, behind each stone the number of stones in its group."""

from __future__ import annotations

from goldenrules.drawing import Drawing, Look, Span, spans
from goldenrules.evening.cells import Cell
from goldenrules.evening.colours import BLACK, WHITE, Colour
from goldenrules.evening.position import Position

__all__ = ["draw", "legend"]

#: Characters a cell takes: with the size of its group, and without, where the board would be too wide.
WIDE, NARROW = 4, 2
#: Of the names beside the rows.
_LABELS = 4

STONES: dict[Colour, str] = {WHITE: "○", BLACK: "●"}
#: An empty cell: who may place there.
OWNERS: dict[Colour | None, str] = {WHITE: "w", BLACK: "b", None: "·"}
_TO_ASCII = str.maketrans("○●·", "WB.")

#: The board has a dark ground, so that white stones can be seen on a light terminal, too.
_GROUND = "#1c2630"
_LABEL, _BOARD, _LAST = Look("#8a8a8a"), Look("", _GROUND), Look("#ffd75f", _GROUND, bold=True)
_STONE_LOOKS: dict[Colour, Look] = {
    WHITE: Look("#ffffff", _GROUND, bold=True),
    BLACK: Look("#5fafff", _GROUND, bold=True),
}
_OWNER_LOOKS: dict[Colour | None, Look] = {
    WHITE: Look("#bcbcbc", _GROUND),
    BLACK: Look("#5f87af", _GROUND),
    None: Look("#6c7680", _GROUND),
}


def draw(position: Position, room: int | None = None, *, ascii_only: bool = False) -> Drawing:
    """Draw the board, each row between the names of its first and its last cell.

    Args:
        position: The position to draw.
        room: The columns that there are; None for any number. Sizes of groups are left out if they make it wider.
        ascii_only: Draw with ASCII characters only.
    """
    picture = _Picture(position, WIDE)
    if room is not None and picture.total > room:
        picture = _Picture(position, NARROW)
    lines = [picture.line(y) for y in range(len(position.hexagon.rows))]
    return Drawing(tuple(spans(line, _TO_ASCII if ascii_only else {}) for line in lines))


def legend(position: Position, *, ascii_only: bool = False) -> str:
    """Explain the signs, which are the same in every position."""
    text = "○ White, ● Black, how many stones the group has   w, b: White, Black may place   · neither   [ ] last stone"
    return text.translate(_TO_ASCII) if ascii_only else text


class _Picture:
    def __init__(self, position: Position, width: int) -> None:
        self.position, self.width = position, width
        self.total = (2 * position.rules.side - 1) * width + 2 * _LABELS
        self.last = position.turns[-1].move.cell if position.turns else None
        self.may_place = {cell: colour for colour in (WHITE, BLACK) for cell in position.cells(colour)}

    def line(self, y: int) -> list[Span]:
        row, names = self.position.hexagon.rows[y], self.position.hexagon.names
        indent = (2 * self.position.rules.side - 1 - len(row)) * self.width // 2
        drawn = [Span(" ", _BOARD)] * (len(row) * self.width + 1)
        for place, cell in enumerate(row):
            self._put(drawn, place * self.width + 1, cell)
        first, last = names[row[0]].ljust(_LABELS - 1), names[row[-1]].rjust(_LABELS)
        return [Span(" " * indent + first, _LABEL), *drawn, Span(last, _LABEL)]

    def _put(self, drawn: list[Span], at: int, cell: Cell) -> None:
        """Put characters into a row, the brackets in place of blanks."""
        text, look = self._sign(cell)
        drawn[at : at + len(text)] = [Span(char, look) for char in text]
        if cell == self.last:
            drawn[at - 1], drawn[at + len(text)] = Span("[", _LAST), Span("]", _LAST)

    def _sign(self, cell: Cell) -> tuple[str, Look]:
        group, owner = self.position.group(cell), self.may_place.get(cell)
        if group is None:
            return OWNERS[owner], _OWNER_LOOKS[owner]
        size = str(len(group)) if self.width == WIDE else ""
        return STONES[group.colour] + size, _STONE_LOOKS[group.colour]
