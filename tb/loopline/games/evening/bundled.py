"""The cycles of the bundled engine in each operation: docs/reference/evening-engine.md."""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.evening import hexagon

from loopline.games.evening.model import Engine
from loopline.games.evening.protocol import Event, Request, State
from loopline.games.prediction import Cycle

#: The only private field is the state of the control.
RESTING = (int(State.IDLE),), (int(State.RESPOND),)

_LOOK, _MATCH, _PASS, _NAME, _END = (
    (int(state),) for state in (State.LOOK, State.MATCH, State.PASS, State.NAME, State.END)
)

#: The neighbours are read one after the other, clockwise from the upper left; each is judged one cycle later.
_READS = (*range(State.UPPER_LEFT, State.LEFT + 1), int(State.LAST))
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class BundledEngine:
    """The cycles of the bundled engine."""

    def __init__(self, side: int) -> None:
        # Each cell's column and row in the rhombus that is read row by row: a row has one place more than cells.
        row, rows = 2 * side, hexagon(side).rows
        places = [(x + max(0, side - 1 - y), y) for y, cells in enumerate(rows) for x in range(len(cells))]
        at = {place: cell for cell, place in enumerate(places)}
        self._neighbours = [[at.get((q + x, r + y)) for x, y in _STEPS] for q, r in places]
        #: The cycle of a pass in which each cell gets its owner: it is read in the cycle of its place, two registers
        #: and a row later it is in the middle of the window, and one cycle later the sum is ready.
        self._judged = [r * row + q - (side - 1) + row + 3 for q, r in places]
        self._pass = self._judged[-1] + 1
        self.boot = Cycle((State.BOOT,), times=self._pass)

    def cycles(self, engine: Engine, request: Request) -> Iterator[Cycle]:
        """Yield the cycles of an operation that the model has begun, and take its events as they fall due."""
        yield Cycle(_LOOK)
        first = engine.due()[0] if engine.due() else None
        kind = first[0] if first else None
        on_board = kind in (Event.STONE, Event.REMOVED)
        yield Cycle(_MATCH, first if on_board else None)
        if kind == Event.STONE:
            yield from self._joins(engine, request)
        if on_board:
            yield from self._owners(engine)
        elif kind == Event.NEW:
            yield Cycle(_PASS, times=self._pass)
        yield Cycle(_END, engine.due()[0] if engine.due() else None)

    def _joins(self, engine: Engine, request: Request) -> Iterator[Cycle]:
        """Yield the cycles that join groups: each comes with the first neighbour that belongs to it."""
        neighbours = self._neighbours[request.cell]
        firsts = {min(n for n, cell in enumerate(neighbours) if cell in group.cells) for group in engine.joined}
        yield Cycle((_READS[0],))
        for number, state in enumerate(_READS[1:]):
            yield Cycle((state,), engine.due()[0] if number in firsts else None)
        yield Cycle(_NAME, engine.due()[0])

    def _owners(self, engine: Engine) -> Iterator[Cycle]:
        at = 0
        while (event := engine.due()[0])[0] == Event.OWNER:
            now = self._judged[event[2]]
            if now > at:
                yield Cycle(_PASS, times=now - at)
            yield Cycle(_PASS, event)
            at = now + 1
        if self._pass > at:
            yield Cycle(_PASS, times=self._pass - at)
