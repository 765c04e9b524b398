"""Properties of every game of Evening.

Each property is one function, which raises Disagreement if it does not hold. They implement the rules a second time, in
the slow and obvious way: by looking at the whole board, or by playing in a mirror.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.evening import (
    BLACK,
    COLOUR_NAMES,
    LETTERS,
    WHITE,
    Cell,
    Colour,
    Move,
    Position,
    Protocol,
    Reason,
    Refused,
    Rule,
    other,
    replay,
    write_game,
)
from hypothesis import strategies as st

from loopline.games.checks import Disagreement, Property, leaves_nothing_behind
from loopline.games.evening.record import Record, games

_COLOURS = (WHITE, BLACK)


def _agree(what: str, found: object, expected: object) -> None:
    """Raise Disagreement if values differ, with the first difference of lists such as the owners of all cells."""
    if found == expected:
        return
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        at = next(at for at, (ours, theirs) in enumerate(zip(found, expected, strict=True)) if ours != theirs)
        what, found, expected = f"{what}, number {at}", found[at], expected[at]
    raise Disagreement(f"{what}: {_said(found)} instead of {_said(expected)}")


def _said(value: object) -> str:
    return COLOUR_NAMES[value] if isinstance(value, Colour) else "none" if value is None else str(value)


def the_whole_board(record: Record) -> None:
    """Check what the model keeps up to date by looking at the whole board (RULES 4.2, 4.3)."""
    for position in record.play():
        groups = list(_groups(position))
        for colour in _COLOURS:
            expected = [cells for owner, cells in groups if owner is colour]
            _agree(f"{COLOUR_NAMES[colour]}, groups", [group.cells for group in position.groups(colour)], expected)
            _agree(f"{COLOUR_NAMES[colour]}, sizes", position.sizes(colour), sorted(map(len, expected), reverse=True))
        for cell in position.hexagon.cells:
            _agree(f"cell {cell}, owner", position.owners[cell], _owner(position, groups, cell))
        _agree("leader", position.leader, _leader(position))


def _groups(position: Position) -> Iterator[tuple[Colour, frozenset[Cell]]]:
    """Yield the groups, in the order of their first cells."""
    seen: set[Cell] = set()
    for first in position.hexagon.cells:
        colour = position.stones[first]
        if colour is None or first in seen:
            continue
        found, waiting = {first}, [first]
        while waiting:
            near = set(position.hexagon.neighbours[waiting.pop()]) - found
            more = [cell for cell in near if position.stones[cell] is colour]
            found.update(more)
            waiting += more
        seen |= found
        yield colour, frozenset(found)


def _owner(position: Position, groups: list[tuple[Colour, frozenset[Cell]]], cell: Cell) -> Colour | None:
    if position.stones[cell] is not None:
        return None
    beside = set(position.hexagon.neighbours[cell])
    white, black = (
        sum(len(cells) for owner, cells in groups if owner is colour and cells & beside) for colour in _COLOURS
    )
    return WHITE if black > white else BLACK if white > black else None


def _leader(position: Position) -> Colour:
    """Return who leads: both lists are made equally long with zeros, and compared number by number."""
    white, black = (position.sizes(colour) for colour in _COLOURS)
    longest = max(len(white), len(black))
    for ours, theirs in zip(white + [0] * (longest - len(white)), black + [0] * (longest - len(black)), strict=True):
        if ours != theirs:
            return WHITE if ours > theirs else BLACK
    return WHITE if position.rules.rule is Rule.ODD_EVEN and position.stones.count(WHITE) % 2 else BLACK


def what_a_stone_changes(record: Record) -> None:
    """Check that a move reports all that it changes.

    It joins at most three groups, makes the new group, and changes the owners of cells.
    """
    position = Position(record.rules)
    for move in record.moves:
        owners, sizes = position.owners.copy(), position.sizes(move.colour)
        turn = position.play(move)
        after = position.owners
        flips = [(c, owners[c], after[c]) for c in position.hexagon.cells if c != move.cell and owners[c] != after[c]]
        _agree("cells with a new owner", list(turn.flips), flips)
        if turn.laid is None:
            continue
        joined, group = [len(cells) for cells in turn.joined], len(turn.laid.group)
        _agree("the size of the new group", group, sum(joined) + 1)
        _agree("more than three groups joined", len(joined) > 3, False)
        for size in joined:
            sizes.remove(size)
        _agree("sizes", position.sizes(move.colour), sorted([*sizes, group], reverse=True))


def take_back(record: Record) -> None:
    """Check that a move taken back, or refused, leaves nothing behind."""
    leaves_nothing_behind(record, _tried, lambda _, move: _text(move), _everything)


def _tried(position: Position) -> Iterator[str]:
    for move in _every_move(position):
        position.is_legal(move)
        yield _text(move)


def _everything(position: Position) -> dict[str, object]:
    return {
        "stones": position.stones.copy(),
        "owners": position.owners.copy(),
        "who has declined": position.declined,
        "turns": list(position.turns),
        "groups": [group.cells for colour in _COLOURS for group in position.groups(colour)],
        "sizes": [position.sizes(colour) for colour in _COLOURS],
        "who can place": [position.can_place(colour) for colour in _COLOURS],
    }


def _every_move(position: Position) -> list[Move]:
    cells = [None, *position.hexagon.cells, Cell(len(position.hexagon))]
    return [Move(colour, cell) for colour in _COLOURS for cell in cells]


def _text(move: Move) -> str:
    return f"{LETTERS[move.colour]}{'-' if move.cell is None else move.cell}"


def turned_and_mirrored(record: Record, image: int) -> None:
    """Check that a game on a board turned or mirrored is the same game."""
    position = record.position()
    came_from = position.hexagon.symmetries[image]
    to = {cell: at for at, cell in zip(position.hexagon.cells, came_from, strict=True)}
    moved = [Move(move.colour, None if move.cell is None else to[move.cell]) for move in record.moves]
    twin = Position.from_moves(moved, record.rules)
    _agree("stones", twin.stones, [position.stones[cell] for cell in came_from])
    _agree("owners", twin.owners, [position.owners[cell] for cell in came_from])
    _agree("leader and end", (twin.leader, twin.over), (position.leader, position.over))
    _agree("symmetric key", twin.key(symmetric=True), position.key(symmetric=True))


def colours_swapped(record: Record) -> None:
    """Check that swapped colours swap all but who leads with identical lists."""
    position, twin = record.position(), Position(record.rules)
    twin.load({cell: other(stone) for cell in position.hexagon.cells if (stone := position.stones[cell])})
    _agree("owners", twin.owners, [owner and other(owner) for owner in position.owners])
    _agree("sizes", [twin.sizes(colour) for colour in _COLOURS], [position.sizes(other(colour)) for colour in _COLOURS])
    _agree("leader", twin.leader, position.leader if position.identical else position.loser)


def loaded_in_any_order(record: Record, order: list[int]) -> None:
    """Check that a board loaded in any order is the board that was played."""
    position, twin = record.position(), Position(record.rules)
    stones = {cell: stone for cell in position.hexagon.cells if (stone := position.stones[cell])}
    place = dict(zip(stones, order, strict=False))
    twin.load({cell: stones[cell] for cell in sorted(stones, key=lambda cell: place.get(cell, 0))})
    _agree("owners", twin.owners, position.owners)
    _agree("sizes", [twin.sizes(colour) for colour in _COLOURS], [position.sizes(colour) for colour in _COLOURS])
    _agree("leader", twin.leader, position.leader)


def refusals(record: Record) -> None:
    """Check that each move is refused for the first reason that applies, by a second implementation (RULES 4.5)."""
    position = Position(record.rules)
    for move in [*record.moves, None]:
        for tried in _every_move(position) if move is None or len(position.turns) % 4 == 0 else [move]:
            _agree(_text(tried), _reason(position, tried), _expected_reason(position, tried))
        if move:
            position.play(move)


def _reason(position: Position, move: Move) -> str:
    try:
        position.play(move)
    except Refused as refused:
        return refused.reason
    position.take_back()
    return ""


def _expected_reason(position: Position, move: Move) -> str:
    """Return the first of all reasons that apply."""
    (colour, cell), stones, owners = move, position.stones, position.owners
    empty = not any(stones)
    players = _COLOURS if position.rules.protocol is Protocol.FREE else (position.loser,)
    can_place = {player for player in _COLOURS if player in owners or (empty and player is WHITE)}
    applies = {"over": not can_place.intersection(players) - position.declined, "turn": colour not in players}
    if cell is None:
        applies["turn"] |= colour in position.declined
    elif cell >= len(stones):
        applies["range"] = True
    else:
        applies |= {"occupied": stones[cell] is not None, "first": empty and colour is BLACK}
        applies |= {"equal": not empty and owners[cell] is None, "other": not empty and owners[cell] is other(colour)}
    return next((reason for reason in Reason if applies.get(reason)), "")


def written_and_read(record: Record) -> None:
    """Check that a written record is read as the same game, from the empty board or from one that is loaded."""
    position = record.position()
    for _ in range(2):
        again = replay(write_game(position))
        _agree("rules", again.rules, position.rules)
        _agree("moves", [turn.move for turn in again.turns], [turn.move for turn in position.turns])
        _agree("board", (again, again.declined), (position, position.declined))
        position.load({cell: stone for cell in position.hexagon.cells if (stone := position.stones[cell])})


def a_stone_does_no_harm(record: Record) -> None:
    """Check that a stone raises its player's list of sizes, as RULES 4.3 compares lists, and not the other player's."""
    position = Position(record.rules)
    for move in record.moves:
        mine, others = position.sizes(move.colour), position.sizes(other(move.colour))
        turn = position.play(move)
        # Python compares lists as the rules do. A list may be shorter and higher: a stone joins groups.
        if turn.laid and position.sizes(move.colour) <= mine:
            raise Disagreement(f"{_text(move)}: expected a list above {mine}, got {position.sizes(move.colour)}")
        _agree("the other list", position.sizes(other(move.colour)), others)


_GAME = {"record": games()}
_SMALL = {"record": games((2, 3))}

PROPERTIES = (
    Property("the whole board", the_whole_board, _GAME),
    Property("what a stone changes", what_a_stone_changes, _GAME),
    Property("take back", take_back, _GAME),
    Property("turned and mirrored", turned_and_mirrored, _GAME | {"image": st.integers(0, 11)}),
    Property("colours swapped", colours_swapped, _GAME),
    Property("loaded in any order", loaded_in_any_order, _GAME | {"order": st.lists(st.integers(0, 99), max_size=30)}),
    Property("refusals", refusals, _SMALL),
    Property("written and read", written_and_read, _GAME),
    Property("a stone does no harm", a_stone_does_no_harm, _GAME),
)
