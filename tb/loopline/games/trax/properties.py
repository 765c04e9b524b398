"""Properties of every game of Trax.

Each property is one function, which raises AssertionError if it does not hold. They implement the rules a second time,
in the slow and obvious way: by looking at the whole board, by playing in another order or in a mirror. A model that
agrees with all of them is unlikely to share a mistake with each.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.trax import COLOUR_NAMES, RED, WHITE, Cell, Colour, Move, Position, Refused, notation, notation_1998
from goldenrules.trax.cells import NO_BOX, neighbour
from goldenrules.trax.tiles import EAST, NORTH, SIDES, SOUTH, WEST, colour_at, entered, joined, opposite, other

from loopline.games.checks import Disagreement, Property, leaves_nothing_behind
from loopline.games.trax.record import (
    Record,
    before_something_rare,
    colours_swapped,
    games,
    orders,
    rule_sets,
    something_rare,
    turned_or_mirrored,
    with_short_lines,
)
from loopline.games.trax.symmetry import Symmetry

#: A winning path: the colour, loop or line, the cells.
Path = tuple[Colour, str, frozenset[Cell]]


def any_order(record: Record, order: list[int]) -> None:
    """Check that the turn ends in the same way in whatever order forced cells are filled (RULES 1.2)."""
    position = Position(record.rules)
    for turn in record.play():
        _play_in_order(position, turn.turns[-1].move, order)
        if position.tiles != turn.tiles:
            raise Disagreement(f"another order of forced play gives another board: {order}")
        if position.winner != turn.winner:
            raise Disagreement(f"another order of forced play gives another winner: {order}")
    for move in position.candidates():
        expected = position.is_legal(*move)
        try:
            _play_in_order(position, move, order)
            position.take_back()
            legal = True
        except Refused:
            legal = False
        if legal != expected:
            words = f"{'legal' if legal else 'refused'} in one order of forced play and not in another"
            raise Disagreement(f"{_text(position, move)} is {words}: {order}")


def _play_in_order(position: Position, move: Move, order: list[int]) -> None:
    position.begin(*move)
    numbers = iter(order)
    while position.forced and position.trap is None:
        cells = sorted(position.forced)
        position.force(cells[next(numbers, 0) % len(cells)])
    position.finish()


def take_back(record: Record) -> None:
    """Check that a turn taken back, or refused, leaves nothing behind."""
    leaves_nothing_behind(record, _tried, _text)


def _tried(position: Position) -> Iterator[str]:
    for move in position.candidates():
        position.is_legal(*move)
        yield _text(position, move)


def both_notations(record: Record) -> None:
    """Check that each move is read as it was written, before and after 1998, and that each is written differently."""
    position = Position(record.rules)
    for move in record.moves:
        _written_and_read(position, [move])
        position.play(*move)
    _written_and_read(position, position.candidates())


def _written_and_read(position: Position, moves: list[Move]) -> None:
    # The old notation knows no board whose first cell is free to choose.
    for writing in [notation] if position.rules.first_cell_free else [notation, notation_1998]:
        texts = [writing.write_move(position, move) for move in moves]
        for move, text in zip(moves, texts, strict=True):
            found = writing.read_move(position, text)
            if found != move:
                raise Disagreement(f"{_text(position, move)} is written {text}, but read as {_text(position, found)}")
        if len(set(texts)) < len(texts):
            raise Disagreement("two moves are written alike")


def in_the_mirror(record: Record, symmetry: Symmetry) -> None:
    """Check that the same game on a board turned, mirrored, or with the colours swapped, is the same game."""
    position, image = record.position(), record.image(symmetry)
    if image.tiles != {symmetry.cell(cell): symmetry.tile(tile) for cell, tile in position.tiles.items()}:
        raise Disagreement(f"the board differs when {symmetry}")
    wins = {(symmetry.colour(win.colour), symmetry.kind(win.kind)) for win in position.wins}
    if {(win.colour, win.kind) for win in image.wins} != wins:
        raise Disagreement(f"the wins differ when {symmetry}")
    if image.winner != (position.winner and symmetry.colour(position.winner)):
        raise Disagreement(f"the winner differs when {symmetry}")
    if position.tiles and set(image.legal_moves()) != {symmetry.move(move) for move in position.legal_moves()}:
        raise Disagreement(f"the legal turns differ when {symmetry}")


def the_whole_board(record: Record) -> None:
    """Check what the model keeps up to date by looking at the whole board: entries, box, wins and winner."""
    position = record.position()
    box = NO_BOX
    for cell, tile in position.tiles.items():
        box = box.including(cell)
        for side in SIDES:
            beside = position.tiles.get(neighbour(cell, side))
            if beside is not None and colour_at(beside, opposite(side)) != colour_at(tile, side):
                raise Disagreement(f"two colours meet beside {notation.label(position, cell)}")
    if position.box != box:
        raise Disagreement(f"the box is {box}, the model says {position.box}")
    entries = _entries(position)
    if position.entries != entries:
        raise Disagreement("the entries of the empty cells are not those of the tiles beside them")
    for cell, edges in entries.items() if record.rules.forced_play else ():
        if any(len(entered(edges, colour)) > 1 for colour in (WHITE, RED)):
            raise Disagreement(f"the turn has ended, but {notation.label(position, cell)} is forced")
    expected = _winning_paths(position)
    found: set[Path] = {(win.colour, win.kind, frozenset(position.path(win))) for win in position.wins}
    if found != expected:
        raise Disagreement(f"on the board is {_names(expected)}, the model says {_names(found)}")
    winners, mover = {colour for colour, _, _ in expected}, other(position.to_move)
    if position.winner != (mover if mover in winners else max(winners, default=None)):
        raise Disagreement(f"on the board is {_names(expected)}, the model's winner is {position.winner}")


def _entries(position: Position) -> dict[Cell, int]:
    entries: dict[Cell, int] = {}
    for cell, tile in position.tiles.items():
        for side in SIDES:
            beside = neighbour(cell, side)
            if beside not in position.tiles:
                entries[beside] = entries.get(beside, 0) | colour_at(tile, side) << 2 * opposite(side)
    return entries


def _winning_paths(position: Position) -> set[Path]:
    """Find winning paths (RULES 1.3) by following every path of every tile to its ends."""
    paths: set[Path] = set()
    for start, tile in position.tiles.items():
        for colour in (WHITE, RED):
            cells, ends = {start}, set()
            for side in joined(tile, colour):
                cell = neighbour(start, side)
                while cell in position.tiles and cell != start:
                    cells.add(cell)
                    a, b = joined(position.tiles[cell], colour)
                    side = b if opposite(side) == a else a
                    cell = neighbour(cell, side)
                if cell != start and cell not in position.box:
                    ends.add(side)
                closed = cell == start
            lines = position.rules.lines or len(position.tiles) + 1
            if closed:
                paths.add((colour, "loop", frozenset(cells)))
            elif ends == {EAST, WEST} and position.box.columns >= lines:
                paths.add((colour, "line across", frozenset(cells)))
            elif ends == {NORTH, SOUTH} and position.box.rows >= lines:
                paths.add((colour, "line down", frozenset(cells)))
    return paths


def _names(paths: set[Path]) -> str:
    return ", ".join(sorted(f"{COLOUR_NAMES[colour]}'s {kind}" for colour, kind, _ in paths)) or "none"


def _text(position: Position, move: Move) -> str:
    try:
        return notation.write_move(position, move)
    except Exception:
        return str(move)


_ANY = games(rule_sets)
_TRAPS = before_something_rare("trap")
_WINS = something_rare("win")
_SYMMETRIC = games(with_short_lines) | _TRAPS | _WINS

PROPERTIES = (
    Property("forced play in any order", any_order, {"record": _ANY | _TRAPS, "order": orders}),
    Property("take-back leaves nothing behind", take_back, {"record": _ANY | _TRAPS}),
    Property("what is written is read", both_notations, {"record": _ANY}),
    Property("boards and wins, from scratch", the_whole_board, {"record": games(with_short_lines) | _ANY | _WINS}),
    Property("turned and mirrored boards", in_the_mirror, {"record": _SYMMETRIC, "symmetry": turned_or_mirrored}),
    Property("colours swapped", in_the_mirror, {"record": _SYMMETRIC, "symmetry": colours_swapped}),
)
