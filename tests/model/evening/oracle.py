"""The rules once more, to judge the model by: straight from the rules document, slow and obvious.

It shares nothing with the model. A cell is (x, y), its place on squared paper: a step along a row is two columns, a
step to the next row one column and one row. A board is a dictionary from cells to `W` and `B`, and everything is worked
out anew from it whenever it is asked for.
"""

from dataclasses import dataclass, field

STEPS = ((2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


def cells(side):
    """RULES 4.1, in reading order."""
    rows = [side + min(y, 2 * side - 2 - y) for y in range(2 * side - 1)]
    return [(2 * x - length, y) for y, length in enumerate(rows) for x in range(length)]


def beside(cell):
    return [(cell[0] + across, cell[1] + down) for across, down in STEPS]


def groups(board):
    """For each stone all that hang together with it: at first itself, then whatever its neighbours have, too."""
    found = {cell: frozenset([cell]) for cell in board}
    for cell in board:
        for near in beside(cell):
            if board.get(near) == board[cell] and near not in found[cell]:
                both = found[cell] | found[near]
                found |= dict.fromkeys(both, both)
    return found


def sizes(board, colour):
    return sorted((len(one) for one in set(groups(board).values()) if board[min(one)] == colour), reverse=True)


def may_place(board, side, colour):
    """RULES 4.2, the cells in reading order."""
    if not board:
        return cells(side) if colour == "W" else []
    group, found = groups(board), []
    for cell in cells(side):
        touching = {group[near] for near in beside(cell) if near in board}
        stones = {one: sum(len(each) for each in touching if board[min(each)] == one) for one in "WB"}
        if cell not in board and stones["B" if colour == "W" else "W"] > stones[colour]:
            found.append(cell)
    return found


def leader(board, odd_even):
    """RULES 4.3, place by place."""
    white, black = sizes(board, "W"), sizes(board, "B")
    for place in range(len(board) + 1):
        w, b = (one[place] if place < len(one) else 0 for one in (white, black))
        if w != b:
            return "W" if w > b else "B"
    return "W" if odd_even and len(board) // 2 % 2 else "B"


@dataclass
class Referee:
    """A game under judgement (RULES 4.4, 4.5)."""

    side: int
    odd_even: bool = False
    free: bool = False
    board: dict = field(default_factory=dict)
    declined: set = field(default_factory=set)

    @property
    def leader(self):
        return leader(self.board, self.odd_even)

    @property
    def movers(self):
        return "WB" if self.free else "B" if self.leader == "W" else "W"

    @property
    def over(self):
        return all(one in self.declined or not may_place(self.board, self.side, one) for one in self.movers)

    def refusal(self, colour, number):
        """The reason, or an empty text. `number` is the cell's, None to decline."""
        if self.over:
            return "over"
        if number is None:
            return "turn" if colour not in self.movers or colour in self.declined else ""
        if not 0 <= number < len(cells(self.side)):
            return "range"
        cell = cells(self.side)[number]
        if cell in self.board:
            return "occupied"
        if not self.board and colour == "B":
            return "first"
        if colour not in self.movers:
            return "turn"
        if cell in may_place(self.board, self.side, colour):
            return ""
        return "other" if cell in may_place(self.board, self.side, "B" if colour == "W" else "W") else "equal"

    def play(self, colour, number):
        if number is None:
            self.declined.add(colour)
        else:
            self.board[cells(self.side)[number]] = colour
            self.declined.clear()


def perft(side, odd_even, free, plies, board=None):
    """Sequences of so many stones, one after the other, without any short cut."""
    board = board or {}
    if plies == 0:
        return 1
    movers = Referee(side, odd_even, free, board).movers
    stones = [(mover, cell) for mover in movers for cell in may_place(board, side, mover)]
    return sum(perft(side, odd_even, free, plies - 1, board | {cell: mover}) for mover, cell in stones)
