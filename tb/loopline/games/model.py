"""A golden model as an engine carries it out, event by event."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from loopline.contract.game import Request
from loopline.contract.steps import Moment, Picture
from loopline.design.plugins import GameMistake, in_words
from loopline.signals import Streams

#: The fields of the event stream, in its order, without the first, which numbers the events.
Event = tuple[int, ...]


class EngineModel(ABC, Generic[Request]):
    """The rules of a game behind its request and response streams."""

    @property
    def now(self) -> Any:
        """The game as it stands, as its author models it: a block's state, or this model."""
        return self

    @abstractmethod
    def reset(self) -> None:
        """Return to the state after a reset, with no operation under way."""

    @abstractmethod
    def begin(self, request: Request) -> None:
        """Take a request. It may still be cut short by a reset."""

    def due(self) -> Collection[Event]:
        """Return the events of which one must come next, any of them; none if the operation is over."""
        return ()

    def happen(self, event: Event) -> None:
        """Carry out one of the events that are due."""

    def describe(self, event: Event) -> str:
        """Return an event in the words of the game; if empty, its fields are named."""
        return ""

    @abstractmethod
    def answer(self) -> Sequence[int]:
        """Return the fields of the response, in order.

        The field `reason`, if there is one, is 0 if the request was carried out.
        """

    def settled(self) -> Sequence[int]:
        """Return the fields of the state that change by events only."""
        return ()

    def or_settled(self) -> Iterable[Sequence[int]]:
        """Yield other states that are right as well, where the rules of the port leave it open."""
        return ()

    def about(self, field: str) -> str:
        """Return what a request has read into this field of the response, such as "the piece at B1"."""
        return ""

    def at_once(self, request: Request) -> None:
        """Carry out a whole operation, where its events are not observed."""
        self.begin(request)
        end(self)

    def carry_out(self, request: Request) -> Sequence[int]:
        """Carry a request out, and return the answer. A request that is cut short leaves nothing behind."""
        if request[-1]:
            self.reset()
        else:
            self.at_once(request)
        return self.answer()

    def watched(
        self,
        request: Request,
        happened: Sequence[tuple[int, Sequence[int]]],
        streams: Streams,
        pictured: Callable[[], Picture | None] | None = None,
    ) -> tuple[Sequence[int], list[Moment]]:
        """Carry a request out along the events that a design has shown.

        The first event that is not due ends the moments; what the model has due after it happens at once.

        Args:
            request: The request.
            happened: The cycle and the fields of each event shown.
            streams: The streams of the block.
            pictured: Returns the board after an event, if it changes with events.

        Returns:
            The answer, and the events in words.
        """
        if request[-1] or not happened:
            return self.carry_out(request), []
        self.begin(request)
        moments, words = list[Moment](), partial(in_words_of, self, streams)
        for cycle, fields in happened:
            moments.append(Moment(cycle, words(tuple(fields))))
            if tuple(fields) not in self.due():
                break
            self.happen(tuple(fields))
            moments[-1] = moments[-1]._replace(picture=pictured() if pictured else None)
        end(self)
        return self.answer(), moments


def in_words_of(model: EngineModel[Any], streams: Streams, event: Event) -> str:
    """Return an event in the words of the game, or its fields."""
    named = zip(streams.happened.names, event, strict=True)
    fields = ", ".join(f"{name} {streams.describe(name, value)}" for name, value in named)
    return unless_it_fails(partial(model.describe, event), fields)


#: An operation has fewer events than this.
MOST_EVENTS = 1 << 18


def end(model: EngineModel[Any], look: Callable[[], None] | None = None) -> None:
    """Let all that is due happen, up to the end of the operation. `look` is called before each event."""
    for _ in range(MOST_EVENTS):
        due = model.due()
        if not due:
            return
        if look:
            look()
        model.happen(next(iter(due)))
    says = f"the operation never ends: after {MOST_EVENTS:,} events {next(iter(model.due()))} is due"
    raise GameMistake(model.happen, says)


def unless_it_fails(words: Callable[[], str], otherwise: str) -> str:
    """Return words of the game for a report; if they cannot be had, the failure is reported without them."""
    try:
        return words() or otherwise
    except Exception as error:
        return f"{otherwise} ({in_words(error)})".lstrip()


Model = TypeVar("Model", bound=EngineModel[Any])
