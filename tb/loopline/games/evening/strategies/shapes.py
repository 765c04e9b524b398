"""Positions made for one stone: what it does far away, what it joins or surrounds, and what decides after it."""

from __future__ import annotations

from collections.abc import Collection

from goldenrules.evening import Cell, Colour, Hexagon, other

from loopline.games.evening import requests
from loopline.games.evening.strategies.building_blocks import COLOURS, Games, begin, lay, load, stones, turned
from loopline.games.strategy import Choices, Digits


def far_changes(session: Games, chosen: Choices) -> None:
    """Place stones that change who may place at the other end of the board.

    A row but for its two ends is of one colour, and beside it lie as many stones of the other colour and one more. So
    at both ends the first may place; after a stone at one end, neither may at the other.
    """
    digits = chosen.digits
    begin(session, digits)
    board, image, colour = session.model.position.hexagon, turned(session, digits), COLOURS[digits(2)]
    middle = board.side - 1
    number = middle - digits(min(3, board.side))
    row, below = board.rows[number], board.rows[number + 1]
    skipped = 0 if number == middle else 1
    load(session, colour, (image[cell] for cell in row[1:-1]))
    load(session, other(colour), (image[cell] for cell in below[skipped : skipped + len(row) - 1]))
    lay(session, colour, image[row[0]])
    stones(session, chosen.turns)


def three_groups(session: Games, chosen: Choices) -> None:
    """Place stones that join three groups, small and large.

    Every other time the number of groups of their sizes is asked at once: another game would hide that.
    """
    digits = chosen.digits
    begin(session, digits)
    board, colour = session.model.position.hexagon, COLOURS[digits(2)]
    inner = [cell for cell in board.cells if len(board.neighbours[cell]) == 6]
    cell, first, alone = inner[digits(len(inner))], digits(2), digits(3) == 2
    for number in range(0, 6, 1 + alone):
        arm = _arm(board, cell, (first + number) % 6)
        longest = len(arm) - 1
        mine = number % 2 == 0
        length = 1 + (min(longest, digits(2)) if mine else longest and 1 + digits(longest))
        load(session, colour if mine else other(colour), arm[:length])
    three = [board.neighbours[cell][(first + 2 * number) % 6] for number in range(3)]
    roomiest = max(three, key=lambda stone: len(_room(session, colour, stone, cell)))
    joined = (*three, roomiest, roomiest, roomiest)[digits(6)]
    _grow(session, colour, joined, cell, digits(2) * len(board) or digits(len(board)))
    sizes = [len(group) for group in session.model.position.touching(cell) if group.colour is colour]
    lay(session, colour, cell)
    for size in sizes if digits(2) else ():
        session.ask(requests.lists(size))
    stones(session, chosen.turns)


def _grow(session: Games, colour: Colour, stone: Cell, beside: Cell, most: int) -> None:
    """Add up to `most` stones to the group of a stone, as far as it has room."""
    load(session, colour, _room(session, colour, stone, beside)[:most])


def _room(session: Games, colour: Colour, stone: Cell, beside: Cell) -> list[Cell]:
    """Return where the group of a stone can grow, without joining another or surrounding the cell beside."""
    position = session.model.position
    board, group = position.hexagon, position.group(stone)

    def free(cell: Cell) -> bool:
        joins = any(near.colour is colour and near is not group for near in position.touching(cell))
        return position.stones[cell] is None and not joins

    seen = {beside, *board.neighbours[beside]}
    room = [cell for cell in board.cells if position.stones[cell] is colour and position.group(cell) is group]
    own = len(room)
    for cell in room:
        further = [neighbour for neighbour in board.neighbours[cell] if neighbour not in seen and free(neighbour)]
        seen.update(further)
        room += further
    return room[own:]


def embraces(session: Games, chosen: Choices) -> None:
    """Let one group touch a cell from two sides, and place a stone between them.

    Several such games: the colour alternates, and each is turned by one direction more. There are fifteen pairs of
    sides.
    """
    digits = chosen.digits
    begin(session, digits)
    board, colour = session.model.position.hexagon, digits(2)
    inner = [cell for cell in board.cells if len(board.neighbours[cell]) == 6]
    cell, first, apart = inner[digits(len(inner))], digits(6), 2 + digits(3)
    for number in range(1 + digits(6)):
        if number:
            session.ask(requests.NEW)
        sides = ((first + number) % 6, (first + number + apart) % 6)
        _embrace(session, COLOURS[(colour + number) % 2], cell, sides, digits)
    stones(session, chosen.turns)


def _embrace(session: Games, colour: Colour, cell: Cell, sides: tuple[int, int], digits: Digits) -> None:
    board = session.model.position.hexagon
    around = board.neighbours[cell]
    start, end = (around[side] for side in sides)
    way = _way(board, start, end, {cell, *around} - {start, end}) or _way(board, start, end, {cell})
    load(session, colour, way)
    if foes := [neighbour for neighbour in around if neighbour not in way]:
        _besiege(session, other(colour), foes, cell, len(way), digits)
    lay(session, COLOURS[digits(2)], cell)


def _besiege(session: Games, colour: Colour, foes: list[Cell], cell: Cell, size: int, digits: Digits) -> None:
    """Load about `size` stones around the cell, so that it matters how often the other group counts."""
    first = foes[digits(len(foes))]
    load(session, colour, (foe for foe in foes if foe == first or digits(2)))
    groups = (group for group in session.model.position.touching(cell) if group.colour is colour)
    _grow(session, colour, first, cell, max(0, size - sum(map(len, groups)) + digits(3)))


def _way(board: Hexagon, start: Cell, end: Cell, without: Collection[Cell]) -> list[Cell]:
    """Return the shortest path from cell to cell, both included, or ""."""
    ways = [[start]]
    seen = {start, *without}
    for way in ways:
        if way[-1] == end:
            return way
        further = [cell for cell in board.neighbours[way[-1]] if cell not in seen]
        seen.update(further)
        ways += [[*way, cell] for cell in further]
    return []


def _arm(board: Hexagon, cell: Cell, direction: int) -> list[Cell]:
    """Return the cells in a straight line from an inner cell to the rim."""
    arm = [board.neighbours[cell][direction]]
    while len(around := board.neighbours[arm[-1]]) == 6:
        arm.append(around[direction])
    return arm


def lists(session: Games, chosen: Choices) -> None:
    """Make lists of sizes identical, or different only far down, or one the beginning of the other.

    Each white stone that is loaded has a black one on the opposite side. So both have the same groups, until one more
    stone. Sometimes another game follows in which the players' numbers of groups differ in a single bit.
    """
    digits = chosen.digits
    begin(session, digits)
    board = session.model.position.hexagon
    opposite = board.symmetries[3]
    for choice in (digits(256), digits(256)):
        _pair(session, opposite, choice, apart=True)
    before, after = chosen.split()
    for choice in before[: len(board) // 3]:
        _pair(session, opposite, choice)
    _one_more(session, digits)
    if digits(2) and (players := session.model.position.players):
        session.ask(requests.decline(players[-1]))
    stones(session, after)
    if digits(4) == 3:
        _many_more(session, digits)


def _many_more(session: Games, digits: Digits) -> None:
    """Lay single stones in a new game, in the end as many as there is room for, and ask how many there are.

    No two cells of a class are neighbours: column less row is the same, modulo 3.
    """
    session.ask(requests.NEW)
    board, colour = session.model.position.hexagon, COLOURS[digits(2)]
    more, others, first = 1 << digits(5), digits(3), digits(3)
    classes: list[list[Cell]] = [[], [], []]
    for y, row in enumerate(board.rows):
        for column, cell in enumerate(row, max(0, board.side - 1 - y)):
            classes[(column - y + first) % 3].append(cell)
    load(session, colour, classes[0][: more + others])
    load(session, other(colour), classes[1][:others])
    session.ask(requests.lists(1))
    for mine, cells, laid in ((colour, classes[0], more + others), (other(colour), classes[1], others)):
        for number, cell in enumerate(cells[laid:], laid + 1):
            load(session, mine, [cell])
            if not (number & (number - 1) and (number - 1) & (number - 2)):
                session.ask(requests.lists(1))


def _pair(session: Games, opposite: tuple[Cell, ...], choice: int, apart: bool = False) -> None:
    """Lay a pair of stones.

    `apart`: the stones join no group.
    """
    position = session.model.position
    found = [
        (colour, cell)
        for cell in position.hexagon.cells
        for colour in COLOURS
        if opposite[cell] != cell
        and position.stones[cell] is None
        and not (apart and any(group.colour is colour for group in position.touching(cell)))
    ]
    if found:
        colour, cell = found[choice * len(found) >> 8]
        load(session, colour, [cell])
        load(session, other(colour), [opposite[cell]])


def _one_more(session: Games, digits: Digits) -> None:
    """Ask for one more stone, legal or not; or for none."""
    position, colour = session.model.position, COLOURS[digits(2)]
    cells = position.cells(colour) if digits(2) else [cell for cell, it in enumerate(position.stones) if it is None]
    if cells and digits(4):
        lay(session, colour, Cell(cells[digits(len(cells))]))


def full_boards(session: Games, chosen: Choices) -> None:
    """Fill boards up to the last cell, the last cells by the rules where they allow it."""
    begin(session, chosen.digits)
    cells, colour = turned(session, chosen.digits), COLOURS[chosen.digits(2)]
    left = 1 + chosen.digits(min(6, len(cells)))
    choices = chosen.turns[: len(cells) - left].ljust(len(cells) - left, b"\0")
    for cell, choice in zip(cells, choices, strict=False):
        session.ask(requests.load(other(colour) if choice & 1 else colour, cell))
    for cell in cells[len(cells) - left :]:
        owner = session.model.position.owners[cell]
        lay(session, owner or colour, cell)
    if chosen.digits(2):
        stones(session, chosen.turns[len(cells) :])
    else:
        session.ask(requests.TAKE_BACK)


def large_groups(session: Games, chosen: Choices) -> None:
    """Make groups as large as the board, grown and joined from large ones."""
    begin(session, chosen.digits)
    image, colour = turned(session, chosen.digits), COLOURS[chosen.digits(2)]
    rows = [[image[cell] for cell in row] for row in session.model.position.hexagon.rows]
    apart, between = [cell for row in rows[::2] for cell in row], [cell for row in rows[1::2] for cell in row]
    foreign = chosen.digits(len(image) // 6 + 1)
    load(session, colour, [*apart[foreign:], *between])
    load(session, other(colour), apart[: chosen.digits(foreign + 1)])
    stones(session, chosen.turns[:16])
