"""What passes between a design and the harness."""

from __future__ import annotations

from dataclasses import dataclass

from loopline.layout import Layout


@dataclass(frozen=True)
class Streams:
    """What an engine's ports carry: requests, responses, and on the verification port events and state."""

    request: Layout
    response: Layout
    event: Layout
    state: Layout
    #: Of the state, so many fields, the first ones, are the design's own affair. The others change by events only.
    private: int = 0

    @property
    def cut(self) -> int:
        """Where a request, after its fields, says by how many cycles of it a reset comes; 0: it is carried out."""
        return len(self.request.fields)

    @property
    def settled(self) -> Layout:
        """The part of the state that changes by events only."""
        return Layout(self.state.fields[self.private :])
