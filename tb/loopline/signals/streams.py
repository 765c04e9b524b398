"""What passes between a design and the harness."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from loopline.signals.fields import Field
from loopline.signals.layout import Layout

#: Of the number of cycles after which a reset comes, as sessions have it.
_CUT_BITS = 24


@dataclass(frozen=True)
class Streams:
    """What an engine's ports carry: requests and responses, and events and state on the verification port."""

    request: Layout
    response: Layout
    event: Layout
    state: Layout
    #: How many of the first fields of the state are up to the design. The others change by events only.
    private: int = 0

    @classmethod
    def declared_by(
        cls,
        request: type[Any],
        response: type[Any],
        event: type[Any],
        state: type[Any],
        size: int | None = None,
        *,
        private: int = 0,
        absent: Container[str] = (),
    ) -> Streams:
        """From four classes, each as `Layout.declared_by` takes it."""
        asks, answers, events, states = (
            Layout.declared_by(stream, size, absent) for stream in (request, response, event, state)
        )
        return cls(asks, answers, events, states, private)

    def told(self, name: str, value: int) -> str:
        """A value of the field of that name, as a report writes it."""
        try:
            return self._fields[name].told(value) if name in self._fields else str(value)
        except Exception as error:  # of a game's own words: nothing that is found is lost by them
            return f"{value} (not in words: {type(error).__name__}: {error})"

    @cached_property
    def _fields(self) -> dict[str, Field]:
        """A name that occurs in several streams means the same in all of them."""
        return {
            name: field for one in (self.request, self.response, self.event, self.state) for name, field in one.fields
        }

    @property
    def cut(self) -> int:
        """The index, after its fields, at which a request says after how many cycles a reset cuts it short; 0: none."""
        return len(self.request.fields)

    @cached_property
    def asked(self) -> Layout:
        """A request with all that it says."""
        return Layout((*self.request.fields, ("cut", Field(_CUT_BITS))))

    @cached_property
    def settled(self) -> Layout:
        """The part of the state that changes by events only."""
        return Layout(self.state.fields[self.private :])
