"""What the bundled engine does, cycle by cycle: the whole record of a session is predicted before it is played.

Its order is part of its specification (docs/reference/engine.md): forced cells first come first served, the
neighbours of a tile from north clockwise, seven cycles a tile; in reverse, six cycles each, when tiles come off. So one
comparison of two texts stands for comparing every signal in every cycle.

This is the harness's hot path: most cycles are texts that were made before (texts.py).
"""

from __future__ import annotations

from collections.abc import Iterable

from goldenrules.trax import Cell, Tile
from goldenrules.trax.cells import NO_BOX, STEP
from goldenrules.trax.errors import OutOfTiles, Refused, Trap

from loopline.games.trax.protocol import REASONS, SYMBOL_OF, Event, Op, Reason, Request, Response
from loopline.games.trax.reference_engine import PortBox, ReferenceEngine, rules_of
from loopline.games.trax.seek import cycles
from loopline.games.trax.texts import BOOT, END, FETCH, IDLE, LOOK, MATCH, SWEEP, Texts
from loopline.signals.streams import Streams
from loopline.simulation.recording import REQ_READY, REQ_VALID, RESP_READY, Lines, asked_ahead
from loopline.simulation.session import AT_ONCE, Timing


class Bundled:
    """What all predictions for one board share."""

    def __init__(self, size: int, streams: Streams) -> None:
        self.size, self.texts = size, Texts(streams)
        self.pack_state, self.pack_answer = streams.state.pack, streams.response.pack
        self.count_at, self.left_at, self.top_at, self.columns_at, self.rows_at = (
            streams.state.shifts[name][0] for name in ("count", "left", "top", "columns", "rows")
        )
        self.order_at, self.kind_at, self.reason_at, self.x_at, self.y_at = (
            streams.event.shifts[name][0] for name in ("order", "kind", "reason", "x", "y")
        )
        self.tile_at, self.entries_at = (streams.response.shifts[name][0] for name in ("tile", "entries"))


class BundledEngine:
    """Predicts one session: `request` by request, then `text`."""

    def __init__(self, bundled: Bundled, reset_cycles: int) -> None:
        self.engine = ReferenceEngine(bundled.size)
        self._bundled, self._texts = bundled, bundled.texts
        self._lines, self._reset_cycles = Lines(), reset_cycles
        #: If the next request does not wait for this one's answer: how many parts the record had when this one was
        #: taken, in which cycle that was, and in which the next one is made.
        self._ahead: tuple[int, int, int] | None = None
        self._boot()

    def _boot(self) -> None:
        """A whole reset, and the first cycle after it."""
        #: The cells and tiles of the log that are on the board: the bundled engine's order, not the model's.
        self._log: list[tuple[Cell, Tile]] = []
        self._events = 0
        #: The cells that wait in the log.
        self._pending = 0
        self._response = Response()
        self._show(self._response)
        #: The answer to a read of an empty cell that nothing enters, and the text of reads, until something changes.
        self._untouched: int | None = None
        self._taking = 0
        lines = self._lines
        lines.add(self._texts.in_reset)
        lines.skip(self._reset_cycles - 1)
        self._ready = lines.now + 1 + self.engine.size**2
        self._idle(0, BOOT)

    def text(self) -> str:
        """The record up to here."""
        return self._lines.text()

    def request(self, request: Request, timing: Timing) -> None:
        """Ask, carry out, answer."""
        asks, lines = self._asks(timing.gap), self._lines
        if request.op == Op.READ and timing == AT_ONCE and not request.cut and asks == lines.now + 1 >= self._ready:
            self._read_at_once(request)
            return
        lines.skip(asks - 1 - lines.now)
        if asks < self._ready:  # while it boots
            self._idle(REQ_VALID, BOOT)
            lines.skip(self._ready - 1 - lines.now)
        self._idle(REQ_VALID | REQ_READY, IDLE)
        parts, taken = len(lines.parts), lines.now
        if request.cut:
            self._cut_short(request, parts, taken)
            return
        self._carry_out(request, timing.stall)
        self._ahead = (parts, taken, taken + 1 + timing.ahead) if timing.ahead else None
        self._idle(REQ_READY, IDLE)

    def _asks(self, gap: int) -> int:
        """The cycle in which the request is made, or the first in which the engine could take it."""
        lines = self._lines
        if self._ahead is None:
            return lines.now + 1 + gap
        (parts, taken, asks), self._ahead = self._ahead, None
        ready = lines.now
        *others, resting = lines.taken_out(parts, taken)
        lines.put_back(asked_ahead(others, asks))
        if asks > ready:
            lines.put_back([resting])
        return max(asks, ready)

    def _cut_short(self, request: Request, parts: int, taken: int) -> None:
        """The operation as if nobody took its answer, up to the cycle after which the reset comes."""
        end, lines = taken + request.cut, self._lines
        self._carry_out(request._replace(cut=0), request.cut)
        lines.put_back(one for one in lines.taken_out(parts, taken) if one[0] <= end)
        lines.skip(end - lines.now)
        self.engine.reset()
        self._boot()

    def _carry_out(self, request: Request, stall: int) -> None:
        self._taking = 0 if stall else RESP_READY
        if request.op == Op.READ:
            answer = self._read(request)
        else:
            _OPERATIONS[request.op](self, request)
            self._show(self._response)
            self._untouched = None
            answer = self._bundled.pack_answer(self._response)
        self._answer(answer, stall)

    # --- cycles -----------------------------------------------------------------------------------------------------

    @property
    def _top(self) -> int:
        return self._pending << self._texts.waiting_at | self._shown >> self._texts.low_bits

    def _idle(self, flags: int, control: int) -> None:
        self._lines.add(self._texts.line(flags, control, self._top) % self._low)

    def _cycle(self, control: int) -> None:
        self._lines.add(self._texts.line(self._taking, control, self._top) % self._low)

    def _event(self, control: int, kind: Event, reason: int, x: int, y: int, tile: int = 0) -> None:
        event = self._numbered(kind, x, y) | reason << self._bundled.reason_at | tile
        self._lines.add(self._texts.event(self._taking, control, self._top) % (event, self._low))

    def _moved(self, kind: Event, cell: Cell, tile: Tile) -> None:
        """A cell is read, and the event says which tile was laid there or taken off."""
        event = self._numbered(kind, *self.engine.address(cell)) | tile
        self._lines.add(self._texts.moved(self._taking, self._top) % (self._low, event, self._low))
        self._lines.now += 1

    def _numbered(self, kind: Event, x: int, y: int) -> int:
        bundled = self._bundled
        event = self._events << bundled.order_at | kind << bundled.kind_at | x << bundled.x_at | y << bundled.y_at
        self._events += 1
        return event

    def _answer(self, answer: int, stall: int) -> None:
        lines, text = self._lines, self._texts.answered(answer)
        if stall:
            lines.add(self._texts.answer(0, self._top) % (text, self._low))
            lines.skip(stall - 1)
        lines.add(self._texts.answer(RESP_READY, self._top) % (text, self._low))

    def _show(self, now: Response) -> None:
        """Put the game as it is now into the registers."""
        self._shows(
            self._bundled.pack_state(
                (0, 0, now.tiles, now.left, now.top, now.columns, now.rows, now.to_move, now.over, now.winner, now.draw)
            )
        )

    def _shows(self, shown: int) -> None:
        """The registers that the port shows, except the control's and the number of waiting cells."""
        self._shown, self._low = shown, self._texts.low(shown)

    def _show_tiles(self, tiles: int, place: PortBox) -> None:
        """Show this many tiles and this box; the other registers change only when the operation ends."""
        bundled = self._bundled
        box = place.left << bundled.left_at | place.top << bundled.top_at
        box |= place.columns << bundled.columns_at | place.rows << bundled.rows_at
        last = self._shown & (1 << bundled.rows_at) - 1
        self._shows(tiles << bundled.count_at | box | last)

    # --- operations: the cycles between request and answer; a register shows a change in the cycle after it ---------

    def _read_at_once(self, request: Request) -> None:
        """A read: request and answer in one piece, for speed, because every second request is one."""
        answer = self._content(request)
        self._lines.parts.append(self._reading % self._texts.answered(answer))
        self._lines.now += 6

    def _read(self, request: Request) -> int:
        for control in (LOOK, MATCH, END):
            self._cycle(control)
        return self._content(request)

    def _content(self, request: Request) -> int:
        """The answer to a read: known except for the cell, because a read changes nothing."""
        if self._untouched is None:
            self._untouched = self._bundled.pack_answer(self._response._replace(reason=Reason.DONE, placed=0))
            self._reading = self._texts.read(self._top, self._low)
        position, cell = self.engine.position, self.engine.cell(request.x, request.y)
        tile, entries = position.tiles.get(cell, 0), position.entries.get(cell, 0)
        return self._untouched | tile << self._bundled.tile_at | entries << self._bundled.entries_at

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
        engine, position, lines = self.engine, self.engine.position, self._lines
        forced, placed = position.forced, position.placed
        cell, tile, _ = placed[-1]
        self._event(MATCH, Event.CHOSEN, 0, *engine.address(cell), tile)
        self._show_tiles(len(placed), engine.place(position.box))
        known, one_more = set[Cell](), 1 << self._bundled.count_at
        while True:
            north = east = south = west = False
            if len(forced) > self._pending or position.trap is not None:
                north, east, south, west = [cell + step in forced and cell + step not in known for step in STEP]
                known.update(forced)
            lines.parts.append(self._low.join(self._texts.laid(self._taking, self._top, north, east, south)))
            lines.now += 5
            self._pending += north + east + south + west
            if position.trap is not None or not forced:
                return
            cell = next(iter(forced))
            tile = forced[cell]
            self._moved(Event.FORCED, cell, tile)
            self._pending -= 1
            self._shows(self._shown + one_more)  # it does not widen the box
            position.force(cell)

    def _undo(self, request: Request) -> None:
        """Take back, or begin a new game by taking everything back."""
        engine, position, log = self.engine, self.engine.position, self._log
        new, turns = request.op == Op.NEW, position.turns
        kept = 0 if new else turns[-1].tiles_before if turns and not engine.foul_winner else len(log)
        chosen = engine.address(log[kept][0]) if kept < len(log) and not new else (0, 0)
        self._cycle(FETCH)
        if new and len(log) >= engine.size**2 // 8:
            self._cycle(SWEEP)
            self._lines.skip(engine.size**2 - 1)
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
        shrinks, one_less, lines = dict(boxes), 1 << self._bundled.count_at, self._lines
        for count, (cell, tile) in reversed(list(enumerate(tiles, kept))):
            self._moved(Event.REMOVED, cell, tile)
            if count in shrinks:
                self._show_tiles(count, shrinks[count])
            else:
                self._shows(self._shown - one_less)
            lines.parts.append(self._low.join(self._texts.lifted(self._taking, self._top)))
            lines.now += 4


_OPERATIONS = {
    Op.NEW: BundledEngine._undo,
    Op.PLAY: BundledEngine._play,
    Op.TAKE_BACK: BundledEngine._undo,
}
