"""Checks that a model returns values that fit the fields of its streams.

The number of values is checked each time: a missing value would be 0 for any design. The values are checked before a
design is said to be wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

from loopline.design.plugins import GameMistake
from loopline.games.model import EngineModel, end
from loopline.signals import Layout, Streams


class ReturnChecks:
    """Checks that a game's model returns what its streams declare; a mistake is the game's, not the design's."""

    def __init__(self, model: EngineModel[Any], streams: Streams) -> None:
        self._model, self._settled, self._response = model, streams.settled, streams.response
        self._event = streams.happened
        self._in_state, self._in_answer = len(self._settled.fields), len(self._response.fields)
        private = ", ".join(streams.state.names[: streams.private])
        self._of_state = f"the state{private and f', without the private {private}'}"

    def state(self, values: Sequence[int]) -> int:
        """Return a state, packed."""
        try:
            if len(values) == self._in_state:
                return self._settled.pack(values)
        except TypeError:
            pass  # some value is not a number
        raise GameMistake(self._model.settled, self._settled.misfit(values, self._of_state))

    def answer(self, values: Sequence[int]) -> int:
        """Return an answer, packed."""
        try:
            if len(values) == self._in_answer:
                return self._response.pack(values)
        except TypeError:
            pass
        raise GameMistake(self._model.answer, self._response.misfit(values, "the response"))

    def check_state(self) -> None:
        """Raise GameMistake unless each state fits its fields."""
        model = self._model
        _check(model.settled, self._settled, model.settled(), self._of_state)
        for values in model.or_settled():
            _check(model.or_settled, self._settled, values, self._of_state)

    def check_answer(self) -> None:
        """Raise GameMistake if the model's answer does not fit the response."""
        _check(self._model.answer, self._response, self._model.answer(), "the response")

    def check_due(self, few: bool = False) -> None:
        """Raise GameMistake if what the model says is due is not a collection of events; `few`: look at some only."""
        due = self._model.due()
        if not isinstance(due, Collection):
            raise GameMistake(self._model.due, f"expected a collection of events, got {due!r}")
        for event in islice(due, _FEW) if few else due:
            if not isinstance(event, tuple):
                raise GameMistake(
                    self._model.due, f"expected a tuple of the fields of the event, without order, got {event!r}"
                )
            _check(self._model.due, self._event, event, "the event, without order")

    def check_operation(self) -> None:
        """Check an operation that has begun, up to its answer."""
        end(self._model, self._check_event)
        self.check_state()
        self.check_answer()

    def _check_event(self) -> None:
        self.check_due(few=True)
        self.check_state()


#: Of very many events that may be due.
_FEW = 8


def _check(method: object, layout: Layout, values: object, what: str) -> None:
    if misfit := layout.misfit(values, what):
        raise GameMistake(method, misfit)
