"""The bundled engine cycle by cycle: the whole record of a session is predicted before it is played.

Its order is part of its specification (docs/reference/trax-engine.md): forced cells first come first served, the
neighbours of a tile from north clockwise, seven cycles a tile; in reverse, six cycles each, when tiles come off. So one
comparison of two texts stands for comparing every signal in every cycle.

This is the harness's hot path: most cycles are texts that were made before (texts.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from goldenrules.trax import Cell, Entries, Position
from goldenrules.trax.cells import NO_BOX, STEP
from goldenrules.trax.tiles import FITTING, Symbol

from loopline.games.prediction import PredictedRecord
from loopline.games.trax.protocol import Event, Op, Reason, Request
from loopline.games.trax.reference_engine import ReferenceEngine, rules_of
from loopline.games.trax.texts import (
    BOOT,
    EAST,
    END,
    FETCH,
    IDLE,
    LAST,
    LOOK,
    MATCH,
    NORTH,
    SEEK,
    SOUTH,
    SWEEP,
    WEST,
    Texts,
)
from loopline.resets import Reset
from loopline.signals import Streams
from loopline.simulation.recording import REQ_READY, REQ_VALID, RESP_READY
from loopline.simulation.session import AT_ONCE, Timing

# Its events, and a read, as plain numbers: this is a hot path.
NEW, CHOSEN, FORCED, REMOVED, END_OF_TURN, REFUSED, TAKEN_BACK = map(int, Event)
READ = int(Op.READ)


class Bundled:
    """The parts that all predictions for one board share."""

    def __init__(self, size: int, streams: Streams) -> None:
        self.size, self.texts = size, Texts(streams)
        *board, self.board_at = (streams.state.shifts[name][0] for name in _BOARD)
        self._count_at, self._left_at, self._top_at, self._columns_at = (at - self.board_at for at in board)
        self.one_tile = 1 << board[0]
        self.board_in_answer_at = streams.response.shifts[_BOARD[-1]][0]
        self._state, self._answer = streams.state, streams.response
        self.verdict = cache(self._verdict)
        self.order_at, self.kind_at, self.reason_at, self.x_at, self.y_at = (
            streams.event.shifts[name][0] for name in ("order", "kind", "reason", "x", "y")
        )
        self.tile_at, self.entries_at = (streams.response.shifts[name][0] for name in ("tile", "entries"))

    def board(self, tiles: int, left: int, top: int, columns: int, rows: int) -> int:
        """Return the board's fields, packed.

        Args:
            tiles: The number of tiles.
            left: The left column of the box.
            top: Its top row.
            columns: The number of its columns.
            rows: The number of its rows.
        """
        return (
            tiles << self._count_at | left << self._left_at | top << self._top_at | columns << self._columns_at | rows
        )

    def _verdict(self, *verdict: int) -> tuple[int, int]:
        """Return what both state and answer show besides the board: as packed in either. There are few of them."""
        fields = dict(zip(_VERDICT, verdict, strict=True))
        shown = {name: value for name, value in fields.items() if name in self._state.names}
        return self._state.part(shown)[1], self._answer.part(fields)[1]


_NO_CELLS: frozenset[Cell] = frozenset()

#: The fields of the board, the same in state and answer, and the other fields of all answers but those to reads.
_BOARD = ("count", "left", "top", "columns", "rows")
_VERDICT = ("reason", "placed", "wins", "winner", "over", "to_move", "draw")


#: The event that ends an operation, the reason why it was refused, and how many tiles it placed.
_Done = tuple[int, int, int]


class BundledEngine(PredictedRecord[Request]):
    """A prediction of one session: `request` by request, then `text`."""

    def __init__(self, bundled: Bundled, reset_cycles: int) -> None:
        super().__init__(reset_cycles)
        self.engine = ReferenceEngine(bundled.size)
        self._bundled, self._texts = bundled, bundled.texts
        self._reset()

    def _reset(self, longer: int = 0) -> None:
        self.engine.reset()
        self._events = 0
        #: The cells that wait in the log.
        self._pending = 0
        #: Of each tile on the board: the board's fields before it, and what all its events say.
        self._log: list[tuple[int, int]] = []
        self._shown = 0
        self._show(0, 0)
        #: The answer to a read of an empty cell that nothing enters, and the texts of reads by what they find, until
        #: something changes.
        self._untouched: int | None = None
        self._reads: dict[tuple[int, Entries], str] = {}
        self._taking = 0
        lines = self._lines
        lines.add(self._texts.in_reset)
        lines.skip(self._reset_cycles - 1 + longer)
        self._ready = lines.now + 1 + self.engine.size**2
        self._cycle(BOOT, 0)

    def request(self, request: Request, timing: Timing) -> None:
        """Ask, carry out, answer; or reset, when the request says."""
        if request.cut:
            self._cut_short(request._replace(cut=0), timing, Reset.of(request.cut))
            return
        lines, timing = self._lines, self._asks(timing)
        self._is_fresh = False
        if timing == AT_ONCE and lines.ahead is None and lines.now + 1 >= self._ready:
            if request.op == READ:
                self._read_at_once(request)
                return
            asks = lines.now + 1
        else:
            asks = lines.asks(timing.gap)
        self._wait(asks)
        self._rests(REQ_VALID | REQ_READY)
        parts, taken = len(lines.parts), lines.now
        self._carry_out(request, timing.stall)
        if timing.early and timing.stall:
            lines.ready_before(parts, taken, timing.early)
        if timing.ahead:
            lines.ahead = parts, taken, taken + timing.ahead

    def _carry_out(self, request: Request, stall: int) -> None:
        self._taking = 0 if stall else RESP_READY
        if request.op == READ:
            self._answer(self._read(request), stall)
            return
        event, reason, placed = _OPERATIONS[request.op](self, request)
        low, top = self._low, self._top
        if request.op == Op.NEW:  # by its rules the empty board is shown
            self._show_board(self._bundled.board(0, *self.engine.place(NO_BOX)))
        self._show(reason, placed)
        self._untouched = None
        self._reads.clear()
        if stall:
            self._lines.add(self._texts.event(0, END, top) % (event, low))
            self._answer(self._answered, stall)
            return
        answer = self._texts.answered(self._answered)
        self._lines.parts.append(self._texts.end(top, self._top) % (event, low, answer, self._low, self._low))
        self._lines.now += 3

    # --- cycles -----------------------------------------------------------------------------------------------------

    def _boots(self, flags: int) -> None:
        self._cycle(BOOT, flags)

    def _rests(self, flags: int) -> None:
        self._cycle(IDLE, flags)

    def _cycle(self, control: int, flags: int | None = None) -> None:
        lines = self._lines
        lines.now += 1
        text = self._texts.line(self._taking if flags is None else flags, control, self._top)
        lines.parts.append(text % self._low)

    def _refusal(self, reason: int, x: int, y: int) -> _Done:
        return self._numbered(REFUSED, x, y) | reason << self._bundled.reason_at, reason, 0

    def _numbered(self, kind: int, x: int = 0, y: int = 0) -> int:
        bundled = self._bundled
        event = self._events << bundled.order_at | kind << bundled.kind_at | x << bundled.x_at | y << bundled.y_at
        self._events += 1
        return event

    def _answer(self, answer: int, stall: int) -> None:
        lines, text, low = self._lines, self._texts.answered(answer), self._low
        if stall:
            lines.add(self._texts.answer(0, self._top) % (text, low))
            lines.skip(stall - 1)
        lines.parts.append(self._texts.answer_at_once(self._top) % (text, low, low))
        lines.now += 2

    def _show(self, reason: int, placed: int) -> None:
        """Put the game as it is now into the registers; those of the board have it already."""
        bundled, board = self._bundled, self._shown >> self._bundled.board_at
        shown, answer = bundled.verdict(reason, placed, *self.engine.verdict())
        self._answered = answer | board << bundled.board_in_answer_at
        self._shows(shown | board << bundled.board_at)

    def _show_board(self, board: int) -> None:
        """Show these tiles and this box; the other registers change only when the operation ends."""
        at = self._bundled.board_at
        self._shows(board << at | self._shown & (1 << at) - 1)

    def _shows(self, shown: int) -> None:
        """Show these registers at the port, except the control's and the number of waiting cells."""
        texts = self._texts
        self._shown, self._low = shown, texts.low % (shown & texts.low_mask)
        self._top = self._pending << texts.waiting_at | shown >> texts.low_bits

    # --- operations: the cycles between request and answer; a register shows a change in the cycle after it ---------
    # (The last of these cycles has an event, which they return, and what the answer says of the operation.)

    def _read_at_once(self, request: Request) -> None:
        """Add a read, request and answer in one piece, for speed: every second request is a read."""
        found = self._found(request)
        if (text := self._reads.get(found)) is None:
            answer = self._content(*found)
            text = self._reads[found] = self._reading % self._texts.answered(answer)
        self._lines.parts.append(text)
        self._lines.now += 6

    def _read(self, request: Request) -> int:
        for control in (LOOK, MATCH, END):
            self._cycle(control)
        return self._content(*self._found(request))

    def _found(self, request: Request) -> tuple[int, Entries]:
        position, cell = self.engine.position, self.engine.cell(request.x, request.y)
        return position.tiles.get(cell, 0), position.entries.get(cell, 0)

    def _content(self, tile: int, entries: Entries) -> int:
        """Return the answer to a read: known except for the cell, because a read changes nothing."""
        if self._untouched is None:
            self._show(0, 0)
            self._untouched = self._answered
            self._reading = self._texts.read(self._top, self._low)
        return self._untouched | tile << self._bundled.tile_at | entries << self._bundled.entries_at

    def _play(self, request: Request) -> _Done:
        engine, position = self.engine, self.engine.position
        reason = engine.begin(request)
        if reason is not None:
            self._cycle(LOOK)
            self._cycle(MATCH)
            return self._refusal(reason, request.x, request.y)
        self._lay_tiles(request.x, request.y)
        turn = position.turns[-1]
        supply = position.rules.tiles
        if position.trap is not None:
            refused = Reason.TRAP
            named = engine.address(position.trap)
        elif supply is not None and len(position.placed) > supply:
            refused, named = Reason.SUPPLY, (request.x, request.y)
        else:
            position.finish()
            if position.rules.can_draw:
                self._search()
            return self._numbered(END_OF_TURN, request.x, request.y), 0, turn.tiles_after - turn.tiles_before
        self._cycle(FETCH)
        self._pending = 0
        self._shows(self._shown)
        self._lift(turn.tiles_before)
        position.take_back()
        engine.foul(refused)
        return self._refusal(refused, *named)

    def _search(self) -> None:
        """Add the turns that the engine tries, unseen, to see whether any is legal."""
        position = self.engine.position
        if position.winner is None:
            for control in search_cycles(position):
                self._cycle(control)

    def _lay_tiles(self, x: int, y: int) -> None:
        """Add the tiles of a turn that has begun there, until forced play ends or there is a trap."""
        engine, position, lines, texts = self.engine, self.engine.position, self._lines, self._texts
        bundled, log = self._bundled, self._log
        forced, taking, one_more, board_at = position.forced, self._taking, bundled.one_tile, bundled.board_at
        cell, tile, _ = position.placed[-1]
        kind, known = CHOSEN, _NO_CELLS
        while True:
            laid = x << bundled.x_at | y << bundled.y_at | tile
            log.append((self._shown >> board_at, laid))
            low, top, event = self._low, self._top, self._numbered(kind) | laid
            if kind == CHOSEN and position.box is not position.turns[-1].box_before:
                self._show_board(bundled.board(len(position.placed), *engine.place(position.box)))
            else:  # a forced tile never widens it
                self._shows(self._shown + one_more)
            north = east = south = west = False
            if len(forced) > self._pending or position.trap is not None:
                north, east, south, west = [cell + step in forced and cell + step not in known for step in STEP]
                known = known.union(forced)
            text, after = texts.tile(taking, top, self._top, north, east, south), self._low
            lines.parts.append(text % (low, event, low, after, after, after, after, after))
            lines.now += 7
            if north or east or south or west:
                self._pending += north + east + south + west
                self._shows(self._shown)
            if position.trap is not None or not forced:
                return
            kind, cell = FORCED, next(iter(forced))
            tile, (x, y) = forced[cell], engine.address(cell)
            self._pending -= 1  # shown with the tile
            position.force(cell)

    def _undo(self, request: Request) -> _Done:
        """Take back, or begin a new game by taking everything back."""
        engine, position, placed = self.engine, self.engine.position, self.engine.position.placed
        new, turns = request.op == Op.NEW, position.turns
        kept = 0 if new else turns[-1].tiles_before if turns and not engine.foul_winner else len(placed)
        chosen = engine.address(placed[kept].cell) if kept < len(placed) and not new else (0, 0)
        self._cycle(FETCH)
        if new and len(placed) >= engine.size**2 // 8:
            self._cycle(SWEEP)
            self._lines.skip(engine.size**2 - 1)
            self._log.clear()
        else:
            if new and placed:  # by its rules the empty board is shown
                self._log[0] = self._bundled.board(0, *engine.place(NO_BOX, rules_of(request))), self._log[0][1]
            self._lift(kept)
        answer = engine.answer(request)
        if answer.reason:
            return self._refusal(answer.reason, *chosen)
        return self._numbered(NEW if new else TAKEN_BACK, *chosen), 0, answer.placed

    def _lift(self, kept: int) -> None:
        """Show how tiles are taken off in reverse, down to `kept`."""
        log, lines = self._log, self._lines
        while len(log) > kept:
            board, laid = log.pop()
            low, top, event = self._low, self._top, self._numbered(REMOVED) | laid
            self._show_board(board)
            text, after = self._texts.lifted(self._taking, top, self._top), self._low
            lines.parts.append(text % (low, event, low, after, after, after, after))
            lines.now += 6


_OPERATIONS = {
    Op.NEW: BundledEngine._undo,
    Op.PLAY: BundledEngine._play,
    Op.TAKE_BACK: BundledEngine._undo,
}


# --- the search for a legal turn --------------------------------------------------------------------------------------

_TRY, _WRITES = (SEEK, LOOK, MATCH), (NORTH, EAST, SOUTH, WEST)
_LAID, _LIFTED = (*_WRITES, LAST), (LOOK, MATCH, *_WRITES)


def search_cycles(position: Position) -> Iterator[int]:
    """Yield the engine's search for a legal turn of the next player: the state of its control in each cycle.

    The search lies between the end of a turn without a win and the answer to it. The model asks for every turn on the
    board; the engine tries turns only where the box can grow no more.
    """
    rules = position.rules
    box = position.field if rules.first_cell_free and position.field else position.box
    if not {box.columns} <= {rules.box_limit, rules.field} or not {box.rows} <= {rules.box_limit, rules.field}:
        return
    for cell in box.cells():
        for symbol in rules.symbols:
            yield from _TRY
            entries = position.entries.get(cell)
            if len(position.tiles) == rules.tiles and cell not in position.tiles:
                yield SEEK
                return
            if entries is None or cell in position.tiles:
                break
            if FITTING[symbol][entries]:
                tiles, legal = _played(position, cell, symbol)
                yield from _LAID
                for _ in range(tiles - 1):
                    yield from (LOOK, MATCH, *_LAID)
                yield FETCH
                for _ in range(tiles):
                    yield from _LIFTED
                if legal:
                    return
    yield SEEK


def _played(position: Position, cell: Cell, symbol: Symbol) -> tuple[int, bool]:
    """Return how many tiles the turn takes to its end, or to a trap; and whether it is legal."""
    position.begin(cell, symbol)
    while position.forced and position.trap is None:
        position.force(next(iter(position.forced)))
    tiles, supply = len(position.placed) - position.turns[-1].tiles_before, position.rules.tiles
    legal = position.trap is None and (supply is None or len(position.placed) <= supply)
    position.take_back()
    return tiles, legal
