"""The rules once more, to judge the model by: straight from the rules document, slow and obvious.

It shares nothing with the model. A cell is (column, row), a tile is the colours of its four edges in the order north,
east, south, west, a board is a dictionary. Forced play scans the whole board, paths are followed from end to end.
"""

from dataclasses import dataclass, field

#: RULES 1.1
TILES = {"wrwr": "+", "rwrw": "+", "wrrw": "/", "rwwr": "/", "rrww": "\\", "wwrr": "\\"}

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass(frozen=True)
class Rules:
    lines: int | None = 8
    box_limit: int | None = None
    #: The first and the last column, which are also the first and the last row.
    field: tuple[int, int] | None = None
    first_cell_free: bool = False
    tiles: int | None = None
    symbols: str = "+/\\"
    forced_play: bool = True


#: RULES 1.6
VARIANTS = {
    "contest": Rules(),
    "classic": Rules(),
    "loop": Rules(lines=None),
    "limited": Rules(box_limit=8),
    "mini": Rules(lines=None, box_limit=3),
    "mini-lines": Rules(lines=3, box_limit=3),
    "zillions": Rules(field=(-10, 10), tiles=128),
    "connexion": Rules(lines=5, field=(0, 4), first_cell_free=True, symbols="/\\", forced_play=False),
}


def beside(cell):
    return [(cell[0] + across, cell[1] + down) for across, down in STEPS]


def entering(board, cell):
    """What the neighbours point into a cell, e.g. `w..r`; a dot where nothing enters."""
    return "".join(
        board[neighbour][(side + 2) % 4] if neighbour in board else "." for side, neighbour in enumerate(beside(cell))
    )


def matches(tile, edges):
    return all(edge in (".", colour) for colour, edge in zip(tile, edges, strict=True))


def fitting(edges):
    """Every placement whose colours match."""
    return [tile for tile in TILES if matches(tile, edges)]


def empty_cells(board):
    """The empty cells beside a tile."""
    return {cell for tile in board for cell in beside(tile)} - set(board)


def trapped(board):
    edges = {cell: entering(board, cell) for cell in empty_cells(board)}
    return {cell for cell in edges if edges[cell].count("w") >= 3 or edges[cell].count("r") >= 3}


def forced(board):
    """Each forced cell, and its tile."""
    edges = {cell: entering(board, cell) for cell in empty_cells(board)}
    return {cell: fitting(e)[0] for cell, e in edges.items() if e.count("w") == 2 or e.count("r") == 2}


def bounds(board):
    """Leftmost and rightmost column, top and bottom row."""
    columns, rows = [column for column, _ in board], [row for _, row in board]
    return min(columns), max(columns), min(rows), max(rows)


def follow(board, cell, side, colour):
    """The path that enters `cell` from `side`: its cells, and the side by which it leaves the last of them."""
    cells = []
    while cell in board:
        cells.append(cell)
        (leaves,) = (other for other in range(4) if other != side and board[cell][other] == colour)
        cell = beside(cell)[leaves]
        side = (leaves + 2) % 4
        if cell == cells[0]:
            break
    return cells, (side + 2) % 4


def formations(board, lines):
    """Every winning formation on the board: colour, kind, cells (RULES 1.3)."""
    left, right, top, bottom = bounds(board)
    found = set()
    for cell in board:
        for colour in "wr":
            for side in (i for i in range(4) if board[cell][i] == colour):
                cells, exit_side = follow(board, cell, side, colour)
                last = cells[-1]
                if beside(last)[exit_side] == cell and beside(cell)[side] == last:
                    found.add((colour, "loop", frozenset(cells)))
                if lines is None:
                    continue
                if right - left + 1 >= lines and (side, cell[0], exit_side, last[0]) == (3, left, 1, right):
                    found.add((colour, "line across", frozenset(cells)))
                if bottom - top + 1 >= lines and (side, cell[1], exit_side, last[1]) == (0, top, 2, bottom):
                    found.add((colour, "line down", frozenset(cells)))
    return found


@dataclass
class Referee:
    """A game under judgement."""

    rules: Rules = field(default_factory=Rules)
    board: dict = field(default_factory=dict)
    mover: str = "w"
    winner: str | None = None

    def judge(self, cell, symbol):
        """What a turn would come to: every reason against it, the board after it, its winning formations."""
        reasons = self.against_placing(cell, symbol)
        if reasons:
            return reasons, None, set()
        edges = entering(self.board, cell)
        if self.board:
            (tile,) = (tile for tile in fitting(edges) if TILES[tile] == symbol)
        else:
            (tile,) = (tile for tile in TILES if TILES[tile] == symbol and tile[1] == "r" and symbol in "+/")
        board = {**self.board, cell: tile}
        while self.rules.forced_play:
            if trapped(board):
                return {"trap"}, None, set()
            to_fill = forced(board)
            if not to_fill:
                break
            board |= [min(to_fill.items())]
        if self.rules.tiles is not None and len(board) > self.rules.tiles:
            return {"out of tiles"}, None, set()
        return set(), board, formations(board, self.rules.lines)

    def against_placing(self, cell, symbol):
        """Every reason why the chosen tile may not lie there."""
        rules, reasons = self.rules, set()
        if self.winner:
            reasons.add("game over")
        if len(symbol) != 1 or symbol not in rules.symbols:
            return reasons | {"bad symbol"}
        if rules.field and not all(rules.field[0] <= at <= rules.field[1] for at in cell):
            reasons.add("outside the field")
        if not self.board:
            if symbol == "\\" or not (rules.first_cell_free or cell == (0, 0)):
                reasons.add("first move")
            return reasons
        if cell in self.board:
            return reasons | {"occupied"}
        edges = entering(self.board, cell)
        if edges == "....":
            reasons.add("unconnected")
        elif not any(TILES[tile] == symbol for tile in fitting(edges)):
            dead = not any(TILES[tile] in rules.symbols for tile in fitting(edges))
            reasons.add("dead cell" if dead else "mismatch")
        if rules.box_limit:
            left, right, top, bottom = bounds([*self.board, cell])
            if max(right - left, bottom - top) >= rules.box_limit:
                reasons.add("box limit")
        return reasons

    def play(self, cell, symbol):
        """A turn that must be legal."""
        reasons, board, won = self.judge(cell, symbol)
        assert not reasons, reasons
        self.board = board
        colours = {colour for colour, _, _ in won}
        if colours:
            self.winner = self.mover if self.mover in colours else colours.pop()
        self.mover = "r" if self.mover == "w" else "w"
        return won
