"""The rules once more, to judge the model by: straight from the rules document, slow and obvious.

It shares nothing with the model. A cell is (row, column), a tile is the list of its four pairs of ports, a board is a
dictionary, and nothing is kept up to date: where a stone stands is found by following its path from its start.
"""

from functools import cache
from itertools import permutations

#: RULES 3.1: which side a port is on, and what lies beyond it.
BESIDE = {0: (-1, 0), 1: (-1, 0), 2: (0, 1), 3: (0, 1), 4: (1, 0), 5: (1, 0), 6: (0, -1), 7: (0, -1)}
MEETS = {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}
STARTS = "1B/1 1E/0 2F/3 5F/2 6E/5 6B/4 5A/7 2A/6"
REASONS = ("repeat", "occupied", "no-stone", "leaves")


def named(cell):
    """`3C` and back."""
    if isinstance(cell, str):
        return int(cell[0]) - 1, "ABCDEF".index(cell[1])
    return f"{cell[0] + 1}{'ABCDEF'[cell[1]]}"


def on_board(cell):
    return 0 <= cell[0] <= 5 and 0 <= cell[1] <= 5


# --- RULES 3.2


def every_pairing():
    """All 105 lists in which each port is joined to another one, and that one to it."""
    return [one for one in permutations(range(8)) if all(one[one[port]] == port != one[port] for port in range(8))]


def turned(joints):
    """A quarter turn clockwise moves each end of each path two ports on."""
    after = [0] * 8
    for port in range(8):
        after[(port + 2) % 8] = (joints[port] + 2) % 8
    return tuple(after)


def four_rotations(joints):
    return [joints, turned(joints), turned(turned(joints)), turned(turned(turned(joints)))]


TILES = sorted({min(four_rotations(joints)) for joints in every_pairing()})


@cache
def tile_as_it_lies(name):
    """`12R`"""
    return four_rotations(TILES[int(name[:-1])])["TRBL".index(name[-1])]


# --- RULES 3.3


def track(board, stone):
    """What a stone passes from its start on: cell, port in, port out; and where it stands then, None: off the board."""
    text, port = STARTS.split()[stone].split("/")
    cell, port = named(text), int(port)
    passes = []
    while cell in board:
        out = tile_as_it_lies(board[cell])[port]
        passes.append((cell, port, out))
        cell, port = (cell[0] + BESIDE[out][0], cell[1] + BESIDE[out][1]), MEETS[out]
        if not on_board(cell):
            return passes, None
    return passes, (cell, port)


def stones(board):
    return [track(board, stone)[1] for stone in range(8)]


def place(board, cell, tile):
    """The board with the tile `12R` on it, or a reason, and the stones that leave."""
    if any(int(other[:-1]) == int(tile[:-1]) for other in board.values()):
        return "repeat", []
    if cell in board:
        return "occupied", []
    if all(place[0] != cell for place in stones(board)):
        return "no-stone", []
    after = {**board, cell: tile}
    leaving = [stone for stone, place in enumerate(stones(after)) if place is None]
    return ("leaves", leaving) if leaving else (after, [])


def looks(number):
    """The names of a tile's rotations that differ."""
    seen, names = [], []
    for letter, joints in zip("TRBL", four_rotations(TILES[number]), strict=True):
        if joints not in seen:
            seen.append(joints)
            names.append(f"{number}{letter}")
    return names


def legal(board, number):
    """All placements of a tile, as they are written."""
    return [
        f"{named((row, column))}{name}"
        for row in range(6)
        for column in range(6)
        for name in looks(number)
        if isinstance(place(board, (row, column), name)[0], dict)
    ]
