"""Records of games (RULES 3.5): reading, with every error that a record can have, and writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from goldenrules.errors import GameError, NotationError, Refused
from goldenrules.lines import IllegalGame, Word, wrapped
from goldenrules.tsolitaire.cells import cell_name
from goldenrules.tsolitaire.errors import Reason
from goldenrules.tsolitaire.items import END, PLACEMENT, REDO, UNDO, WITHDRAWN, Item, read_items, shown
from goldenrules.tsolitaire.notation import Placement, write_move
from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import ROTATION_NAMES, Tile, canonical

#: The ways to write placements that were taken back.
Withdrawn = Literal["plain", "starred", "undone"]


@dataclass(frozen=True, slots=True)
class RecordWarning:
    """A warning of something in a record that is unusual but not wrong."""

    #: `rotation` or `nothing`.
    reason: str
    message: str
    #: The item.
    word: Word

    def __str__(self) -> str:
        return f"line {self.word.line}, column {self.word.column}: {self.message}"


@dataclass(frozen=True, slots=True)
class Step:
    """A placement, Undo, Redo, or a placement that was withdrawn, in the order of the record."""

    kind: str
    placement: Placement | None = None
    time: str | None = None
    #: Of a withdrawn placement, where one was written.
    number: str | None = None


@dataclass
class PlayRecord:
    """A game as it was played, with everything that was tried and taken back."""

    position: Position = field(default_factory=Position)
    steps: list[Step] = field(default_factory=list)
    #: The tile that could not be placed.
    end: Tile | None = None
    warnings: list[RecordWarning] = field(default_factory=list)

    @classmethod
    def of(cls, position: Position) -> PlayRecord:
        """Return the game that led to a position. It has ended if the next tile cannot be placed."""
        end = position.next_tile if position.over and not position.cleared else None
        return cls(position, [Step(PLACEMENT, turn.move) for turn in position.turns], end)


def replay(text: str, line: int = 1, deck: Iterable[Tile] | None = None) -> PlayRecord:
    """Replay the record of a text.

    Args:
        text: The record.
        line: The number of its first line, for messages.
        deck: The tiles in the order in which they come; None if it is not known.

    Raises:
        IllegalGame: An item is wrong.
    """
    record, before = PlayRecord(Position(deck)), list[str]()
    for item in read_items(text):
        word = Word(item.text, *_place(text, item.at, line))
        try:
            for reason, message in _carry_out(record, item):
                record.warnings.append(RecordWarning(reason, message, word))
        except GameError as error:
            number = len(before) + 1
            raise IllegalGame(record, f"item {number}", number, word, error.with_traceback(None), before) from error
        before.append(item.text)
    return record


def _place(text: str, at: int, first_line: int) -> tuple[int, int]:
    """Return line and column of a character."""
    before = text[:at].replace("\r\n", "\n").replace("\r", "\n")
    return first_line + before.count("\n"), at - max(text.rfind("\n", 0, at), text.rfind("\r", 0, at))


def _carry_out(record: PlayRecord, item: Item) -> Iterator[tuple[str, str]]:
    """Carry an item out, and yield warnings."""
    if record.end is not None:
        expected = f"nothing more: {record.end}/ has ended the game"
        raise NotationError(Reason.AFTER_THE_END, item.text, 0, repr(shown(item.text)), expected)
    if item.problem:
        raise item.problem
    position = record.position
    if item.number is not None:
        _check_number(item, len(position.turns))
    if item.kind == END:
        _check_end(item, position)
        record.end = item.tile
        return
    if item.kind == PLACEMENT:
        assert item.placement
        position.play(*item.placement)
        yield from _check_rotation(item.placement)
    elif item.kind in (UNDO, REDO):
        try:
            position.take_back() if item.kind == UNDO else position.redo()
        except Refused as nothing:
            if nothing.reason is not Reason.NOTHING:
                raise
            yield nothing.reason, f"{item.kind} has no effect; {nothing}"
            return
    number = item.number if item.kind == WITHDRAWN else None
    record.steps.append(Step(item.kind, item.placement, item.time, number))


def _check_number(item: Item, placed: int) -> None:
    """Check the number of an item. A withdrawn placement may have been one of several in a row."""
    found, due = item.number or "", str(placed + 1)
    if item.kind != WITHDRAWN and found != due:
        expected = due
    elif found.startswith("0") or (len(found), found) < (len(due), due):
        expected = f"{due} or more, without leading zeros"
    else:
        return
    raise NotationError(Reason.WRONG_NUMBER, item.text, 0, f"number {shown(found)}", expected)


def _check_end(item: Item, position: Position) -> None:
    assert item.tile is not None
    found, expected = f"tile {item.tile}", "a tile that cannot be placed"
    if any(turn.move.tile == item.tile for turn in position.turns):
        raise NotationError(Reason.NOT_STUCK, item.text, 0, f"{found}, which lies on the board", expected)
    if fitting := position.legal_moves(item.tile):
        raise NotationError(Reason.NOT_STUCK, item.text, 0, f"{found}, which can be placed: {fitting[0]}", expected)


def _check_rotation(placement: Placement) -> Iterator[tuple[str, str]]:
    cell, tile, rotation = placement
    if rotation != canonical(tile, rotation):
        written, better = ROTATION_NAMES[rotation], ROTATION_NAMES[canonical(tile, rotation)]
        same = f"looks the same in rotation {better}, so {written} is {better}"
        yield "rotation", f"tile {tile} on {cell_name(cell)} {same}"


# --- writing --------------------------------------------------------------------------------------------------------


def write_game(record: PlayRecord, withdrawn: Withdrawn = "plain", width: int = 80) -> str:
    """Write a record as numbered items.

    Args:
        record: The game.
        withdrawn: Placements that were taken back are left out (`plain`), marked with a star (`starred`), or written as
            they were played, with Undo and Redo (`undone`).
        width: The most characters of a line.
    """
    words = list(_undone(record) if withdrawn == "undone" else _starred(record, keep=withdrawn == "starred"))
    if record.end is not None:
        words.append(f"{len(record.position.turns) + 1}:\0{record.end}/")
    return wrapped(words, width)


def _item(number: int, step: Step, star: str = "") -> str:
    assert step.placement
    time = f"\0[{step.time}]" if step.time else ""
    return f"{step.number or number}:\0{write_move(None, step.placement)}{star}{time}"


def _undone(record: PlayRecord) -> Iterator[str]:
    placed = 0
    for step in record.steps:
        if step.kind in (UNDO, REDO):
            placed += 1 if step.kind == REDO else -1
            yield step.kind
        else:
            yield _item(placed + 1, step, "*" if step.kind == WITHDRAWN else "")
            placed += step.kind == PLACEMENT


def _starred(record: PlayRecord, *, keep: bool) -> Iterator[str]:
    """Undo stars the last placement; Redo writes it once more."""
    written: list[tuple[int, Step, str]] = []
    board: list[int] = []
    taken_back: list[Step] = []
    for step in record.steps:
        if step.kind == UNDO:
            at = board.pop()
            number, undone, _ = written[at]
            written[at] = number, undone, "*"
            taken_back.append(undone)
            continue
        played = taken_back.pop() if step.kind == REDO else step
        star = "*" if step.kind == WITHDRAWN else ""
        written.append((len(board) + 1, played, star))
        if not star:
            board.append(len(written) - 1)
        if step.kind == PLACEMENT:
            taken_back.clear()
    return (_item(number, step, star) for number, step, star in written if keep or not star)
