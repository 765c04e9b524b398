"""A failure step by step, as a page shows it: a request or a line of the script at a time, with the boards after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from loopline.signals.streams import Streams

#: So many of the last steps get pictures: games that could not be made small may have thousands.
PICTURED = 200


class Picture(NamedTuple):
    """A board."""

    #: In characters: for screen readers, and where there is no other picture.
    text: str
    #: A whole SVG document. Empty: there is none.
    svg: str = ""


#: In place of the hardware's board, where it could not be read.
UNREAD = Picture("The hardware's board could not be read.")


class Value(NamedTuple):
    """A field of an answer, in words."""

    name: str
    expected: str
    #: None: it is not known.
    found: str | None = None


class Step(NamedTuple):
    """One step of a script."""

    #: As the script has it.
    word: str
    #: The board after it, in the model. None: it has no picture.
    model: Picture | None = None
    #: What has been read from the hardware, where it differs from the model; or UNREAD.
    hardware: Picture | None = None
    #: What has been asked for and answered.
    answer: Sequence[Value] = ()
    #: What can be said of both boards, in a sentence.
    says: str = ""


def values(streams: Streams, expected: Iterable[int], found: Sequence[int] | None) -> list[Value]:
    """An answer, field by field. `found`: the hardware's, empty if it gave none; None: it is not known."""
    fields = zip(streams.response.names, expected, strict=False)
    return [
        Value(name, streams.told(name, int(want)), _found(streams, name, at, found))
        for at, (name, want) in enumerate(fields)
    ]


def _found(streams: Streams, name: str, at: int, found: Sequence[int] | None) -> str | None:
    if not found:
        return None if found is None else "no answer"
    return streams.told(name, found[at])
