"""The part of the verification port's state that changes by events only: what it must show in a cycle, given the events
of all cycles before (docs/reference/verification-port.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

from goldenrules.trax import Box, Cell
from goldenrules.trax.cells import NO_BOX

from loopline.contract.checker import Wrong
from loopline.games.trax.protocol import Response
from loopline.games.trax.reference_engine import Place, ReferenceEngine
from loopline.signals.streams import Streams

_BOX = ("left", "top", "columns", "rows")


class EngineState:
    def __init__(self, engine: ReferenceEngine, streams: Streams) -> None:
        self._engine, self._streams, self._layout = engine, streams, streams.settled
        self._of = itemgetter(*map(streams.response.names.index, self._layout.names))
        self._one = 1 << self._layout.shifts["count"][0]
        self.settle(engine.response())

    def settle(self, answer: Response) -> None:
        """Between two operations it shows what the last one's answer says."""
        self._packed = self._layout.pack(self._of(answer))
        self._boxes: Callable[[], Iterable[Place]] | None = None

    def lay_chosen(self, box: Box) -> None:
        """A tile more, and that may have made the box larger."""
        fields = self._layout.unpack(self._packed) | dict(zip(_BOX, self._engine.place(box), strict=True))
        self._packed = self._layout.pack(fields.values()) + self._one

    def lay_forced(self) -> None:
        """A tile more; it lies in the box."""
        self._packed += self._one

    def lift(self, boxes: Callable[[], Iterable[Place]]) -> None:
        """A tile less. From now on until the operation ends the box may be what it was before, or one of these."""
        self._packed -= self._one
        self._boxes = boxes

    def check(self, shown: int) -> None:
        """Raises Wrong unless it may show this now."""
        if shown == self._packed:
            return
        found, expected = self._layout.unpack(shown), self._layout.unpack(self._packed)
        if self._boxes:
            box = tuple(found[name] for name in _BOX)
            if any(box == one for one in self._boxes()):
                expected = expected | dict(zip(_BOX, box, strict=True))
        for name, value in expected.items():
            if found[name] != value:
                told = self._streams.told
                says = f"the state's {_WORDS.get(name, name)} is not what the events so far imply"
                raise Wrong(f"vp_state.{name}", told(name, value), told(name, found[name]), says)


def around(cells: Iterable[Cell]) -> Box:
    """The smallest box with all these cells."""
    box = NO_BOX
    for cell in cells:
        box = box.including(cell)
    return box


_WORDS = {"to_move": "player to move"}
