"""What all strategies share: where a game begins, how a rare turn is prepared, and what comes afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldenrules.trax import (
    CLASSIC,
    CONTEST,
    Cell,
    Move,
    Placed,
    Position,
    RuleSet,
    cell_at,
    column_of,
    neighbour,
    row_of,
)
from goldenrules.trax.tiles import EAST, SIDES, WEST, Side

from loopline.games.trax.strategies.choices import Digits
from loopline.games.trax.strategies.session import Session, undecided

#: What an engine can be told to play by; the contest first, then what differs from it least.
RULES: tuple[RuleSet, ...] = (
    CONTEST,
    CLASSIC,
    RuleSet("contest, loops only", fouls_lose=True, lines=None),
    RuleSet("classic, loops only", lines=None),
    RuleSet("contest, 8×8", fouls_lose=True, box_limit=8),
    RuleSet("classic, 5×5", box_limit=5),
    RuleSet("classic, 3×3, loops only", lines=None, box_limit=3),
    RuleSet("contest, 12×12, loops only", fouls_lose=True, lines=None, box_limit=12),
)
#: Those that limit nothing: contest and classic, with and without lines.
UNLIMITED = RULES[:4]


def place(digits: Digits, size: int) -> tuple[int, int]:
    """Where the first tile lies: next to the torus' seam, in one axis, in both or in none."""
    lines = (0, size - 1, size // 2, size - 3)
    return lines[digits(4)], lines[digits(4)]


def set_up(session: Session, game: Sequence[Move]) -> Move:
    """Play a game but for its last turn, which is returned."""
    *moves, last = game
    for move in moves:
        session.play(*move)
    return last


def add_turns(session: Session, choices: bytes, holds: Callable[[Position], bool]) -> None:
    """Put more on the board, but nothing after which it no longer `holds`."""
    for choice in choices:
        if session.play_any(choice, undecided) and not holds(session.position):
            session.withdraw()


def grow(session: Session, side: Side, length: int, choices: bytes) -> None:
    """Lay tiles at one side of the box until it is so long. Nobody wins."""
    position = session.position
    across = side in (EAST, WEST)
    number = 0
    while (position.box.columns if across else position.box.rows) < length:
        outermost = (
            cell for cell in map(_cell, reversed(position.placed)) if neighbour(cell, side) not in position.box
        )
        choice = choices[number % len(choices)] if choices else 0
        number += 1
        session.play_among([neighbour(next(outermost), side)], choice, undecided)


def _cell(placed: Placed) -> Cell:
    return placed.cell


def around(cells: Sequence[Cell]) -> list[Cell]:
    """The cells and their neighbours."""
    return list(dict.fromkeys([*cells, *(neighbour(cell, side) for cell in cells for side in SIDES)]))


def go_on(session: Session, choices: bytes, near: Sequence[Cell] = ()) -> None:
    """Go on after whatever has happened; every other turn `near` where it has."""
    for choice in choices:
        if not (near and choice & 1 and session.play_among(near, choice)):
            follow(session, choice)


#: From here on a byte is no turn but something else; the first such bytes take turns back, the next read cells.
TURNS, TAKE_BACKS, READS = 232, 240, 252


def follow(session: Session, choice: int) -> None:
    """What one byte of a game means: mostly a turn."""
    if choice >= READS:
        begin(session, choice - READS)
    elif choice >= TAKE_BACKS:
        session.read(_worth_reading(session, choice - TAKE_BACKS))
    elif choice >= TURNS:
        session.take_back(min(choice - TURNS + 1, len(session.position.turns) + session.fouled))
    elif session.over:
        _after_the_end(session, choice)
    elif not session.play_any(choice * 256 // TURNS):
        begin(session, choice)


def _after_the_end(session: Session, choice: int) -> None:
    what, rest = choice & 3, choice >> 2
    if what == 0:
        begin(session, rest)
    elif what == 1:
        session.take_back(min(1 + rest % 4, len(session.position.turns) + session.fouled))
    elif what == 2 or not session.position.entries:
        begin(session, rest + 1)
    else:
        open_cells = list(session.position.entries)
        session.play(open_cells[rest % len(open_cells)], "+")


def begin(session: Session, choice: int) -> None:
    """Another game, on the cells of the last one or next to them."""
    shift, rules = divmod(choice, len(RULES))
    origin = session.origin
    if shift & 1 and session.position.placed:
        at = session.position.placed[-1].cell + origin
        size, (x, y) = session.size, session.at
        origin = cell_at((column_of(at) + x) % size - x, (row_of(at) + y) % size - y)
    session.new(RULES[rules], origin)


def _worth_reading(session: Session, number: int) -> Cell:
    """The last tile and what lies around it, corners of the box, the first tile."""
    position = session.position
    if not position.placed:
        return session.origin
    last, box = position.placed[-1].cell, position.box
    corners = [cell_at(x, y) for x in (box.left - 1, box.right + 1) for y in (box.top - 1, box.bottom + 1)]
    cells = [last, *around([last])[1:], 0, cell_at(box.left, box.top), cell_at(box.right, box.bottom), *corners]
    return cells[number]
