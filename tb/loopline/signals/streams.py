"""What passes between a design and the harness."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from loopline.signals.fields import Field
from loopline.signals.layout import Layout


@dataclass(frozen=True)
class Streams:
    """What an engine's ports carry: requests, responses, and on the verification port events and state."""

    request: Layout
    response: Layout
    event: Layout
    state: Layout
    #: Of the state, so many fields, the first ones, are the design's own affair. The others change by events only.
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
        """Of four classes, each as `Layout.declared_by` takes it."""
        asks, answers, events, states = (
            Layout.declared_by(stream, size, absent) for stream in (request, response, event, state)
        )
        return cls(asks, answers, events, states, private)

    def told(self, name: str, value: int) -> str:
        """A value of the field of that name, as a report writes it."""
        return self._fields[name].told(value) if name in self._fields else str(value)

    @cached_property
    def _fields(self) -> dict[str, Field]:
        """A name that is in several streams means the same in all of them."""
        return {
            name: field for one in (self.request, self.response, self.event, self.state) for name, field in one.fields
        }

    @property
    def cut(self) -> int:
        """Where a request, after its fields, says by how many cycles of it a reset comes; 0: it is carried out."""
        return len(self.request.fields)

    @cached_property
    def settled(self) -> Layout:
        """The part of the state that changes by events only."""
        return Layout(self.state.fields[self.private :])
