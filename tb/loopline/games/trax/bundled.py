"""What the bundled engine does, cycle by cycle: the whole record of a session is predicted before it is played.

Its order is part of its specification (docs/reference/engine.md): forced cells first come first served, the
neighbours of a tile from north clockwise, seven cycles a tile; in reverse, six cycles each, when tiles come off. So one
comparison of two texts stands for comparing every signal in every cycle.

This is the harness's hot path, after the simulator: a cycle is a format and two numbers, and all are formatted at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from goldenrules.trax import Cell, Tile
from goldenrules.trax.cells import NO_BOX, STEP
from goldenrules.trax.errors import OutOfTiles, Refused, Trap

from loopline.games.trax.protocol import REASONS, SYMBOL_OF, Event, Op, Reason, Request, Response, State
from loopline.games.trax.reference_engine import PortBox, ReferenceEngine, rules_of
from loopline.games.trax.seek import cycles
from loopline.signals.streams import Streams
from loopline.simulation.session import (
    AT_ONCE,
    EVENT,
    REQ_READY,
    REQ_VALID,
    RESET,
    RESP_READY,
    RESP_VALID,
    Timing,
    asked_ahead,
)

# The states of its control, as plain numbers: this is a hot path.
BOOT, IDLE, SWEEP, FETCH, LOOK, MATCH, LAST, END, RESPOND, SEEK, NORTH, EAST, SOUTH, WEST = map(int, State)


class BundledEngine:
    """Predicts one session: `request` by request, then `text`."""

    def __init__(self, size: int, streams: Streams, reset_cycles: int) -> None:
        self.engine = ReferenceEngine(size)
        self._pack_state, self._pack_answer = streams.state.pack, streams.response.pack
        self._control_at, self._pending_at, self._count_at = (
            streams.state.shifts[name][0] for name in ("fsm", "pending", "count")
        )
        self._order_at, self._kind_at, self._reason_at, self._x_at, self._y_at = (
            streams.event.shifts[name][0] for name in ("order", "kind", "reason", "x", "y")
        )
        self._tile_at, self._entries_at = (streams.response.shifts[name][0] for name in ("tile", "entries"))
        digits = [-(-layout.width // 4) for layout in (streams.response, streams.event, streams.state)]
        no_answer, no_event = "0" * digits[0], "0" * digits[1]
        self._plain = {flags: f"%08x {flags:02x} {no_answer} {no_event} %0{digits[2]}x" for flags in range(32)}
        self._eventful = {
            taking: f"%08x {taking | EVENT:02x} {no_answer} %0{digits[1]}x %0{digits[2]}x" for taking in (0, RESP_READY)
        }
        self._answering = {
            taking: f"%08x {RESP_VALID | taking:02x} %0{digits[0]}x {no_event} %0{digits[2]}x"
            for taking in (0, RESP_READY)
        }
        cycle = {taking: self._plain[taking] for taking in (0, RESP_READY)}
        self._in_a_row = {taking: {n: "\n".join([line] * n) for n in (4, 5)} for taking, line in cycle.items()}
        #: The control's bits in runs of cycles in which little or nothing else changes.
        at = self._control_at
        self._reading = (IDLE << at, LOOK << at, MATCH << at, END << at, RESPOND << at)
        asked, waiting = self._plain[REQ_VALID | REQ_READY], self._plain[RESP_READY]
        self._whole_read = "\n".join(
            [asked, waiting, waiting, waiting, self._answering[RESP_READY], self._plain[REQ_READY]]
        )
        self._laying = (NORTH << at, EAST << at, SOUTH << at, WEST << at, LAST << at)
        self._formats: list[str] = []
        self._numbers: list[int] = []
        self._in_reset = f"%08x {RESET:02x} {no_answer} {no_event} {'0' * digits[2]}"
        self._reset_cycles = reset_cycles
        #: If the next request does not wait for this one's answer: where its operation begins in formats and
        #: numbers, and in which cycle the next one is made.
        self._ahead: tuple[int, int, int] | None = None
        self._now = -1
        self._boot()

    def _boot(self) -> None:
        """A whole reset, and the first cycle after it."""
        #: The cells and tiles of the log that are on the board: the bundled engine's order, not the model's.
        self._log: list[tuple[Cell, Tile]] = []
        self._events = 0
        #: The registers that the port shows: the cells that wait in the log, and all others except the control's.
        self._pending = 0
        self._response = self._before = Response()
        self._show(self._response)
        #: The answer to a read of an empty cell that nothing enters, until something changes.
        self._untouched: int | None = None
        #: The cycle before the next one, whether the answer is awaited with `ready`, and when it has booted.
        self._now += self._reset_cycles
        self._taking = 0
        self._ready = self._now + 1 + self.engine.size**2
        self._idle(0, BOOT)

    def text(self) -> str:
        """The record up to here."""
        return "\n".join(self._formats) % tuple(self._numbers) + "\n"

    def request(self, request: Request, timing: Timing) -> None:
        """Ask, carry out, answer."""
        asks = self._asks(timing.gap)
        if request.op == Op.READ and timing == AT_ONCE and not request.cut and asks == self._now + 1 >= self._ready:
            self._read_at_once(request)
            return
        if asks < self._ready:  # while it boots
            self._now = asks - 1
            self._idle(REQ_VALID, BOOT)
            self._now = self._ready - 1
            self._idle(REQ_VALID | REQ_READY, IDLE)
        else:
            self._now = asks - 1
            self._idle(REQ_VALID | REQ_READY, IDLE)
        if request.cut:
            self._cut_short(request)
            return
        formats, numbers, taken = len(self._formats), len(self._numbers), self._now
        self._carry_out(request, timing.stall)
        self._ahead = (formats, numbers, taken + 1 + timing.ahead) if timing.ahead else None
        self._idle(REQ_READY, IDLE)

    def _asks(self, gap: int) -> int:
        """The cycle in which the request is made, or the first in which the engine could take it."""
        if self._ahead is None:
            return self._now + 1 + gap
        (formats, numbers, asks), self._ahead = self._ahead, None
        *lines, resting = self._taken_out(formats, numbers)
        self._formats += asked_ahead(lines, asks)
        self._now -= 1
        if asks > self._now + 1:
            self._formats.append(resting)
        return max(asks, self._now + 1)

    def _taken_out(self, formats: int, numbers: int) -> list[str]:
        """The lines from there on; they are removed from the record."""
        lines = ("\n".join(self._formats[formats:]) % tuple(self._numbers[numbers:])).splitlines()
        del self._formats[formats:], self._numbers[numbers:]
        return lines

    def _cut_short(self, request: Request) -> None:
        """The operation as if nobody took its answer, up to the cycle after which the reset comes."""
        formats, numbers, end = len(self._formats), len(self._numbers), self._now + request.cut
        self._carry_out(request._replace(cut=0), request.cut)
        self._formats += [line for line in self._taken_out(formats, numbers) if int(line[:8], 16) <= end]
        self._formats.append(self._in_reset)
        self._numbers.append(end + 1)
        self._now = end
        self.engine.reset()
        self._boot()

    def _carry_out(self, request: Request, stall: int) -> None:
        self._taking = 0 if stall else RESP_READY
        if request.op == Op.READ:
            answer = self._read(request)
        else:
            self._before = self._response
            _OPERATIONS[request.op](self, request)
            self._show(self._response)
            self._untouched = None
            answer = self._pack_answer(self._response)
        self._answer(answer, stall)

    # --- cycles -----------------------------------------------------------------------------------------------------

    def _idle(self, flags: int, control: int) -> None:
        self._now += 1
        self._formats.append(self._plain[flags])
        self._numbers += self._now, control << self._control_at | self._registers

    def _cycle(self, control: int) -> None:
        self._now += 1
        self._formats.append(self._plain[self._taking])
        self._numbers += self._now, control << self._control_at | self._pending << self._pending_at | self._registers

    def _event(self, control: int, kind: Event, reason: int, x: int, y: int, tile: int = 0) -> None:
        self._now += 1
        self._formats.append(self._eventful[self._taking])
        event = self._events << self._order_at | kind << self._kind_at | reason << self._reason_at
        event |= x << self._x_at | y << self._y_at | tile
        state = control << self._control_at | self._pending << self._pending_at | self._registers
        self._numbers += self._now, event, state
        self._events += 1

    def _answer(self, answer: int, stall: int) -> None:
        state = RESPOND << self._control_at | self._registers
        if stall:
            self._formats.append(self._answering[0])
            self._numbers += self._now + 1, answer, state
        self._now += 1 + stall
        self._formats.append(self._answering[RESP_READY])
        self._numbers += self._now, answer, state

    def _show(self, now: Response) -> None:
        """Put the game as it is now into the registers."""
        self._registers = self._pack_state(
            (0, 0, now.tiles, now.left, now.top, now.columns, now.rows, now.to_move, now.over, now.winner, now.draw)
        )

    def _show_tiles(self, tiles: int, place: Iterable[int]) -> None:
        """Show this many tiles and this box; the other registers change only when the operation ends."""
        before = self._before
        last = before.to_move, before.over, before.winner, before.draw
        self._registers = self._pack_state((0, 0, tiles, *place, *last))

    # --- operations: the cycles between request and answer; a register shows a change in the cycle after it ---------

    def _read_at_once(self, request: Request) -> None:
        """A read: request and answer in one piece, for speed, because every second request is one."""
        now, state, answer = self._now, self._registers, self._content(request)
        idle, look, match, end, respond = self._reading
        self._formats.append(self._whole_read)
        self._numbers += now + 1, idle | state, now + 2, look | state, now + 3, match | state, now + 4, end | state
        self._numbers += now + 5, answer, respond | state, now + 6, idle | state
        self._now += 6

    def _read(self, request: Request) -> int:
        for control in (LOOK, MATCH, END):
            self._cycle(control)
        return self._content(request)

    def _content(self, request: Request) -> int:
        """The answer to a read: known except for the cell, because a read changes nothing."""
        if self._untouched is None:
            self._untouched = self._pack_answer(self._response._replace(reason=Reason.DONE, placed=0))
        position, cell = self.engine.position, self.engine.cell(request.x, request.y)
        tile, entries = position.tiles.get(cell, 0), position.entries.get(cell, 0)
        return self._untouched | tile << self._tile_at | entries << self._entries_at

    def _play(self, request: Request) -> None:
        engine, position = self.engine, self.engine.position
        self._cycle(LOOK)
        reason = engine.refusal(request)
        if reason is None:
            try:
                position.begin(engine.cell(request.x, request.y), SYMBOL_OF[request.symbol])
            except Refused as refusal:
                reason = REASONS[type(refusal)]
                engine.foul(type(refusal))
        if reason is not None:
            self._cycle(MATCH)
            self._event(END, Event.REFUSED, reason, request.x, request.y)
            self._response = engine.response(reason)
            return
        self._lay_tiles()
        turn = position.turns[-1]
        laid = [(cell, tile) for cell, tile, _ in position.placed[turn.tiles_before :]]
        supply = position.rules.tiles
        if position.trap is not None:
            refused: type[Refused] = Trap
            named = engine.address(position.trap)
        elif supply is not None and len(position.placed) > supply:
            refused, named = OutOfTiles, (request.x, request.y)
        else:
            self._log += laid
            position.finish()
            self._search()
            self._event(END, Event.END_OF_TURN, 0, request.x, request.y)
            self._response = engine.response(placed=len(laid))
            return
        self._cycle(FETCH)
        self._pending = 0
        self._lift(laid, turn.tiles_before, [(turn.tiles_before, engine.place(turn.box_before))])
        position.take_back()
        engine.foul(refused)
        self._event(END, Event.REFUSED, REASONS[refused], *named)
        self._response = engine.response(REASONS[refused])

    def _search(self) -> None:
        """The turns that the engine tries, unseen, when there may be no legal one."""
        position = self.engine.position
        if position.rules.can_draw and position.winner is None:
            for control in cycles(position):
                self._cycle(control)

    def _lay_tiles(self) -> None:
        """The tiles of a turn that has begun, until nothing is forced any more or there is a trap."""
        engine, position = self.engine, self.engine.position
        forced, placed = position.forced, position.placed
        cell, tile, _ = placed[-1]
        self._event(MATCH, Event.CHOSEN, 0, *engine.address(cell), tile)
        self._show_tiles(len(placed), engine.place(position.box))
        known, one_more = set[Cell](), 1 << self._count_at
        while True:
            if len(forced) > self._pending or position.trap is not None:
                # A neighbour is read in the slot of its side, judged in the cycle after, and waits in the next.
                north, east, south, west = [cell + step in forced and cell + step not in known for step in STEP]
                self._slots(north, east, south)
                self._pending += north + east + south + west
                known.update(forced)
            else:
                self._no_pushes(5)
            if position.trap is not None or not forced:
                return
            cell = next(iter(forced))
            tile = forced[cell]
            self._cycle(LOOK)
            self._event(MATCH, Event.FORCED, 0, *engine.address(cell), tile)
            self._pending -= 1
            self._registers += one_more  # it does not widen the box
            position.force(cell)

    def _no_pushes(self, slots: int) -> None:
        """The slots of a tile that is laid or taken off, and LAST, while the log stays as it is."""
        now, (north, east, south, west, last) = self._now, self._laying
        state = self._pending << self._pending_at | self._registers
        self._formats.append(self._in_a_row[self._taking][slots])
        self._numbers += now + 1, north | state, now + 2, east | state, now + 3, south | state, now + 4, west | state
        if slots == 5:
            self._numbers += now + 5, last | state
        self._now += slots

    def _slots(self, pushed_north: bool, pushed_east: bool, pushed_south: bool) -> None:
        """The slots of a tile that is laid, and LAST; more waits in the log from the cycle after each push on."""
        now, (north, east, south, west, last) = self._now, self._laying
        one = 1 << self._pending_at
        state = self._pending * one | self._registers
        after_north = state + pushed_north * one
        after_east = after_north + pushed_east * one
        after_south = after_east + pushed_south * one
        self._formats.append(self._in_a_row[self._taking][5])
        self._numbers += now + 1, north | state, now + 2, east | state, now + 3, south | after_north
        self._numbers += now + 4, west | after_east, now + 5, last | after_south
        self._now += 5

    def _undo(self, request: Request) -> None:
        """Take back, or begin a new game by taking everything back."""
        engine, position, log = self.engine, self.engine.position, self._log
        new, turns = request.op == Op.NEW, position.turns
        kept = 0 if new else turns[-1].tiles_before if turns and not engine.foul_winner else len(log)
        chosen = engine.address(log[kept][0]) if kept < len(log) and not new else (0, 0)
        self._cycle(FETCH)
        if new and len(log) >= engine.size**2 // 8:
            self._cycle(SWEEP)
            self._now += engine.size**2 - 1
        else:
            boxes = [(turn.tiles_before, engine.place(turn.box_before)) for turn in turns if turn.tiles_before >= kept]
            if new:  # by whose rules the empty board is shown
                boxes[:1] = [(0, engine.place(NO_BOX, rules_of(request)))]
            self._lift(log[kept:], kept, boxes)
        del log[kept:]
        answer = engine.answer(request)
        kind = Event.NEW if new else Event.REFUSED if answer.reason else Event.TAKEN_BACK
        self._event(END, kind, answer.reason, *chosen)
        self._response = answer

    def _lift(self, tiles: list[tuple[Cell, Tile]], kept: int, boxes: Iterable[tuple[int, PortBox]]) -> None:
        """Take tiles off in reverse, down to `kept`. `boxes`: the box for each number of tiles."""
        shrinks, one_less = dict(boxes), 1 << self._count_at
        for count, (cell, tile) in reversed(list(enumerate(tiles, kept))):
            self._cycle(LOOK)
            self._event(MATCH, Event.REMOVED, 0, *self.engine.address(cell), tile)
            if count in shrinks:
                self._show_tiles(count, shrinks[count])
            else:
                self._registers -= one_less
            self._no_pushes(4)


_OPERATIONS = {
    Op.NEW: BundledEngine._undo,
    Op.PLAY: BundledEngine._play,
    Op.TAKE_BACK: BundledEngine._undo,
}
