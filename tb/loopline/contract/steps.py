"""A failure step by step, as a page shows it: a request or a line of the script at a time, with the boards after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from loopline.signals import Streams
from loopline.simulation.job import Outcome

#: Only this many of the last steps get pictures: games that were not shrunk may have thousands.
PICTURED = 200


class Picture:
    """A board. One that is given as functions is drawn when it is first looked at: of a long game the last are shown.

    Args:
        text: The board in characters: for screen readers, and in place of a picture.
        svg: A whole SVG document, or "".
    """

    def __init__(self, text: str | Callable[[], str], svg: str | Callable[[], str] = "") -> None:
        self._text, self._svg = text, svg

    @cached_property
    def text(self) -> str:
        """The board in characters."""
        return self._text if isinstance(self._text, str) else self._text()

    @cached_property
    def svg(self) -> str:
        """The board as an SVG document, or ""."""
        return self._svg if isinstance(self._svg, str) else self._svg()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and (self.text, self.svg) == (other.text, other.svg)

    def __hash__(self) -> int:
        return hash((self.text, self.svg))


#: In place of the hardware's board, where it could not be read.
UNREAD = Picture("The hardware's board could not be read.")


class Value(NamedTuple):
    """A field of an answer, in words."""

    name: str
    expected: str
    #: None: unknown.
    found: str | None = None


class Moment(NamedTuple):
    """An event of the verification port within a step."""

    cycle: int
    #: In words.
    says: str
    #: The model's board after it; None if that is the one after the step.
    picture: Picture | None = None


class Step(NamedTuple):
    """One step of a script."""

    #: As the script has it.
    word: str
    #: The board after it, in the model. None: the step is shown without it.
    model: Picture | None = None
    #: What has been read from the hardware, where it differs from the model; or UNREAD.
    hardware: Picture | None = None
    #: What has been asked for and answered.
    answer: Sequence[Value] = ()
    #: A sentence on both boards.
    says: str = ""
    #: The cycle in which it was over, and what has happened until then, if that is known.
    cycle: int | None = None
    moments: Sequence[Moment] = ()


#: Carries a request out in the model, in which these events happen: the cycle and the fields of each. Returns the
#: answer, and the events in words.
CarryOut = Callable[[Any, Sequence[tuple[int, Sequence[int]]]], tuple[Sequence[int], Sequence[Moment]]]


def steps_of(
    words: Sequence[str],
    requests: Iterable[Sequence[int]],
    streams: Streams,
    outcome: Outcome,
    carry_out: CarryOut,
    pictured: Callable[[], Picture],
    compared: Callable[[Step, int], Step],
) -> list[Step]:
    """Return each request up to the failing one, with its answer and the board after it.

    Last comes the reading of the board, if the failure shows only there.

    Args:
        words: The requests as the script has them.
        requests: The requests.
        streams: The streams of the game.
        outcome: The outcome of the failure.
        carry_out: Carries a request out in the model.
        pictured: Returns the model's board as it is then.
        compared: Returns the last step with what is known of the hardware's board; its second argument is the number of
            requests before the board was read.
    """
    failing = len(words) - 1 if outcome.request is None else outcome.request
    last, shown = min(failing, len(words) - 1), list[Step]()
    served = outcome.waveform.requests if outcome.waveform else []
    for number, request in enumerate(islice(requests, last + 1)):
        was = served[number] if number < len(served) else None
        answer, moments = carry_out(request, was.events if was and last - number < PICTURED else ())
        found = outcome.board[number][1] if number < len(outcome.board) else None
        shown_values = [] if request[-1] else values(streams, answer, found)
        over = moments[-1].cycle if moments else (was.answered or was.taken) if was else None
        board = pictured() if last - number < PICTURED else None
        shown.append(Step(words[number], board, None, shown_values, cycle=over, moments=moments))
    if failing > last:
        shown.append(Step("(reading the board back)", pictured()))
    return [*shown[:-1], compared(shown[-1], last + 1)._replace(cycle=outcome.cycle)] if shown else []


def values(streams: Streams, expected: Iterable[int], found: Sequence[int] | None) -> list[Value]:
    """Return an answer, field by field.

    Args:
        streams: The streams of the game.
        expected: The model's answer.
        found: The hardware's answer, empty if it gave none; None: unknown.
    """
    fields = zip(streams.response.names, expected, strict=False)
    return [
        Value(name, streams.describe(name, int(want)), _found(streams, name, at, found))
        for at, (name, want) in enumerate(fields)
    ]


def _found(streams: Streams, name: str, at: int, found: Sequence[int] | None) -> str | None:
    if not found:
        return None if found is None else "no answer"
    return streams.describe(name, found[at])
