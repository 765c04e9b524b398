"""The cycles of the bundled engine in each operation: docs/reference/tsolitaire-engine.md."""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.tsolitaire import Position, rotations

from loopline.games.prediction import Cycle
from loopline.games.tsolitaire.model import Engine
from loopline.games.tsolitaire.protocol import Event, Op, Reason, Request, State

#: The state of the control is all that is private.
RESTING = (int(State.IDLE),), (int(State.RESPOND),)

_PLAIN = {state: Cycle((int(state),)) for state in State}
_RUN = (int(State.RUN),)


def cycles(engine: Engine, request: Request) -> Iterator[Cycle]:
    """Yield the cycles of an operation that the model has begun, and take its events as they fall due."""
    yield _PLAIN[State.LOOK]
    if engine.reason in (Reason.DONE, Reason.LEAVES):
        if request.op in (Op.UNDO, Op.REDO):
            yield _PLAIN[State.FETCH]
        if request.op in (Op.PLACE, Op.REDO):
            yield _PLAIN[State.AIM]
        elif request.op in (Op.NEXT, Op.LIST):
            yield from _trials(engine.position, request.op == Op.NEXT)
        # Stones in the order of their numbers: the first that is due goes on until it is done.
        while (due := engine.due()) and due[0][0] in (Event.PASSED, Event.RESTS, Event.LEAVES):
            yield Cycle(_RUN, due[0])
    due = engine.due()
    yield Cycle(_PLAIN[State.END].private, due[0] if due else None)


def _trials(position: Position, until_one_fits: bool) -> Iterator[Cycle]:
    """Yield trials of the tile in hand on the cell of each stone, those that an earlier one faces left out."""
    tile = position.next_tile
    assert tile is not None
    for cell in dict.fromkeys(place.cell for place in position.stones):
        yield _PLAIN[State.PICK]
        for rotation in rotations(tile):
            yield _PLAIN[State.AIM]
            times = 0
            for run in position.runs(cell, tile, rotation):
                times += len(run.passes) + 1
                if run.end is None:
                    break
            yield Cycle(_RUN, times=times)
            if until_one_fits and run.end is not None:
                return
    yield _PLAIN[State.PICK]
