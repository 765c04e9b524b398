"""What the bundled engine does, cycle by cycle: the whole record of a session is predicted before it is played.

Its order is part of its specification (docs/reference/engine.md): forced cells first come first served, the
neighbours of a tile from north clockwise, seven cycles a tile; in reverse, six cycles each, when tiles come off. So one
comparison of two texts stands for comparing every signal in every cycle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldenrules.trax import Cell
from goldenrules.trax.cells import STEP, Box
from goldenrules.trax.errors import Refused, Trap

from loopline.build import Streams
from loopline.games.trax.protocol import REASONS, SYMBOL_OF, Event, Op, Reason, Request, Response
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.session import EVENT, REQ_READY, REQ_VALID, RESP_READY, RESP_VALID, Timing

# The states of its control, as they are on the verification port.
BOOT, IDLE, SWEEP, FETCH, LOOK, MATCH, LAST, END, RESPOND = range(9)
NORTH, EAST, SOUTH, WEST = SLOTS = (12, 13, 14, 15)

#: One cycle of an operation: the control's state, and the event if there is one, without its order.
Cycle = tuple[int, tuple[int, ...] | None]

_HANDSHAKES = {REQ_VALID | REQ_READY, RESP_VALID | RESP_READY}


class BundledEngine:
    """Predicts one session, from its reset to its last answer."""

    def __init__(self, size: int, streams: Streams) -> None:
        self.engine = ReferenceEngine(size)
        self._streams = streams
        #: The cells of the log that are on the board; the bundled engine's order, not the model's.
        self._log: list[tuple[Cell, int]] = []
        self._events = 0
        #: The registers on the verification port: what waits in the log, and the rest of the state but for the control.
        self._pending = 0
        self._registers = 0
        self._response = self._before = Response()
        self._show(self._response)

    # --- the record -------------------------------------------------------------------------------------------------

    def record(self, requests: Sequence[Request], timings: Sequence[Timing], reset_cycles: int) -> list[str]:
        """The lines that the recorder must write, from the end of the reset on."""
        response, event_layout, state = self._streams.response, self._streams.event, self._streams.state
        answer_digits, event_digits, state_digits = (-(-one.width // 4) for one in (response, event_layout, state))
        control_at, pending_at = state.shifts["fsm"][0], state.shifts["pending"][0]
        no_answer, no_event = "0" * answer_digits, "0" * event_digits
        lines: list[str] = []
        last = ""

        def write(cycle: int, flags: int, control: int, answer: str = no_answer, event: str = no_event) -> None:
            nonlocal last
            now = control << control_at | self._pending << pending_at | self._registers
            line = f"{flags:02x} {answer} {event} {now:0{state_digits}x}"
            if line != last or flags & EVENT or flags in _HANDSHAKES:
                lines.append(f"{cycle:08x} {line}")
                last = line

        write(reset_cycles, 0, BOOT)
        cycle, ready, control = reset_cycles, reset_cycles + self.engine.size**2, BOOT
        for request, (gap, stall) in zip(requests, timings, strict=True):
            asks = cycle + 1 + gap
            if asks < ready:
                write(asks, REQ_VALID, control)
            elif asks > ready:
                write(ready, REQ_READY, IDLE)
            cycle = max(asks, ready)
            write(cycle, REQ_VALID | REQ_READY, IDLE)
            taking = 0 if stall else RESP_READY
            for control, event in self._operation(request):
                cycle += 1
                if event is None:
                    write(cycle, taking, control)
                else:
                    packed = event_layout.pack((self._events, *event))
                    self._events += 1
                    write(cycle, taking | EVENT, control, event=f"{packed:0{event_digits}x}")
            self._show(self._response)
            answer = f"{response.pack(self._response):0{answer_digits}x}"
            if stall:
                write(cycle + 1, RESP_VALID, RESPOND, answer)
            cycle += 1 + stall
            write(cycle, RESP_VALID | RESP_READY, RESPOND, answer)
            cycle += 1
            ready, control = cycle, IDLE
        write(cycle, REQ_READY, IDLE)
        return lines

    def _show(self, now: Response) -> None:
        """Put the game as it is now into the registers."""
        self._registers = self._streams.state.pack(
            (0, 0, now.tiles, now.left, now.top, now.columns, now.rows, now.to_move, now.over, now.winner)
        )

    def _show_tiles(self, tiles: int, box: Box) -> None:
        """So many tiles in that box; the rest of the registers changes only when the operation ends."""
        size, (x, y) = self.engine.size, self.engine.at
        place = ((box.left + x) % size, (box.top + y) % size, box.columns, box.rows) if tiles else (0, 0, 0, 0)
        before = self._before
        self._registers = self._streams.state.pack((0, 0, tiles, *place, before.to_move, before.over, before.winner))

    # --- operations: the cycles between request and answer; a register shows a change in the cycle after it ----------

    def _operation(self, request: Request) -> Iterator[Cycle]:
        self._before = self._response
        if request.op == Op.PLAY:
            return self._play(request)
        return self._read(request) if request.op == Op.READ else self._undo(request)

    def _read(self, request: Request) -> Iterator[Cycle]:
        yield LOOK, None
        yield MATCH, None
        yield END, None
        self._response = self.engine.answer(request)

    def _play(self, request: Request) -> Iterator[Cycle]:
        engine, position = self.engine, self.engine.position
        yield LOOK, None
        reason = engine.refusal(request)
        if reason is None:
            try:
                position.begin(engine.cell(request.x, request.y), SYMBOL_OF[request.symbol])
            except Refused as refusal:
                reason = REASONS[type(refusal)]
                engine.foul(type(refusal))
        if reason is not None:
            yield MATCH, None
            yield END, (Event.REFUSED, reason, request.x, request.y, 0)
            self._response = engine.response(reason)
            return
        yield from self._lay_tiles()
        turn = position.turns[-1]
        laid = position.placed[turn.tiles_before :]
        if position.trap is None:
            self._log += ((cell, tile) for cell, tile, _ in laid)
            position.finish()
            yield END, (Event.END_OF_TURN, 0, request.x, request.y, 0)
            self._response = engine.response(placed=len(laid))
            return
        trap = engine.address(position.trap)
        yield FETCH, None
        self._pending = 0
        yield from self._lift(
            [(cell, tile) for cell, tile, _ in laid], turn.tiles_before, [(turn.tiles_before, turn.box_before)]
        )
        position.take_back()
        engine.foul(Trap)
        yield END, (Event.REFUSED, Reason.TRAP, *trap, 0)
        self._response = engine.response(Reason.TRAP)

    def _lay_tiles(self) -> Iterator[Cycle]:
        """The tiles of the turn that has begun, until no more is forced or there is a trap."""
        engine, position = self.engine, self.engine.position
        kind, known = Event.CHOSEN, set[Cell]()
        while True:
            cell, tile, _ = position.placed[-1]
            yield MATCH, (kind, 0, *engine.address(cell), tile)
            self._pending -= kind == Event.FORCED
            self._show_tiles(len(position.placed), position.box)
            # A neighbour is read in the slot of its side, judged in the cycle after, and waits in the one after that.
            forced = position.forced
            north, east, south, west = (cell + step in forced and cell + step not in known for step in STEP)
            yield NORTH, None
            yield EAST, None
            self._pending += north
            yield SOUTH, None
            self._pending += east
            yield WEST, None
            self._pending += south
            yield LAST, None
            self._pending += west
            if position.trap is not None or not position.forced:
                return
            yield LOOK, None
            known = set(forced)
            position.force(next(iter(forced)))
            kind = Event.FORCED

    def _undo(self, request: Request) -> Iterator[Cycle]:
        """Take back, or begin a new game by taking everything back."""
        engine, position = self.engine, self.engine.position
        new = request.op == Op.NEW
        before, log, turns = len(position.placed), self._log, position.turns
        kept = 0 if new else (turns[-1].tiles_before if turns and not engine.foul_winner else len(log))
        boxes = [(turn.tiles_before, turn.box_before) for turn in turns if turn.tiles_before >= kept]
        chosen = engine.address(log[kept][0]) if kept < len(log) else (0, 0)
        yield FETCH, None
        if new and before >= engine.size**2 // 8:
            for _ in range(engine.size**2):
                yield SWEEP, None
        else:
            yield from self._lift(log[kept:], kept, boxes)
        self._log = log[:kept]
        answer = engine.answer(request)
        kind = Event.NEW if new else Event.REFUSED if answer.reason else Event.TAKEN_BACK
        yield END, (kind, answer.reason, *((0, 0) if new else chosen), 0)
        self._response = answer

    def _lift(self, tiles: list[tuple[Cell, int]], kept: int, boxes: list[tuple[int, Box]]) -> Iterator[Cycle]:
        """Take tiles off in reverse, down to `kept`. `boxes`: how large the board was at those numbers of tiles."""
        box = self.engine.position.box
        count = kept + len(tiles)
        shrinks = dict(boxes)
        for cell, tile in reversed(tiles):
            yield LOOK, None
            yield MATCH, (Event.REMOVED, 0, *self.engine.address(cell), tile)
            count -= 1
            box = shrinks.get(count, box)
            self._show_tiles(count, box)
            for slot in SLOTS:
                yield slot, None
