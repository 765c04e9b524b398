"""Building blocks of strategies: where a game begins, how a rare turn is prepared, and what comes afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import islice

from goldenrules.trax import (
    CLASSIC,
    CONTEST,
    LOOP_TRAX,
    ORIGIN,
    SYMBOLS,
    Box,
    Cell,
    Move,
    Position,
    RuleSet,
    cell_at,
    neighbour,
)
from goldenrules.trax.tiles import EAST, SIDES, WEST, Side

from loopline.games.strategy import Digits
from loopline.games.trax.requests import read_rules
from loopline.games.trax.strategies.session import Session, undecided
from loopline.games.trax.strategies.shapes import forced_cells

#: The rules that any engine plays; the contest's first, then those nearest to them. All without draws.
RULES: tuple[RuleSet, ...] = (
    CONTEST,
    CLASSIC,
    replace(CONTEST, lines=None),
    LOOP_TRAX,
    *map(read_rules, ("limit=8", "classic,limit=5", "classic,loops,limit=3", "loops,limit=12", "limit=48")),
)
#: Those that limit nothing: contest and classic, with and without lines.
UNLIMITED = RULES[:4]


def place(digits: Digits, size: int) -> tuple[int, int]:
    """Return where the first tile lies: mostly next to the torus' seam, in one axis, both or none; or anywhere."""
    return _column(digits(256), size), _column(digits(256), size)


def _column(choice: int, size: int) -> int:
    if choice >= ANYWHERE:
        return (choice - ANYWHERE) * size // (256 - ANYWHERE)
    return (0, size - 1, size // 2, size - 3)[choice * 4 // ANYWHERE]


#: A byte from here on means any column or row.
ANYWHERE = 192


def set_up(session: Session, game: Sequence[Move]) -> Move:
    """Play a game but for its last turn, which is returned."""
    *moves, last = game
    for move in moves:
        session.play(*move)
    return last


def add_turns(session: Session, choices: bytes, holds: Callable[[Position], bool]) -> None:
    """Put more on the board, as long as it `holds` that the last turn is what it should be."""
    for choice in choices:
        if session.play_any(choice, undecided) and not holds(session.position):
            session.withdraw()


def add_turns_around(session: Session, choices: bytes, last: Move, holds: Callable[[Position], bool]) -> None:
    """Put more on the board, as `add_turns` does, where `holds` depends only on cells near `last`.

    These are the cells that `last` changes and their neighbours: not paths or the box, as with wins. Quicker, because
    most turns are elsewhere.

    Args:
        session: The session.
        choices: A byte for each turn.
        last: The turn to be played afterwards.
        holds: Tells whether the position is still as wanted.
    """
    placed = session.position.placed
    near = around(touched(session.position, last))
    for choice in choices:
        tiles = len(placed)
        if session.play_any(choice, undecided) and any(tile.cell in near for tile in placed[tiles:]):
            if holds(session.position):
                near = around(touched(session.position, last))
            else:
                session.withdraw()


def touched(position: Position, move: Move) -> Collection[Cell]:
    """Return the cells that a turn, not yet played, would change, and those beside them."""
    return around([move.cell, *forced_cells(position, move)])


def length(box: Box, side: Side) -> int:
    """Return the length of the box from this side to the other."""
    return box.columns if side in (EAST, WEST) else box.rows


def grow(session: Session, side: Side, choice: int) -> None:
    """Make the box longer by a tile at this side, or at least place one that helps. The turn does not win."""
    box, placed = session.position.box, session.position.placed
    beside = (neighbour(tile.cell, side) for tile in reversed(placed))
    outside = islice((cell for cell in beside if cell not in box), 1)
    if not session.play_among(outside, choice, undecided):
        session.play_any(choice, undecided)


def around(cells: Collection[Cell]) -> dict[Cell, None]:
    """Return the cells and then their neighbours: a set that keeps its order."""
    return dict.fromkeys([*cells, *(neighbour(cell, side) for cell in cells for side in SIDES)])


def go_on(session: Session, choices: bytes, near: Collection[Cell] = ()) -> None:
    """Continue after whatever has happened, with some turns `near` that place."""
    for choice in choices:
        if not (near and 0 <= choice - NEAR < 96 and session.play_among(near, scaled(choice - NEAR, 96))):
            follow(session, choice)


#: A byte from here on means something other than a turn: the first such bytes take turns back, the next read cells.
TURNS, TAKE_BACKS, READS = 232, 240, 252
#: The 96 bytes from here on are turns near a place, if there is one.
NEAR = 100


def scaled(choice: int, base: int, wanted: int = 256) -> int:
    """Return a number less than `base`, scaled to the range that is wanted.

    Args:
        choice: The number.
        base: The limit of the number.
        wanted: The limit of the result.
    """
    return choice * wanted // base


def follow(session: Session, choice: int) -> None:
    """Do what a byte of a game means: usually a turn."""
    if choice >= READS:
        begin(session, scaled(choice - READS, 256 - READS))
    elif choice >= TAKE_BACKS:
        session.read(_worth_reading(session, choice - TAKE_BACKS))
    elif choice >= TURNS:
        session.take_back(min(choice - TURNS + 1, session.played))
    elif session.over:
        _after_the_end(session, *divmod(scaled(choice, TURNS, 4 * 64), 64))
    elif not session.play_any(scaled(choice, TURNS), undecided if session.endless else None):
        begin(session, scaled(choice, TURNS))


def _after_the_end(session: Session, what: int, rest: int) -> None:
    """Take one turn back, begin another game, take some turns back, or ask for one more, which is refused."""
    if what == 0:
        session.take_back()
    elif what == 1:
        begin(session, scaled(rest, 64))
    elif what == 2:
        session.take_back(min(1 + scaled(rest, 64, 8), session.played))
    else:
        open_cells = list(session.position.entries)
        session.refused(open_cells[scaled(rest, 64, len(open_cells))] if open_cells else ORIGIN, SYMBOLS[rest % 3])


def begin(session: Session, choice: int) -> None:
    """Begin another game by various rules, on the cells of the last one or next to them, with or without a winner."""
    how, rules = divmod(scaled(choice, 256, 4 * len(RULES)), len(RULES))
    session.endless = how == 3
    origin = session.origin
    if how & 1 and session.position.placed:
        x, y = session.address(session.position.placed[-1].cell)
        origin = cell_at(x - session.at[0], y - session.at[1])
    session.new(RULES[rules], origin)


def _worth_reading(session: Session, number: int) -> Cell:
    """Return the last tile or what lies around it, a corner of the box, or the first tile."""
    position = session.position
    if not position.placed:
        return ORIGIN
    last, box = position.placed[-1].cell, position.box
    corners = [cell_at(x, y) for x in (box.left - 1, box.right + 1) for y in (box.top - 1, box.bottom + 1)]
    cells = [*around([last]), ORIGIN, cell_at(box.left, box.top), cell_at(box.right, box.bottom), *corners]
    return cells[number]
