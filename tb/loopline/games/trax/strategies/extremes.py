"""Lengths and numbers as large as possible, so that upper bits of addresses, lengths, limits and counters matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from goldenrules.errors import Refused
from goldenrules.trax import (
    CLASSIC,
    CONTEST,
    LOOP_TRAX,
    RED,
    SYMBOLS,
    WHITE,
    Cell,
    Colour,
    Move,
    Position,
    RuleSet,
    cell_at,
)
from goldenrules.trax.tiles import EAST, NORTH, PLUS_RED_ACROSS, SLASH_RED_RIGHT, SOUTH, colour_at
from hypothesis import strategies as st

from loopline.games.strategy import Digits, choices
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies.building_blocks import go_on, grow, place, set_up
from loopline.games.trax.strategies.rare import along_a_row, over_a_field
from loopline.games.trax.strategies.session import Session, undecided
from loopline.games.trax.symmetry import keeping

#: The side of the largest board.
LARGEST = 128

#: Cells from an arm's end to the frame.
_GAP = 3

_Place = tuple[int, int]


@cache
def over_four_fields(arm: int) -> tuple[Move, ...]:
    """Return four arms of this many tiles around an open centre, and a frame around them, which joins them.

    The last tile lies beside the centre, and all four fields between the arms are forced from there, in one turn: about
    three arms' worth of cells wait at a time.

    Along an arm the edges are white and red by turns; only at its end this changes, and that is where the fields end.
    The frame may be of any tiles that force nothing.
    """
    position = Position(LOOP_TRAX)
    path = list(_path(arm + _GAP))
    left, top = path[0]
    tries: list[Iterator[str]] = []
    while len(position.turns) < len(path):  # a tile may be right, and the next ones find that it is not
        x, y = path[len(position.turns)]
        symbols, upper = _wanted(x, y, arm)
        if len(tries) == len(position.turns):
            tries.append(iter(symbols))
        cell = cell_at(x - left, y - top)
        if not any(_laid(position, Move(cell, symbol), upper) for symbol in tries[-1]):
            tries.pop()
            position.take_back()
    return (*(turn.move for turn in position.turns), Move(cell_at(-left, 1 - top), "/"))


def _path(frame: int) -> Iterator[_Place]:
    """Yield the places from the eastern arm around the frame into the others; each cell beside one before."""
    out = range(1, frame + 1)
    inwards = range(frame - 1, 1, -1)
    yield from ((x, 0) for x in out)
    yield from ((frame, -y) for y in out)
    yield from ((x, -frame) for x in range(frame - 1, -1, -1))
    yield from ((0, -y) for y in inwards)
    yield from ((-x, -frame) for x in out)
    yield from ((-frame, y) for y in range(1 - frame, 1))
    yield from ((-x, 0) for x in (*inwards, 1))
    yield from ((-frame, y) for y in out)
    yield from ((x, frame) for x in range(1 - frame, 1))
    yield from ((0, y) for y in inwards)


def _wanted(x: int, y: int, arm: int) -> tuple[str, Colour | None]:
    """Return the symbols that will do there, and the colour of the upper edge if it matters."""
    distance = abs(x + y)
    if (x and y) or distance > arm + 1:
        return "".join(SYMBOLS), None
    symbol = "\\" if x < 0 else "/"
    if distance > arm:
        return "/" if x < 0 else "\\", None
    colour = (RED, WHITE)[(distance + (x < 0) + (y < 0)) % 2]
    return symbol, colour


def _laid(position: Position, move: Move, upper: Colour | None) -> bool:
    """Play that turn, unless it forces a tile or has another upper edge."""
    try:
        turn = position.play(*move)
    except Refused:
        return False
    alone = turn.tiles_after == turn.tiles_before + 1
    if alone and upper in (None, colour_at(position.tiles[move.cell], NORTH)):
        return True
    position.take_back()
    return False


def longest_arm(capacity: int) -> int:
    """Return the longest arm of a front in a box of this capacity."""
    return (capacity - 2 * _GAP - 1) // 2


#: Builds something; the rules are decided afterwards.
Kind = Callable[[Session, Digits, bool], None]


@st.composite
def extremes(draw: st.DrawFn, size: int = 64, turns: int = 30, variants: bool = False) -> Script:
    """Make paths, limits, counts and sessions as long and as large as possible.

    A line or loop of any length, up to the board's; or a number of tiles at a power of two, and each operation then; or
    a session of more events than sixteen bits can count. Limits that decide, just not or just so.

    Shrinks to a short line.
    """
    chosen = draw(choices(turns))
    session = Session(size, place(chosen.digits, size))
    KINDS[chosen.digits(len(KINDS))](session, chosen.digits, variants)
    go_on(session, chosen.turns)
    return session.script()


# --- paths ------------------------------------------------------------------------------------------------------------


def _line(session: Session, digits: Digits, variants: bool) -> None:
    """Play a line from one side of the box to the other.

    A second row has made the box as long before, so on the way the path's end lies at every distance from where it
    would win.
    """
    direction, length = digits(256), _length(session, digits)
    gap = 2 + digits(length - 2) if digits(2) else 0
    session.new(_rules(session, length, 2 * length - 1, digits, variants))
    _play(session, (Move(cell, "+") for cell in _two_rows(length, gap)), direction)
    _beyond(session, digits)


def _two_rows(length: int, gap: int) -> Iterator[Cell]:
    """Yield the cells of two rows, the upper without the first column.

    `gap`: of the lower row, what is to the right of it comes from the right, and forces the tile in it.
    """
    yield from (cell_at(0, 0), cell_at(1, 0))
    yield from (cell_at(column, -1) for column in range(1, length))
    if gap:
        yield from (cell_at(column, 0) for column in range(2, gap))
        yield from (cell_at(column, 0) for column in range(length - 1, gap, -1))
    else:
        yield from (cell_at(column, 0) for column in range(2, length))


def _loop(session: Session, digits: Digits, variants: bool) -> None:
    """Play a loop of two rows and both ends.

    The second row comes back from the right, so on the way both ends of the path are at every distance from each other.
    Its last tile is forced.
    """
    direction, length = digits(256), _length(session, digits)
    session.new(replace(_rules(session, length, 2 * length, digits, variants), lines=None))
    last = length - 1
    way_out = [Move(cell_at(column, 0), "+") for column in range(1, last)]
    corners = ((0, 0, "/"), (0, 1, "\\"), (last, 0, "\\"), (last, 1, "/"))
    ends = [Move(cell_at(x, y), symbol) for x, y, symbol in corners]
    back = [Move(cell_at(column, 1), "+") for column in range(last - 1, 0, -1)]
    _play(session, [*way_out, *ends, *back], direction)
    _beyond(session, digits)


def _length(session: Session, digits: Digits) -> int:
    """Return any length; but most are next to a power of two, or to the largest possible.

    On the largest board that is the simplest: on it bits are lost that others do not have.
    """
    most = session.capacity
    if digits(3) == 0:
        return most - digits(most - 3) if session.size == LARGEST else 4 + digits(most - 3)
    known = [length for length in (8, 9, 16, 17, 32, 33, 34, 64, 65) if length < most] + [most, most - 1]
    return known[digits(len(known))]


def _rules(session: Session, length: int, tiles: int, digits: Digits, variants: bool) -> RuleSet:
    """Return rules under which a box of this length, and this many tiles, are at, just above, or far from a limit.

    On the largest board, of whose few examples the simplest one is always played, a box limit that is just right is the
    simplest, and lines that must be a cell longer.
    """
    rules, is_largest = (CLASSIC, CONTEST)[digits(2)], session.size == LARGEST
    if limit := _near(length, session.size - 1, digits, 3 * is_largest):
        rules = replace(rules, box_limit=limit, draws=False)
    if not variants:
        return rules
    # The first tile lies in the centre of a field, and the path goes to one side from there.
    fields = range(2 * length, session.capacity + 1, 2)
    return replace(
        rules,
        lines=(_near(length, session.size - 1, digits, 4 * is_largest) or 8, length, 16, 32)[digits(4)],
        field=fields[digits(len(fields))] if fields and digits(3) == 2 else None,
        tiles=_near(tiles, 2 * session.size**2 - 1, digits),
    )


def _near(number: int, most: int, digits: Digits, simplest: int = 0) -> int | None:
    """Return no limit, a limit one too low, just right, one more than needed, or with a bit that must not be lost.

    `simplest`: which of them, counted from 0, is the simplest.
    """
    more = _one_bit_more(number, most)
    limits = (None, None, number - 1, number, min(number + 1, most), more[digits(len(more))] if more else None)
    return limits[(digits(6) + simplest) % len(limits)]


def _one_bit_more(number: int, most: int) -> list[int]:
    """Return numbers that would equal this one if a bit, or half of the bits, were lost."""
    bits = (1 << bit for bit in range(2, most.bit_length()))
    return [larger for bit in bits for larger in (number | bit, bit | 1) if number < larger <= most]


def _play(session: Session, moves: Iterable[Move], direction: int) -> None:
    """Play those of the moves whose cell is still open, in some direction."""
    images = keeping(PLUS_RED_ACROSS)
    for move in map(images[direction % len(images)].move, moves):
        if move.cell not in session.position.tiles:
            session.play(*move)


def _beyond(session: Session, digits: Digits) -> None:
    """Play one more tile at each side; or take the last ones back and place them again."""
    if digits(2):
        last = session.steps[-2:]
        session.take_back(len(last))
        for step in last:
            session.play(step.cell - session.origin, step.symbol)
    box = session.position.box
    for cell in list(session.position.entries)[-3:] + list(session.position.entries)[:2]:
        outside = not session.has_room(cell)
        if session.over or (outside and max(box.columns, box.rows) == session.capacity):
            session.refused(cell, "+", foul=False)
        else:
            session.play(cell, "+")


# --- counters ---------------------------------------------------------------------------------------------------------


def _power_of_two(session: Session, digits: Digits, variants: bool) -> None:
    """Play until this many tiles are on the board, with that limit or without.

    Then come, each time with this many on the board: a read, a refusal, a turn more and one less; a new game.
    """
    room = session.capacity**2 * 2 // 3
    goals = [goal for goal in (32, 64, 128, 256, 512, 1024, 2048) if goal <= room] or [16]
    goal, limited = [*goals, goals[-1]][digits(len(goals) + 1)], digits(4) * variants
    session.new(replace((CLASSIC, CONTEST)[digits(2)], lines=None))
    game = _large(goal, session.capacity)
    session.play(*set_up(session, game))
    for number in range(goal):
        if len(session.position.tiles) >= goal or not session.play_any((number * 67 + digits(256)) & 255, undecided):
            break
        if len(session.position.tiles) > goal:
            session.withdraw()
    position = session.position
    if limited:
        session.have_had(replace(position.rules, tiles=len(position.placed), draws=limited > 1))
    session.read(position.placed[-1].cell)
    session.refused(position.placed[digits(256) % len(position.placed)].cell, "+")
    if session.fouled:
        session.take_back()
    if session.play_any(digits(256), undecided):
        session.take_back()
    last = position.turns[-1].move
    session.take_back()
    session.play(*last)
    if variants and not limited and digits(2):
        _closed(session, digits)
    session.new(CLASSIC)
    session.play_any(digits(256))


def _closed(session: Session, digits: Digits) -> None:
    """Play on when the box has come to its limit in both directions.

    After each turn the engine must find out whether there is a legal one.
    """
    for _ in range(session.size):
        box = session.position.box
        if box.columns == box.rows:
            session.have_had(replace(session.position.rules, box_limit=box.columns, draws=True))
            break
        grow(session, EAST if box.columns < box.rows else SOUTH, digits(256))
    for _ in range(3):
        session.play_any(digits(256), undecided)


@cache
def _large(goal: int, capacity: int) -> tuple[Move, ...]:
    """Return a field that is forced in one turn, with nearly this many tiles when that is played."""
    fields = [
        ((columns + 1) * (rows + 1) + 8, columns, rows)
        for columns in range(2, capacity - 3)
        for rows in range(3, capacity)
        if (columns + 1) * (rows + 1) + 8 <= goal
    ]
    _, columns, rows = max(fields, default=(0, 2, 3))
    return over_a_field(columns, rows, Digits(b""))


def _long_session(session: Session, digits: Digits, _: bool) -> None:
    """Play a turn that forces a whole row, and take it back, again and again, without a reset.

    One session that is long enough for sixteen bits is enough for all narrower counters.
    """
    events = (1 << (10, 11, 12, 16)[digits(4)]) + 8
    session.new(replace((CLASSIC, CONTEST)[digits(2)], lines=None))
    row = along_a_row(session.capacity - 2, digits)
    last = set_up(session, row)
    forced = len(row) - 2
    for _again in range(events // (2 * forced + 4) + 1):
        session.play(*last)
        session.take_back()
    session.play(*last)


def _wide_front(session: Session, digits: Digits, variants: bool) -> None:
    """Force four fields in one turn; perhaps it is taken back, or there is a tile too few for it."""
    longest = longest_arm(session.capacity)
    if longest < _SHORTEST_ARM:  # a small board
        _line(session, digits, variants)
        return
    arm = longest if digits(2) else _SHORTEST_ARM + digits(longest - _SHORTEST_ARM + 1)
    images = keeping(SLASH_RED_RIGHT)
    session.new(replace((CLASSIC, CONTEST)[digits(2)], lines=None))
    last = set_up(session, tuple(map(images[digits(len(images))].move, over_four_fields(arm))))
    before = len(session.position.tiles)
    session.play(*last)
    after = len(session.position.tiles)
    if variants and digits(4) == 3:
        session.take_back()
        session.have_had(replace(session.position.rules, tiles=after - 1 - digits(after - before)))
        session.play(*last)
    elif digits(2):
        session.take_back()
        session.play(*last)


_SHORTEST_ARM = 3

KINDS: Sequence[Kind] = (_line, _line, _line, _loop, _loop, _power_of_two, _power_of_two, _long_session, _wide_front)
