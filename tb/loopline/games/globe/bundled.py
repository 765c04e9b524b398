"""The cycles of the bundled engine in each operation: docs/reference/globe-engine.md."""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.globe import EMPTY, Capture, Mask, beside, mask_of

from loopline.games.globe.model import Engine
from loopline.games.globe.protocol import Event, Op, Request, State
from loopline.games.prediction import Cycle

#: The only private field is the state of the control.
RESTING = (int(State.IDLE),), (int(State.RESPOND),)

_PLAIN = {state: Cycle((int(state),)) for state in State}


def cycles(engine: Engine, request: Request, row: int) -> Iterator[Cycle]:
    """Yield the cycles that the bundled engine takes for a request.

    `row`: the number of positions in a row of the history.
    """
    yield _PLAIN[State.LOOK]
    due = engine.due()
    if request.op in (Op.LIST, Op.READ) and not due:
        if request.op == Op.READ:
            yield _PLAIN[State.FETCH]
            yield _PLAIN[State.RECALL]
        yield _PLAIN[State.END]
        return
    first = due[0]
    if first[0] in (Event.STEP, Event.PASS, Event.RETURN):
        if first[0] == Event.RETURN:
            yield _PLAIN[State.FETCH]
        yield Cycle((State.RECALL if first[0] == Event.RETURN else State.STEP,), first)
        if first[0] == Event.STEP:
            yield from _captures(engine)
        yield _PLAIN[State.GROUP]
        yield from _scan(engine, row)
    yield Cycle(_PLAIN[State.END].private, engine.due()[0])


def _captures(engine: Engine) -> Iterator[Cycle]:
    """Yield the cycles of captures. The groups come with the lowest point first, as in the model."""
    position = engine.position
    turn, in_groups = position.turns[-1], position.rules.capture == Capture.GROUP
    captured = mask_of(point for group in turn.captured for point in group)
    enemy, empty = position.pieces[position.to_move] | captured, position.pieces[EMPTY] & ~captured
    yield _PLAIN[State.SEED]
    if in_groups:
        yield Cycle(_PLAIN[State.FREE].private, times=_spread(enemy & beside(empty), enemy))
    while engine.due()[0][0] == Event.CAPTURE:
        event = engine.due()[0]
        yield _PLAIN[State.GROUP]
        steps = _spread(event[2] & -event[2], enemy) if in_groups else 1
        if steps > 1:
            yield Cycle(_PLAIN[State.SPREAD].private, times=steps - 1)
        yield Cycle(_PLAIN[State.SPREAD].private, event)


def _spread(region: Mask, within: Mask) -> int:
    """Return the cycles in which a region grows, including the last, in which it stays as it is."""
    steps = 1
    while grown := beside(region) & within & ~region:
        region |= grown
        steps += 1
    return steps


def _scan(engine: Engine, row: int) -> Iterator[Cycle]:
    """Yield the cycles of a scan of the history.

    Neighbouring rows belong to different sides.
    """
    plies, quiet = len(engine.position.turns), engine.position.quiet
    if quiet:
        yield Cycle(_PLAIN[State.SCAN].private, times=plies // (2 * row) - (plies - quiet) // (2 * row) + 1)
        yield _PLAIN[State.COMPARE]
        yield _PLAIN[State.COUNT]


def positions_of_a_row(history: int) -> int:
    """Return the positions of a row: twice as many for twice the history, so that a search takes the same time."""
    return 1 << max(2, (history - 1).bit_length() - 6)
