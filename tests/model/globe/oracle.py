"""The Globe a second time, as obviously as can be: a board is a dictionary, and whatever is asked is searched for.

It shares nothing with the model: it has its own lines, looks at every piece by itself, and keeps every position of the
game in a list.
"""

LINES_FROM = """
N1:N2 N3 N4; N2:N1 N3 W1; N3:N1 N2 N4 C1; N4:N1 N3 E1; W1:W2 W4 N2; W2:W1 W3 W4; W3:W2 W4 S2; W4:W1 W2 W3 C2;
S1:S2 S3 S4 C3; S2:S1 S3 W3; S3:S1 S2 S4; S4:S1 S3 E3; E1:E2 E4 N4; E2:E1 E3 E4 C4; E3:E2 E4 S4; E4:E1 E2 E3;
C1:N3 C2 C4 C5; C2:W4 C1 C3 C5; C3:S1 C2 C4 C5; C4:E2 C1 C3 C5; C5:C1 C2 C3 C4
"""
BESIDE = {point.strip(): others.split() for point, others in (part.split(":") for part in LINES_FROM.split(";"))}
NAMES = list(BESIDE)
START = dict(zip(NAMES, "nnnnn.s.ssssn.s......", strict=True))


def other(side):
    return "s" if side == "n" else "n"


def pieces(board, side):
    return [point for point in NAMES if board.get(point) == side]


def group_of(board, point):
    """The piece on a point and all that are joined to it."""
    found = [point]
    for one in found:
        found += [near for near in BESIDE[one] if board.get(near) == board[point] and near not in found]
    return found


def has_room(board, points):
    return any(near not in board for point in points for near in BESIDE[point])


def captured(rule, before, board, mover):
    """What the mover's step takes, from the board before it to the board after it."""
    enemy = pieces(board, other(mover))
    if rule == "G":
        return {point for point in enemy if not has_room(board, group_of(board, point))}
    if rule == "P":
        return {point for point in enemy if all(board.get(near) == mover for near in BESIDE[point])}
    return {point for point in enemy if has_room(before, [point]) and not has_room(board, [point])}


class Game:
    def __init__(self, rule="G", history=1024, board=START, to_move="n"):
        self.rule, self.history = rule, history
        self.board = {point: side for point, side in board.items() if side != "."}
        self.to_move = to_move
        self.end = None  # "win", "repetition", "length"
        self.winner = None
        self.occurrence = 1
        #: Since the last capture.
        self.positions = [(dict(self.board), to_move)]

    def moves(self):
        if self.end:
            return []
        steps = [
            f"{point}-{near}"
            for point in pieces(self.board, self.to_move)
            for near in BESIDE[point]
            if near not in self.board
        ]
        return sorted(steps) or ["pass"]

    def play(self, move):
        """Returns what was captured."""
        assert move in self.moves()
        taken = set()
        if move != "pass":
            origin, target = move.split("-")
            before = dict(self.board)
            self.board[target] = self.board.pop(origin)
            taken = captured(self.rule, before, self.board, self.to_move)
            self.board = {point: side for point, side in self.board.items() if point not in taken}
        if taken:
            self.positions = []
        mover, self.to_move = self.to_move, other(self.to_move)
        if len(pieces(self.board, self.to_move)) <= 2:
            self.end, self.winner, self.occurrence = "win", mover, 0
            return taken
        self.positions.append((dict(self.board), self.to_move))
        self.occurrence = self.positions.count(self.positions[-1])
        if self.occurrence == 3:
            self.end = "repetition"
        elif len(self.positions) - 1 == self.history:
            self.end = "length"
        return taken
