"""What passes between a design and the harness."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

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
    #: How the value of a field of this name is told, where the number alone says little.
    words: Mapping[str, Callable[[int], str]] = field(default_factory=dict, compare=False)

    def told(self, name: str, value: int) -> str:
        return self.words[name](value) if name in self.words else str(value)

    @property
    def cut(self) -> int:
        """Where a request, after its fields, says by how many cycles of it a reset comes; 0: it is carried out."""
        return len(self.request.fields)

    @cached_property
    def settled(self) -> Layout:
        """The part of the state that changes by events only."""
        return Layout(self.state.fields[self.private :])
