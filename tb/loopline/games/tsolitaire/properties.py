"""Properties of every game of Tsolitaire.

Each property is one function, which raises if it does not hold. They implement the rules a second time, in the slow and
obvious way: by following whole tracks from the edge of the board, by turning the board, by placing in another order.
"""

from __future__ import annotations

from goldenrules.tsolitaire import (
    CELLS,
    JOINTS,
    ROTATIONS,
    SIZE,
    STARTS,
    STONES,
    Cell,
    Placement,
    Port,
    Position,
    Refused,
    Rotation,
    Stone,
    Tile,
    canonical,
    replay,
    rotations,
    write_game,
)
from goldenrules.tsolitaire.items import PLACEMENT, REDO, UNDO, WITHDRAWN
from goldenrules.tsolitaire.links import Links
from goldenrules.tsolitaire.records import PlayRecord as Written
from goldenrules.tsolitaire.records import Step, Withdrawn
from hypothesis import strategies as st

from loopline.games.checks import Disagreement, Property, everything, unchanged
from loopline.games.tsolitaire.record import Record, records

MOST_STONES = MOST_PASSES = 4
FORMS: tuple[Withdrawn, ...] = ("plain", "starred", "undone")


def whole_tracks(record: Record) -> None:
    """Check that each stone stands at the end of the path that begins at its start (RULES 3.3)."""
    position = record.position()
    for stone, start in enumerate(STARTS):
        row, column, port = *divmod(start.cell, SIZE), int(start.port)
        while (cell := Cell(row * SIZE + column)) in position.placed:
            placement = position.placed[cell]
            port = JOINTS[placement.tile][placement.rotation][port]
            down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[port // 2]
            row, column, port = row + down, column + right, (9 if right else 5) - port
            if not (0 <= row < SIZE and 0 <= column < SIZE):
                raise Disagreement(f"the track of stone {stone} leads off the board after {placement}")
        if position.stones[stone] != (cell, port):
            where = f"{position.stones[stone]}, its track leads to {cell // SIZE + 1}{'ABCDEF'[cell % SIZE]}/{port}"
            raise Disagreement(f"stone {stone} stands at {where}")


def every_placement(record: Record) -> None:
    """Check that the legal placements are those that can be played.

    Every other is refused for the first reason that holds (RULES 3.4), and changes nothing. Rotations that look the
    same are listed once.
    """
    position = record.position()
    before = everything(position)
    for tile in record.tiles_left[:2] + [move.tile for move in record.moves[-1:]]:
        legal = set(position.legal_moves(tile))
        for cell in CELLS:
            for rotation in ROTATIONS:
                listed = Placement(cell, tile, canonical(tile, rotation)) in legal
                reason = _reason(position.copy() if listed else position, cell, tile, rotation)
                unchanged(f"{Placement(cell, tile, rotation)}, refused,", everything(position), before)
                if reason != (expected := _expected_reason(position, cell, tile, reason)):
                    raise Disagreement(f"{Placement(cell, tile, rotation)} is {reason}, should be {expected}")
                if listed != (reason == "legal"):
                    raise Disagreement(
                        f"{Placement(cell, tile, rotation)} is {reason}, but {'' if listed else 'not '}listed"
                    )
        if any(move.rotation not in rotations(tile) for move in legal):
            raise Disagreement(f"tile {tile} is listed twice in looks that are the same")


def _reason(position: Position, cell: Cell, tile: Tile, rotation: Rotation) -> str:
    try:
        position.play(cell, tile, rotation)
    except Refused as refusal:
        return refusal.reason
    return "legal"


def _expected_reason(position: Position, cell: Cell, tile: Tile, reason: str) -> str:
    if any(turn.move.tile == tile for turn in position.turns):
        return "repeat"
    if any(turn.move.cell == cell for turn in position.turns):
        return "occupied"
    if all(place.cell != cell for place in position.stones):
        return "no-stone"
    return reason if reason in ("legal", "leaves") else "legal or leaves"


def undo_and_redo(record: Record, choices: list[bool]) -> None:
    """Check that Undo goes back through exactly the same positions, and Redo forward again.

    A new placement forgets what was undone.
    """
    states = [everything(position) for position in record.positions()]
    position, at = record.position(), len(record)
    for back in [*choices, *[True] * len(record)]:
        if back and at:
            position.take_back()
        elif not back and at < len(record):
            position.redo()
        at = max(0, at - 1) if back else min(len(record), at + 1)
        expected = {**states[at], "taken_back": list(reversed(record.moves[at:]))}
        unchanged(f"Undo or Redo, to {at} tiles placed,", everything(position), expected)
    if record.moves:
        position.play(*record.moves[0])
        if position.taken_back:
            raise Disagreement("a new placement does not clear what could be restored")


def turned_board(record: Record) -> None:
    """Check that a game on a board turned by a quarter is the same, but for the stones' places (RULES 3.1)."""
    position, turned = Position(), Position()
    for move in record.moves:
        turn = position.play(*move)
        image = turned.play(*_image(move))
        expected = sorted((_next(run.stone), len(run.passes)) for run in turn.runs)
        if sorted((run.stone, len(run.passes)) for run in image.runs) != expected:
            raise Disagreement(f"{move} moves other stones than {_image(move)} on the turned board")
    for tile in record.tiles_left[:3]:
        images = {_image(move) for move in position.legal_moves(tile)}
        if set(turned.legal_moves(tile)) != images:
            raise Disagreement(f"on the turned board tile {tile} has other legal placements")
    if position.key(symmetric=True) != turned.key(symmetric=True):
        raise Disagreement("the turned board has another symmetric key")


def _image(move: Placement) -> Placement:
    row, column = divmod(move.cell, SIZE)
    turned = Rotation((move.rotation + 1) % len(ROTATIONS))
    return Placement(Cell(column * SIZE + SIZE - 1 - row), move.tile, canonical(move.tile, turned))


def _next(stone: Stone) -> Stone:
    return Stone((stone + 2) % len(STONES))


def few_stones_move(record: Record) -> None:
    """Check the limits: four stones move at once, each passes a tile four times, and a path once."""
    passed: set[tuple[Cell, frozenset[Port]]] = set()
    for position in record.positions():
        for turn in position.turns[-1:]:
            if len(turn.runs) > MOST_STONES:
                raise Disagreement(f"{turn.move} moves {len(turn.runs)} stones")
            for run in turn.runs:
                cells = [step.cell for step in run.passes]
                if any(cells.count(cell) > MOST_PASSES for cell in cells):
                    raise Disagreement(f"{turn.move}: stone {run.stone} passes a tile more than four times")
                paths = {(step.cell, frozenset((step.entry, step.exit))) for step in run.passes}
                if len(paths) < len(run.passes) or paths & passed:
                    raise Disagreement(f"{turn.move}: stone {run.stone} takes a path that was taken before")
                passed |= paths
    position = record.position()
    for cell in position.faced():
        if sum(place.cell == cell for place in position.stones) > MOST_STONES:
            for tile in record.tiles_left:
                if any(move.cell == cell for move in position.legal_moves(tile)):
                    raise Disagreement(f"tile {tile} can be placed on {cell}, which more than four stones face")


def any_order(record: Record, order: list[int]) -> None:
    """Check that the same tiles on the same cells, placed in any legal order, give the same position."""
    position, left = Position(), list(record.moves)
    for choice in order + [0] * len(left):
        legal = [move for move in left if position.is_legal(*move)]
        if not legal:
            break
        move = legal[choice % len(legal)]
        left.remove(move)
        position.play(*move)
    if not left and position != record.position():
        raise Disagreement("another order of the same placements gives another position")
    if not left and position.stones != record.position().stones:
        raise Disagreement("another order of the same placements leads the stones elsewhere")


def written_and_read(record: Record, choices: list[int]) -> None:
    """Check that what is written is read as the same game, in each of the three forms (RULES 3.5)."""
    written = Written()
    for move, choice in zip(record.moves, choices + [0] * len(record), strict=False):
        _play_and_note(written, move, choice)
    for form in FORMS:
        text = write_game(written, form, width=40)
        again = replay(text)
        if again.position != written.position or again.warnings:
            raise Disagreement(f"written {form} and read again, it is another game: {text}")
        if form == "undone" and [step.kind for step in again.steps] != [step.kind for step in written.steps]:
            raise Disagreement("Undo and Redo are not read as they are written")


def _play_and_note(written: Written, move: Placement, choice: int) -> None:
    """Play a move simply; or take it back and restore it; or take it back and place it again; or withdraw first."""
    kinds = ((PLACEMENT,), (PLACEMENT, UNDO, REDO), (PLACEMENT, UNDO, PLACEMENT), (WITHDRAWN, PLACEMENT))[choice]
    for kind in kinds:
        if kind == PLACEMENT:
            written.position.play(*move)
        elif kind == UNDO:
            written.position.take_back()
        elif kind == REDO:
            written.position.redo()
        placed = kind in (PLACEMENT, WITHDRAWN)
        written.steps.append(Step(kind, move if placed else None, "12:34" if placed and move.tile % 2 else None))


def only_ends_of_paths(record: Record) -> None:
    """Check that the ends of paths are enough.

    Knowing only where each path leads, as the solver does, gives the same stones and the same legal placements.
    """
    links = Links()
    for position in record.positions():
        for turn in position.turns[-1:]:
            links = links.after(turn.move)
        if [(stone // 8, stone % 8) for stone in links.stones] != list(position.stones):
            raise Disagreement("a stone comes to rest elsewhere if only the ends of paths are known")
    for tile in record.tiles_left:
        if links.legal(tile) != position.legal_moves(tile):
            raise Disagreement(f"other placements of tile {tile} are legal if only the ends of paths are known")


_RECORDS, _CHOICES = records(), st.lists(st.booleans(), max_size=40)

PROPERTIES = [
    Property("stones at the ends of their tracks", whole_tracks, {"record": _RECORDS}),
    Property("every placement, legal or refused", every_placement, {"record": _RECORDS}),
    Property("Undo and Redo", undo_and_redo, {"record": _RECORDS, "choices": _CHOICES}),
    Property("the board turned by a quarter", turned_board, {"record": _RECORDS}),
    Property("few stones move, no path twice", few_stones_move, {"record": _RECORDS}),
    Property("any order of placements", any_order, {"record": _RECORDS, "order": st.lists(st.integers(0, 34))}),
    Property(
        "records written and read", written_and_read, {"record": _RECORDS, "choices": st.lists(st.integers(0, 3))}
    ),
    Property("only where each path leads", only_ends_of_paths, {"record": _RECORDS}),
]
