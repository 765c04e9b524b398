"""A failure step by step, as a page shows it: a request or a line of the script at a time, with the boards after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from loopline.signals.streams import Streams
from loopline.simulation.job import Outcome

#: Only this many of the last steps get pictures: games that were not shrunk may have thousands.
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


def steps_of(
    words: Sequence[str],
    requests: Iterable[Sequence[int]],
    streams: Streams,
    outcome: Outcome,
    carry_out: Callable[[Any], Sequence[int]],
    pictured: Callable[[], Picture],
    compared: Callable[[Step, int], Step],
) -> list[Step]:
    """Each request up to the failing one, with its answer and the board after it; last of all, if the failure shows
    only there, the reading of the board.

    `words`: the requests as the script has them. `carry_out` has the model carry one out, and returns its answer;
    `pictured` returns the model's board then. `compared` returns the last step with what is known of the hardware's
    board; its second argument is the number of requests before the board was read."""
    failing = len(words) - 1 if outcome.request is None else outcome.request
    last, shown = min(failing, len(words) - 1), list[Step]()
    for number, request in enumerate(islice(requests, last + 1)):
        answer = carry_out(request)
        found = outcome.board[number][1] if number < len(outcome.board) else None
        told = [] if request[-1] else values(streams, answer, found)
        shown.append(Step(words[number], pictured() if last - number < PICTURED else None, None, told))
    if failing > last:
        shown.append(Step("(reading the board back)", pictured()))
    return [*shown[:-1], compared(shown[-1], last + 1)] if shown else []


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
