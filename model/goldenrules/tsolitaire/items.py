"""The items of a record (RULES 3.5), read for their form only: `4: 3A7L*`, `6B16B [00:12]`, `Undo`, `0/`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from goldenrules.errors import NotationError
from goldenrules.tsolitaire.errors import Reason
from goldenrules.tsolitaire.notation import LONGEST, Placement, read_move, read_tile
from goldenrules.tsolitaire.tiles import Tile

PLACEMENT, WITHDRAWN, UNDO, REDO, END = "placement", "withdrawn placement", "Undo", "Redo", "end"

_BLANKS = " \t\r\n"
_WORD = re.compile(r"[^ \t\r\n]+")
_NUMBER = re.compile(r"([0-9]+):")
_END = re.compile(r"([0-9]+)/")
#: A time cannot follow these; it is an item of its own then, and wrong.
_WITHOUT_TIME = re.compile(r"\[|/$|Undo$|Redo$")
_TIME = re.compile(r"\[[0-9]{2,}:[0-5][0-9]\]")


@dataclass(frozen=True, slots=True)
class Item:
    """An item, as it is written; whether it fits the game is not known yet."""

    text: str
    #: The beginning of the item, in characters of the record.
    at: int
    kind: str = ""
    #: The digits before the colon.
    number: str | None = None
    placement: Placement | None = None
    #: The tile of an end.
    tile: Tile | None = None
    #: `mm:ss`
    time: str | None = None
    #: The problem of its form; `at` of the error counts from the beginning of the item.
    problem: NotationError | None = None


def read_items(text: str) -> Iterator[Item]:
    """Yield the items in order, up to the first one whose form is wrong."""
    for start, end in _spans(text):
        item = Item(text[start:end], start)
        try:
            yield _read_item(item)
        except NotationError as problem:
            yield replace(item, problem=problem)
            return


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where items begin and end.

    White space may follow a number and stand before a time; else it ends an item.
    """
    words = deque(_WORD.finditer(text))
    while words:
        first = last = words.popleft()
        if words and _NUMBER.fullmatch(first[0]):
            last = words.popleft()
        if words and words[0][0].startswith("[") and not _WITHOUT_TIME.search(last[0]):
            last = words.popleft()
        yield first.start(), last.end()


def _read_item(item: Item) -> Item:
    text = item.text
    number = _NUMBER.match(text)
    if number:
        item = replace(item, number=number[1])
    start = number.end() + _blanks(text[number.end() :]) if number else 0
    body, bracket, time = text[start:].partition("[")
    body = body.rstrip(_BLANKS)
    if body in (UNDO, REDO) and not number and not bracket:
        return replace(item, kind=body)
    if end := _END.fullmatch(body):
        if bracket:
            raise _unexpected(text, start + len(body), "the end of the record")
        return replace(item, kind=END, tile=read_tile(text, start, end[1]))
    behind_time = time.partition("]")[2]
    if behind_time:
        raise _unexpected(text, len(text) - len(behind_time), "white space after the time")
    withdrawn = body.endswith(("*", "x"))
    placement = _read_placement(text, start, body[:-1] if withdrawn else body)
    if bracket:
        item = replace(item, time=_read_time(text, len(text) - len(time) - 1))
    return replace(item, kind=WITHDRAWN if withdrawn else PLACEMENT, placement=placement)


def _read_placement(text: str, start: int, body: str) -> Placement:
    try:
        return read_move(None, body)
    except NotationError as error:
        if error.reason is Reason.BAD_SYNTAX:
            raise _unexpected(text, start, "a placement as in 6B16B, Undo, Redo, or an end as in 0/") from None
        error.text, error.at = text, start + error.at
        raise


def _read_time(text: str, at: int) -> str:
    if not _TIME.fullmatch(text, at):
        raise NotationError(Reason.BAD_TIME, text, at, repr(shown(text[at:])), "[mm:ss], with seconds from 00 to 59")
    return text[at + 1 : -1]


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip(_BLANKS))


def _unexpected(text: str, at: int, expected: str) -> NotationError:
    found = repr(shown(text[at:])) if text[at:] else "nothing"
    return NotationError(Reason.BAD_SYNTAX, text, at, found, expected)


def shown(text: str) -> str:
    """Return a text for a message, cut off: hostile texts are long."""
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
