"""A count of the situations that scripts meet, from the golden model's replay of them.

The facts are keys, not names, and counting one is one addition to a Counter: a turn costs a few times what the model
takes for it. Forced cells are filled first come, first served, as the bundled engine does; so a neighbourhood is what
such an engine meets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable

from goldenrules.errors import Refused
from goldenrules.trax import RED, WHITE, Cell, Colour, Move, Position, RuleSet, Win, column_of, neighbour, row_of
from goldenrules.trax.cells import STEP, Box
from goldenrules.trax.tiles import EAST, NORTH, SIDES, SOUTH, WEST, Entries, Side, entered, entry

from loopline.games.coverage import timed
from loopline.games.trax.coverage.bins import CASCADES, LINES, LOOPS, ROWS, answers, length, waiting
from loopline.games.trax.coverage.variants import USUAL, VariantGame, board_of, is_variant
from loopline.games.trax.protocol import SYMBOL_OF, Op, Reason, Request, Response
from loopline.games.trax.reference_engine import ReferenceEngine, flaws
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies.shapes import DEEPEST, trap_shape, trapped_beside
from loopline.simulation.session import Timing


class Collector:
    """A count of the bins that scripts reach on an engine of one size, with the variants of the rules or without."""

    def __init__(self, size: int, variants: bool = False) -> None:
        self.size, self._answers = size, answers(size, variants)
        self.counts: dict[str, Counter[Hashable]] = defaultdict(Counter)

    def add(self, script: Script, timings: Iterable[Timing] = ()) -> None:
        """Count what a script does. Without `timings`, every request comes at once and no answer waits."""
        session = _Session(self.size, self.counts)
        for request, timing in timed(script.requests(self.size), timings):
            if request.cut:
                session.counts = defaultdict(Counter)  # the turn is not judged that far
                self.counts["resets"][session.carry_out(request._replace(cut=0))] += 1
                session = _Session(self.size, self.counts)
                continue
            before = len(session.engine.position.tiles)
            kind = session.carry_out(request)
            self._answers.count(session.answer(request, before), self.counts)
            self.counts["stalls"][kind, timing.gap > 0, timing.stall > 0] += 1


class _Turn:
    """A turn on the board: its cells, and the kinds of turn that taking it back will count."""

    def __init__(self, move: Move, cells: list[Cell], facts: list[Hashable]) -> None:
        self.move = move
        self.cells = cells
        self.facts = facts


class _Session:
    """A script, request by request."""

    def __init__(self, size: int, counts: dict[str, Counter[Hashable]]) -> None:
        self.counts = counts
        self.engine = ReferenceEngine(size)
        self.last_column = size - 1
        self.turns: list[_Turn] = []
        #: The foul that lost the game; how many turns were taken back since the last one was played.
        self.foul: Reason | None = None
        self.taken_back = 0
        #: The turn that the last request took back, or that was refused as a trap; and its kind.
        self.gone: tuple[str, _Turn] | None = None
        self.begun = False
        #: Counts a game by rules that only some engines know.
        self.variant: VariantGame | None = None

    def carry_out(self, request: Request) -> str:
        """Carry a request out. Return what kind of operation it was."""
        if self.variant and request.op != Op.NEW:
            return self.variant.carry_out(request)
        gone, self.gone = self.gone, None
        if gone:
            self.counts["next"][gone[0], self._what_next(request, gone[1])] += 1
        if request.op != Op.TAKE_BACK:
            self._end_of_take_backs()
        if request.op == Op.PLAY:
            return self._play(request)
        if request.op == Op.TAKE_BACK:
            return self._take_back(request)
        return self._new(request) if request.op == Op.NEW else self._read(request)

    def answer(self, request: Request, before: int) -> Response:
        """Return the answer to the request that was carried out, but for its reason and what it has read.

        Args:
            request: The request.
            before: How many tiles lay on the board before it.
        """
        turned = request.op in (Op.PLAY, Op.TAKE_BACK)
        return self.engine.response(placed=turned * abs(len(self.engine.position.tiles) - before))

    def _what_next(self, request: Request, gone: _Turn) -> str:
        if request.op != Op.PLAY:
            return request.op.name
        cell = self.engine.cell(request.x, request.y)
        if cell == gone.move.cell:
            return "same turn" if SYMBOL_OF[request.symbol] == gone.move.symbol else "same cell"
        if cell in gone.cells:
            return "forced cell"
        return "beside" if any(neighbour(cell, side) in gone.cells for side in SIDES) else "elsewhere"

    # --- a turn -----------------------------------------------------------------------------------------------------

    def _play(self, request: Request) -> str:
        engine, position, counts = self.engine, self.engine.position, self.counts
        found = flaws(engine, request)
        reason = engine.refusal(request)
        cell = engine.cell(request.x, request.y)
        if reason is None:
            try:
                position.begin(cell, SYMBOL_OF[request.symbol])
            except Refused as refusal:
                reason = Reason[refusal.reason.name]
        if reason is not None:
            counts["two reasons"].update((reason, also) for also in found[1:])
            self._refused(reason, cell, SYMBOL_OF[request.symbol])
            return "refused"
        counts["moves"][SYMBOL_OF[request.symbol], position.turns[-1].mover] += 1
        depth = self._lay_tiles()
        turn = position.turns[-1]
        cells = [placed.cell for placed in position.placed[turn.tiles_before :]]
        if position.trap is not None:
            trap, entries = position.trap, position.entries[position.trap]
            self._undone()
            position.take_back()
            self._trap(turn.move, trap, entries)
            self.gone = ("trap", _Turn(turn.move, [*cells, trap], []))
            return "trap"
        position.finish()
        forced = len(cells) - 1
        counts["cascade length"][CASCADES.of(forced)] += 1
        counts["cascade depth"][CASCADES.of(depth)] += 1
        facts: list[Hashable] = ["first" if not turn.tiles_before else CASCADES.of(forced)]
        if turn.tiles_before and cells[0] not in turn.box_before:
            facts.append(self._grown(cells[0], turn.box_before))
        facts += self._across_the_seam(cells)
        if position.winner:
            facts += self._won(turn.mover, cells[0])
        self.turns.append(_Turn(turn.move, cells, facts))
        return "forcing" if forced else "quiet"

    def _lay_tiles(self) -> int:
        """Force tiles, first come, first served. Return the depth."""
        position, counts = self.engine.position, self.counts
        forced, placed = position.forced, position.placed
        kind, most, deepest = "chosen", 0, 0
        depths = {placed[-1].cell: 0}
        while True:
            cell, tile, entries = placed[-1]
            counts[kind + " tiles"][tile, entries] += 1
            self._joined_across_the_seam(kind, cell, entries)
            found = [beside for step in STEP if (beside := cell + step) in forced and beside not in depths]
            for beside in found:
                depths[beside] = depths[cell] + 1
            counts["branching"][kind, len(found)] += 1
            most = max(most, len(forced))
            if position.trap is not None or not forced:
                break
            cell = next(iter(forced))
            deepest = max(deepest, depths[cell])
            position.force(cell)
            kind = "forced"
        if position.trap is None:
            counts["cells waiting"][waiting(self.engine.size).of(most)] += 1
        return deepest

    def _joined_across_the_seam(self, kind: str, cell: Cell, entries: Entries) -> None:
        """Count the neighbours of the cell that its address reaches only by going round."""
        x, y = self.engine.address(cell)
        last = self.last_column
        for side, at_the_seam in ((NORTH, y == 0), (EAST, x == last), (SOUTH, y == last), (WEST, x == 0)):
            if at_the_seam and entry(entries, side):
                self.counts["seam"][kind, side] += 1

    def _across_the_seam(self, cells: list[Cell]) -> list[Hashable]:
        """Return the axes in which the turn has tiles on both sides of the seam."""
        columns, rows = zip(*map(self.engine.address, cells), strict=True)
        return [("seam", axis) for axis, lines in enumerate((columns, rows)) if {0, self.last_column} <= {*lines}]

    def _grown(self, cell: Cell, box: Box) -> Hashable:
        column, row = column_of(cell), row_of(cell)
        side = NORTH if row < box.top else SOUTH if row > box.bottom else WEST if column < box.left else EAST
        cells = (box.rows if side in (NORTH, SOUTH) else box.columns) + 1
        self.counts["growth"][side, length(cells, self.engine.capacity)] += 1
        return "grown", side

    # --- a win --------------------------------------------------------------------------------------------------------

    def _won(self, mover: Colour, chosen: Cell) -> list[Hashable]:
        position, counts = self.engine.position, self.counts
        winner = position.winner
        wins, colours = position.wins, {win.colour for win in position.wins}
        by = "both" if len(colours) == 2 else "mover" if winner == mover else "opponent"
        own = [win for win in wins if win.colour == winner]
        for win in own:
            path = position.path(win)
            counts["wins"][win.kind, winner, by] += 1
            counts["won through"][win.kind, "chosen" if chosen in path else "forced"] += 1
            if win.kind == "loop":
                counts["loop size"][LOOPS.of(len(path))] += 1
            else:
                box = position.box
                counts["line length"][win.kind, LINES.of(box.columns if win.kind == "line across" else box.rows)] += 1
            self._path_across_the_seam(win, path)
        counts["won at once"][frozenset(win.kind for win in own)] += 1
        if by == "both":
            pairs = {(a.kind, b.kind) for a in wins for b in wins if (a.colour, b.colour) == (WHITE, RED)}
            counts["both colours"].update(pairs)
        return [("won", win.kind) for win in own] + [("won by", by)]

    def _path_across_the_seam(self, win: Win, path: list[Cell]) -> None:
        """Count a winning path that crosses the seam.

        The box never goes all the way round: a path with a cell on either side of the seam crosses it.
        """
        columns, rows = zip(*map(self.engine.address, path), strict=True)
        for axis, lines in enumerate((columns, rows)):
            if {0, self.last_column} <= {*lines}:
                self.counts["seam"][win.kind, axis] += 1

    # --- what is refused ----------------------------------------------------------------------------------------------

    def _refused(self, reason: Reason, cell: Cell, symbol: str) -> None:
        position, counts = self.engine.position, self.counts
        rules = position.rules
        if reason == Reason.GAME_OVER:
            ended = "foul" if self.engine.foul_winner else "line" if "line" in position.wins[0].kind else "loop"
            counts["game over"][ended, self._what_else(cell, symbol)] += 1
        if reason == Reason.MISMATCH:
            counts["mismatches"][symbol, position.entries[cell]] += 1
        if reason in (Reason.BOX_LIMIT, Reason.CAPACITY):
            for side in _beyond(cell, position.box):
                counts["no room"][reason, side] += 1
        self._count_refusal(reason)
        if rules.fouls_lose and reason not in (Reason.GAME_OVER, Reason.CAPACITY):
            self.foul = reason
            self.engine.foul(reason)

    def _count_refusal(self, reason: Reason) -> None:
        position = self.engine.position
        self.counts["refusals"][reason, position.to_move, position.rules.fouls_lose] += 1

    def _what_else(self, cell: Cell, symbol: str) -> str:
        """Return for what other reason the turn after the end would be refused, too."""
        position = self.engine.position
        if symbol == "?":
            return "bad symbol"
        if cell in position.tiles:
            return "occupied"
        return "open" if cell in position.entries else "unconnected"

    def _trap(self, move: Move, trap: Cell, entries: Entries) -> None:
        position, counts = self.engine.position, self.counts
        shape = trap_shape(position, move)
        assert shape is not None
        counts["traps"][shape.cell, shape.colour, min(shape.depth, DEEPEST)] += 1
        colour = WHITE if len(entered(entries, WHITE)) > 2 else RED
        (lacking,) = (side for side in SIDES if entry(entries, side) != colour)
        counts["trapped cells"][colour, lacking, entry(entries, lacking) != 0] += 1
        self._joined_across_the_seam("trap", trap, entries)
        self._count_refusal(Reason.TRAP)
        if position.rules.fouls_lose:
            self.foul = Reason.TRAP
            self.engine.foul(Reason.TRAP)

    def _undone(self) -> None:
        """Count a turn that has come to a trap, and is still on the board."""
        position, counts = self.engine.position, self.counts
        wins = position.formations[position.turns[-1].formations_before :]
        counts["undone with"].update({win.colour for win in wins if win.kind == "loop"})
        trapped = trapped_beside(position, position.placed[-1].cell)
        if len(trapped) > 1:
            colour = WHITE if len(entered(position.entries[trapped[0]], WHITE)) > 2 else RED
            opposite = column_of(trapped[0]) == column_of(trapped[1]) or row_of(trapped[0]) == row_of(trapped[1])
            counts["traps at once"][opposite, colour] += 1

    # --- all else -----------------------------------------------------------------------------------------------------

    def _take_back(self, request: Request) -> str:
        engine, counts = self.engine, self.counts
        if self.foul is not None:
            counts["taken back"]["foul", self.foul] += 1
            self.foul = None
            engine.answer(request)
            return "foul taken back"
        if not self.turns:
            self._count_refusal(Reason.NOTHING_TO_TAKE_BACK)
            return "nothing to take back"
        turn = self.turns.pop()
        counts["taken back"].update(turn.facts)
        engine.answer(request)
        self.taken_back += 1
        self.gone = ("take-back", turn)
        return "taken back"

    def _end_of_take_backs(self) -> None:
        if self.taken_back:
            self.counts["take-backs in a row"][ROWS.of(self.taken_back)] += 1
            if not self.turns:
                self.counts["take-backs in a row"]["all"] += 1
        self.taken_back = 0

    def _new(self, request: Request) -> str:
        engine, position, counts = self.engine, self.engine.position, self.counts
        if self.variant is None:
            counts["new games"][self._before_new(position)] += 1
        self._rules(request, position.rules if self.variant else None)
        engine.answer(request)
        self.turns.clear()
        self.foul = None
        self.begun = True
        return "new"

    def _rules(self, request: Request, before: RuleSet | None) -> None:
        """Count the rules of a new game. `before`: the rules of the game before, if they were unusual."""
        if is_variant(request):
            self.variant = VariantGame(self.engine, self.counts)
            self.variant.begin(request, before)
            return
        self.variant = None
        self.counts["rules"][bool(request.fouls_lose), bool(request.lines), request.box_limit > 0] += 1
        if before:
            self.counts["from rules to rules"][board_of(before), USUAL] += 1

    def _before_new(self, position: Position) -> str:
        if self.foul is not None:
            return "foul"
        if position.winner:
            return "won"
        if not position.tiles:
            return "empty" if self.begun else "reset"
        return "full" if len(position.tiles) >= self.engine.size**2 // 8 else "open"

    def _read(self, request: Request) -> str:
        position = self.engine.position
        cell = self.engine.cell(request.x, request.y)
        if not position.tiles:
            what: Hashable = "empty board"
        elif cell in position.tiles:
            what = "tile", position.tiles[cell]
        else:
            what = "entries", tuple(len(entered(position.entries.get(cell, 0), colour)) for colour in (WHITE, RED))
        self.counts["reads"][what] += 1
        if self.foul is not None or position.winner:
            self.counts["reads"]["over"] += 1
        return "read"


def _beyond(cell: Cell, box: Box) -> list[Side]:
    """Return the sides of the box beyond which the cell lies."""
    column, row = column_of(cell), row_of(cell)
    beyond = {NORTH: row < box.top, EAST: column > box.right, SOUTH: row > box.bottom, WEST: column < box.left}
    return [side for side in SIDES if beyond[side]]
